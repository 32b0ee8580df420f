"""Writing .mat files as GNU Backgammon does, so that any record reads back as it was.

What a .mat has no word for stands in comments after "; Set", which other programs pass over.
"""

import re
from collections.abc import Iterator

from ..position import BAR, Side
from ..record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    Entry,
    Hop,
    MatchRecord,
    Passed,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from .mat_cells import ends_the_cell
from .mat_header import MOST_VALUE, written
from .text import one_line

RIGHT = 28
"""Where the right column begins, counted from a row's number and its bracket."""
LEFT_WINS, RIGHT_WINS, NOBODY_WINS = 6, 34, 3
"""Blanks before a result on a line of its own; the last are too few to stand in a column."""


def lines(record: MatchRecord) -> Iterator[str]:
    """Yield the lines of a file, without their ends."""
    for name, value in written(record).items():
        yield f'; [{one_line(name)} "{one_line(value, MOST_VALUE)}"]'
    yield ""
    yield f" {record.length} point match"
    for game in record.games:
        one, two = (one_line(name) for name in game.players or record.players)
        yield ""
        yield f" Game {game.number}"
        left = f"{one} : {game.score[0]}"
        yield f" {left:<30} {' ' * (len(left) > 29)}{two} : {game.score[1]}"
        if game.cube > 1:
            yield f"; Set Cube={game.cube}"
        if game.crawford is not None:
            yield f"; Set Crawford={'on' if game.crawford else 'off'}"
        yield from _rows(game.entries)


def _rows(entries: list[Entry]) -> Iterator[str]:
    """Lay the entries out in numbered rows of two cells, results and set-ups on lines of their own."""
    turn = 0  # of the last row written
    row: list[list[Action]] = [[], []]  # the row being filled, as soon as it has a cell
    number = 0
    for entry in entries:
        player, action = entry.player, entry.action
        if any(row) and not _fits(row, number, entry):
            yield _row(number, row)
            turn, row = number, [[], []]
        alone = not any(row)
        if isinstance(action, SetUp) and alone:
            yield _set_up(action)
        elif isinstance(action, Won) and alone and entry.turn == turn:
            blanks = (LEFT_WINS, RIGHT_WINS)[player] if action.placed else NOBODY_WINS
            yield " " * blanks + cell(action)
        else:
            number = entry.turn
            row[player].append(action)
    if any(row):
        yield _row(number, row)


def _fits(row: list[list[Action]], number: int, entry: Entry) -> bool:
    """Whether an entry goes on in the row being filled."""
    player, action = entry.player, entry.action
    if entry.turn != number or isinstance(action, SetUp) or (player == 0 and row[1]):
        return False
    if row[player]:
        return len(row[player]) == 1 and ends_the_cell(row[player][0], action)
    return not isinstance(action, Won) or isinstance(row[0][-1], Passed)


def _row(number: int, row: list[list[Action]]) -> str:
    left, right = (re.sub(r"(?<=:)  +", " ", " ".join(cell(action) for action in actions)) for actions in row)
    right = f" {right}" if right.startswith("Wins") else right
    return f"{number:3d}) {left:<27} {right}".rstrip()


def cell(action: Action) -> str:
    """Write one action as GNU Backgammon does."""
    match action:
        case Rolled():
            play = _WRITTEN.get(action.written, _hops(action.hops))
            return f"{action.dice[0]}{action.dice[1]}: {play}"
        case Doubled():
            return f" Doubles => {action.value}"
        case Beavered():
            return f" Beavers => {action.value}"
        case Took():
            return " Takes"
        case Passed():
            return " Drops"
        case Declined():
            return " Declines"
        case SetUp():
            return _set_up(action)
        case Resigned():
            return " Resigns" if action.points is None else f" Losses {_points(action.points)}"
    return f"Wins {_points(action.points)}" + " and the match" * action.and_match


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


_WRITTEN = {
    Written.NOTHING: "",
    Written.CANNOT_MOVE: "Cannot Move",
    Written.UNKNOWN: "????",
    Written.ILLEGAL: "Illegal play",
}


def _hops(hops: tuple[Hop, ...]) -> str:
    """Write hops in numbers; "0/0" would be passed over as no move."""
    return " ".join(f"{start}/{end if start or end else 'off'}" + "*" * hit for start, end, hit in hops)


def _set_up(action: SetUp) -> str:
    """Write a position as eXtreme Gammon does, and after it what its cube and turn are."""
    text = "; Set Pos=" + ("?" if action.boards is None else _places(*action.boards))
    power = action.cube.bit_length() - 1
    if action.owner is None or power > 9:
        text += "/0"
    else:
        text += ("/-", "/")[action.owner] + str(power)
    text += f" cube={action.cube}"
    text += "" if action.owner is None else f" owner={action.owner}"
    return text + ("" if action.on_roll is None else f" turn={action.on_roll}")


def _places(left: Side, right: Side) -> str:
    """The 26 letters of a board: capitals for the left player, in the order of his points."""
    return "".join(
        chr(ord("@") + left[place])
        if place and left[place]
        else chr(ord("`") + right[25 - place])
        if place < BAR and right[25 - place]
        else "-"
        for place in range(26)
    )
