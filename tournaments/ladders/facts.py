"""The facts about ladders, each in a sentence."""

from django.utils.translation import gettext as _

from matches.edits.facts import describe_edit
from matches.facts.kinds import FactKind
from tournaments.ladders.rules import Reply

from .models import Challenge, ChallengeAnswer, LadderEdit, LadderJoin, LadderLeave


def describe_ladder_join(fact: LadderJoin) -> str:
    return _("%(name)s joins the ladder.") % {"name": fact.player.name}


def describe_ladder_leave(fact: LadderLeave) -> str:
    return _("%(name)s leaves the ladder.") % {"name": fact.join.player.name}


def describe_challenge(fact: Challenge) -> str:
    return _("%(name)s challenges %(other)s.") % {
        "name": fact.challenger.name,
        "other": fact.challenged.name,
    }


def role_in_challenge_answer(fact: ChallengeAnswer) -> str:
    """Withdrawn by who had challenged, else answered by the other, or by an official for them."""
    if fact.recorded_by_id is None:
        return "service"
    challenge = fact.challenge
    withdrawn = fact.reply == Reply.WITHDRAWN
    player = challenge.challenger if withdrawn else challenge.challenged
    return "player" if fact.recorded_by_id in player.logins else "official"


def describe_challenge_answer(fact: ChallengeAnswer) -> str:
    values = {"name": fact.challenge.challenger.name, "other": fact.challenge.challenged.name}
    match Reply(fact.reply):
        case Reply.ACCEPTED:
            return _("%(name)s's challenge to %(other)s is to be played.") % values
        case Reply.REFUSED:
            return _("%(other)s refuses %(name)s's challenge.") % values
        case Reply.WITHDRAWN:
            return _("%(name)s's challenge to %(other)s is withdrawn.") % values
        case Reply.LAPSED:
            return _("%(other)s has not answered %(name)s's challenge in time.") % values


FACTS = (
    FactKind(LadderEdit, describe_edit, about={"ladder": "ladder"}, role="official"),
    FactKind(LadderJoin, describe_ladder_join, about={"ladder": "ladder", "player": "player"}),
    FactKind(LadderLeave, describe_ladder_leave, about={"ladder": "join__ladder", "player": "join__player"}),
    FactKind(
        Challenge,
        describe_challenge,
        about={"ladder": "ladder", "player": "challenger"},
        related=("challenged",),
    ),
    FactKind(
        ChallengeAnswer,
        describe_challenge_answer,
        about={"match": "match", "ladder": "challenge__ladder", "player": "challenge__challenged"},
        related=("challenge__challenger",),
        role=role_in_challenge_answer,
    ),
)
