"""The facts about players themselves, each in a sentence: merges, claims, releases, anonymisations."""

from django.utils.translation import gettext as _

from matches.facts import tells
from matches.models import Anonymisation, Claim, ClaimAnswer, Merge, Release


def of_claim(claim: Claim) -> str:
    return "player"


def of_answer(answer: ClaimAnswer) -> str:
    return "player" if answer.recorded_by_id == answer.claim.recorded_by_id else "official"


def of_release(release: Release) -> str:
    return "official"


def of_merge(merge: Merge) -> str:
    return "official"


@tells(Merge, about={"player": "kept"}, related=("absorbed",), role=of_merge)
def merge(fact: Merge) -> str:
    said = {"absorbed": fact.absorbed_id, "kept": fact.kept_id, "name": fact.kept.name}
    if fact.undoes_id is not None:
        return _("Players %(kept)s and %(absorbed)s are two again: merge taken back.") % said
    return _("Player %(absorbed)s was %(name)s (player %(kept)s) all along: merged.") % said


@tells(Claim, about={"player": "player"}, unread=("note",), role=of_claim)
def claim(fact: Claim) -> str:
    return _("A login asks to speak for %(name)s: claim %(number)s.") % {
        "name": fact.player.name,
        "number": fact.pk,
    }


@tells(ClaimAnswer, about={"player": "claim__player"}, unread=("claim__note",), role=of_answer)
def claim_answer(fact: ClaimAnswer) -> str:
    said = {"name": fact.claim.player.name, "number": fact.claim_id}
    if fact.agrees:
        return _("Claim %(number)s is right: the login speaks for %(name)s.") % said
    if of_answer(fact) == "player":
        return _("Claim %(number)s is taken back.") % said
    return _("Claim %(number)s is refused.") % said


@tells(Release, about={"player": "player"}, role=of_release)
def release(fact: Release) -> str:
    return _("%(name)s is taken from the login that spoke for the player.") % {"name": fact.player.name}


@tells(Anonymisation, about={"player": "player"})
def anonymisation(fact: Anonymisation) -> str:
    return _("The player is anonymised.")
