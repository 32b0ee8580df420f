"""Options of the ladders on which a challenge waits for its answer."""

from dataclasses import dataclass, fields

from engine.words import gettext_lazy as _
from matches.base.options import option_field

from .base import DAYS_MAX, MEMBERS_MAX, LadderKind
from .terms import ChallengeTerms, Cost, UnplayedChallenge

TERMS = {each.name for each in fields(ChallengeTerms)}


@dataclass(frozen=True)
class Waiting(LadderKind):
    """A ladder on which a challenge is accepted or refused, then played by a date."""

    accept_days: int = option_field(
        7,
        help=_("Days in which a challenge is to be answered; 0 for as long as it takes."),
        minimum=0,
        maximum=DAYS_MAX,
    )
    play_days: int = option_field(
        14,
        help=_("Days in which an accepted challenge is to be played; 0 for as long as it takes."),
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
    cooldown: int = option_field(
        0,
        help=_("Days after a match in which the same two cannot challenge each other."),
        minimum=0,
        maximum=DAYS_MAX,
    )
    repeat: bool = option_field(True, help=_("Whether one may challenge the player one has just met."))
    immunity: int = option_field(
        0,
        help=_("Days in which nobody challenges a player who was challenged and has won."),
        minimum=0,
        maximum=DAYS_MAX,
    )
    made: int = option_field(
        1, help=_("How many open challenges a player may have made at a time."), minimum=1, maximum=9
    )
    received: int = option_field(
        1, help=_("How many open challenges a player may have received at a time."), minimum=1, maximum=9
    )

    @property
    def challenge_terms(self) -> ChallengeTerms:
        return ChallengeTerms(
            **{each.name: getattr(self, each.name) for each in fields(self) if each.name in TERMS}
        )


@dataclass(frozen=True)
class Costing(Waiting):
    """A ladder on which there is a place to lose, by not playing too."""

    moving = frozenset({"refusal", "lapse", "idle_days", "idle_places"})

    refusal: Cost = option_field(
        Cost.PLACE,
        help=_(
            "What refusing a challenge costs: nothing, the place as if lost, a fall to the bottom, removal."
        ),
    )
    lapse: Cost = option_field(Cost.PLACE, help=_("What leaving a challenge unanswered costs."))
    idle_days: int = option_field(
        0,
        help=_("After how many days without a match a player falls; 0 for never."),
        minimum=0,
        maximum=DAYS_MAX,
    )
    idle_places: int = option_field(
        0, help=_("How many places such a player falls; 0 for the bottom."), minimum=0, maximum=MEMBERS_MAX
    )
