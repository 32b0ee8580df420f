"""Where each match of an event stands, and which it waits for."""

from datetime import timedelta

import pytest

from matches.play.rules.lateness import Lateness, minutes_to_next_point
from matches.play.rules.regulations import Regulations, regulations_of
from tests.conftest import NOON
from tests.tournaments.formats.contract import results, with_published
from tournaments.events.rules.slots import (
    LateMatch,
    MatchStanding,
    SlotState,
    late_match,
    slots_waited_for,
    state_of_match,
    state_of_slot,
)
from tournaments.formats import FORMATS, Empty, History, Slot

CLUB = Regulations()
JBF = regulations_of({"preset": "jbf"})
NOVA = Regulations(late_grace=5, late_step=5, late_first="grace")
FREE = Regulations(late_step=None)


def ago(minutes):
    return NOON - timedelta(minutes=minutes)


def standing(state="open", rules=CLUB, **known):
    return MatchStanding(state, 7, rules, **known)


@pytest.mark.parametrize(
    ("match", "state"),
    [
        (standing(), "due"),
        (standing(starts_at=ago(-1)), "scheduled"),
        (standing(starts_at=ago(0)), "due"),
        (standing(starts_at=ago(14)), "due"),
        (standing(starts_at=ago(15)), "late"),
        (standing(starts_at=ago(15), rules=NOVA), "late"),
        (standing(starts_at=ago(5), rules=NOVA), "late"),
        (standing(starts_at=ago(4), rules=NOVA), "due"),
        (standing(play_by=ago(-1)), "due"),
        (standing(play_by=ago(0)), "late"),
        (standing(starts_at=ago(90), begun=True), "playing"),
        (standing(starts_at=ago(90), judging=True), "judging"),
        (standing(begun=True, judging=True), "judging"),
        (standing("reported", starts_at=ago(90)), "reported"),
        (standing("disputed", begun=True), "disputed"),
        (standing("appealed"), "appealed"),
        (standing("final", kind="played"), "final"),
        (standing("final", kind="forfeit"), "final"),
        (standing("final", kind="walkover"), "walkover"),
        (standing("void"), "final"),
    ],
)
def test_where_a_match_stands(match, state):
    assert state_of_match(match, NOON) == state


@pytest.mark.parametrize(
    ("match", "late"),
    [
        (standing(starts_at=ago(14)), None),
        # JBF rule 39, to 7 points: the first point after 20 minutes, a majority loses.
        (
            standing(starts_at=ago(18), rules=JBF),
            LateMatch(ago(18), 18, Lateness(0, lost=False), ago(-2)),
        ),
        (
            standing(starts_at=ago(20), rules=JBF),
            LateMatch(ago(20), 20, Lateness(1, lost=False), ago(-5)),
        ),
        (standing(starts_at=ago(35), rules=JBF), LateMatch(ago(35), 35, Lateness(4, lost=True))),
        (standing(starts_at=ago(15), rules=FREE), LateMatch(ago(15), 15, Lateness(0, lost=False))),
        (standing(play_by=ago(61)), LateMatch(ago(61), 61, Lateness(0, lost=False))),
        (
            standing(starts_at=ago(16), play_by=ago(1)),
            LateMatch(ago(16), 16, Lateness(0, lost=False), ago(-4)),
        ),
        (standing(starts_at=ago(20), begun=True), None),
        (standing(starts_at=ago(20), judging=True), None),
        (standing("reported", starts_at=ago(20)), None),
    ],
)
def test_how_late_a_match_is_and_when_it_costs_more(match, late):
    assert late_match(match, NOON) == late


@pytest.mark.parametrize(
    ("rules", "minutes", "ahead"),
    [
        (JBF, 0, 20),
        (JBF, 14, 6),
        (JBF, 15, 5),
        (JBF, 19, 1),
        (JBF, 20, 5),
        (JBF, 34, 1),
        (JBF, 35, None),
        (NOVA, 0, 5),
        (NOVA, 4, 1),
        (NOVA, 5, 5),
        (NOVA, 9, 1),
        (Regulations(late_grace=0, late_step=5, late_first="grace"), 0, 1),
        (Regulations(late_grace=0, late_step=5, late_first="grace"), 1, 4),
        (Regulations(late_grace=0, late_step=5, late_first="grace"), -3, 4),
        (FREE, 40, None),
    ],
)
def test_the_next_penalty_point(rules, minutes, ahead):
    assert minutes_to_next_point(minutes, 7, rules) == ahead


