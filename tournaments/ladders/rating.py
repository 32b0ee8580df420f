"""Rating ladders: the order is that of the ratings, a challenge is bound to places around one's own."""

from dataclasses import dataclass, replace
from math import inf

from matches.errors import InvalidOption
from tournaments.formats.options import option

from .base import MEMBERS_MAX, Values, reach_said
from .events import Standing
from .waiting import Waiting


@dataclass(frozen=True)
class RatingLadder(Waiting):
    code = "rating"
    name = "Rating ladder"
    by_rating = True

    above: int = option(5, help="How many places above one may challenge.", minimum=0, maximum=MEMBERS_MAX)
    below: int = option(5, help="How many places below one may challenge.", minimum=0, maximum=MEMBERS_MAX)

    def check(self) -> None:
        if not self.above and not self.below:
            raise InvalidOption(
                "With above 0 and below 0 nobody could challenge anybody. Let one of them be 1 or more.",
                option="above",
            )

    def arrange(self, standing: Standing, values: Values) -> None:
        """The best rating first, equals as they joined; who has none yet comes last.

        What ratings were when somebody joined, won or lost is the ratings' to tell.
        """
        standing.order.sort(key=lambda player: -values.get(player, -inf))
        standing.steps = [replace(step, before=None, after=None) for step in standing.steps]

    def reaches(self, standing: Standing, challenger: int, challenged: int) -> bool:
        here, there = standing.place(challenger), standing.place(challenged)
        return here - self.above <= there <= here + self.below

    def range_said(self, standing: Standing, challenger: int) -> str:
        return reach_said(standing, challenger, self.above, self.below)

    def won(self, standing: Standing, winner: int, loser: int) -> None:
        """A match moves the ratings, and these the players."""
