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
    Hop,
    MatchRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from ..variants import VARIANTS
from .mat_cells import ends_roll_cell
from .mat_header import MOST_VALUE, tags_to_write
from .text import one_line

LEFT_WINS, RIGHT_WINS, NOBODY_WINS = 6, 34, 3
"""Blanks before a result on a line of its own; the last are too few to stand in a column."""


def mat_lines(record: MatchRecord) -> Iterator[str]:
    """Yield the lines of a file, without their ends."""
    for name, value in tags_to_write(record).items():
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
        yield from _row_lines(game.entries, VARIANTS[record.variant].checker_count)


def _row_lines(entries: list[RecordedAction], checkers: int) -> Iterator[str]:
    """Lay the entries out in numbered rows of two cells, results and set-ups on lines of their own."""
    turn = 0  # of the last row written
    row: list[list[Action]] = [[], []]  # the row being filled, as soon as it has a cell
    number = 0
    for entry in entries:
        player, action = entry.player, entry.action
        if any(row) and not _fits_row(row, number, entry):
            yield _format_row(number, row)
            turn, row = number, [[], []]
        if isinstance(action, SetUp):
            yield _format_set_up(action, checkers)
        elif isinstance(action, Won) and not any(row) and entry.turn == turn:
            blanks = (LEFT_WINS, RIGHT_WINS)[player] if action.placed else NOBODY_WINS
            yield " " * blanks + format_cell(action)
        else:
            number = entry.turn
            row[player].append(action)
    if any(row):
        yield _format_row(number, row)


def _fits_row(row: list[list[Action]], number: int, entry: RecordedAction) -> bool:
    """Whether an entry goes on in the row being filled."""
    player, action = entry.player, entry.action
    if entry.turn != number or isinstance(action, SetUp) or (player == 0 and row[1]):
        return False
    if row[player]:
        return len(row[player]) == 1 and ends_roll_cell(row[player][0], action)
    return not isinstance(action, Won) or isinstance(row[0][-1], Passed)


def _format_row(number: int, row: list[list[Action]]) -> str:
    left, right = (
        re.sub(r"(?<=:)  +", " ", " ".join(format_cell(action) for action in actions)) for actions in row
    )
    right = f" {right}" if right.startswith("Wins") else right
    return f"{number:3d}) {left:<27} {right}".rstrip()


def format_cell(action: Action) -> str:
    """Write one action as GNU Backgammon does. Positions stand on lines of their own."""
    match action:
        case Rolled():
            play = _WRITTEN.get(action.written, _format_hops(action.hops))
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
        case Resigned():
            return " Resigns" if action.points is None else f" Losses {_points_text(action.points)}"
    assert isinstance(action, Won)
    return f"Wins {_points_text(action.points)}" + " and the match" * action.and_match


def _points_text(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


_WRITTEN = {
    Written.NOTHING: "",
    Written.CANNOT_MOVE: "Cannot Move",
    Written.UNKNOWN: "????",
    Written.ILLEGAL: "Illegal play",
}


def _format_hops(hops: tuple[Hop, ...]) -> str:
    """Write hops in numbers; "0/0" would be passed over as no move."""
    return " ".join(f"{start}/{end if start or end else 'off'}" + "*" * hit for start, end, hit in hops)


def _format_set_up(action: SetUp, checkers: int) -> str:
    """Write a position as eXtreme Gammon does, and after it what its cube and turn are.

    Where 26 letters cannot show the checkers, as in Plakoto, both sides stand there in full.
    """
    places = action.boards and _board_letters(*action.boards, checkers)
    text = f"; Set Pos={places or '?'}"
    power = action.cube.bit_length() - 1
    if action.owner is None or power > 9:
        text += "/0"
    else:
        text += ("/-", "/")[action.owner] + str(power)
    text += f" cube={action.cube}"
    text += "" if action.owner is None else f" owner={action.owner}"
    text += "" if action.on_roll is None else f" turn={action.on_roll}"
    if action.boards is not None and places is None:
        left, right = (",".join(map(str, board)) for board in action.boards)
        text += f" left={left} right={right}"
    return text


def _board_letters(left: Side, right: Side, checkers: int) -> str | None:
    """The 26 letters of a board: capitals for the left player, in the order of his points.

    None where they would not give back these two sides of so many checkers.
    """
    counts = [(left[place] if place else 0, right[25 - place] if place < BAR else 0) for place in range(26)]
    if (
        (len(left), len(right), sum(left), sum(right)) != (BAR + 1, BAR + 1, checkers, checkers)
        or min(*left, *right) < 0
        or any(one and two for one, two in counts)
    ):
        return None
    return "".join(chr(ord("@") + one) if one else chr(ord("`") + two) if two else "-" for one, two in counts)
