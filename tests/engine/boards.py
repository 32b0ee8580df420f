"""The boards a record plays through, for writing it down in formats that hold positions."""

from collections.abc import Iterator

from engine.position import Position
from engine.record import GameRecord, RecordedAction, Rolled
from engine.variants import VARIANTS


def replayed(game: GameRecord, variant: str) -> Iterator[tuple[RecordedAction, Position, Position]]:
    """Yield each entry of a legal game with the position before and after, the side of the entry first."""
    rules = VARIANTS[variant]
    boards = [rules.start_position().own, rules.start_position().opponent]
    for entry in game.entries:
        player = entry.player
        before = after = Position(boards[player], boards[1 - player])
        if isinstance(entry.action, Rolled):
            played = rules.judge_play(before.own, before.opponent, entry.action.dice, entry.action.hops)
            if played.own is not None and played.opponent is not None:
                after = Position(tuple(played.own), tuple(played.opponent))
        boards[player], boards[1 - player] = after.own, after.opponent
        yield entry, before, after
