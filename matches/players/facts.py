"""The facts about players themselves, each in a sentence."""

from django.utils.translation import gettext as _

from matches.facts.kinds import FactKind
from matches.players.models import Anonymisation, Claim, ClaimAnswer, Merge, Release


def role_in_claim_answer(answer: ClaimAnswer) -> str:
    return "player" if answer.recorded_by_id == answer.claim.recorded_by_id else "official"


def describe_merge(fact: Merge) -> str:
    said = {"absorbed": fact.absorbed_id, "kept": fact.kept_id, "name": fact.kept.name}
    if fact.undoes_id is not None:
        return _("Players %(kept)s and %(absorbed)s are two again: merge taken back.") % said
    return _("Player %(absorbed)s was %(name)s (player %(kept)s) all along: merged.") % said


def describe_claim(fact: Claim) -> str:
    return _("A login claims to be %(name)s: claim %(number)s.") % {
        "name": fact.player.name,
        "number": fact.pk,
    }


def describe_claim_answer(fact: ClaimAnswer) -> str:
    said = {"name": fact.claim.player.name, "number": fact.claim_id}
    if fact.agrees:
        return _("Claim %(number)s is confirmed: the login belongs to %(name)s.") % said
    if role_in_claim_answer(fact) == "player":
        return _("Claim %(number)s is taken back.") % said
    return _("Claim %(number)s is refused.") % said


def describe_release(fact: Release) -> str:
    return _("%(name)s is released from the login.") % {"name": fact.player.name}


def describe_anonymisation(fact: Anonymisation) -> str:
    return _("The player is anonymised.")


FACTS = (
    FactKind(Merge, describe_merge, about={"player": "kept"}, related=("absorbed",), role="official"),
    FactKind(Claim, describe_claim, about={"player": "player"}, unread=("note",), role="player"),
    FactKind(
        ClaimAnswer,
        describe_claim_answer,
        about={"player": "claim__player"},
        unread=("claim__note",),
        role=role_in_claim_answer,
    ),
    FactKind(Release, describe_release, about={"player": "player"}, role="official"),
    FactKind(Anonymisation, describe_anonymisation, about={"player": "player"}),
)
