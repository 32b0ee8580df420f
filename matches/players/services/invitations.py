"""Invitations: nobody is made to belong, to serve or to sit anywhere without having said yes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import Role, require_permission, roles_towards
from matches.hooks import InvitationKind, invitation_kinds
from matches.notifications.services import notice_post
from matches.players.errors import InvitationAnswered, InvitationLapsed, InvitationOpen
from matches.players.models import Invitation, InvitationAnswer, Player


def needs_consent(actor: User, player: Player) -> bool:
    """Whether a player is asked before something is said of it: unless the player says it, or answers for it.

    Who has no login is answered for by the registrar. Staff acts by office.
    """
    return not roles_towards(actor, player) & {Role.PLAYER, Role.REGISTRAR, Role.STAFF}


def invitation_make(
    *,
    actor: User,
    kind: str,
    terms: Mapping[str, Any],
    player: Player | None = None,
    login: User | None = None,
    now: datetime,
) -> Invitation:
    """Ask somebody; the service of the kind has checked the rest. Raises InvitationOpen."""
    waiting = Invitation.objects.pending().filter(kind=kind, player=player, login=login, terms=terms).first()
    if waiting is not None:
        raise InvitationOpen(
            "%(asked)s has been asked that already, and has not answered (invitation %(waiting)s).",
            {"asked": player or login, "waiting": waiting.pk},
            invitation=waiting.pk,
        )
    invitation = Invitation.objects.create(
        kind=kind, player=player, login=login, terms=dict(terms), recorded_by=actor, recorded_at=now
    )
    notice_post("invitation_waiting", invitation.pk, actor=actor, now=now)
    return invitation


@transaction.atomic
def invitation_answer(
    *, actor: User, invitation_id: int, accepts: bool, reason: str = "", now: datetime | None = None
) -> InvitationAnswer:
    """Accept an invitation, which has its effect at once; decline it; or take it back.

    Raises NotAllowed, InvitationAnswered; InvitationLapsed if whoever made it could not make it any more; and
    what stands against it by now.
    """
    now = now or timezone.now()
    invitation = invitation_lock(invitation_id)
    kind = invitation_kind_of(invitation)
    takes_back = invitation.recorded_by_id == actor.pk or kind.may_ask(actor, invitation)
    if accepts or not takes_back:
        require_permission(actor, "invitation_answer", invitation)
    answered = InvitationAnswer.objects.filter(invitation=invitation).first()
    if answered is not None:
        raise InvitationAnswered(
            "Invitation %(invitation)s has been accepted or taken back. A new one can be made."
            if answered.accepts
            else "Invitation %(invitation)s has been declined or taken back. A new one can be made.",
            {"invitation": invitation.pk},
            invitation=invitation.pk,
        )
    if accepts:
        check_inviter(invitation, kind)
    answer = InvitationAnswer.objects.create(
        invitation=invitation, accepts=accepts, reason=reason, recorded_by=actor, recorded_at=now
    )
    if accepts:
        kind.accept(invitation, actor, now)
    return answer


def invitation_kind_of(invitation: Invitation) -> InvitationKind:
    return invitation_kinds()[invitation.kind]


def check_inviter(invitation: Invitation, kind: InvitationKind) -> None:
    """Raises InvitationLapsed: what somebody asked for who has left since would come of no authority."""
    inviter = invitation.recorded_by
    assert inviter is not None
    if not inviter.is_active or not kind.may_ask(inviter, invitation):
        raise InvitationLapsed(
            "%(inviter)s, who made invitation %(invitation)s, could not make it any more. Ask for a new one.",
            {"inviter": inviter.username, "invitation": invitation.pk},
            invitation=invitation.pk,
        )


def invitation_lock(invitation_id: int) -> Invitation:
    """The invitation, its row locked: it is answered once."""
    locked = Invitation.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("player", "login", "recorded_by").get(pk=invitation_id)


def invitations_take_back(invitations: Any, *, actor: User, now: datetime) -> None:
    """End what waits for answers that nobody needs any more."""
    for invitation in invitations.pending().select_for_update(of=("self",), no_key=True).order_by("pk"):
        InvitationAnswer.objects.create(
            invitation=invitation, accepts=False, recorded_by=actor, recorded_at=now
        )
