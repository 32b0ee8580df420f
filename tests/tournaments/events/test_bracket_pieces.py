"""Large brackets piece by piece: every match is in one of them, and every piece has its address."""

import re

import pytest

from tests.conftest import field_entered, work_off
from tests.each import check_all
from tests.factories import PlayerFactory
from tournaments.events.pages.canvas import canvas_of_parts
from tournaments.events.pages.pieces import IN_A_PIECE, piece_to_show, pieces_of_parts
from tournaments.events.rules.numbers import match_label, match_numbers
from tournaments.events.selectors import BracketRound, BracketSlot, ShownPart, tournament_course
from tournaments.events.services import tournament_create, tournament_draw
from tournaments.formats import FORMATS, History
from tournaments.formats.seeding.order import Seeding


def shown_parts(code, size, **options):
    """The brackets of a field before its first match."""
    format = FORMATS[code].from_mapping(options)
    numbers = match_numbers(format, size, ())

    def shown(part, slot):
        origins = tuple(format.seat_origin(slot.key, side, size) for side in (0, 1))
        label = match_label(part.code, numbers.get(slot.key))
        return BracketSlot(slot, None, None, None, None, 5, origins, (), numbers.get(slot.key), label)

    return [
        ShownPart(
            part.code,
            True,
            [
                BracketRound(part.code, number, 5, [shown(part, slot) for slot in slots])
                for number, slots in enumerate(part.rounds, 1)
            ],
            [],
            part.round_places,
        )
        for part in format.draw_parts(History(tuple(range(1, size + 1))))
    ]


def check_pieces(code, options, size):
    parts = shown_parts(code, size, **options)
    pieces = pieces_of_parts(parts)
    found = [slot.slot.key for piece in pieces for slot in piece.slots]
    assert sorted(found) == sorted(
        slot.slot.key for part in parts for round in part.rounds for slot in round.slots
    )
    assert len({piece.code for piece in pieces}) == len(pieces)
    for piece in pieces:
        canvas = canvas_of_parts(piece.parts, whole=parts)
        assert all(part.height <= IN_A_PIECE for part in canvas.parts)
        on_canvas = [place.slot.slot.key for round in canvas.rounds for place in round.places if place.slot]
        assert sorted(on_canvas) == sorted(slot.slot.key for slot in piece.slots)


def test_every_match_is_in_one_piece():
    check_all(
        check_pieces,
        [
            ("double_elimination", {}, 65),
            ("double_elimination", {}, 100),
            ("double_elimination", {}, 256),
            ("single_elimination", {"third_place": True}, 129),
            ("consolation", {"enters": "final", "last_chance": 3}, 128),
        ],
    )


def test_pieces_are_named_by_the_labels_of_their_first_round():
    pieces = pieces_of_parts(shown_parts("double_elimination", 128))
    assert [(piece.code, piece.name) for piece in pieces] == [
        ("winners-1", "W1–W16"),
        ("winners-2", "W17–W32"),
        ("winners-3", "W33–W48"),
        ("winners-4", "W49–W64"),
        ("losers-1", "L97–L112"),
        ("losers-2", "L113–L128"),
        ("winners-last", "Last rounds"),
    ]


def test_up_to_64_entries_are_shown_at_once():
    assert pieces_of_parts(shown_parts("double_elimination", 64)) == []
    assert pieces_of_parts(shown_parts("double_elimination", 65)) != []
    assert pieces_of_parts([]) == []


@pytest.mark.parametrize(
    ("asked", "own", "code"),
    [
        ("losers-2", "WB-R1-M40", "losers-2"),
        ("", "WB-R1-M40", "winners-3"),
        ("", "WB-R7-M1", "winners-last"),
        ("other", None, "winners-1"),
    ],
)
def test_the_piece_that_is_asked_for_or_that_of_the_own_match_is_shown(asked, own, code):
    assert piece_to_show(pieces_of_parts(shown_parts("double_elimination", 128)), asked, own).code == code


def matches_and_byes(cup):
    return len(tournament_course(cup).slots_by_key)


@pytest.mark.django_db
def test_pieces_have_addresses_and_references_lead_to_them(client, club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,), format="double_elimination")
    field = [PlayerFactory(name=f"Player {number}") for number in range(1, 67)]
    seeded = [entry.pk for entry in field_entered(cup, director, field)]
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.MANUAL, seeded=seeded)
    work_off()
    cup.refresh_from_db()
    address = f"/tournaments/{cup.pk}/"

    def shown(query):
        page = client.get(f"{address}{query}").content.decode()
        return page, set(re.findall(r'<li class="slot[^"]*" id="([^"]+)"', page))

    page, first = shown("")
    assert "WB-R1-M16" in first
    assert not first & {"WB-R1-M17", "LB-R1-M1", "GF-R1-M1"}
    # The loser of a match of the first round plays on in another piece.
    [(part, key)] = re.findall(r'href="\?part=([^"#]+)#(LB-[^"]+)"', page)[:1]
    assert key in shown(f"?part={part}")[1]
    last_page, last = shown("?part=winners-last")
    assert {"GF-R1-M1", "WB-R6-M1"} <= last
    assert 'aria-current="page">Last rounds<' in last_page
    player = field[1].pk
    page, own = shown(f"?player={player}")
    assert "on-way" in page
    assert own != first, "the second seed is at the foot of the bracket"
    assert f"&amp;player={player}#" in page, "who is followed stays so"
    assert "GF-R1-M1" in shown("?match=GF-R1-M1")[1]
    found = re.search(r'<svg class="map.*?</svg>', page, re.DOTALL)[0]
    assert found.count("h64") == matches_and_byes(cup), "a bar for every match and bye"
    assert re.search(r'class="way" d="M0 [\d.]+h64', found)
    assert [*re.findall(r"<title>([^<]+)</title>", found)][-1] == "Last rounds"
    assert found.count('class="shown"') == 1
    assert client.get(f"{address}?part=winners-9").status_code == 404
