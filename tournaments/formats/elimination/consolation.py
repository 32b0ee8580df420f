"""Knockout with a consolation for those who lose in it, and a last chance for those who lose there too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.formats.base import MAIN
from tournaments.formats.elimination import (
    BracketDraft,
    BracketPlan,
    Draft,
    Elimination,
    feed_in,
    knockout_rounds,
    seeds_in_bracket_order,
)

from .plan import Out, PlannedRound, Source

CONSOLATION = BracketDraft("consolation", "C-")
LAST_CHANCE = BracketDraft("last_chance", "LC-")

# The longest consolation there is: that of 4,096 entries, fed until the final.
MOST_ROUNDS = 22


class Enters(StrEnum):
    """Whose losers the consolation takes in: those of which rounds of the main draw."""

    FIRST_ROUND = "first_round"
    FIRST_MATCH = "first_match"
    ROUND_OF_16 = "round_of_16"
    QUARTER_FINALS = "quarter_finals"
    SEMI_FINALS = "semi_finals"
    FINAL = "final"


# How many rounds of the main draw come after the last one that feeds the consolation.
AFTER = {Enters.ROUND_OF_16: 3, Enters.QUARTER_FINALS: 2, Enters.SEMI_FINALS: 1, Enters.FINAL: 0}


@dataclass(frozen=True)
class Consolation(Elimination):
    code = "consolation"
    name = _("Knockout with consolation")
    description = _("A knockout whose losers play on in a consolation.")

    enters: Enters = option_field(
        Enters.FIRST_ROUND,
        help=_(
            "Who plays on in the consolation: who loses in the first round; who loses a first match, be it "
            "after a bye; or, progressively, who loses in any round up to the one named."
        ),
    )
    last_chance: int = option_field(
        0,
        minimum=0,
        maximum=MOST_ROUNDS,
        help=_(
            "How many rounds of the consolation have their losers play on in a last chance; "
            "0 for no last chance."
        ),
    )

    def describe_options(self) -> Iterator[Text]:
        yield {
            Enters.FIRST_ROUND: _("The consolation takes who loses in the first round."),
            Enters.FIRST_MATCH: _("The consolation takes who loses a first match, be it after a bye."),
            Enters.ROUND_OF_16: _("The consolation takes the losers of every round up to the round of 16."),
            Enters.QUARTER_FINALS: _(
                "The consolation takes the losers of every round up to the quarter-finals."
            ),
            Enters.SEMI_FINALS: _("The consolation takes the losers of every round up to the semi-finals."),
            Enters.FINAL: _("The consolation takes the losers of every round, the final included."),
        }[self.enters]
        if self.last_chance:
            yield ngettext_lazy(
                "The losers of the first %(count)s round of the consolation play on in a last chance.",
                "The losers of the first %(count)s rounds of the consolation play on in a last chance.",
                self.last_chance,
            ) % {"count": self.last_chance}

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        rounds = min(self.last_chance, 2 * size.bit_length())
        yield from ({"last_chance": fewer} for fewer in reversed(range(rounds)))
        progressive = [*Enters][2:]
        if self.enters in progressive:
            yield from (
                {"enters": enters.value} for enters in reversed([*Enters][: [*Enters].index(self.enters)])
            )

    def bracket_plan(self, size: int) -> BracketPlan:
        draft = Draft()
        main = knockout_rounds(draft, BracketDraft(MAIN), seeds_in_bracket_order(size))
        if not main:
            return draft.finish_plan(size, ())
        fed = max(1, len(main) - AFTER[self.enters]) if self.enters in AFTER else 1
        if self.enters is Enters.FIRST_MATCH and len(main) > 1:
            main[:2] = _by_first_match(main[0], main[1])
        consolation = feed_in(draft, CONSOLATION, [round.losers for round in main[:fed]])
        feed_in(draft, LAST_CHANCE, _last_chance_losers(draft, main[fed:-2], consolation, self.last_chance))
        return draft.finish_plan(size, draft.last_first(MAIN, CONSOLATION.part, LAST_CHANCE.part))


def _by_first_match(first: PlannedRound, second: PlannedRound) -> tuple[PlannedRound, PlannedRound]:
    """The two rounds with whoever loses in the second after a bye counted as a loser of the first.

    Whoever has a bye is put beside the loser of the match whose winner comes next: the two have not met.
    """
    early, late = list(first.losers), list(second.losers)
    for match, loser in enumerate(second.losers):
        fresh = [side for side in (0, 1) if first.losers[2 * match + side] is None]
        if not fresh or not isinstance(loser, Out):
            continue
        side = fresh[0]
        alone = len(fresh) == 1
        early[2 * match + side] = loser._replace(only=side if alone else None)
        late[match] = loser._replace(only=1 - side) if alone else None
    return PlannedRound(first.winners, early), PlannedRound(second.winners, late)


def _last_chance_losers(
    draft: Draft, main: list[PlannedRound], consolation: list[PlannedRound], rounds: int
) -> list[list[Source]]:
    """The losers of so many rounds of the consolation, and of the rounds of `main` played until then.

    In the order in which they are played.
    """
    played = [round for round in consolation if any(round.losers)][:rounds]
    last = max((_step_of_round(draft, round) for round in played), default=0)
    late = [round for round in main if _step_of_round(draft, round) <= last]
    return [
        round.losers for round in sorted([*played, *late], key=lambda round: _step_of_round(draft, round))
    ]


def _step_of_round(draft: Draft, round: PlannedRound) -> int:
    """When a round is played; 0 if nobody loses in it."""
    return max((draft.nodes[loser.node].step for loser in round.losers if isinstance(loser, Out)), default=0)
