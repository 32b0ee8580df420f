"""What a rating system sees and returns. Plain data: no Django, no clock."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from reprlib import repr as brief
from typing import Any, ClassVar, NamedTuple, Self

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.bounds import YES_NO, Bounds, Quantity, field_with_bounds
from matches.ratings.errors import InvalidRating

Rating = tuple[float, ...]
"""A player's standing in a system: rating points, points played in rated matches, what it carries on."""

VALUE, EXPERIENCE = 0, 1

LOWEST, HIGHEST = 0, 10_000


class RatedMatch(NamedTuple):
    """A final match as a rating system needs it.

    Two players, who won, how long it was in points, when it was completed; `result` is for the caller.
    """

    id: int
    winner: int
    loser: int
    length: int
    completed_at: datetime
    result: int = 0


Step = tuple[RatedMatch, Rating, Rating, Rating, Rating]
"""What a match did: the winner's rating before and after it, then the loser's."""


@dataclass(frozen=True)
class RatingSystem(ABC):
    """A way to rate, with its parameters: the same matches in the same order give the same ratings.

    start: what a newcomer's rating is.
    clamp: a win never lowers a rating and a loss never raises one, whatever the formula says. Of the systems
    here only Glicko-2 ever would: more results make a rating of a period more certain, and less far from
    where the period began.
    """

    code: ClassVar[str]
    name: ClassVar[Text]
    description: ClassVar[Text]

    start: float = field_with_bounds(1500.0, Quantity(_("rating points"), LOWEST, HIGHEST, whole=False))
    clamp: bool = field_with_bounds(False, YES_NO)

    @classmethod
    def from_mapping(cls, given: Mapping[str, Any]) -> Self:
        """The system with the parameters of a JSON object; what is not given is as published.

        Raises InvalidRating.
        """
        known = cls.parameter_bounds()
        for name, value in given.items():
            if name not in known:
                raise InvalidRating(
                    "%(system)s has no parameter %(name)s. Its parameters: %(known)s.",
                    {"system": cls.name, "name": brief(name), "known": [*known]},
                    parameter=str(name)[:40],
                )
            if not known[name].accepts_value(value):
                raise InvalidRating(
                    "%(name)s of %(system)s is %(allowed)s; it cannot be %(value)s.",
                    {
                        "name": name,
                        "system": cls.name,
                        "allowed": known[name].allowed_values,
                        "value": brief(value),
                    },
                    parameter=name,
                )
        return cls(**given)

    @classmethod
    def parameter_bounds(cls) -> dict[str, Bounds]:
        """What each parameter may be, by name."""
        return {each.name: each.metadata["bounds"] for each in fields(cls)}

    def describe_system(self) -> list[Text]:
        """What it is and what its parameters make of it, a sentence each."""
        described = [self.description, *self.describe_parameters()]
        described.append(_("A newcomer starts at %(start)s.") % {"start": f"{self.start:g}"})
        if self.clamp:
            described.append(_("A win never lowers a rating, and a loss never raises one."))
        return described

    def describe_parameters(self) -> Iterable[Text]:
        """What its own parameters make of it."""
        return ()

    @property
    @abstractmethod
    def newcomer_rating(self) -> Rating:
        """Where a player without a rated match stands."""

    @abstractmethod
    def win_probability(self, one: Rating, two: Rating, length: int) -> float:
        """The chance of `one` to win a match to `length` points against `two`, from 0 to 1."""

    @abstractmethod
    def fold_matches(self, matches: Iterable[RatedMatch], ratings: dict[int, Rating]) -> Iterator[Step]:
        """Rate `matches` in the order given, starting from `ratings`; yields a step for each.

        `ratings` (player -> rating) is brought forward as steps are drawn; who is not in it is a newcomer.
        The order is the caller's promise: completion of the match, ties by its number.
        """

    def rate_match(self, winner: Rating, loser: Rating, match: RatedMatch) -> tuple[Rating, Rating]:
        """Both ratings after one match: the winner's, then the loser's."""
        step = next(self.fold_matches([match], {match.winner: winner, match.loser: loser}))
        return step[2], step[4]

    def rating_at(self, rating: Rating, moment: datetime) -> Rating:
        """What a rating has become by a later moment without another match."""
        return rating

    def rating_deviation(self, rating: Rating) -> float | None:
        """The standard deviation of a rating in rating points; None where a system has none."""
        return None
