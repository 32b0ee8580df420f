"""Report files: every column where the published format has it, and what was written read again."""

from fractions import Fraction

import pytest

from matches.play.models import Match
from tests.answers import assert_problem
from tests.conftest import api_as, director_reports, work_off
from tests.factories import PlayerFactory
from tournaments.events import services
from tournaments.events.models import Tournament
from tournaments.exchange.rules.trf import TrfPlayer, TrfRound, TrfScore, write_trf
from tournaments.formats.seeding.order import Seeding

# First and last column of each field of a line 001, counted from 1: FIDE Handbook, C.04 Annex 2, TRF16.
COLUMNS = {
    "number": (5, 8),
    "name": (15, 47),
    "rating": (49, 52),
    "points": (81, 84),
    "rank": (86, 89),
}
ROUND_ONE = {"opponent": (92, 95), "colour": (97, 97), "result": (99, 99)}
WIDTH = 10


def cut(line, columns, shift=0):
    first, last = columns
    return line.ljust(400)[first - 1 + shift : last + shift].strip()


def read(text, rounds):
    """Players and rounds of a file, as {number: player}."""
    found = {}
    for line in text.splitlines():
        if line.startswith("001 "):
            fields = {name: cut(line, columns) for name, columns in COLUMNS.items()}
            had = [
                tuple(cut(line, columns, WIDTH * number) for columns in ROUND_ONE.values())
                for number in range(rounds)
            ]
            found[int(fields["number"])] = {**fields, "rounds": had}
    return found


def test_every_field_is_in_its_columns():
    rounds = {
        1: TrfRound(12, True, TrfScore.WIN),
        2: TrfRound(None, False, TrfScore.BYE),
        4: TrfRound(7, False, TrfScore.DRAW),
    }
    text = write_trf(
        "Monday", [TrfPlayer(3, "N" * 40, 1571, Fraction(5, 2), 4096, rounds)], rounds=4, planned=5
    )
    assert text.splitlines() == [
        "012 Monday",
        "062 1",
        "072 1",
        "092 Individual: Swiss-System",
        "XXR 5",
        "001    3      " + "N" * 33 + " 1571" + " " * 28 + " 2.5 4096"
        "    12 w 1  0000 - U" + " " * 15 + "7 b =",
    ]  # fmt: skip
    player = read(text, 4)[3]
    assert player == {
        "number": "3",
        "name": "N" * 33,
        "rating": "1571",
        "points": "2.5",
        "rank": "4096",
        "rounds": [("12", "w", "1"), ("0000", "-", "U"), ("", "", ""), ("7", "b", "=")],
    }


def test_names_of_any_script_leave_the_columns_where_they_are():
    text = write_trf("春", [TrfPlayer(1, "金 ポイント", None, Fraction(0), 1, {})], rounds=0)
    assert read(text, 0)[1]["name"] == "金 ポイント"
    assert "XXR" not in text
    assert "072 0" in text


@pytest.fixture
def event(club, director):
    """A Swiss of seven under way: a withdrawal with its walkover, a draw, a late entry."""
    row = services.tournament_create(
        actor=director, club=club, name="Monday", format="swiss", lengths=(3,), format_options={"rounds": 3}
    )
    of = {"actor": director, "tournament_id": row.pk}
    entries = [services.entry_add(**of, player=PlayerFactory(name=f"P{n}")).pk for n in range(7)]
    services.tournament_draw(**of, seeding=Seeding.MANUAL, seeded=entries, seed="test")
    work_off()
    round_pairings = row.published_rounds.get()
    services.entry_withdraw(**of, entry_id=round_pairings.pairings[0]["one"])
    work_off()
    services.entry_add(**of, player=PlayerFactory(name="Late"))
    for match in Match.objects.filter(fixture__tournament=row, state=Match.State.OPEN):
        director_reports(match, director, (3, 1))
    return Tournament.objects.get(pk=row.pk)


@pytest.mark.django_db
def test_what_was_written_is_what_was_played(event):
    """Read again, everybody has the points and the opponents the service says."""
    answer = api_as(None).get(f"/api/v1/tournaments/{event.pk}/trf/", HTTP_ACCEPT="text/plain")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    players = read(answer.content.decode(), 2)
    standings = api_as(None).get(f"/api/v1/tournaments/{event.pk}/standings/").json()
    assert len(players) == len(standings) == 8
    for row in standings:
        player = players[row["seed"]]
        assert player["name"] == row["entry"]["player"]["name"]
        assert (float(player["points"]), int(player["rank"])) == (row["points"], row["first"])
        worth = {"1": 1, "+": 1, "U": 1, "=": 0.5}
        assert sum(worth.get(result, 0) for _, _, result in player["rounds"]) == row["points"]
    for number, player in players.items():
        for at, (opponent, colour, result) in enumerate(player["rounds"]):
            if opponent not in ("", "0000"):
                back, other, answered = players[int(opponent)]["rounds"][at]
                assert int(back) == number
                assert {colour, other} == {"w", "b"}
                assert {result, answered} in ({"1", "0"}, {"+", "-"}, {""})
    had = [[result for _, _, result in player["rounds"]] for player in players.values()]
    assert sorted(first for first, _ in had) == ["+", "-", "0", "0", "1", "1", "U", "Z"]
    assert players[8]["name"] == "Late"
    assert players[8]["rounds"][0] == ("0000", "-", "Z")
    assert all(match == "" for match in (second for _, second in had) if match not in ("U", "Z"))


@pytest.mark.django_db
@pytest.mark.parametrize(("worth", "letter"), [("full", "U"), ("half", "H"), ("none", "Z")])
def test_a_bye_is_written_by_what_it_is_worth(club, director, worth, letter):
    row = services.tournament_create(
        actor=director, club=club, name="M", format="swiss", lengths=(3,), format_options={"bye": worth}
    )
    of = {"actor": director, "tournament_id": row.pk}
    for _ in range(3):
        services.entry_add(**of, player=PlayerFactory())
    services.tournament_draw(**of, seeding=Seeding.RANDOM)
    work_off()
    players = read(api_as(None).get(f"/api/v1/tournaments/{row.pk}/trf/").content.decode(), 1)
    assert sorted(player["rounds"][0][2] for player in players.values()) == ["", "", letter]


@pytest.mark.django_db
def test_what_has_no_report_file(club, director):
    for format, code in (("swiss", "tournament_not_started"), ("round_robin", "not_a_swiss")):
        row = services.tournament_create(actor=director, club=club, name="M", format=format, lengths=(3,))
        assert_problem(api_as(None).get(f"/api/v1/tournaments/{row.pk}/trf/"), 409, code)


@pytest.mark.django_db
def test_tables_are_had_whatever_the_client_accepts(event):
    for accept in ("text/csv", "text/plain", "application/json"):
        answer = api_as(None).get(f"/api/v1/tournaments/{event.pk}/standings.csv", HTTP_ACCEPT=accept)
        assert answer.status_code == 200
