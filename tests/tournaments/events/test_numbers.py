"""The short numbers of matches: in order of play, each once, for good; of every format, a trial one too."""

from datetime import timedelta
from random import Random
from time import perf_counter

import pytest

from tests.conftest import NOON, api_as, director_reports, fixture_at, work_off
from tests.each import check_all, each
from tests.effort import EFFORT
from tests.factories import PlayerFactory
from tests.test_plug_ins import TrialFormat
from tests.tournaments.formats.contract import play_out, samples, with_published, with_result
from tests.tournaments.formats.test_trial_format import KingOfTheHill
from tournaments.events.rules.numbers import keys_in_order, match_label, match_numbers
from tournaments.events.services import (
    entry_add,
    round_release,
    round_withdraw,
    tournament_create,
    tournament_draw,
)
from tournaments.formats import FORMATS, Empty, PairingResult
from tournaments.formats.seeding.order import Seeding
from tournaments.formats.teams import team_match_of_slot

SAMPLES = {**samples(), "trial": TrialFormat(), "hill": KingOfTheHill()}
SIZES = range(2, 34) if EFFORT > 1 else (2, 3, 5, 8, 13)


class Numbered:
    """An event's numbers as it is played: what came up so far, and what each slot was called."""

    def __init__(self, format, size):
        self.format, self.size = format, size
        self.came_up: list[str] = []
        self.numbers = match_numbers(format, size, ())
        self.stepped: dict[int, dict[str, int]] = {}

    def slot_of(self, key):
        return team_match_of_slot(key) if self.format.team_size else key

    def look(self, history, in_order=True):
        published = (each for rounds in history.paired_rounds for each in rounds.pairings)
        standing = self.format.pairings(history)
        self.came_up += [each.key for each in (*published, *standing) if each.key not in self.came_up]
        found = match_numbers(self.format, self.size, self.came_up)
        assert self.numbers.items() <= found.items(), "a number is for good"
        assert sorted(found.values()) == list(range(1, len(found) + 1)), "and for one slot"
        self.numbers = found
        slots = [slot for part in self.format.draw_parts(history) for round in part.rounds for slot in round]
        for slot in slots:
            if slot.winner is Empty.PENDING and Empty.BYE not in (slot.one, slot.two):
                assert slot.key in found, "what is to be played has a number, whoever will play it"
        for pairing in standing:
            key = self.slot_of(pairing.key)
            for entry in (pairing.one, pairing.two) if in_order else ():
                for other, step in self.stepped.setdefault(entry, {}).items():
                    assert (step < pairing.step) == (found[other] < found[key]), "in the order of play"
                self.stepped[entry][key] = pairing.step


def check_numbers(format, size, withdrawals, drawn):
    """Results and withdrawals in any order; then some are corrected, and what follows is played."""
    random = Random(size)
    numbered = Numbered(format, size)
    for history in play_out(format, size, random, withdrawals, drawn, at_once=3):
        numbered.look(history)
    for _ in range(3):
        if not history.results:
            break
        key, pair = random.choice(list(history.results))
        one, two = sorted(pair)
        corrected = PairingResult(one, two, random.choice((one, two)), (7, 2))
        history = with_published(format, with_result(history, corrected, key))
        numbered.look(history, in_order=False)
        for _ in range(3):
            if due := format.due_pairings(history):
                played = PairingResult(due[0].one, due[0].two, due[0].two, (2, 7))
                history = with_published(format, with_result(history, played, due[0].key))
                numbered.look(history, in_order=False)


@pytest.mark.parametrize("name", SAMPLES)
def test_numbers_are_for_good_whatever_happens(name):
    check_all(
        check_numbers,
        (
            (SAMPLES[name], size, *happening)
            for size in (SIZES if name in FORMATS or EFFORT > 1 else SIZES[1:4])
            for happening in [(0, False), (2, True)]
        ),
    )


@each("format", SAMPLES.values())
def test_what_is_planned_is_what_is_paired(format):
    *_, history = play_out(format, 8, Random(8), at_once=8)
    paired = {
        team_match_of_slot(pairing.key) if format.team_size else pairing.key: pairing
        for pairing in format.pairings(history)
    }
    for key, pairing in paired.items():
        for slot in (*format.planned_slots(8), *format.planned_slots(8, key)):
            if slot.key == key:
                assert (slot.part, slot.round) == (pairing.part, pairing.round)


