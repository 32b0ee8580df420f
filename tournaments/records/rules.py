"""What a player's matches at a club amount to. Plain data: no Django."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

RANKED_FROM = 10
"""Matches from which on the share won of a player is ranked: one match won of one is no record."""


@dataclass(frozen=True, slots=True)
class MatchTally:
    """Matches won and lost, and how many were won in a row at most. share: 0 below RANKED_FROM matches."""

    won: int = 0
    lost: int = 0
    streak: int = 0

    @property
    def share(self) -> float:
        played = self.won + self.lost
        return self.won / played if played >= RANKED_FROM else 0.0


def match_tally(results: Sequence[bool]) -> MatchTally:
    """Of matches in the order in which they were decided, each won or not."""
    won, streak, longest = 0, 0, 0
    for is_won in results:
        streak = streak + 1 if is_won else 0
        longest = max(longest, streak)
        won += is_won
    return MatchTally(won, len(results) - won, longest)


def podium(finishes: Iterable[tuple[int, int]]) -> tuple[int, int, int]:
    """How often somebody was first, second and third. finishes: first and last of the places that are shared.

    A first place that is shared is no title, so it is nobody's. Others count as the best of what they share.
    """
    places = [first for first, last in finishes if first > 1 or last == 1]
    return places.count(1), places.count(2), places.count(3)
