"""Why somebody cannot be challenged, in words: one refusal for each reason."""

from collections.abc import Mapping

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.errors import MomentWord, Refusal
from tournaments.ladders.errors import (
    AlreadyChallenged,
    AlreadyChallenging,
    ChallengeCooldown,
    ChallengeImmune,
    ChallengeOutOfRange,
    ChallengeToOneself,
    LadderClosed,
    NotOnLadder,
)
from tournaments.ladders.rules import ChallengeIneligibility, Ineligibility
from tournaments.ladders.selectors import LadderFold


def challenge_refusal(
    fold: LadderFold,
    ineligibility: ChallengeIneligibility,
    challenger: int,
    named: Mapping[int, str] | None = None,
) -> Refusal:
    """The refusal of a challenge. named: names of players who may not be on the ladder, by number."""
    own = fold.number_on_ladder(challenger)
    names = {number: player.name for number, player in fold.players.items()}
    names |= {
        fold.number_on_ladder(number): name
        for number, name in (named or {}).items()
        if fold.number_on_ladder(number) not in names
    }
    name, who = names[ineligibility.player], names.get(own, "")
    until = "" if ineligibility.until is None else MomentWord(ineligibility.until)
    data: dict[str, object] = {"player": ineligibility.player}
    if ineligibility.until is not None:
        data["until"] = ineligibility.until.isoformat()
    if ineligibility.why in (Ineligibility.CHALLENGING, Ineligibility.CHALLENGED):
        data["challenge"] = challenge_in_the_way(fold, ineligibility.player, own)
    match ineligibility.why:
        case Ineligibility.ONESELF if ineligibility.player != own:
            return ChallengeToOneself(
                "%(who)s and %(name)s have a player in common, who cannot play on both sides. Choose "
                "somebody else.",
                {"who": who, "name": name},
                **data,
            )
        case Ineligibility.ONESELF:
            return ChallengeToOneself(
                "%(name)s cannot challenge %(name)s. Choose somebody else.", {"name": name}, **data
            )
        case Ineligibility.NOT_ON_LADDER:
            return NotOnLadder(
                "%(name)s is not on %(ladder)s. Only its members challenge each other.",
                {"name": name, "ladder": fold.ladder.name},
                **data,
            )
        case Ineligibility.CLOSED:
            return LadderClosed(
                "%(ladder)s is closed: nobody can be challenged. Wait until it opens again.",
                {"ladder": fold.ladder.name},
                **data,
            )
        case Ineligibility.CHALLENGING:
            return AlreadyChallenging(
                "%(name)s has an open challenge already. Play it or withdraw it first.",
                {"name": name},
                **data,
            )
        case Ineligibility.CHALLENGED if challenger_of(fold, own, ineligibility.player):
            return AlreadyChallenged(
                "%(name)s has challenged %(who)s already. Answer and play that challenge.",
                {"name": name, "who": who},
                **data,
            )
        case Ineligibility.CHALLENGED:
            return AlreadyChallenged(
                "%(name)s is already challenged on %(ladder)s. Choose somebody else, or wait until that is "
                "played.",
                {"name": name, "ladder": fold.ladder.name},
                **data,
            )
        case Ineligibility.OUT_OF_RANGE:
            reach = fold.rules.range_said(fold.ladder_order, own)
            there, here = describe_ladder_place(fold, ineligibility.player), describe_ladder_place(fold, own)
            return ChallengeOutOfRange(
                "%(name)s (%(there)s) is out of reach: %(who)s (%(here)s) may challenge nobody. Wait to be "
                "challenged."
                if reach is None
                else "%(name)s (%(there)s) is out of reach: %(who)s (%(here)s) may challenge %(reach)s. "
                "Choose somebody there.",
                {
                    "name": name,
                    "there": there,
                    "who": who,
                    "here": here,
                    "reach": reach,
                },
                **data,
            )
        case Ineligibility.IMMUNE:
            return ChallengeImmune(
                "%(name)s has just defended the place and is not challenged before %(until)s.",
                {"name": name, "until": until},
                **data,
            )
        case Ineligibility.COOLDOWN:
            return ChallengeCooldown(
                "%(who)s and %(name)s have just met. Wait until %(until)s, or choose somebody else."
                if until
                else "%(who)s and %(name)s have just met. %(who)s plays somebody else first, or choose "
                "somebody else.",
                {"who": who, "name": name, "until": until},
                **data,
            )


def challenge_in_the_way(fold: LadderFold, player: int, other: int) -> int | None:
    """The number of the open challenge between the two; else of one of the player's."""
    order = fold.ladder_order
    waiting = [*order.challenges_to(player), *order.challenges_by(player)]
    between = [each for each in waiting if other in (each.challenger, each.challenged)]
    return next((each.challenge for each in [*between, *waiting]), None)


def challenger_of(fold: LadderFold, player: int, other: int) -> bool:
    return any(each.challenger == other for each in fold.ladder_order.challenges_to(player))


def describe_ladder_place(fold: LadderFold, player: int) -> Text:
    step = fold.ladder_order.levels.get(player)
    if step is None:
        return _("place %(place)s") % {"place": fold.ladder_order.place_of(player)}
    return _("step %(step)s") % {"step": step}
