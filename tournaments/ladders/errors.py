"""What ladders refuse. Codes are permanent; docs/errors.md lists them."""

from matches.base.errors import Refusal


class AlreadyOnLadder(Refusal):
    code = "already_on_ladder"
    title = "That player is already on the ladder"


class StillOnLadder(Refusal):
    code = "still_on_ladder"
    title = "The player is on a ladder"


class NotOnLadder(Refusal):
    code = "not_on_ladder"
    title = "That player is not on the ladder"


class LadderFull(Refusal):
    code = "ladder_full"
    title = "The ladder is full"


class LadderClosed(Refusal):
    code = "ladder_closed"
    title = "The ladder is closed"


class LadderInUse(Refusal):
    code = "ladder_in_use"
    title = "The ladder is in use"


class LadderBegun(Refusal):
    code = "ladder_begun"
    title = "The ladder has begun"


class ChallengesOpen(Refusal):
    code = "challenges_open"
    title = "Challenges are open"


class ChallengeToOneself(Refusal):
    code = "challenge_to_oneself"
    title = "Nobody challenges themselves"


class ChallengeOutOfRange(Refusal):
    code = "challenge_out_of_range"
    title = "That player is out of reach"


class AlreadyChallenged(Refusal):
    code = "already_challenged"
    title = "That player is already challenged"


class AlreadyChallenging(Refusal):
    code = "already_challenging"
    title = "One challenge at a time"


class ChallengeCooldown(Refusal):
    code = "challenge_cooldown"
    title = "Those two have just met"


class ChallengeImmune(Refusal):
    code = "challenge_immune"
    title = "That player has just defended the place"


class ChallengeAnswered(Refusal):
    code = "challenge_answered"
    title = "The challenge waits for no answer"
