import json
from pathlib import Path

import pytest

from engine import (
    PLAYED,
    InvalidLength,
    InvalidOption,
    Options,
    Score,
    ScoredVariant,
    ScoreImpossible,
    check_final,
)
from engine.cube import Cube
from tests.effort import EFFORT

VECTORS = Path(__file__).parent.parent / "data/engine/vectors"
BACKGAMMON = PLAYED["backgammon"]
WINS = {"normal": 1, "gammon": 2, "backgammon": 3}


def test_who_may_double() -> None:
    """1,224 states: score, cube, owner, Crawford game, player on roll."""
    rows = json.loads((VECTORS / "double_legality.json").read_text())["rows"]
    assert len(rows) == 1224
    for row in rows:
        score = Score(row["n"], (row["s0"], row["s1"]))
        cube = Cube(row["cube"], None if row["owner"] < 0 else row["owner"])
        need = score.points_needed(row["onroll"])
        assert cube.may_double(row["onroll"], need, bool(row["crawford"])) == bool(row["allowed"]), row


@pytest.mark.parametrize(
    ("cube", "player", "need", "crawford", "reason"),
    [
        (Cube(), 0, 5, False, None),
        (Cube(), 1, 5, True, "crawford"),
        (Cube(2, 0), 1, 5, False, "owner"),
        (Cube(2, 0), 0, 3, False, None),
        (Cube(2, 0), 0, 2, False, "dead"),
        (Cube(), 0, 1, False, "dead"),
        (Cube(4, 1), 0, 1, True, "crawford"),
        (Cube(4, 1), 0, 1, False, "owner"),
        (Cube(1024, 1), 1, None, False, None),
    ],
)
def test_why_not_to_double(
    cube: Cube, player: int, need: int | None, crawford: bool, reason: str | None
) -> None:
    assert cube.double_refusal(player, need, crawford) == reason


def test_a_cube_taken() -> None:
    assert Cube().taken_by(1) == Cube(2, 1)
    assert Cube(2, 1).taken_by(0) == Cube(4, 0)


def test_match_sequences() -> None:
    """Scores and Crawford games of whole matches, gammons and backgammons and overshoots included."""
    games = 0
    for match in json.loads((VECTORS / "match_sequences.json").read_text())["matches"]:
        score = Score(match["n"])
        for game in match["seq"]:
            assert score.points == tuple(game["before"])
            assert score.winner is None
            assert score.is_crawford == bool(game["crawford"]), (match["n"], game)
            score = score.after_game(1 - game["loser"], game["cube"] * WINS[game["kind"]])
            assert score.points == tuple(game["after"])
            games += 1
        if max(score.points) >= match["n"]:
            assert score.winner == score.points.index(max(score.points))
    assert games == 490


@pytest.mark.parametrize(
    ("length", "games", "points", "crawford", "display"),
    [
        pytest.param(5, [(0, 2), (1, 1), (0, 2)], (4, 1), True, (4, 1), id="the Crawford game"),
        pytest.param(5, [(0, 3), (1, 2)], (3, 2), False, (3, 2), id="not yet"),
        pytest.param(5, [(0, 3), (1, 2), (0, 1)], (4, 2), True, (4, 2), id="from 3-2 to 4-2"),
        pytest.param(5, [(0, 3), (1, 2), (0, 1), (1, 1)], (4, 3), False, (4, 3), id="and to 4-3"),
        pytest.param(
            5,
            [(0, 2), (1, 1), (0, 2), (1, 1), (1, 2), (0, 2)],
            (6, 4),
            False,
            (5, 4),
            id="the manual's match",
        ),
        pytest.param(7, [(0, 6)], (6, 0), True, (6, 0), id="at once"),
        pytest.param(3, [(1, 3)], (0, 3), False, (0, 3), id="over without any"),
        pytest.param(5, [(0, 2), (1, 1), (0, 2), (1, 1)], (4, 2), False, (4, 2), id="only once"),
        pytest.param(5, [(0, 4), (1, 1), (1, 3)], (4, 4), False, (4, 4), id="not for the other side"),
        pytest.param(7, [(0, 3), (1, 3), (0, 5)], (8, 3), False, (7, 3), id="jumped over"),
        pytest.param(1, [], (0, 0), False, (0, 0), id="a one-point match has none"),
        pytest.param(2, [(1, 1)], (0, 1), True, (0, 1), id="even lengths too"),
        pytest.param(0, [(1, 64)], (0, 64), False, (0, 64), id="nor has a session for money"),
    ],
)
def test_crawford(
    length: int,
    games: list[tuple[int, int]],
    points: tuple[int, int],
    crawford: bool,
    display: tuple[int, int],
) -> None:
    score = Score(length)
    for side, worth in games:
        score = score.after_game(side, worth)
    assert (score.points, score.is_crawford, score.capped_points) == (points, crawford, display)


def test_need_and_winner() -> None:
    assert Score(7, (5, 0)).points_needed(0) == 2
    assert Score(7, (9, 0)).points_needed(0) == 0
    assert Score(0, (9, 0)).points_needed(1) is None
    assert Score(0, (9, 0)).winner is None
    assert Score(7, (6, 0)).winner is None
    assert Score(7, (6, 7)).winner == 1
    with pytest.raises(InvalidLength):
        Score(-1)


def final_scores(
    length: int,
    rules: ScoredVariant = BACKGAMMON,
    *,
    crawford_rule: bool = True,
    start: tuple[int, int] = (0, 0),
) -> set[tuple[int, int]]:
    """Every score a match can end with, found by playing them all: doubles, passes and wins."""
    finals = set()
    open_scores = {Score(length, start)}
    seen = set(open_scores)
    while open_scores:
        score = open_scores.pop()
        for winner, points in game_results(score, rules, crawford_rule):
            after = score.after_game(winner, points)
            if after.winner is not None:
                finals.add(after.points)
            elif after not in seen:
                seen.add(after)
                open_scores.add(after)
    return finals


