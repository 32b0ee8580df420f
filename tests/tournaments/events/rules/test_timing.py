"""Matches on tables: when they begin and end, by hand."""

from statistics import mean, median

import pytest

from tournaments.events.rules.timing import (
    SPREAD,
    Timetable,
    drawn_minutes,
    previous_matches,
    timetable,
    usual_minutes,
)
from tournaments.formats import Pairing
from tournaments.formats.play_out import PlayedMatch


def match(key, one, two, play_round, *, waits=False, board=0):
    return PlayedMatch(Pairing(key, 1, one, two, board=board), play_round, waits)


# Two semi-finals and a final.
KNOCKOUT = [match("a", 1, 4, 1), match("b", 2, 3, 1), match("c", 1, 2, 2)]
# Four players, two rounds; the second of them waits, or does not.
TWO_ROUNDS = [match("a", 1, 2, 1), match("b", 3, 4, 1), match("c", 1, 2, 2), match("d", 3, 4, 2)]
WAITING = [
    match("a", 1, 2, 1),
    match("b", 3, 4, 1),
    match("c", 1, 2, 2, waits=True),
    match("d", 3, 4, 2, waits=True),
]
# A match of two boards, then one more, and the next match of one of the teams.
TEAMS = [
    match("a-B1", 1, 2, 1, board=1),
    match("a-B2", 1, 2, 1, board=2),
    match("a-B3", 1, 2, 2, board=3),
    match("b-B1", 2, 3, 3, board=1),
]


@pytest.mark.parametrize(
    ("matches", "minutes", "tables", "expected"),
    [
        ([], [], None, Timetable(0, 0, 0)),
        (KNOCKOUT, [30, 50, 40], None, Timetable(90, 50, 2)),
        (KNOCKOUT, [30, 50, 40], 1, Timetable(120, 80, 1)),
        # Each pair goes on when it is free, or both when the longer match is over.
        (TWO_ROUNDS, [30, 50, 20, 10], None, Timetable(60, 50, 2)),
        (WAITING, [30, 50, 20, 10], None, Timetable(70, 50, 2)),
        # On one table: a 0-30, b 30-80, then c, which has waited since 30, 80-100, and d 100-110.
        (TWO_ROUNDS, [30, 50, 20, 10], 1, Timetable(110, 100, 1)),
        # The third board when both others are over, at 50; the next match after it.
        (TEAMS, [30, 50, 20, 40], None, Timetable(110, 70, 2)),
    ],
)
def test_when_an_event_is_over(matches, minutes, tables, expected):
    assert timetable(matches, minutes, tables) == expected


def test_a_match_waits_for_those_that_its_entries_play_right_before():
    assert [sorted(before) for before in previous_matches(KNOCKOUT)] == [[], [], [0, 1]]
    assert [sorted(before) for before in previous_matches(TEAMS)] == [[], [], [0, 0, 1, 1], [2]]


def test_minutes_spread_about_the_middle_and_are_the_same_for_the_same_seed():
    drawn = drawn_minutes([60.0] * 1000, seed=1)
    assert drawn == drawn_minutes([60.0] * 1000, seed=1) != drawn_minutes([60.0] * 1000, seed=2)
    assert {*drawn} == {60 * factor for factor in SPREAD}
    assert median(SPREAD) == 1
    assert mean(drawn) == pytest.approx(60 * mean(SPREAD), rel=0.03)


@pytest.mark.parametrize(("length", "minutes"), [(1, 11.6), (5, 38.0), (7, 51.2), (11, 77.6)])
def test_the_usual_minutes_of_a_match(length, minutes):
    assert usual_minutes(length) == pytest.approx(minutes)


def test_a_round_of_thirty_matches_to_seven_points_takes_what_directors_allow():
    """80 minutes: midlandsopenbackgammon.co.uk/format-and-schedule."""
    matches = [match(f"m{number}", 2 * number, 2 * number + 1, 1) for number in range(30)]
    minutes = drawn_minutes([usual_minutes(7)] * 30, seed=5)
    assert timetable(matches, minutes, None).ends == pytest.approx(80, abs=5)
