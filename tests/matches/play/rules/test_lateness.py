"""Penalty points and where they put the score; the tables are the sources'."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

import engine
from matches.play.rules.lateness import (
    Lateness,
    Penalised,
    late_side,
    lateness_penalty,
    next_penalty_minute,
    penalty_points_that_lose,
    standing_penalties,
    start_score,
)
from matches.play.rules.regulations import Regulations, regulations_of

JBF = regulations_of({"preset": "jbf"})
NOVA = Regulations(late_grace=5, late_step=5, late_first="grace")


@pytest.mark.parametrize(
    ("minutes", "points", "lost"),
    [
        (0, 0, False),
        (15, 0, False),
        (19, 0, False),
        (20, 1, False),
        (24, 1, False),
        (25, 2, False),
        (29, 2, False),
        (30, 3, True),
        (90, 3, True),
    ],
)
def test_jbf_rule_39_in_a_match_to_5(minutes, points, lost):
    """15 minutes, then a point for each further 5; 3 points of 5 are a majority: the rule's own example."""
    assert lateness_penalty(minutes, 5, JBF) == Lateness(points, lost)


@pytest.mark.parametrize(
    ("minutes", "points", "lost"),
    [(0, 0, False), (4, 0, False), (5, 1, False), (9, 1, False), (10, 2, False), (15, 3, True)],
)
def test_nova_in_a_match_to_5(minutes, points, lost):
    """The first point 5 minutes after the draw, then one for each 5."""
    assert lateness_penalty(minutes, 5, NOVA) == Lateness(points, lost)


def test_the_first_point_may_fall_when_the_grace_ends():
    early = replace(JBF, late_first="grace")
    assert [lateness_penalty(minutes, 9, early).points for minutes in (14, 15, 19, 20, 35)] == [0, 1, 1, 2, 5]
    assert lateness_penalty(35, 9, early).lost


def test_without_grace_whoever_is_on_time_loses_nothing():
    strict = Regulations(late_grace=0, late_step=5, late_first="grace")
    assert [lateness_penalty(minutes, 5, strict).points for minutes in (-3, 0, 1, 4, 5)] == [0, 0, 1, 1, 2]


def test_lateness_may_cost_nothing():
    assert lateness_penalty(600, 5, regulations_of({"preset": "brainking"})) == Lateness(0, lost=False)


@pytest.mark.parametrize(
    ("length", "forfeit", "points"),
    [(1, None, 1), (3, None, 2), (5, None, 3), (7, None, 4), (21, None, 11), (5, 2, 2), (5, 9, 5), (1, 3, 1)],
)
def test_how_many_points_lose_a_match(length, forfeit, points):
    assert penalty_points_that_lose(length, Regulations(late_forfeit=forfeit)) == points


@given(
    minutes=some.integers(0, 1500),
    length=some.integers(0, 49).map(lambda n: 2 * n + 1),
    grace=some.integers(0, 60),
    step=some.integers(1, 30),
    first=some.sampled_from(["grace", "step"]),
    forfeit=some.none() | some.integers(1, 99),
)
def test_later_never_costs_less_and_never_more_than_the_match(minutes, length, grace, step, first, forfeit):
    rules = Regulations(late_grace=grace, late_step=step, late_first=first, late_forfeit=forfeit)
    now, later = lateness_penalty(minutes, length, rules), lateness_penalty(minutes + 1, length, rules)
    assert 0 <= now.points <= later.points <= penalty_points_that_lose(length, rules) <= length
    assert later.points - now.points <= 1 or minutes == 0, "on time costs nothing, even without any grace"
    assert now.lost == (now.points == penalty_points_that_lose(length, rules))


