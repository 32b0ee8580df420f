"""Master points as the USBGF published them in January 2019. Plain data: no Django.

Source: usbgf.org/how-points-are-calculated, January 2019.

    a match won    event weight x division weight x sqrt(length) / 3
    a place        event weight x division weight x 0.6 x log2(players) x rank factor

The event weight is normalised to 1.0 for the main event of an ABT tournament. The division weight is 1.0,
0.7 or 0.5: open, intermediate, novice. The rank factor is 1.000, .700, .500, .333, .250, .200 for places 1 to
6, which is 1 / (place - 1) from the third on. Equidistant players share the points of the next ranks.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import log2, sqrt

from tournaments.tiebreaks.results import Place


class DivisionLevel(StrEnum):
    """The division of a tournament whose weight counts."""

    OPEN = "open"
    INTERMEDIATE = "intermediate"
    NOVICE = "novice"


LEVELS = {DivisionLevel.OPEN: 1.0, DivisionLevel.INTERMEDIATE: 0.7, DivisionLevel.NOVICE: 0.5}
"""Division weights."""

PER_MATCH = 3
PER_PLACE = 0.6
FIRST, SECOND = 1.0, 0.7

WEIGHT_MAX = 10.0
"""The heaviest event that is taken: a bound against slips, no rule of the USBGF's."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the points of one event are multiplied with."""

    event: float
    level: DivisionLevel

    @property
    def total_weight(self) -> float:
        return self.event * LEVELS[self.level]


@dataclass(frozen=True, slots=True)
class Win:
    """A match that `winner` won over `loser`, entries both. match: its number, for who looks it up."""

    match: int
    winner: int
    loser: int
    length: int


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What a match earned its winner."""

    win: Win
    points: float


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """What a place earned. `factor` is the rank factor, of shared places the mean of theirs."""

    first: int
    last: int
    players: int
    factor: float
    points: float


@dataclass(frozen=True, slots=True)
class Earned:
    """What an entry earned, and by what; who won nothing and has no clinched place earned nothing."""

    entry: int
    matches: tuple[MatchPoints, ...]
    place: PlacePoints | None

    @property
    def by_matches(self) -> float:
        return sum(each.points for each in self.matches)

    @property
    def by_place(self) -> float:
        return 0.0 if self.place is None else self.place.points

    @property
    def points(self) -> float:
        return self.by_matches + self.by_place


def master_points_by_match(length: int, weights: Weights) -> float:
    """What winning a match to `length` points earns: 0.881917 for seven in an open main event."""
    return weights.total_weight * sqrt(length) / PER_MATCH


def master_points_rank_factor(rank: int) -> float:
    """1, .7, .5, .333, .25, .2, ... for the places from 1 on."""
    return {1: FIRST, 2: SECOND}.get(rank) or 1 / (rank - 1)


def master_points_by_place(first: int, last: int, players: int, weights: Weights) -> PlacePoints:
    """What each of those earns who share the places from `first` to `last` of so many players."""
    factor = sum(master_points_rank_factor(rank) for rank in range(first, last + 1)) / (last - first + 1)
    return PlacePoints(
        first,
        last,
        players,
        factor,
        weights.total_weight * PER_PLACE * log2(players) * factor if players else 0.0,
    )


def master_points_earned(
    wins: Iterable[Win], places: Iterable[Place], weights: Weights
) -> tuple[Earned, ...]:
    """What everybody earned in an event that is over, the most first; of equals the smaller number."""
    won: Mapping[int, list[MatchPoints]] = defaultdict(list)
    for win in sorted(wins, key=lambda win: win.match):
        won[win.winner].append(MatchPoints(win, master_points_by_match(win.length, weights)))
    placed = {place.entry: place for place in places if place.clinched}
    players = len(placed)
    rows = [
        Earned(entry, tuple(won[entry]), master_points_by_place(place.first, place.last, players, weights))
        for entry, place in placed.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.points, row.entry)))