def test_rounds_of_both_brackets_come_in_the_order_of_play():
    numbers = match_numbers(FORMATS["double_elimination"](), 8, ())
    assert [*numbers] == [
        *(f"WB-R1-M{match}" for match in (1, 2, 3, 4)),
        *(f"WB-R2-M{match}" for match in (1, 2)),
        *(f"LB-R1-M{match}" for match in (1, 2)),
        "WB-R3-M1",
        *(f"LB-R2-M{match}" for match in (1, 2)),
        "LB-R3-M1",
        "LB-R4-M1",
        "GF-R1-M1",
        "GF-R2-M1",
    ]
    assert [*numbers.values()] == list(range(1, 16))


def test_a_bye_has_no_number():
    assert match_numbers(FORMATS["single_elimination"](), 5, ()) == {
        "R1-M2": 1,
        "R2-M1": 2,
        "R2-M2": 3,
        "R3-M1": 4,
    }


def test_the_seat_that_a_late_entry_may_take_is_counted_from_the_start():
    format = FORMATS["round_robin"]()
    odd = match_numbers(format, 5, ())
    assert odd == match_numbers(format, 6, ())
    assert (odd["R1-M1"], odd["R5-M3"]) == (1, 15)
    groups = match_numbers(FORMATS["groups"].from_mapping({"group_size": 5}), 5, ())
    assert len(groups) == 10, "nobody joins a group late"


def test_groups_play_round_by_round_and_the_knockout_is_known_as_a_whole_when_it_begins():
    format = FORMATS["groups"].from_mapping({"group_size": 4})
    before = match_numbers(format, 8, ())
    assert [key for key, _ in zip(before, range(5), strict=False)] == [
        "G1-R1-M1",
        "G1-R1-M2",
        "G2-R1-M1",
        "G2-R1-M2",
        "G1-R2-M1",
    ]
    begun = match_numbers(format, 8, ["G1-R1-M1", "K-R1-M2"])
    assert {key: number for key, number in begun.items() if key not in before} == {
        "K-R1-M1": 13,
        "K-R1-M2": 14,
        "K-R2-M1": 15,
    }


def test_a_play_off_behind_a_later_stage_moves_nothing():
    """Swiss, then a knockout of the best; the last place is played off when the knockout has begun."""
    format = SAMPLES["stages-swiss-then-knockout"]
    swiss = [f"S1-R1-M{match}" for match in (1, 2, 3, 4)]
    begun = match_numbers(format, 8, [*swiss, "S2-R1-M1"])
    assert begun == {
        **dict(zip(swiss, range(1, 5), strict=True)),
        "S2-R1-M1": 5,
        "S2-R1-M2": 6,
        "S2-R2-M1": 7,
    }
    assert match_numbers(format, 8, [*swiss, "S2-R1-M1", "S1-P1"]) == {**begun, "S1-P1": 8}


def test_sections_of_a_later_round_keep_their_numbers_when_a_correction_enlarges_them():
    format = FORMATS["sections"].from_mapping({"section_size": 3})
    first = match_numbers(format, 9, ())
    assert len(first) == 9
    later = match_numbers(format, 9, ["R2G1-R1-M2"])
    assert [later[key] for key in ("R2G1-R1-M1", "R2G1-R1-M2", "R2G1-R2-M1", "R2G1-R3-M2")] == [
        10,
        11,
        12,
        15,
    ]
    assert match_numbers(format, 9, ["R2G1-R1-M2", "R2G2-R1-M1"])["R2G2-R1-M1"] == 16
    assert match_numbers(format, 9, ["R2G1-R1-M2", "F-M1"])["F-M5"] == 20


def test_boards_share_the_number_of_their_match():
    format = SAMPLES["teams-knockout"]
    assert match_numbers(format, 4, ["R1-M2-B1", "R1-M2-B3"]) == {"R1-M1": 1, "R1-M2": 2, "R2-M1": 3}


def test_what_was_published_and_set_up_at_once_is_in_the_order_of_the_round():
    later = NOON + timedelta(minutes=1)
    published, set_up = [(NOON, "b"), (NOON, "a"), (later, "c")], [(NOON, "a"), (NOON, "b"), (later, "d")]
    assert "".join(keys_in_order(published, set_up)) == "baabcd"


def test_a_slot_that_was_paired_twice_keeps_its_number():
    format = FORMATS["swiss"].from_mapping({"rounds": 3})
    keys = ["R1-M1", "R1-M2", "R2-M1", "R2-M2", "R2-M1", "R3-M1"]
    assert [*match_numbers(format, 4, keys)] == ["R1-M1", "R1-M2", "R2-M1", "R2-M2", "R3-M1"]


