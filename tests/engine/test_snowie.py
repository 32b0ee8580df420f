"""Snowie's positions. The lines were exported by GNU Backgammon 1.07 or follow what it exports."""

import pytest

from engine import Unreadable, adjudicate, read
from engine.position import make_side
from engine.record import RecordedAction, Rolled, SetUp, Written

LEFT = b"7;0;0;0;0;gnubg;root;0;3;1;2;-1;-2;2;0;0;0;0;5;0;3;0;0;0;-5;4;0;0;0;-3;0;-4;0;0;0;0;0;1;5;2;\n"
RIGHT = b"7;0;0;0;1;root;gnubg;0;1;3;2;1;-2;2;0;0;0;0;5;0;3;0;0;0;-5;4;0;0;0;-3;0;-4;0;0;0;0;0;1;5;2;\n"
START = b"5;0;0;0;0;Ann;Bea;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;"
ON_ROLL = make_side(15, {1: 2, 6: 5, 8: 3, 13: 4, 25: 1})
WAITING = make_side(15, {6: 4, 8: 3, 13: 5, 25: 2})


@pytest.mark.parametrize(("line", "on_roll"), [(LEFT, 0), (RIGHT, 1)])
def test_a_position_with_either_player_on_roll(line: bytes, on_roll: int) -> None:
    """The two lines have the same checkers; the names, the points and the cube's owner go with the player."""
    record = read(line)
    assert (record.format, record.variant, record.length) == ("snowie", "backgammon", 7)
    assert record.players == ("gnubg", "root")
    (game,) = record.games
    assert (game.score, game.crawford) == ((3, 1), False)
    boards = (ON_ROLL, WAITING) if on_roll == 0 else (WAITING, ON_ROLL)
    assert game.entries == [
        RecordedAction(0, 0, SetUp(boards, 2, 1, on_roll)),
        RecordedAction(1, on_roll, Rolled((5, 2), (), Written.NOTHING)),
    ]
    assert [fault.code for fault in adjudicate(record).violations] == ["position_set"]


def test_the_starting_position_is_not_set_up() -> None:
    record = read(START)
    assert record.games[0].entries == []
    verdict = adjudicate(record)
    assert (verdict.verdict, verdict.complete) == ("legal", False)
    waiting = read(
        START.replace(b";0;0;0;;", b";0;0;0;;").replace(b"5;0;0;0;0;Ann;Bea", b"5;0;0;0;1;Bea;Ann")
    )
    assert waiting.players == ("Ann", "Bea")


@pytest.mark.parametrize(
    ("places", "variant"),
    [
        ("0;-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;2;2;0", "nackgammon"),
        ("0;-1;-1;-1;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;1;1;1;0", "hypergammon"),
        ("0;-1;-1;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;1;1;0", "hypergammon2"),
    ],
)
def test_a_variant_is_recognised_by_its_start(places: str, variant: str) -> None:
    line = f"5;0;0;0;0;Ann;Bea;0;0;0;1;0;{places};3;1;"
    record = read(line.encode())
    assert record.variant == variant
    assert [type(entry.action) for entry in record.games[0].entries] == [Rolled]


def test_money_crawford_and_too_many_checkers() -> None:
    money = read(START.replace(b"5;0;0;0;0", b"0;1;0;1;0"))
    assert (money.length, money.jacoby, money.games[0].crawford) == (0, True, None)
    assert read(START.replace(b"5;0;0;0;0", b"5;1;0;0;0")).jacoby is False
    assert read(START.replace(b"Bea;0;0;0", b"Bea;1;4;2")).games[0].crawford is True
    assert read(START.replace(b"Bea;0;0;0;1", b"Bea;0;0;0;0")).games[0].entries == []
    (entry,) = read(START.replace(b";3;0", b";4;0")).games[0].entries
    assert entry.action == SetUp(None, 1, None, 0)


def test_a_bar_is_known_by_its_sign() -> None:
    """GNU Backgammon has the bar of the player on roll at the end; others may have it in front."""
    other = LEFT.replace(b";-1;-2;2;", b";-1;1;2;").replace(b";0;0;1;5;2;", b";0;0;-2;5;2;")
    assert other != LEFT
    assert read(other) == read(LEFT)


@pytest.mark.parametrize(
    "line",
    [
        START.replace(b"5;0;0;0;0;Ann", b"5;0;0;0;2;Ann"),
        START.replace(b"5;0;0;0;0;Ann", b"-5;0;0;0;0;Ann"),
        START.replace(b"Bea;0;0;0", b"Bea;0;-1;0"),
        START.replace(b"Ann", b"A;n"),
        START.replace(b";0;0;0;", b";0;x;0;"),
        START[:-6],
        START + b"\n" + START,
    ],
)
def test_what_is_no_position(line: bytes) -> None:
    with pytest.raises(Unreadable):
        read(line)


ROWS = """ 5 point match

 Game 1
 Ann : 0                        Bea : 0
"""


@pytest.mark.parametrize(
    ("row", "on_roll"),
    [
        ("  1) 52: Illegal play ({})  54: 8/4 13/8\n", 1),
        ("  1) 31: 8/5 6/5             52: Illegal play ({})\n  2) 54: 8/4 13/8\n", 0),
    ],
)
def test_the_position_after_an_illegal_play(row: str, on_roll: int) -> None:
    """Snowie's matches tell it as the opponent sees it, whatever else the fields say."""
    name = "Bea (JPN)"
    position = LEFT.decode().strip().replace("gnubg", name)
    record = read((ROWS + row.format(position)).encode())
    played = [entry for entry in record.games[0].entries if entry.player == 1 - on_roll]
    at = record.games[0].entries.index(played[-1] if on_roll == 0 else played[0])
    illegal, after, _ = record.games[0].entries[at : at + 3]
    assert illegal.action == Rolled((5, 2), (), Written.ILLEGAL)
    boards = (ON_ROLL, WAITING) if on_roll == 0 else (WAITING, ON_ROLL)
    assert after.action == SetUp(boards, 2, 1 - on_roll, on_roll)
    codes = [fault.code for fault in adjudicate(record).violations]
    assert codes[0] == "illegal_play"
    assert "illegal_play" not in codes[1:2]
