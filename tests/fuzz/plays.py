"""Plays by where they end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.record import GameRecord, Hop, Rolled


def by_ends(games: Sequence[GameRecord]) -> list[GameRecord]:
    """Games with each play as where its checkers left and where they came.

    A play that breaks the rules is written as the position after it, which does not say by which points.
    """
    return [
        replace(
            game,
            entries=[
                entry._replace(action=replace(entry.action, hops=ends_of(entry.action.hops)))
                if isinstance(entry.action, Rolled)
                else entry
                for entry in game.entries
            ],
        )
        for game in games
    ]


def ends_of(hops: Sequence[Hop]) -> tuple[Hop, ...]:
    left, came = Counter(hop.start for hop in hops), Counter(hop.end for hop in hops)
    pairs = zip(sorted((left - came).elements()), sorted((came - left).elements()), strict=True)
    return tuple(Hop(start, end) for start, end in pairs)
