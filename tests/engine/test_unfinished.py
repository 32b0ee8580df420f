# ruff: noqa: E501 - the tables read better with a case to a line
"""What a director can make of an unfinished match."""

import re
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    POSSIBLE_RULINGS,
    VARIANTS,
    MatchRecord,
    Options,
    PossibleRuling,
    check_final,
    match_standing,
    pip_score,
    read,
)
from engine.options import DEFAULT
from engine.position import BAR, count_pips, make_side
from engine.record import Beavered, GameRecord, Hop, Passed, RecordedAction, Resigned, Rolled, SetUp, Won
from tests.effort import examples

from .croupier import match
from .records import OPENING, TO_FOUR, file
from .test_package import table


def ways(record: MatchRecord | str, options: Options = DEFAULT) -> tuple[PossibleRuling, ...]:
    found = match_standing(read(record.encode()) if isinstance(record, str) else record, options)
    assert found is not None
    return found.possible_rulings


def won(record: MatchRecord | str, options: Options = DEFAULT) -> list[tuple[Any, ...]]:
    """The ways that end the game: code, winner, points, score and who has then won the match."""
    return [
        (way.code, way.winner, way.points, way.score, way.match_winner)
        for way in ways(record, options)
        if way.winner is not None
    ]


def set_up(own: dict[int, int], opponent: dict[int, int], length: int = 5, variant: str = "backgammon", **more: Any) -> MatchRecord:  # fmt: skip
    """A first game that goes on from a position, side 0 on roll."""
    checkers = VARIANTS[variant].checker_count
    setting = SetUp((make_side(checkers, own), make_side(checkers, opponent)), **{"on_roll": 0, **more})
    game = GameRecord(1, (0, 0), [RecordedAction(0, 0, setting)])
    return MatchRecord("sgf", variant, length, ("Ann", "Bea"), [game])


BOTH_HOME = {6: 15}
ONE_OFF = {6: 14}
BEHIND = {20: 1, 6: 14}  # on the opponent's 5-point
PAST = {1: 2}  # with everything else borne off, past everybody


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(file(OPENING), [("resign_single", 1, 1, (0, 1), None), ("resign_gammon", 1, 2, (0, 2), None), ("resign_backgammon", 1, 3, (0, 3), None), ("resign_single", 0, 1, (1, 0), None), ("resign_gammon", 0, 2, (2, 0), None), ("resign_backgammon", 0, 3, (3, 0), None)], id="anything can happen"),
        pytest.param(file(OPENING, length=1), [("resign_single", 1, 1, (0, 1), 1), ("resign_single", 0, 1, (1, 0), 0)], id="one point is enough"),
        pytest.param(file(OPENING, length=2), [("resign_single", 1, 1, (0, 1), None), ("resign_gammon", 1, 2, (0, 2), 1), ("resign_single", 0, 1, (1, 0), None), ("resign_gammon", 0, 2, (2, 0), 0)], id="two are enough"),
        pytest.param(file(TO_FOUR, "4-0" + OPENING[3:]), [("resign_single", 1, 1, (4, 1), None), ("resign_gammon", 1, 2, (4, 2), None), ("resign_backgammon", 1, 3, (4, 3), None), ("resign_single", 0, 1, (5, 0), 0)], id="the Crawford game"),
        pytest.param(file(OPENING + "\n Doubles => 2 | Takes"), [("resign_single", 1, 2, (0, 2), None), ("resign_gammon", 1, 4, (0, 4), None), ("resign_backgammon", 1, 6, (0, 6), 1), ("resign_single", 0, 2, (2, 0), None), ("resign_gammon", 0, 4, (4, 0), None), ("resign_backgammon", 0, 6, (6, 0), 0)], id="with the cube at 2, more than the match needs"),
        pytest.param(file(OPENING + "\n Doubles => 2 |"), [("pass", 0, 1, (1, 0), None)], id="a double waits"),
        pytest.param(file(OPENING + "\n Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4"), [("pass", 1, 2, (0, 2), None)], id="a redouble waits"),
        pytest.param(file(TO_FOUR), [], id="between games"),
        pytest.param(set_up(BOTH_HOME, BOTH_HOME), [("resign_single", 1, 1, (0, 1), None), ("resign_gammon", 1, 2, (0, 2), None), ("resign_single", 0, 1, (1, 0), None), ("resign_gammon", 0, 2, (2, 0), None)], id="nobody is behind"),
        pytest.param(set_up(ONE_OFF, BOTH_HOME), [("resign_single", 1, 1, (0, 1), None), ("resign_single", 0, 1, (1, 0), None), ("resign_gammon", 0, 2, (2, 0), None)], id="one has borne off"),
        pytest.param(set_up(PAST, BEHIND, length=7), [("resign_single", 1, 1, (0, 1), None), ("resign_single", 0, 1, (1, 0), None), ("resign_gammon", 0, 2, (2, 0), None), ("resign_backgammon", 0, 3, (3, 0), None)], id="a straggler behind"),
        pytest.param(set_up({BAR: 1, 6: 13}, {6: 15}), [("resign_single", 1, 1, (0, 1), None), ("resign_single", 0, 1, (1, 0), None), ("resign_gammon", 0, 2, (2, 0), None), ("resign_backgammon", 0, 3, (3, 0), None)], id="on the bar with one off"),
        pytest.param(file("0-0\n 31: 20/17 6/5 | 42: 8/4 6/4", length=3), [("resign_single", 1, 1, (0, 1), None), ("resign_gammon", 1, 2, (0, 2), None), ("resign_backgammon", 1, 3, (0, 3), 1), ("resign_single", 0, 1, (1, 0), None), ("resign_gammon", 0, 2, (2, 0), None), ("resign_backgammon", 0, 3, (3, 0), 0)], id="checkers lost"),
        pytest.param(set_up(BOTH_HOME, BOTH_HOME, variant="misere"), [("resign_single", 1, 1, (0, 1), None), ("resign_single", 0, 1, (1, 0), None)], id="no gammons"),
    ],
)  # fmt: skip
def test_ends_of_the_game(record: MatchRecord | str, expected: list[tuple[Any, ...]]) -> None:
    assert won(record) == expected