def game_results(score: Score, rules: ScoredVariant, crawford_rule: bool) -> set[tuple[int, int]]:
    results = set()
    cubes = [Cube()]
    while cubes:
        cube = cubes.pop()
        results |= {(winner, wins * cube.value) for winner in (0, 1) for wins in rules.possible_wins}
        for player in (0, 1):
            if rules.cube and cube.may_double(
                player, score.points_needed(player), score.is_crawford and crawford_rule
            ):
                results.add((player, cube.value))
                cubes.append(cube.taken_by(1 - player))
    return results


@pytest.mark.parametrize(
    ("length", "variant"),
    [(length, "backgammon") for length in (1, 2, 3, 4, 5, 6, 7, 9, 11, 13)]
    + [(length, code) for code in PLAYED for length in (1, 3, 7)],
)
def test_a_final_score_is_possible_if_some_match_ends_with_it(length: int, variant: str) -> None:
    compare_with_matches(length, variant, Options())


@pytest.mark.parametrize("length", [1, 3, 5, 7])
@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("backgammon", Options(crawford=False)),
        ("misere", Options(variant={"most_wins": 3})),
        ("plakoto", Options(variant={"most_wins": 3})),
        ("fevga", Options(variant={"cube": True})),
        ("misere", Options(variant={"cube": False})),
        ("fevga", Options(variant={"cube": True}, crawford=False)),
    ],
)
def test_options_decide_which_final_scores_are_possible(length: int, variant: str, options: Options) -> None:
    compare_with_matches(length, variant, options)


@pytest.mark.long
@pytest.mark.parametrize("length", [1, 2, 3, 5, *([7] if EFFORT > 1 else [])])
@pytest.mark.parametrize(
    ("variant", "options"),
    [("backgammon", Options()), ("backgammon", Options(crawford=False)), ("fevga", Options())],
)
def test_with_penalty_points_a_match_ends_with_what_can_be_won_from_there(
    length: int, variant: str, options: Options
) -> None:
    for one in range(length):
        for two in range(length):
            compare_with_matches(length, variant, options, start=(one, two))


@pytest.mark.parametrize(
    ("points", "message"),
    [
        pytest.param((1, 7), "1-7 does not end a match to 7: it started at 2-0", id="less than at the start"),
        pytest.param((2, 7), None, id="at the start"),
        pytest.param((7, 5), None, id="the side with the points"),
    ],
)
def test_nobody_has_less_than_at_the_start(points: tuple[int, int], message: str | None) -> None:
    if message is None:
        check_final(7, points, start=(2, 0))
    else:
        with pytest.raises(ScoreImpossible) as refusal:
            check_final(7, points, start=(2, 0))
        assert str(refusal.value) == message


@pytest.mark.parametrize("start", [(7, 0), (0, 9), (-1, 0)])
def test_no_match_starts_decided(start: tuple[int, int]) -> None:
    with pytest.raises(ScoreImpossible, match="no match to 7 starts at"):
        check_final(7, (7, 5), start=start)


def compare_with_matches(
    length: int, variant: str, options: Options, *, start: tuple[int, int] = (0, 0)
) -> None:
    rules = PLAYED[variant].with_options(options.variant)
    finals = final_scores(length, rules, crawford_rule=options.crawford is not False, start=start)
    for one in range(-1, 4 * length + 40):
        for two in range(-1, length + 8):
            for points in ((one, two), (two, one)):
                try:
                    check_final(length, points, variant, options, start=start)
                except ScoreImpossible:
                    assert points not in finals, start
                else:
                    assert points in finals, start


@pytest.mark.parametrize(
    ("length", "points", "message"),
    [
        (7, (7, -1), "7--1 does not end a match to 7: points are never negative"),
        (7, (6, 5), "6-5 does not end a match to 7: nobody has reached 7 points"),
        (7, (8, 7), "8-7 does not end a match to 7: both sides have reached 7 points"),
        (1, (0, 4), "0-4 does not end a match to 1: no last game is worth enough to bring the winner to 4"),
        (
            3,
            (100, 0),
            "100-0 does not end a match to 3: no last game is worth enough to bring the winner to 100",
        ),
        (7, (0, 0), "0-0 does not end a match to 7: nobody has reached 7 points"),
    ],
)
def test_an_impossible_score_is_refused_with_a_reason(
    length: int, points: tuple[int, int], message: str
) -> None:
    with pytest.raises(ScoreImpossible) as refusal:
        check_final(length, points)
    assert str(refusal.value) == message
    assert refusal.value.code == "score_impossible"


@pytest.mark.parametrize(
    ("variant", "options", "option"),
    [
        ("backgammon", Options(jacoby=True), "jacoby"),
        ("backgammon", Options(automatic_doubles=1), "automatic_doubles"),
        ("backgammon", Options(variant={"cube": False}), "cube"),
        ("grasshopper", Options(variant={"cube": True}), "cube"),
        ("misere", Options(variant={"most_wins": 9}), "most_wins"),
    ],
)
def test_a_final_score_is_judged_by_options_that_fit(variant: str, options: Options, option: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        check_final(7, (7, 0), variant, options)
    assert refusal.value.option == option


@pytest.mark.parametrize("length", [0, -3])
def test_a_final_score_needs_a_length(length: int) -> None:
    with pytest.raises(InvalidLength):
        check_final(length, (1, 0))
