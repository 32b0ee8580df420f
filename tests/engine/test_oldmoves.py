"""FIBS's records of matches. The files are made here; GNU Backgammon 1.07 reads them alike."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Unreadable, adjudicate, read
from engine.record import (
    Beavered,
    Declined,
    Doubled,
    Hop,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    Took,
    Won,
    Written,
)
from tests.effort import examples

from .croupier import match
from .oldmoves_files import oldmoves

HEAD = "Score is 0-0 in a 3 point match.\nann is X - bea is O\n"


def entries(lines: str) -> list[RecordedAction]:
    return read((HEAD + lines).encode()).games[0].entries


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 3), st.integers(0, 3))
def test_a_match_reads_as_it_was_played(seed: int, up: int, swapped: int) -> None:
    """Whichever side moves up, and whoever is X, from game to game."""
    record = match(Random(seed), 3)
    record.players = ("Alice Ames", "Bob")
    for game in record.games:
        game.players = record.players
    text = oldmoves(
        record, lambda game: game % (up + 1) % 2, lambda game: game > 1 and game % (swapped + 1) == 0
    )
    again = read(text.encode())
    assert again.format == "oldmoves"
    assert (again.players, again.length) == (record.players, 3)
    one, two = adjudicate(record), adjudicate(again)
    assert two.violations == ()
    assert (one.games, one.score, one.winner) == (two.games, two.score, two.winner)
    for before, after in zip(record.games, again.games, strict=True):
        assert before.score == after.score
        assert [_plain(entry) for entry in before.entries] == [_plain(entry) for entry in after.entries]


def _plain(entry: RecordedAction) -> tuple[int, object]:
    """The side and what it did, without what the format does not write: hits and points resigned."""
    match entry.action:
        case Rolled(dice, hops):
            return entry.player, (dice, tuple((hop.start, hop.end) for hop in hops))
        case Won(points):
            return entry.player, points
        case Resigned():
            return entry.player, "resigned"
    return entry.player, entry.action


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(
            "X: (3 1) 8-5 6-5\nO: (6 5) 1-7 7-12\n",
            [
                RecordedAction(1, 0, Rolled((3, 1), (Hop(8, 5), Hop(6, 5)))),
                RecordedAction(1, 1, Rolled((6, 5), (Hop(24, 18), Hop(18, 13)))),
            ],
            id="one side moves up",
        ),
        pytest.param(
            "O: (1 2) 12-10* 6-5\n",
            [RecordedAction(1, 1, Rolled((2, 1), (Hop(12, 10, True), Hop(6, 5))))],
            id="O begins, the lower die first, a hit marked",
        ),
        pytest.param(
            "X: (6 4) bar-6 bar-4\nO: (6 4) bar-19 bar-21\n",
            [
                RecordedAction(1, 0, Rolled((6, 4), (Hop(25, 19), Hop(25, 21)))),
                RecordedAction(1, 1, Rolled((6, 4), (Hop(25, 19), Hop(25, 21)))),
            ],
            id="entering tells the direction",
        ),
        pytest.param(
            "X: (6 4) 19-off 21-off\nO: (6 4) 6-off 4-off\n",
            [
                RecordedAction(1, 0, Rolled((6, 4), (Hop(6, 0), Hop(4, 0)))),
                RecordedAction(1, 1, Rolled((6, 4), (Hop(6, 0), Hop(4, 0)))),
            ],
            id="bearing off tells the direction",
        ),
        pytest.param(
            "X: (6 6) can't move.\nO: (6 6)\n",
            [
                RecordedAction(1, 0, Rolled((6, 6), (), Written.CANNOT_MOVE)),
                RecordedAction(1, 1, Rolled((6, 6), (), Written.NOTHING)),
            ],
            id="no play",
        ),
        pytest.param(
            "X: doubles.\nO: beavers.\nX: accepts.\nO: redoubles\nX: rejects.\n",
            [
                RecordedAction(1, 0, Doubled(2)),
                RecordedAction(1, 1, Beavered(4)),
                RecordedAction(2, 0, Took()),
                RecordedAction(2, 1, Doubled(8)),
                RecordedAction(3, 0, Passed()),
            ],
            id="the cube",
        ),
        pytest.param(
            "X: doubles.\nX: (3 1) 8-5 6-5\nO: doubles\nO: (3 1)\nX: rejects.\n",
            [
                RecordedAction(1, 0, Doubled(2)),
                RecordedAction(2, 0, Rolled((3, 1), (Hop(8, 5), Hop(6, 5)))),
                RecordedAction(2, 1, Doubled(4)),
                RecordedAction(3, 1, Rolled((3, 1), (), Written.NOTHING)),
                RecordedAction(4, 0, Passed()),
            ],
            id="a double that nobody answers is no reason for a beaver",
        ),
        pytest.param(
            "X: wants to resign.\nO: rejects.\nX: wants to resign.\nO: accepts.\nO: wins 2 points.\n",
            [
                RecordedAction(0, 0, Resigned()),
                RecordedAction(0, 1, Declined()),
                RecordedAction(0, 0, Resigned()),
                RecordedAction(1, 1, Took()),
                RecordedAction(1, 1, Won(2)),
            ],
            id="resignations",
        ),
        pytest.param(
            "x : wins 1 point and the match\nchat\n",
            [RecordedAction(0, 0, Won(1, True))],
            id="chat after the result",
        ),
    ],
)
def test_lines(lines: str, expected: list[RecordedAction]) -> None:
    assert entries(lines) == expected


def test_a_session_for_money() -> None:
    record = read(b"> Score is 2-0.\nann is X - bea is O\nX: (3 1) 8-5 6-5\n")
    assert (record.length, record.jacoby, record.games[0].score) == (0, True, (2, 0))


def test_what_stands_around_the_games_is_passed_over() -> None:
    text = "Connected to fibs.\nWelcome\n" + HEAD + "\nX: (3 1) 8-5 6-5\nX: wins 1 point.\n\nbye\n"
    assert adjudicate(read(text.encode())).score == (1, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "X: (3 1) 8-5 6-5\nX: dances\nO: (3 1)\n", 'line 4: "dances" is neither a roll such as'),
        (HEAD + "X: (3 1) 8-25\nO: (3 1)\n", 'line 3: "8-25" is not a move'),
        (HEAD + "X: (3 1) 8/5\nO: (3 1)\n", 'line 3: "8/5" is not a move'),
        (HEAD + "X: (3 1)" + 9 * " 8-5" + "\nO: (3 1)\n", "moves 9 times"),
        (HEAD + "hello\nO: (3 1)\n", 'line 3: "hello" is nothing a side does'),
        (HEAD + HEAD.replace("3 point", "5 point"), "line 3: a second match begins"),
        (HEAD + HEAD.replace("bea", "cleo") + "X: (3 1)\n", "line 4: a second match begins"),
        (HEAD.replace("0-0", "0-0 " + 1000 * "x"), "line 1: 1033 characters"),
        (HEAD + HEAD.splitlines()[0] + "\nann - bea\nO: (3 1)\n", 'line 4: "ann - bea" is not who plays'),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(Unreadable, match="^.*" + message.replace("(", "\\(")):
        read(text.encode())


@pytest.mark.parametrize("end", ["X: (6 5) 24-1", "X: dou", "Score is 0-1 in a 3 point match.\nann is"])
def test_a_line_that_breaks_off_at_the_end_is_left_out(end: str) -> None:
    record = read((HEAD + "X: (3 1) 8-5 6-5\nO: (6 5) 1-12\n" + end).encode())
    assert record.open_end
    assert len(record.games) == 1
    assert record.cut is (end != "X: (6 5) 24-1")
