"""Writes a record as FIBS prints its matches (docs/files.md)."""

from collections.abc import Callable

from engine import MatchRecord
from engine.position import BAR, OFF
from engine.record import Doubled, Passed, Resigned, Rolled, Took, Won


def oldmoves(record: MatchRecord, up: Callable[[int], int], swapped: Callable[[int], bool]) -> str:
    """Write a match as FIBS does: `up` is the side that moves up in a game, `swapped` whether side 0 is O."""
    text = ""
    for game in record.games:
        letters = "OX" if swapped(game.number) else "XO"
        one, two = game.score if letters == "XO" else game.score[::-1]
        x, o = record.players if letters == "XO" else record.players[::-1]
        text += f"Score is {one}-{two} in a {record.length} point match.\n{x} is X - {o} is O\n\n"
        for _, player, action in game.entries:
            text += f"{letters[player]}: {_said(action, up(game.number) == player)}\n"
        text += "\n"
    return text


def _said(action: object, up: bool) -> str:
    match action:
        case Rolled(dice, hops):
            ways = " ".join(f"{_place(hop.start, up)}-{_place(hop.end, up)}" for hop in hops)
            return f"({dice[0]} {dice[1]}) " + (ways or "can't move")
        case Won(points):
            return f"wins {points} point{'s' * (points > 1)}."
    return {Doubled: "doubles.", Took: "accepts.", Passed: "rejects.", Resigned: "wants to resign."}[
        type(action)
    ]


def _place(point: int, up: bool) -> str:
    return "bar" if point == BAR else "off" if point == OFF else str(BAR - point if up else point)
