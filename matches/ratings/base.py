"""What a rating system sees and returns. Plain data: no Django, no clock."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's standing in one system: `value` in rating points, `experience` in points played."""

    value: float
    experience: int


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A final match as a rating system needs it: two players, who won, and how long it was."""

    id: int
    winner: int
    loser: int
    length: int


@dataclass(frozen=True, slots=True)
class Step:
    """What one match did to one player's rating."""

    match: int
    player: int
    before: Rating
    after: Rating


class RatingSystem(Protocol):
    """A way to rate. Implementations hold parameters only: same matches, same ratings."""

    code: str
    name: str

    @property
    def start(self) -> Rating:
        """Where a player without a rated match stands."""
        ...

    def win_probability(self, one: Rating, two: Rating, length: int) -> float:
        """The chance of `one` to win a match to `length` points against `two`, from 0 to 1."""
        ...

    def update(self, winner: Rating, loser: Rating, length: int) -> tuple[Rating, Rating]:
        """Both ratings after a match to `length` points: the winner's, then the loser's."""
        ...


def fold(system: RatingSystem, matches: Iterable[RatedMatch], ratings: dict[int, Rating]) -> Iterable[Step]:
    """Rate `matches` in the order given, starting from `ratings`; yields two steps a match.

    `ratings` (player -> rating) is brought forward as the steps are drawn; a player who is
    not in it starts at the system's start. The order is the caller's promise: completion of
    the match, ties by its number.
    """
    for match in matches:
        winner, loser = (ratings.get(player, system.start) for player in (match.winner, match.loser))
        after = system.update(winner, loser, match.length)
        for player, old, new in zip((match.winner, match.loser), (winner, loser), after, strict=True):
            ratings[player] = new
            yield Step(match.id, player, old, new)