@pytest.mark.parametrize(
    ("part", "label"),
    [
        ("main", "M7"),
        ("winners", "W7"),
        ("losers", "L7"),
        ("final", "F7"),
        ("third_place", "T7"),
        ("consolation", "C7"),
        ("last_chance", "LC7"),
        ("play_off", "P7"),
        ("group-3", "G7"),
        ("group-3-play_off", "P7"),
        ("stage-2", "M7"),
        ("stage-2-losers", "L7"),
        ("stage-1-group-12", "G7"),
        ("round-2-group-1", "G7"),
        ("hill", "H7"),
    ],
)
def test_a_label_is_the_letter_of_the_part_and_the_number(part, label):
    assert match_label(part, 7) == label
    assert match_label(part, None) is None


def test_numbering_256_entries_of_a_double_elimination_takes_milliseconds():
    format = FORMATS["double_elimination"]()
    match_numbers(format, 256, ())
    keys = [slot.key for slot in format.planned_slots(256)]
    begun = perf_counter()
    for _ in range(20):
        match_numbers(format, 256, keys)
    assert (perf_counter() - begun) / 20 < 0.02


# -- In the database


pytestmark = pytest.mark.django_db


def numbers_of(client, cup):
    rows = client.get(f"/api/v1/tournaments/{cup.pk}/bracket/").json()
    return {slot["key"]: slot["number"] for round in rows for slot in round["slots"]}


def test_the_api_says_the_numbers_of_slots_and_fixtures(knockout, director):
    cup = knockout(5)
    api = api_as(None)
    assert numbers_of(api, cup) == {
        "R1-M1": None,
        "R1-M2": 1,
        "R1-M3": None,
        "R1-M4": None,
        "R2-M1": 2,
        "R2-M2": 3,
        "R3-M1": 4,
    }
    fixtures = api.get(f"/api/v1/tournaments/{cup.pk}/fixtures/").json()["results"]
    assert {row["key"]: (row["number"], row["label"]) for row in fixtures} == {
        "R1-M2": (1, "M1"),
        "R2-M2": (3, "M3"),
    }


def test_the_api_says_the_labels_of_both_brackets(club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,), format="double_elimination")
    for _ in range(4):
        entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory())
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="test")
    rows = api_as(None).get(f"/api/v1/tournaments/{cup.pk}/bracket/").json()
    labels = {slot["key"]: slot["label"] for round in rows for slot in round["slots"]}
    assert labels == {
        "WB-R1-M1": "W1",
        "WB-R1-M2": "W2",
        "WB-R2-M1": "W3",
        "LB-R1-M1": "L4",
        "LB-R2-M1": "L5",
        "GF-R1-M1": "F6",
    }


def test_fixtures_are_found_by_part_round_and_whether_they_are_void(knockout, director):
    cup = knockout(5)
    director_reports(fixture_at(cup, "R1-M2").match, director, (5, 1))

    def found(query):
        rows = api_as(None).get(f"/api/v1/tournaments/{cup.pk}/fixtures/?{query}").json()["results"]
        return [row["key"] for row in rows]

    assert found("ordering=id") == ["R1-M2", "R2-M2", "R2-M1"]
    assert found("round=2") == ["R2-M1", "R2-M2"]
    assert found("round=2&part=main&ordering=id&page_size=1") == ["R2-M2"]
    assert (found("part=other"), found("void=true"), len(found("void=false"))) == ([], [], 3)


def test_a_round_paired_again_and_late_entries_leave_numbers_alone(club, director):
    cup = tournament_create(
        actor=director, club=club, name="Swiss", lengths=(5,), format="swiss", format_options={"rounds": 3}
    )
    of_cup = {"actor": director, "tournament_id": cup.pk}
    for _ in range(4):
        entry_add(**of_cup, player=PlayerFactory())
    tournament_draw(**of_cup, seeding=Seeding.RANDOM, seed="test")
    work_off()
    for match in (1, 2):
        director_reports(fixture_at(cup, f"R1-M{match}").match, director, (5, match))
    before = numbers_of(api_as(None), cup)
    assert before == {"R1-M1": 1, "R1-M2": 2, "R2-M1": 3, "R2-M2": 4}
    cup.refresh_from_db()
    round_withdraw(**of_cup, published_round_id=cup.published_rounds.last().pk, reason="Two more come.")
    for _ in range(2):
        entry_add(**of_cup, player=PlayerFactory())
    round_release(**of_cup)
    work_off()
    after = numbers_of(api_as(None), cup)
    assert {key: after[key] for key in before} == before
    assert after["R2-M3"] == 5