def test_gammons_of_misere() -> None:
    """Where they count, it is the winner's checkers that tell: he is the one who has borne off too little."""
    record = set_up(BOTH_HOME, ONE_OFF, variant="misere")
    found = won(record, Options(variant={"most_wins": 3}))
    assert [way[:3] for way in found] == [
        ("resign_single", 1, 1),
        ("resign_single", 0, 1),
        ("resign_gammon", 0, 2),
    ]


def test_nobody_concedes_with_the_checkers_lost() -> None:
    record = set_up(BOTH_HOME, BOTH_HOME)
    assert all(way.allowed for way in ways(record) if way.winner is not None)
    record.games[0].entries.append(RecordedAction(1, 0, Rolled((3, 1), (Hop(20, 17),))))
    assert not any(way.allowed for way in ways(record) if way.winner is not None)


@pytest.mark.parametrize(
    ("jacoby", "cube", "owner", "points"),
    [
        (True, 1, None, [1]),
        (True, 2, None, [2]),  # turned by an automatic double only
        (True, 2, 1, [2, 4, 6]),
        (False, 1, None, [1, 2, 3]),
        (None, 1, None, [1, 2, 3]),
    ],
)
def test_jacoby(jacoby: bool | None, cube: int, owner: int | None, points: list[int]) -> None:
    """With the cube never turned a bigger loss counts no more, and is left out."""
    record = set_up({24: 15}, {24: 15}, length=0, cube=cube, owner=owner)
    found = won(record, Options(jacoby=jacoby))
    assert [way[2] for way in found if way[1] == 0] == points
    assert all(way.allowed for way in ways(record) if way.winner is not None), "resigned at any time"


