"""Stairs, as BrainKing plays them: a step up for a match won, a step down for one lost.

Source: https://brainking.com/en/OldFAQ?ht=25. Everybody starts on step 1, below which nobody falls, and
challenges who stands on the same step or up to three below; a challenge is played at once. The compression at
the beginning of each month (https://brainking.com/en/Board?bc=3&ngi=121286) removes steps on which nobody
stands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.options import option_field

from .base import DAYS_MAX, LadderKind
from .events import LadderOrder, StepCause
from .terms import ChallengeTerms, UnplayedChallenge


@dataclass(frozen=True)
class Stairs(LadderKind):
    code = "stairs"
    name = _("Stairs")
    description = _("Steps on which any number of players stand, as on BrainKing.")
    column = _("Step")
    starts_at_once = True
    moving = frozenset({"compression"})

    below: int = option_field(3, help=_("How many steps below one may challenge."), minimum=0, maximum=99)
    cooldown: int = option_field(
        14,
        help=_("Days after a match in which the same two cannot challenge each other."),
        minimum=0,
        maximum=DAYS_MAX,
    )
    play_days: int = option_field(
        14,
        help=_("Days in which a challenge is to be played; 0 for as long as it takes."),
        minimum=0,
        maximum=DAYS_MAX,
    )
    unplayed: UnplayedChallenge = option_field(
        UnplayedChallenge.CHALLENGER,
        help=_(
            "What becomes of a match that nobody played by its date: the challenger wins, both "
            "forfeit it, which moves nobody, or the director decides."
        ),
    )
    compression: bool = option_field(
        True, help=_("Whether steps on which nobody stands are removed at the beginning of each month (UTC).")
    )

    @property
    def challenge_terms(self) -> ChallengeTerms:
        return ChallengeTerms(cooldown=self.cooldown, play_days=self.play_days, unplayed=self.unplayed)

    def describe_reach(self) -> Iterator[Text]:
        yield _("You challenge players on your own step or up to %(below)s below.") % {"below": self.below}

    def describe_moves(self) -> Iterator[Text]:
        yield _("Who wins goes up a step, who loses goes down one, but not below step 1.")
        if self.compression:
            yield _("At the beginning of each month steps on which nobody stands are removed.")

    def may_reach(self, standing: LadderOrder, challenger: int, challenged: int) -> bool:
        here, there = standing.levels[challenger], standing.levels[challenged]
        return here - self.below <= there <= here

    def range_said(self, standing: LadderOrder, challenger: int) -> Text:
        step = standing.levels[challenger]
        last = max(1, step - self.below)
        return (_("on step %(step)s") if last == step else _("on steps %(last)s to %(step)s")) % {
            "step": step,
            "last": last,
        }

    def enter_player(self, standing: LadderOrder, player: int) -> None:
        self.put_on_step(standing, player, 1)

    def challenge_won(self, standing: LadderOrder, winner: int, loser: int) -> None:
        self.put_on_step(standing, winner, standing.levels[winner] + 1)
        self.put_on_step(standing, loser, max(1, standing.levels[loser] - 1))

    def put_on_step(self, standing: LadderOrder, player: int, step: int) -> None:
        """Put a player on a step, behind those who are there already; who does not move stays in front."""
        if standing.levels.get(player) == step:
            return
        standing.levels[player] = step
        others = [each for each in standing.order if each != player]
        standing.order[:] = sorted([*others, player], key=lambda each: -standing.levels[each])

    # -- The passage of time

    def pass_time(self, standing: LadderOrder, until: datetime) -> None:
        if standing.month is None:
            standing.month = stairs_month_of(until)
        super().pass_time(standing, until)

    def changes_at(self, standing: LadderOrder) -> datetime | None:
        if not self.compression or standing.month is None:
            return None
        year, month = standing.month
        return datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)

    def pass_moment(self, standing: LadderOrder, moment: datetime) -> None:
        standing.month = stairs_month_of(moment)
        lower = {step: number for number, step in enumerate(sorted(set(standing.levels.values())), 1)}
        for player in standing.order:
            before = standing.levels[player]
            standing.levels[player] = lower[before]
            if lower[before] != before:
                standing.note_step(moment, [(StepCause.COMPRESSED, player, before)])


def stairs_month_of(moment: datetime) -> tuple[int, int]:
    moment = moment.astimezone(UTC)
    return moment.year, moment.month
