"""Why somebody cannot be challenged, in words: one refusal for each reason."""

from collections.abc import Mapping

from matches.base.errors import Refusal
from tournaments.ladders.errors import (
    AlreadyChallenged,
    AlreadyChallenging,
    ChallengeCooldown,
    ChallengeImmune,
    ChallengeOutOfRange,
    ChallengeToOneself,
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
    until = "" if ineligibility.until is None else f"{ineligibility.until:%Y-%m-%d %H:%M} UTC"
    data: dict[str, object] = {"player": ineligibility.player}
    if ineligibility.until is not None:
        data["until"] = ineligibility.until.isoformat()
    match ineligibility.why:
        case Ineligibility.ONESELF if ineligibility.player != own:
            return ChallengeToOneself(
                f"{who} and {name} have a player in common, who cannot play on both sides. Choose somebody "
                "else.",
                **data,
            )
        case Ineligibility.ONESELF:
            return ChallengeToOneself(f"{name} cannot challenge {name}. Choose somebody else.", **data)
        case Ineligibility.NOT_ON_LADDER:
            return NotOnLadder(
                f"{name} is not on {fold.ladder.name}. Only its members challenge each other.", **data
            )
        case Ineligibility.CHALLENGING:
            return AlreadyChallenging(
                f"{name} has an open challenge already. Play it or withdraw it first.", **data
            )
        case Ineligibility.CHALLENGED if challenger_of(fold, own, ineligibility.player):
            return AlreadyChallenged(
                f"{name} has challenged {who} already. Answer and play that challenge.", **data
            )
        case Ineligibility.CHALLENGED:
            return AlreadyChallenged(
                f"{name} is already challenged on {fold.ladder.name}. Choose somebody else, or wait until "
                "that is played.",
                **data,
            )
        case Ineligibility.OUT_OF_RANGE:
            reach = fold.rules.range_said(fold.ladder_order, own)
            next_step = "Wait to be challenged." if reach == "nobody" else "Choose somebody there."
            there, here = describe_ladder_place(fold, ineligibility.player), describe_ladder_place(fold, own)
            return ChallengeOutOfRange(
                f"{name} ({there}) is out of reach: {who} ({here}) may challenge {reach}. {next_step}",
                **data,
            )
        case Ineligibility.IMMUNE:
            return ChallengeImmune(
                f"{name} has just defended the place and is not challenged before {until}.", **data
            )
        case Ineligibility.COOLDOWN:
            when = f"Wait until {until}" if until else f"{who} plays somebody else first"
            return ChallengeCooldown(
                f"{who} and {name} have just met. {when}, or choose somebody else.", **data
            )


def challenger_of(fold: LadderFold, player: int, other: int) -> bool:
    return any(each.challenger == other for each in fold.ladder_order.challenges_to(player))


def describe_ladder_place(fold: LadderFold, player: int) -> str:
    step = fold.ladder_order.levels.get(player)
    return f"place {fold.ladder_order.place_of(player)}" if step is None else f"step {step}"