def test_beavers() -> None:
    """RULES: A doubles, B beavers, A passes: B wins 2."""
    record = read(file(OPENING + "\n Doubles => 2 |", length=0).encode())
    record.games[0].entries.append(RecordedAction(2, 1, Beavered(4)))
    take, passed = ways(record)[1:3]
    assert take.text == "Ann takes the beaver; the game goes on with the cube at 4"
    assert passed.text == "Ann passes the beaver: Bea wins 2 points, 0-2"
    record.games[0].entries.append(RecordedAction(3, 0, Beavered(8)))
    assert ways(record)[2].text == "Bea passes the raccoon: Ann wins 4 points, 4-0"


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(
            file(TO_FOUR, "4-0" + OPENING[3:]),
            [
                ("play_on", None, True, True), ("resign_single", None, True, False), ("resign_gammon", None, True, False), ("resign_backgammon", None, True, False), ("resign_single", 0, True, False),
                ("award", 0, False, True), ("award", 1, False, True), ("unfinished", None, False, True), ("agreed_settlement", None, False, False), ("game_replayed", None, True, False),
                ("by_points", 0, False, False), ("by_pips", 1, False, False),
            ], id="a match in contact",
        ),
        pytest.param(
            set_up(BOTH_HOME, BOTH_HOME, length=1),
            [
                ("play_on", None, True, True), ("resign_single", 1, True, True), ("resign_single", 0, True, True),
                ("award", 0, False, True), ("award", 1, False, True), ("unfinished", None, False, True), ("agreed_settlement", None, False, False), ("game_replayed", None, True, False),
            ], id="a race, as many points and pips each",
        ),
        pytest.param(
            file(OPENING + "\n Doubles => 2 |"),
            [
                ("play_on", None, True, True), ("take", None, True, True), ("pass", None, True, True),
                ("award", 0, False, True), ("award", 1, False, True), ("unfinished", None, False, True), ("agreed_settlement", None, False, False), ("game_replayed", None, True, False),
                ("by_pips", 1, False, False),
            ], id="a double waits",
        ),
        pytest.param(
            file(OPENING + "\n Resigns |\n|Wins 1 point"),
            [
                ("play_on", None, True, True),
                ("award", 0, False, True), ("award", 1, False, True), ("unfinished", None, False, True), ("agreed_settlement", None, False, False),
                ("by_points", 1, False, False),
            ], id="between games",
        ),
        pytest.param(
            set_up(BOTH_HOME, {6: 1, 5: 14}, length=0, cube=2, owner=1),
            [
                ("play_on", None, False, True), ("resign_single", None, False, True), ("resign_gammon", None, False, True), ("resign_single", None, False, True), ("resign_gammon", None, False, True),
                ("session_ends", None, False, False), ("by_pips", None, False, False),
            ], id="money",
        ),
        pytest.param(
            file(OPENING + "\n Resigns |\n|Wins 1 point", length=0),
            [("play_on", None, False, True), ("session_ends", None, False, True)], id="money, between games",
        ),
        pytest.param(
            set_up(BOTH_HOME, {6: 1, 5: 14}, variant="misere"),
            [
                ("play_on", None, True, True), ("resign_single", None, True, True), ("resign_single", None, True, True),
                ("award", 0, False, True), ("award", 1, False, True), ("unfinished", None, False, True), ("agreed_settlement", None, False, False), ("game_replayed", None, True, False),
            ], id="misère has no pip score",
        ),
    ],
)  # fmt: skip
def test_ways(record: MatchRecord | str, expected: list[tuple[str, int | None, bool, bool]]) -> None:
    """Code, who has then won the match, whether it is rated, and whether the rules allow it."""
    assert [(way.code, way.match_winner, way.rated, way.allowed) for way in ways(record)] == expected


def test_every_way_has_its_code() -> None:
    texts = [OPENING, OPENING + "\n Doubles => 2 |", OPENING + "\n Resigns |\n|Wins 1 point"]
    found = {way.code for text in texts for length in (0, 5) for way in ways(file(text, length=length))}
    assert found == set(POSSIBLE_RULINGS)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("play_on", "the match is played on from here"),
        ("resign_single", "Ann resigns a single game: Bea wins 2 points, 4-2"),
        ("resign_gammon", "Ann resigns a gammon: Bea wins 4 points, 4-4"),
        ("award", "Ann is awarded the match: the opponent forfeits it or is out of time"),
        ("unfinished", "the match stays unfinished and has no winner"),
        ("agreed_settlement", "the players agree on a settlement"),
        ("game_replayed", "game 2 is cancelled and played again from its beginning"),
        ("by_points", "the match is given to the leader in points: Ann, 4-0"),
        ("by_pips", "the match is given to the leader in pips: Bea, +2197 to -1800"),
    ],
)
def test_texts(code: str, text: str) -> None:
    found = ways(file(TO_FOUR, "4-0" + OPENING[3:] + "\n Doubles => 2 | Takes", length=7))
    assert next(way.text for way in found if way.code == code) == text


