# ruff: noqa: E501 - the tables read better with a case to a line
"""Judging written plays: every kind of legal writing, every way to be wrong, and the words for it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.claims import JudgedPlay, judge_play
from engine.dice import Roll
from engine.notation import format_hops, format_play, parse_play
from engine.plays import legal_plays
from engine.position import Position, make_side
from engine.record import Hop
from engine.variants import VARIANTS
from tests.effort import examples

from . import brute
from .croupier import hops
from .test_plays import positions, rolls

START = {24: 2, 13: 5, 8: 3, 6: 5}
CLOSED = dict.fromkeys(range(1, 7), 2)


def judged(own: dict[int, int], opponent: dict[int, int], play: str) -> JudgedPlay:
    dice, _, text = play.partition(":")
    mine, theirs = make_side(15, own), make_side(15, opponent)
    return judge_play(mine, theirs, (int(dice[0]), int(dice[1])), parse_play(text))


@pytest.mark.parametrize(
    ("own", "opponent", "play", "after"),
    [
        pytest.param(START, START, "31: 8/5 6/5", {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, id="step by step"),
        pytest.param(START, START, "31: 6/5 8/5", {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, id="either order"),
        pytest.param(START, START, "42: 24/18", {24: 1, 18: 1, 13: 5, 8: 3, 6: 5}, id="merged"),
        pytest.param(
            START, START, "33: 24/15 6/3", {24: 1, 15: 1, 13: 5, 8: 3, 6: 4, 3: 1}, id="three of four merged"
        ),
        pytest.param(START, START, "44: 24/16(2)", {16: 2, 13: 5, 8: 3, 6: 5}, id="merged and repeated"),
        pytest.param(START, START, "66: 24/18(2) 13/7(2)", {18: 2, 13: 3, 8: 3, 7: 2, 6: 5}, id="repeated"),
        pytest.param({25: 1, 6: 2}, {}, "52: bar/18", {18: 1, 6: 2}, id="entering and on"),
        pytest.param(
            {25: 1, 6: 2}, {}, "52: 6/4 bar/20", {20: 1, 6: 1, 4: 1}, id="entered first, written last"
        ),
        pytest.param({4: 1, 2: 1}, {}, "61: 4/off 2/1", {1: 1}, id="larger die from the rearmost point"),
        pytest.param({4: 1, 2: 1}, {}, "61: 2/1 4/off", {1: 1}, id="written the other way round"),
        pytest.param({4: 1}, {}, "61: 4/off", {}, id="merged with more pips than needed"),
        pytest.param({6: 1, 5: 1}, {}, "66: 6/off 5/off", {}, id="fewer checkers than steps"),
        pytest.param({1: 3}, {}, "55: 1/off(3)", {}, id="last three"),
        pytest.param({25: 1}, CLOSED, "65:", {25: 1}, id="dance"),
        pytest.param({20: 1}, {14: 2, 1: 7, 2: 6}, "63: 20/14", {14: 1}, id="only one die, the larger"),
        pytest.param({20: 1}, {14: 2, 1: 7, 2: 6}, "33: 20/14", {14: 1}, id="two of four, merged"),
        pytest.param({24: 1}, {7: 2, 8: 2}, "61: 24/23", {23: 1}, id="only the smaller die"),
    ],
)
def test_legal(own: dict[int, int], opponent: dict[int, int], play: str, after: dict[int, int]) -> None:
    result = judged(own, opponent, play)
    assert result.fault is None
    assert result.note is None
    assert result.own is not None
    assert {point: count for point, count in enumerate(result.own) if count and point} == after


ILLEGAL = [
    (START, START, "31: 13/7 13/9", "dice_as_rolled", "31: 13/7 13/9: 13/7 is 6 points, which 31 does not give"),
    (START, START, "31: 8/5", "maximum_dice", "31: 8/5 uses only the 3; the 1 can be played too"),
    (START, START, "31: 6/5", "maximum_dice", "31: 6/5 uses only the 1; the 3 can be played too"),
    (START, START, "31:", "maximum_dice", "31: nothing was played, though the roll can be played"),
    (START, START, "51: 24/18 13/12", "dice_as_rolled", "51: 24/18 13/12 is more than the roll 51 gives"),
    (START, START, "63: 6/off 3/off", "own_checker", "63: 6/off 3/off: there is no checker on the 3-point"),
    (START, START, "63: 6/off 8/5", "bear_off_from_home", "63: 6/off 8/5 bears off with a checker still on the 24-point"),
    (START, START, "31: 20/17 6/5", "own_checker", "31: 20/17 6/5: there is no checker on the 20-point"),
    (START, START, "33: 24/21(3) 6/3", "own_checker", "33: 24/21 24/21 24/21 6/3: there are only 2 checkers on the 24-point"),
    (START, START, "51: 13/8 24/19", "dice_as_rolled", "51: 13/8 24/19 is more than the roll 51 gives"),
    (START, START, "51: 24/19 6/5", "open_point", "51: 24/19 6/5: the opponent holds the 19-point with 5 checkers"),
    (START, START, "65: 24/13", None, None),
    (START, START, "55: 24/14", "open_point", "55: 24/14: the points on the way are held by the opponent"),
    (START, START, "66: 24/18 24/18 13/7 13/7 8/2", "dice_as_rolled", "66: 24/18 24/18 13/7 13/7 8/2 is more than the roll 66 gives"),
    ({25: 1, 6: 3}, {}, "31: 6/3 6/5", "bar_first", "31: 6/3 6/5 moves another checker with 1 still on the bar"),
    ({25: 2, 6: 3}, {}, "31: bar/22 6/5", "bar_first", "31: bar/22 6/5 moves another checker with 1 still on the bar"),
    ({6: 1, 25: 1}, {}, "61: bar/24 6/off", "bear_off_from_home", "61: bar/24 6/off bears off before all checkers are home"),
    ({6: 2, 7: 1}, {}, "63: 7/4 6/off", None, None),
    ({6: 2, 8: 1}, {}, "61: 8/7 6/off", "bear_off_from_home", "61: 8/7 6/off bears off before all checkers are home"),
    ({6: 1, 4: 2}, {}, "51: 4/off 4/3", "bear_off_rearmost", "51: 4/off 4/3 bears off from the 4-point with a checker behind it"),
    ({6: 5}, {}, "66: 6/off(2)", "maximum_dice", "66: 6/off 6/off plays two 6s; four 6s can be played"),
    ({6: 5}, {}, "66: 6/off", "maximum_dice", "66: 6/off plays one 6; four 6s can be played"),
    ({20: 1}, {14: 2, 1: 7, 2: 6}, "63: 20/17", "maximum_dice",
     "63: 20/17 plays the 3; only one of the dice can be played, and it must be the larger, the 6"),
    ({20: 1}, {14: 2, 1: 7, 2: 6}, "33: 20/17", "maximum_dice", "33: 20/17 plays one 3; two 3s can be played"),
    ({25: 1}, CLOSED, "65: bar/20", "open_point", "65: bar/20: the opponent holds the 20-point with 2 checkers"),
    ({25: 1, 3: 1}, CLOSED, "65: bar/20 3/off", "open_point", "65: bar/20 3/off: the opponent holds the 20-point with 2 checkers"),
    ({13: 1, 6: 1}, {}, "31: bar/22 6/5", "own_checker", "31: bar/22 6/5: there is no checker on the bar"),
    ({13: 1}, {}, "21: 13/11 13/12", "own_checker", "21: 13/11 13/12: there is only one checker on the 13-point"),
    (START, START, "31: 8/11 6/5", "forward", "31: 8/11 6/5: 8/11 does not move forward"),
    (START, START, "31: 8/5 6/6", "forward", "31: 8/5 6/6: 6/6 does not move forward"),
    (START, START, "31: 8/5 13/25", "forward", "31: 8/5 13/bar: 13/bar does not move forward"),
    (START, START, "31: 8/5 6/30", "forward", "31: 8/5 6/30: 6/30 does not move forward"),
    ({6: 1}, {}, "31: 6/3 0/0", "forward", "31: 6/3 off/off: off/off does not move forward"),
    ({6: 1}, {}, "31: 6/off/2", "forward", "31: 6/off off/2: off/2 does not move forward"),
    (START, START, "61: 26/20 6/5", "own_checker", "61: 26/20 6/5: there is no 26-point"),
    (START, START, "61: 30/6 6/5", "own_checker", "61: 30/6 6/5: there is no 30-point"),
]  # fmt: skip


@pytest.mark.parametrize(("own", "opponent", "play", "rule", "message"), ILLEGAL)
def test_illegal(
    own: dict[int, int], opponent: dict[int, int], play: str, rule: str | None, message: str | None
) -> None:
    fault = judged(own, opponent, play).fault
    assert (fault and fault.rule, fault and fault.message) == (rule, message)


def test_after_an_illegal_play_the_board_is_as_the_record_has_it() -> None:
    result = judged(START, START, "31: 13/7 8/5")
    assert result.own == make_side(15, {24: 2, 13: 4, 8: 2, 7: 1, 6: 5, 5: 1})
    hit = judged({8: 1}, {19: 1}, "31: 8/6*")
    assert (hit.own, hit.opponent) == (make_side(15, {6: 1}), make_side(15, {25: 1}))
    back = judged({8: 1, 6: 1}, {14: 1}, "31: 8/11* 6/5")
    assert (back.own, back.opponent) == (make_side(15, {11: 1, 5: 1}), make_side(15, {25: 1}))
    for nowhere in ("31: 8/25 6/5", "31: 26/23 6/5", "31: 8/5 0/3"):
        assert judged({8: 1, 6: 1}, {}, nowhere).own is None
    chained = judged({8: 1}, {}, "31: 8/6 6/3")
    assert chained.own == make_side(15, {3: 1})
    assert judged(START, START, "31: 20/17 6/5").own is None
    assert judged(START, START, "51: 24/19 6/5").own is None


@pytest.mark.parametrize(
    ("text", "opponent"),
    [
        pytest.param("64: 24/14", {}, id="no mark, no hit: the other way round"),
        pytest.param("64: 24/14*", {25: 1}, id="one mark, one hit"),
        pytest.param("64: 24/18*/14", {25: 1}, id="spelled out"),
        pytest.param("64: 24/20/14", {}, id="spelled out, no hit"),
    ],
)
def test_of_two_routes_the_one_that_fits_the_marks_is_taken(text: str, opponent: dict[int, int]) -> None:
    """A blot on the 18-point: 24/14 may hit it on the way, or go round by the 20-point."""
    result = judged({24: 1}, {7: 1}, text)
    assert result.fault is None
    after = make_side(1, opponent) if opponent else make_side(1, {7: 1})
    assert result.opponent is not None
    assert tuple(result.opponent[1:]) == after[1:]


def test_a_route_that_plays_too_few_dice_is_not_taken() -> None:
    """4/off by the 6 alone avoids the blot on the 3-point, but the 1 has to be played as well."""
    result = judged({4: 1, 2: 1}, {22: 1}, "61: 4/off 2/1")
    assert result.fault is None
    hitting = judged({4: 1, 1: 1}, {22: 1}, "61: 4/off")
    assert hitting.fault is None
    assert hitting.opponent is not None
    assert hitting.opponent[25] == 1


@pytest.mark.parametrize(
    ("text", "bar", "note"),
    [
        ("61: 2/1* 1/off", 1, None),
        ("61: 2/1*/off", 1, None),
        ("61: 2/off", 0, "last_checker_short"),
        ("61: 2/off*", 1, None),
    ],
)
def test_the_last_checker_may_go_off_with_one_die(text: str, bar: int, note: str | None) -> None:
    """Generators disagree (a hit could make a backgammon); the referee takes either."""
    result = judged({2: 1}, {24: 1}, text)
    assert (result.fault, result.note) == (None, note)
    assert result.opponent is not None
    assert result.opponent[25] == bar


@pytest.mark.parametrize("text", ["31: 8/5* 6/5", "31: 8/4*", "31: 8/5*/4"])
def test_a_hit_that_is_none_is_noted(text: str) -> None:
    result = judged(START, START, text)
    assert (result.fault, result.note) == (None, "hit_mark")


def test_a_point_hit_twice_in_writing_is_hit_once() -> None:
    """GNU Backgammon marks a point once, Backgammon Studio repeats the mark: 7/5*(2)."""
    for text in ("22: 7/5*(2) 6/4(2)", "22: 7/5* 7/5 6/4 6/4", "22: 7/5 7/5 6/4 6/4"):
        result = judged({7: 2, 6: 5}, {20: 1}, text)
        assert (result.fault, result.note) == (None, None)
        assert result.opponent is not None
        assert result.opponent[25] == 1


@settings(max_examples=examples(100), deadline=None)
@given(positions(), rolls)
def test_every_legal_play_is_legal_however_it_is_written(position: Position, dice: Roll) -> None:
    """In standard notation and step by step, every play leads to the board it should."""
    for after, steps in legal_plays(position, dice).items():
        for way in (
            parse_play(format_play(position, steps)),
            hops(position, steps),
            hops(position, steps)[::-1],
        ):
            result = judge_play(position.own, position.opponent, dice, way)
            assert (result.fault, result.note) == (None, None), format_hops(way)
            assert result.own is not None
            assert result.opponent is not None
            assert Position(tuple(result.own), tuple(result.opponent)) == after


hop_lists = st.lists(
    st.tuples(st.integers(1, 25), st.integers(1, 24)).map(
        lambda pair: Hop(pair[0], max(pair[0] - pair[1], 0))
    ),
    max_size=4,
)


@settings(max_examples=examples(160), deadline=None)
@given(positions(), rolls, hop_lists)
def test_what_is_judged_legal_is_legal(position: Position, dice: Roll, found: list[Hop]) -> None:
    """Whatever is written, a play without a fault leads to a legal result, and one with a fault does not."""
    result = judge_play(position.own, position.opponent, dice, tuple(found))
    legal = brute.results(position, dice)
    if result.fault is None and result.note != "last_checker_short":
        assert result.own is not None
        assert result.opponent is not None
        after = Position(tuple(result.own), tuple(result.opponent))
        assert after in legal or (not legal and after == position)
    if result.fault is not None:
        assert result.fault.message.startswith(f"{dice[0]}{dice[1]}: ")
        spelled = len(found) == len({*dice}) if dice[0] != dice[1] else len(found) == 4
        if spelled and result.own is not None and result.opponent is not None:
            distances = sorted(hop.start - hop.end for hop in found)
            if distances == sorted(dice if dice[0] != dice[1] else dice * 2):
                assert Position(tuple(result.own), tuple(result.opponent)) not in legal


def test_a_side_without_checkers_has_nothing_to_play() -> None:
    nobody = make_side(0, {})
    assert judge_play(nobody, nobody, (6, 5), ()) == JudgedPlay(nobody, nobody)
    assert VARIANTS["backgammon"].checker_count == 15