def test_a_slot_without_a_match():
    def at(one, two, winner=Empty.PENDING, **now):
        return state_of_slot(
            Slot("R1-M1", 1, 1, one, two, winner), **{"blocked": False, "called_off": False, **now}
        )

    assert at(1, Empty.PENDING) == SlotState.BLOCKED
    assert at(1, 2, blocked=True) == SlotState.BLOCKED
    assert at(1, 2) == SlotState.DUE
    assert at(1, 2, 1) == at(1, 2, Empty.BYE) == SlotState.WALKOVER
    assert at(1, 2, called_off=True) == at(1, Empty.PENDING, called_off=True) == SlotState.OFF
    assert at(1, 2, 1, called_off=True) == SlotState.WALKOVER


def waiting(format, history):
    """Which slots wait for which in an event of which everything due is set up."""
    parts = format.draw_parts(history)
    placed = [
        (part.code, number, slot)
        for part in parts
        for number, slots in enumerate(part.rounds, 1)
        for slot in slots
        if Empty.BYE not in (slot.one, slot.two)
    ]
    size = len(history.entries)
    origins = {
        slot.key: (format.seat_origin(slot.key, 0, size), format.seat_origin(slot.key, 1, size))
        for _, _, slot in placed
    }
    numbers = {slot.key: number for number, (_, _, slot) in enumerate(placed)}
    set_up = {pairing.key for pairing in format.pairings(history)}
    return slots_waited_for(placed, origins, numbers, set_up)


def test_a_bracket_waits_for_the_matches_that_fill_its_seats():
    format = FORMATS["double_elimination"].from_mapping({})
    history = History((1, 2, 3, 4), results(WB_R1_M1=(1, 4, 1)))
    assert waiting(format, history) == {
        "WB-R2-M1": ("WB-R1-M2",),
        "LB-R1-M1": ("WB-R1-M2",),
        "LB-R2-M1": ("LB-R1-M1", "WB-R2-M1"),
        "GF-R1-M1": ("WB-R2-M1", "LB-R2-M1"),
    }


def test_a_table_waits_for_the_matches_that_the_two_play_before():
    """Four: 1 meets 4 and 2 meets 3; then 4 meets 3 and 1 meets 2."""
    format = FORMATS["round_robin"].from_mapping({})
    assert waiting(format, History((1, 2, 3, 4), results(R1_M1=(1, 4, 1)))) == {
        "R2-M1": ("R1-M2",),
        "R2-M2": ("R1-M2",),
        "R3-M1": ("R2-M2", "R2-M1"),
        "R3-M2": ("R2-M1", "R2-M2"),
    }


def test_round_by_round_a_match_waits_for_what_is_left_of_the_round_before():
    """Six: 1 has met 6 and 2 has met 5, so both are free; 3 and 4 are still playing."""
    format = FORMATS["round_robin"].from_mapping({"order": "by_rounds"})
    played = results(R1_M1=(1, 6, 1), R1_M2=(2, 5, 2))
    found = waiting(format, History((1, 2, 3, 4, 5, 6), played))
    assert [found[f"R2-M{match}"] for match in (1, 2, 3)] == [("R1-M3",)] * 3


def test_a_knockout_behind_groups_says_whom_it_waits_for():
    format = FORMATS["groups"].from_mapping({"group_size": 2, "advance": 1})
    entries = tuple(range(1, 9))
    history = with_published(format, History(entries, seed="x"))
    played = {}
    for pairing in format.due_pairings(history):
        played |= results(**{pairing.key.replace("-", "_"): (pairing.one, pairing.two, pairing.one)})
    found = waiting(format, History(entries, played, seed="x"))
    assert found == {"K-R2-M1": ("K-R1-M1", "K-R1-M2")}


def test_what_is_being_played_waits_for_nothing():
    format = FORMATS["swiss"].from_mapping({"rounds": 3})
    assert waiting(format, with_published(format, History((1, 2, 3, 4), seed="x"))) == {}
