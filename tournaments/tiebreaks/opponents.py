"""Tie-breaks by the scores of the opponents: Buchholz and Sonneborn-Berger (sections 8 and 9)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.outcomes import Share

from .base import Crosstable, Total


@dataclass(frozen=True)
class Part:
    """What a round adds: the opponent's score and, of that, what counts."""

    against: Fraction
    share: Share
    is_voluntary: bool


@dataclass(frozen=True)
class Opponents(Total):
    """A sum over the rounds, without its `low` least and its `high` greatest values (14.1 to 14.4)."""

    low: int = 0
    high: int = 0

    def parts(self, table: Crosstable, entry: int) -> list[Part]:
        raise NotImplementedError

    def shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        parts = self.parts(table, entry)
        kept = set(range(len(parts)))
        for _ in range(min(self.low, len(kept))):
            kept.remove(least(parts, kept))
        for _ in range(min(self.high, len(kept))):
            kept.remove(max(kept, key=lambda place: (parts[place].against, parts[place].share.value)))
        return (replace(part.share, counted=place in kept) for place, part in enumerate(parts))


def least(parts: list[Part], kept: set[int]) -> int:
    """The round to cut next (14.1.1, 16.5).

    It is that with the lowest opponent, of several the one that adds least. But of an entry with voluntary
    unplayed rounds the one of these that adds least is cut instead, if it adds no less than that.
    """
    lowest = min(kept, key=lambda place: (parts[place].against, parts[place].share.value))
    voluntary = [place for place in kept if parts[place].is_voluntary]
    if not voluntary:
        return lowest
    sat_out = min(voluntary, key=lambda place: (parts[place].share.value, parts[place].against))
    return sat_out if parts[sat_out].share.value >= parts[lowest].share.value else lowest


@dataclass(frozen=True)
class Buchholz(Opponents):
    """The scores of all opponents (8.1); `fore`: as if the matches of the last round had been drawn (8.3)."""

    fore: bool = False

    def parts(self, table: Crosstable, entry: int) -> list[Part]:
        table = table.drawn if self.fore else table
        return [
            Part(score, Share(score, cell.round, cell.opponent if cell.played else None), cell.is_voluntary)
            for cell in table.counting(entry)
            for score in (table.against(entry, cell),)
        ]


@dataclass(frozen=True)
class SonnebornBerger(Opponents):
    """The scores of all opponents, each times the points scored against it (9.1)."""

    def parts(self, table: Crosstable, entry: int) -> list[Part]:
        return [
            Part(
                score,
                Share(score * cell.points, cell.round, cell.opponent if cell.played else None),
                cell.is_voluntary,
            )
            for cell in table.counting(entry)
            for score in (table.against(entry, cell),)
        ]
