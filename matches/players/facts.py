"""The facts about players themselves, each in a sentence."""

from functools import partial

from django.db.models import Q
from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.base.translation import code_word, join_words
from matches.facts.kinds import FactKind
from matches.hooks import invitation_kinds
from matches.players.models import (
    Anonymisation,
    AnonymisationCancellation,
    AnonymisationRequest,
    Claim,
    ClaimAnswer,
    ClaimObjection,
    Invitation,
    InvitationAnswer,
    InvitationLink,
    InvitationLinkEnd,
    LoginAttachment,
    Merge,
    Player,
    ProfileConsent,
    Release,
    Rename,
)


def role_in_claim_answer(answer: ClaimAnswer) -> str:
    if answer.recorded_by_id is None:
        return "service"
    return "player" if answer.recorded_by_id == answer.claim.recorded_by_id else "official"


def role_in_link_end(end: InvitationLinkEnd) -> str:
    return "official" if end.claim_id is None else "player"


def role_of_service(fact: LoginAttachment | AnonymisationCancellation) -> str:
    """Of what an official did or, its time having come, the service."""
    return "service" if fact.recorded_by_id is None else "official"


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
    if fact.agrees and fact.effective_at is not None and fact.effective_at > fact.recorded_at:
        said["day"] = fact.effective_at.strftime("%Y-%m-%d")
        return _("Claim %(number)s is confirmed: the login belongs to %(name)s from %(day)s on.") % said
    if fact.agrees:
        return _("Claim %(number)s is confirmed: the login belongs to %(name)s.") % said
    if role_in_claim_answer(fact) == "player":
        return _("Claim %(number)s is taken back.") % said
    return _("Claim %(number)s is refused.") % said


def describe_release(fact: Release) -> str:
    return _("%(name)s is released from the login.") % {"name": fact.player.name}


def describe_claim_objection(fact: ClaimObjection) -> str:
    return _("An objection to claim %(number)s: staff decides it.") % {"number": fact.claim_id}


def describe_login_attachment(fact: LoginAttachment) -> str:
    return _("A login speaks for %(name)s.") % {"name": fact.player.name}


def describe_invitation(fact: Invitation) -> str:
    return _("Asked: %(what)s") % {"what": invitation_kinds()[fact.kind].sentence(fact)}


def describe_invitation_answer(fact: InvitationAnswer) -> str:
    if fact.accepts:
        return _("Invitation %(number)s is accepted.") % {"number": fact.invitation_id}
    return _("Invitation %(number)s is declined or taken back.") % {"number": fact.invitation_id}


def describe_invitation_link(fact: InvitationLink) -> str:
    return _("A link invites %(name)s to sign up.") % {"name": fact.player.name}


def describe_invitation_link_end(fact: InvitationLinkEnd) -> str:
    if fact.claim_id is None:
        return _("The invitation link is withdrawn.")
    return _("The invitation link is used: claim %(number)s.") % {"number": fact.claim_id}


def concerning_invitation(invitation: str, viewer: Caller) -> Q:
    """The condition on rows to be of invitations that the viewer was asked, or has made.

    `invitation` is the lookup from the row to the invitation, with its underscores.
    """
    if not isinstance(viewer, User):
        return Q(pk__in=[])
    asked = Q(**{f"{invitation}player__in": Player.objects.of_login(viewer)})
    return asked | Q(**{f"{invitation}login": viewer}) | Q(**{f"{invitation}recorded_by": viewer})


def describe_profile_consent(fact: ProfileConsent) -> str:
    if not fact.public:
        return _("Nothing of the profile beside name and results is public.")
    parts = join_words(code_word(part, "profile_part") for part in fact.public)
    return _("Of the profile is public: %(parts)s.") % {"parts": parts}


def describe_rename(fact: Rename) -> str:
    return _("The player bears another name: %(name)s.") % {"name": fact.player.name}


def describe_anonymisation_request(fact: AnonymisationRequest) -> str:
    if fact.effective_at > fact.recorded_at:
        return _("The player is to be anonymised on %(day)s.") % {
            "day": fact.effective_at.strftime("%Y-%m-%d")
        }
    return _("The player asks to be anonymised.")


def describe_anonymisation_cancellation(fact: AnonymisationCancellation) -> str:
    return _("The player is not anonymised: that was stopped.")


def describe_anonymisation(fact: Anonymisation) -> str:
    return _("The player is anonymised.")


FACTS = (
    FactKind(
        Merge,
        describe_merge,
        about={"player": "kept"},
        related=("absorbed",),
        role="official",
        confidential=True,
    ),
    FactKind(Claim, describe_claim, about={"player": "player"}, unread=("note",), role="player"),
    FactKind(
        ClaimAnswer,
        describe_claim_answer,
        about={"player": "claim__player"},
        unread=("claim__note",),
        role=role_in_claim_answer,
        confidential=True,
    ),
    FactKind(
        ClaimObjection,
        describe_claim_objection,
        about={"player": "claim__player"},
        unread=("claim__note",),
        role="official",
        confidential=True,
    ),
    FactKind(
        LoginAttachment,
        describe_login_attachment,
        about={"player": "player"},
        unread=("claim",),
        role=role_of_service,
    ),
    FactKind(Release, describe_release, about={"player": "player"}, role="official", confidential=True),
    FactKind(
        Invitation,
        describe_invitation,
        about={"player": "player"},
        visible=partial(concerning_invitation, ""),
    ),
    FactKind(
        InvitationAnswer,
        describe_invitation_answer,
        about={"player": "invitation__player"},
        visible=partial(concerning_invitation, "invitation__"),
        confidential=True,
    ),
    FactKind(
        InvitationLink,
        describe_invitation_link,
        about={"player": "player"},
        role="official",
    ),
    FactKind(
        InvitationLinkEnd,
        describe_invitation_link_end,
        about={"player": "link__player"},
        role=role_in_link_end,
    ),
    FactKind(ProfileConsent, describe_profile_consent, about={"player": "player"}),
    FactKind(Rename, describe_rename, about={"player": "player"}, unread=("former", "name")),
    FactKind(AnonymisationRequest, describe_anonymisation_request, about={"player": "player"}),
    FactKind(
        AnonymisationCancellation,
        describe_anonymisation_cancellation,
        about={"player": "stops__player"},
        role=role_of_service,
        confidential=True,
    ),
    FactKind(Anonymisation, describe_anonymisation, about={"player": "player"}),
)
