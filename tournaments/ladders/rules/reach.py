"""Ladders on which a challenge reaches so many places above and below one's own."""

from abc import abstractmethod
from collections.abc import Iterator

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.play.errors import InvalidMatchOption

from .base import LadderKind
from .events import LadderOrder


class ByPlaces(LadderKind):
    """Its kinds have the options `above` and `below`, each with a default of its own."""

    above: int
    below: int

    @abstractmethod
    def reach_span(self, place: int) -> tuple[int, int]:
        """How many places above and below who stands there may challenge."""

    def check_options(self) -> None:
        if not self.above and not self.below:
            raise InvalidMatchOption(
                "With above 0 and below 0 nobody could challenge anybody. Let one of them be 1 or more.",
                option="above",
            )

    def describe_reach(self) -> Iterator[Text]:
        if self.above:
            yield ngettext_lazy(
                "You challenge players up to %(above)s place above you.",
                "You challenge players up to %(above)s places above you.",
                self.above,
            ) % {"above": self.above}
        if self.below:
            yield ngettext_lazy(
                "You challenge players up to %(below)s place below you.",
                "You challenge players up to %(below)s places below you.",
                self.below,
            ) % {"below": self.below}

    def may_reach(self, standing: LadderOrder, challenger: int, challenged: int) -> bool:
        here, there = standing.place_of(challenger), standing.place_of(challenged)
        above, below = self.reach_span(here)
        return here - above <= there <= here + below

    def range_said(self, standing: LadderOrder, challenger: int) -> Text | None:
        """As far as there are members."""
        place = standing.place_of(challenger)
        above, below = self.reach_span(place)
        above, below = min(above, place - 1), min(below, len(standing.order) - place)
        places = {"above": above, "below": below}
        if above and below:
            return _("up to %(above)s above or up to %(below)s below") % places
        if above:
            return _("up to %(above)s above") % places
        return _("up to %(below)s below") % places if below else None
