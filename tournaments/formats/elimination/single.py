"""Single elimination (knockout): one loss and you are out; byes go to the best seeds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.formats.base import MAIN
from tournaments.formats.elimination import (
    BracketDraft,
    BracketPlan,
    Draft,
    Elimination,
    knockout_rounds,
    seeds_in_bracket_order,
)

THIRD_PLACE = BracketDraft("third_place", "TP-")


@dataclass(frozen=True)
class SingleElimination(Elimination):
    code = "single_elimination"
    name = _("Single elimination")
    description = _("A knockout: who loses is out.")

    third_place: bool = option_field(
        False, help=_("Whether the losers of the semi-finals play for the third place.")
    )

    def describe_options(self) -> Iterator[Text]:
        if self.third_place:
            yield _("The losers of the semi-finals play for the third place.")

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        if self.third_place:
            yield {"third_place": False}

    def bracket_plan(self, size: int) -> BracketPlan:
        draft = Draft()
        rounds = knockout_rounds(draft, BracketDraft(MAIN), seeds_in_bracket_order(size))
        ranking = draft.last_first(MAIN)
        if self.third_place and len(rounds) > 1:
            draft.play_round(THIRD_PLACE, rounds[-2].losers)
            ranking[1:1] = draft.last_first(THIRD_PLACE.part)
        return draft.finish_plan(size, ranking)
