# ruff: noqa: E501 - the tables read better with a case to a line
"""The cube in a game: who may double when, beavers, and the Crawford game."""

import pytest

from engine import GameVerdict

from .records import OPENING, TO_FOUR, faults, file, judged


def test_the_trailer_may_double_after_the_crawford_game() -> None:
    text = file(
        TO_FOUR,
        "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n Resigns | \n|Wins 1 point",
        "4-1\n" + OPENING[4:] + "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11",
    )
    assert faults(text) == []
    assert [game.crawford for game in judged(text).games] == [False, True]


def test_a_session_for_money_has_beavers() -> None:
    taken = judged(file(OPENING + "\n Doubles => 2 | Beavers => 4\n 62: 24/18 13/11 |", length=0))
    assert taken.violations == ()
    answered = judged(
        file(OPENING + "\n Doubles => 2 | Beavers => 4\n Takes |\n 62: 24/18 13/11 |", length=0)
    )
    assert answered.violations == ()
    passed = judged(file(OPENING + "\n Doubles => 2 | Beavers => 4\n Drops |\n|Wins 2 points", length=0))
    assert passed.violations == ()
    assert passed.games[0] == GameVerdict(1, 1, 2, "pass", 2, False)
    assert not passed.complete


@pytest.mark.parametrize(
    ("rows", "game"),
    [
        ("Doubles => 2 | Beavers => 4\n Beavers => 8 | Takes\n 62: 24/18 13/11 | Doubles => 16\n Drops |\n |Wins 8 points",
         GameVerdict(1, 1, 8, "pass", 8, False)),
        ("Doubles => 2 | Beavers => 4\n Beavers => 8 | Beavers => 16\n 62: 24/18 13/11 | Doubles => 32\n Drops |\n |Wins 16 points",
         GameVerdict(1, 1, 16, "pass", 16, False)),
        ("Doubles => 2 | Beavers => 4\n Beavers => 8 | Drops\n Wins 4 points", GameVerdict(1, 0, 4, "pass", 4, False)),
    ],
)  # fmt: skip
def test_a_beaver_may_be_beavered(rows: str, game: GameVerdict) -> None:
    """As GNU Backgammon writes it: the cube stays with the player who was doubled."""
    verdict = judged(file(f"{OPENING}\n {rows}", length=0))
    assert (verdict.violations, verdict.games) == ((), (game,))


def test_a_beaver_that_was_played_on_is_not_taken_again() -> None:
    rows = "\n Doubles => 2 | Beavers => 4\n 62: 24/18 13/11 |\n Takes |"
    assert [fault[:4] for fault in faults(file(OPENING + rows, length=0))] == [(1, 4, 0, "no_double_offered")]


def test_an_illegal_double_that_is_not_answered_is_annulled() -> None:
    text = file(TO_FOUR, "4-0" + OPENING[3:] + "\n Doubles => 2 |\n 62: 24/18 13/11 | Resigns\n Wins 1 point")
    verdict = judged(text)
    assert [fault.code for fault in verdict.violations] == ["illegal_double"]
    assert verdict.games[1].cube == 1
    assert judged(file("0-0\n Doubles => 2 |\n 31: 8/5 6/5 | 42: 8/4 6/4")).violations[1:] == ()


def test_a_partial_record_and_the_crawford_game() -> None:
    """At 4-0 it is the next game, at 4-4 it is over; at 4-2 a double shows that it is over."""
    doubled = OPENING[3:] + "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11"
    assert [fault[3] for fault in faults(file("4-0" + doubled))] == ["illegal_double"]
    assert faults(file("4-2" + doubled)) == []
    assert [fault[4] for fault in faults(file("4-4" + doubled))] == [
        "doubled although the cube at 1 is already enough to win the match"
    ]
    lost = OPENING[3:] + "\n Resigns |\n|Wins 1 point"
    assert [game.crawford for game in judged(file("4-2" + lost)).games] == [True]
    assert [game.crawford for game in judged(file("4-4" + lost)).games] == [False]


def test_without_the_crawford_rule() -> None:
    doubled = "4-0" + OPENING[3:] + "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11"
    assert faults(file(TO_FOUR, doubled, header='; [Crawford "Off"]\n')) == []