@pytest.mark.parametrize(
    ("penalties", "start"),
    [
        ([], (0, 0)),
        ([(0, "lateness", 2)], (0, 2)),
        ([(1, "lateness", 1)], (1, 0)),
        ([(0, "lateness", 1), (0, "conduct", 1)], (0, 2)),
        ([(0, "lateness", 2), (0, "lateness", 1)], (0, 1)),
        ([(0, "lateness", 2), (0, "conduct", 1), (0, "lateness", 0)], (0, 1)),
        ([(0, "lateness", 2), (1, "lateness", 1)], (1, 2)),
        ([(0, "lateness", 3), (0, "conduct", 3)], (0, 4)),
        ([(1, "lateness", 3), (1, "conduct", 3)], (4, 0)),
    ],
)
def test_the_opponent_has_the_points(penalties, start):
    """In a match to 5, where points alone never win."""
    assert start_score(5, [Penalised(*each) for each in penalties]) == start


def test_what_was_taken_back_stands_no_more():
    given = [Penalised(0, "lateness", 2), Penalised(1, "conduct", 1), Penalised(0, "lateness", 0)]
    assert standing_penalties(given) == {(1, "conduct"): 1}


@pytest.mark.parametrize(
    ("length", "points", "first_is_crawford"),
    [(5, 4, True), (5, 3, False), (3, 2, True), (1, 1, False)],
)
def test_points_that_lead_to_match_point_make_the_first_game_the_crawford_game(
    length, points, first_is_crawford
):
    start = start_score(length, [Penalised(1, "lateness", points)])
    score = engine.Score(length, start)
    assert score.is_crawford == first_is_crawford
    assert not score.after_game(1, 1).is_crawford or not first_is_crawford, "it is played once"


# -- Who is late now

CALLED = datetime(2026, 3, 7, 20, 56, tzinfo=UTC)


def late(minutes, *, length=7, regulations=JBF, came=None):
    """A side called at 20:56, so many minutes later; `came`: after so many it was there."""

    def moment(after):
        return CALLED + timedelta(minutes=after)

    return late_side(CALLED, None if came is None else moment(came), moment(minutes), length, regulations)


@pytest.mark.parametrize(
    ("minutes", "points", "next_at"),
    [
        (0, 0, "21:16"),
        (15, 0, "21:16"),
        (18, 0, "21:16"),
        (19.99, 0, "21:16"),
        (20, 1, "21:21"),
        (26, 2, "21:26"),
        (30, 3, "21:31"),
        (35, 4, None),  # lost
        (90, 4, None),
    ],
)
def test_what_a_director_sees_of_who_is_late(minutes, points, next_at):
    found = late(minutes)
    assert (found.since, found.until, found.minutes) == (CALLED, None, int(minutes))
    assert found.penalty == Lateness(points, lost=next_at is None)
    shown = None if found.next_point_at is None else f"{found.next_point_at:%H:%M}"
    assert shown == next_at


def test_who_came_is_no_later_than_that():
    found = late(90, came=21)
    assert (found.minutes, found.penalty.points, found.next_point_at) == (21, 1, None)
    assert found.until == CALLED + timedelta(minutes=21)


def test_nobody_is_late_before_the_call_nor_by_more_than_a_day():
    assert late(-3).minutes == 0
    assert late(3 * 24 * 60).minutes == 24 * 60


def test_where_lateness_costs_nothing_no_point_comes():
    found = late(600, regulations=regulations_of({"preset": "brainking"}))
    assert (found.minutes, found.penalty.points, found.next_point_at) == (600, 0, None)


@given(
    minutes=some.integers(0, 300),
    grace=some.integers(0, 60),
    step=some.integers(1, 30),
    first=some.sampled_from(["grace", "step"]),
)
def test_the_next_point_falls_when_it_is_said(minutes, grace, step, first):
    regulations = Regulations(late_grace=grace, late_step=step, late_first=first)

    def points(minute):
        return lateness_penalty(minute, 99, regulations).points

    found = next_penalty_minute(minutes, regulations)
    if lateness_penalty(minutes, 99, regulations).lost:
        return
    assert points(found) > points(minutes) == points(found - 1)
