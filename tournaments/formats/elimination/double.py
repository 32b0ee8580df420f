"""Double elimination: whoever loses plays on in the losers' bracket, and is out by a second loss."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.formats.elimination import (
    BracketDraft,
    BracketPlan,
    Draft,
    Elimination,
    feed_in,
    knockout_rounds,
    seeds_in_bracket_order,
)

WINNERS = BracketDraft("winners", "WB-")
LOSERS = BracketDraft("losers", "LB-")
FINAL = BracketDraft("final", "GF-")


class Final(StrEnum):
    NONE = "none"
    SINGLE = "single"
    CONDITIONAL = "conditional"


@dataclass(frozen=True)
class DoubleElimination(Elimination):
    code = "double_elimination"
    name = _("Double elimination")
    description = _("Who loses plays on in a second bracket, and is out after a second loss.")

    final: Final = option_field(
        Final.CONDITIONAL,
        help=_(
            "How the winners of the two brackets end it: without a final, as the unbeaten one has won; by "
            "one final; or by a second one if the unbeaten one loses the first."
        ),
    )

    def describe_options(self) -> Iterator[Text]:
        yield {
            Final.NONE: _("There is no final: the unbeaten one has won."),
            Final.SINGLE: _("One final between the winners of both brackets decides."),
            Final.CONDITIONAL: _("A second final is played if the unbeaten one loses the first."),
        }[self.final]

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        if self.final is Final.CONDITIONAL:
            yield {"final": Final.SINGLE.value}
        if self.final is not Final.NONE:
            yield {"final": Final.NONE.value}

    def bracket_plan(self, size: int) -> BracketPlan:
        draft = Draft()
        winners = knockout_rounds(draft, WINNERS, seeds_in_bracket_order(size))
        if not winners:
            return draft.finish_plan(size, ())
        losers = feed_in(draft, LOSERS, [round.losers for round in winners])
        if self.final is Final.NONE:
            return draft.finish_plan(size, draft.last_first(WINNERS.part, LOSERS.part))
        # Of two entries there is no losers' bracket: who lost their first match is through it.
        [survivor] = losers[-1].winners if losers else winners[-1].losers
        final = draft.play_round(FINAL, [*winners[-1].winners, survivor])
        if self.final is Final.CONDITIONAL:
            draft.play_round(FINAL, [*final.winners, *final.losers], decider=True)
        return draft.finish_plan(size, draft.last_first(FINAL.part, LOSERS.part, WINNERS.part))