def test_texts_of_wins() -> None:
    texts = [way.text for way in ways(file(OPENING, length=1))]
    assert "Bea resigns a single game: Ann wins 1 point and the match, 1-0" in texts
    texts = [way.text for way in ways(file(OPENING, length=0))]
    assert "the session is played on from here" in texts
    assert "the session ends here at 0-0; the game in progress does not count" in texts
    assert "the game is given to the leader in pips: Bea, +2197 to -1800" in texts


@pytest.mark.parametrize(
    ("players", "named"),
    [
        (("Ann", "Bea"), ["Ann", "Bea"]),
        (("", "Bea"), ["the left player", "Bea"]),
        (("Ann", ""), ["Ann", "the right player"]),
        (("Ann", "Ann"), ["the left player", "the right player"]),
    ],
)
def test_players_without_a_name_of_their_own(players: tuple[str, str], named: list[str]) -> None:
    found = ways(MatchRecord("mat", "backgammon", 5, players))
    assert [way.text.split(" is ")[0] for way in found if way.code == "award"] == named


@pytest.mark.parametrize(
    ("pips", "score"),
    [
        ((0, 12), (12962, -10800)),
        ((12, 0), (-10800, 12962)),
        ((0, 1), (1100, -900)),
        ((167, 160), (-6300, 7625)),
        ((50, 50), (0, 0)),
    ],
)
def test_pip_score(pips: tuple[int, int], score: tuple[int, int]) -> None:
    """The lead in pips, of whichever side."""
    assert pip_score(pips) == score


def test_games_worked_out_by_hand() -> None:
    """The table of docs/rules.md, with the bounds of SoloGammon beside each game."""
    rows = [[cell.replace(",", "") for cell in row] for row in table("rules.md", "Scoring by pips")]
    assert [row[0] for row in rows] == [str(number) for number in range(1, 21)]
    for _, checkers, pips, sum_, won, bounds, lost in rows:
        points = {int(at): int(many) for many, at in re.findall(r"(\d+)x(\d+)", checkers)}
        assert count_pips(make_side(15, points)) == int(pips)
        least, most = map(int, bounds.split(" to "))
        whole, off = map(int, sum_.split(" - "))
        assert (least, most, whole) == (800 * int(pips), 1100 * int(pips), 1100 * int(pips))
        assert int(won) == whole - off
        assert least <= int(won) <= most
        assert pip_score((0, int(pips))) == (int(won), int(lost))
        assert pip_score((int(pips), 0)) == (int(lost), int(won))


def test_a_larger_win_scores_more_and_less_a_pip() -> None:
    """For every number of pips that a loser can have."""
    scores = [pip_score((0, pips))[0] for pips in range(1, 376)]
    assert all(isinstance(score, int) for score in scores)
    assert all(less < more for less, more in pairwise(scores))
    a_pip = [Fraction(score, pips) for pips, score in enumerate(scores, 1)]
    assert all(more >= less for more, less in pairwise(a_pip))
    assert (a_pip[0], a_pip[166], a_pip[-1]) == (1100, 800, 800)


def beginning(seed: int, length: int, variant: str, data: st.DataObject) -> MatchRecord:
    """A match played at random that stops somewhere in its last game."""
    record = match(Random(seed), length, variant)
    record.games = record.games[: data.draw(st.integers(1, len(record.games)))]
    entries = record.games[-1].entries
    while isinstance(entries[-1].action, Won | Resigned | Passed):
        entries.pop()
    del entries[data.draw(st.integers(0, len(entries) - 1)) :]
    return record


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 3, 5, 7]), st.sampled_from(sorted(VARIANTS)), st.data())
def test_a_match_that_a_ruling_ends_has_a_possible_score(
    seed: int, length: int, variant: str, data: st.DataObject
) -> None:
    """The scores that resignations and passes give are those of the record with them, and possible ones."""
    record = beginning(seed, length, variant, data)
    entries = record.games[-1].entries
    for way in ways(record):
        if way.winner is None or way.points is None:
            assert way.score == record.games[-1].score
            continue
        over = max(way.score) >= length
        assert way.match_winner == (way.winner if over else None)
        if over:
            check_final(length, way.score, variant)
        end = Passed() if way.code == "pass" else Resigned(way.points)
        turn = entries[-1].turn + 1
        entries += [
            RecordedAction(turn, 1 - way.winner, end),
            RecordedAction(turn, way.winner, Won(way.points)),
        ]
        after = match_standing(record)
        assert (after is None) == over
        assert after is None or (after.score, after.faults) == (way.score, 0)
        del entries[-2:]
