"""Invitation links: whoever keeps a profile hands it to the person it is of."""

import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action, require_permission
from matches.accounts.rules.digests import secret_digest
from matches.base.errors import CodeWord
from matches.players.errors import (
    ClaimObjected,
    ClaimOpen,
    InvitationLapsed,
    InvitationLinkOver,
    NoOwnLogin,
    ProfileClaimed,
)
from matches.players.models import Claim, InvitationLink, InvitationLinkEnd, LinkSecret, Player
from matches.players.rules.claims import ClaimState, claim_effective_at
from matches.players.selectors import (
    link_opened_by,
    player_has_results,
    player_known_elsewhere,
)

from .claims import check_player_claim, claim_answer_write, claiming_login_lock
from .logins import login_attach
from .presence import check_player_present

VALID_FOR = timedelta(days=14)


class IssuedLink(NamedTuple):
    """A link and its secret, which is not kept and cannot be shown again."""

    link: InvitationLink
    secret: str


@transaction.atomic
def invitation_link_issue(*, actor: User, player_id: int, now: datetime | None = None) -> IssuedLink:
    """A link that makes the login of whoever opens it the player's, once, within 14 days.

    It ends the one before. Raises NotAllowed, NoOwnLogin, AlreadyMerged, PlayerAnonymised, ProfileClaimed.
    """
    now = now or timezone.now()
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    require_permission(actor, "invitation_link_issue", player)
    if player.kind != Player.Kind.PERSON:
        raise NoOwnLogin(
            "%(player)s is a %(kind)s: the logins of its members speak for it. Invite them.",
            {"player": player.name, "kind": CodeWord(player.kind, "player_kind")},
            player=player.pk,
        )
    check_player_present(player)
    if player.user_id is not None:
        raise ProfileClaimed(
            "%(player)s (player %(player_number)s) has a login already and needs no invitation.",
            {"player": player.name, "player_number": player.pk},
            player=player.pk,
        )
    for link in InvitationLink.objects.filter(player=player, end=None):
        link_end(link, actor, now)
    secret = secrets.token_urlsafe(16)
    link = InvitationLink.objects.create(
        player=player, expires_at=now + VALID_FOR, recorded_by=actor, recorded_at=now
    )
    LinkSecret.objects.create(link=link, digest=secret_digest(secret))
    return IssuedLink(link, secret)


@transaction.atomic
def invitation_link_withdraw(*, actor: User, link_id: int, now: datetime | None = None) -> None:
    """Have a link open nothing any more. Raises NotAllowed, InvitationLinkOver."""
    link = link_lock(link_id)
    require_permission(actor, "invitation_link_issue", link.player)
    if hasattr(link, "end"):
        raise link_over()
    link_end(link, actor, now or timezone.now())


@transaction.atomic
def invitation_link_use(*, actor: User, link_id: int, now: datetime | None = None) -> Claim:
    """Make the login the player's, as whoever issued the link has agreed to.

    At once, unless others than the registrar rely on who has the player's results: then after the days that a
    claim waits, in which it can be stopped. Raises InvitationLinkOver, InvitationLapsed, what keeps a login
    from being the player's, ClaimOpen, ClaimObjected.
    """
    now = now or timezone.now()
    claiming_login_lock(actor.pk)
    link = link_lock(link_id)
    player = link.player
    if hasattr(link, "end") or link.expires_at <= now:
        raise link_over()
    issuer = link.recorded_by
    if issuer is None or not issuer.is_active or not may_do_action(issuer, "invitation_link_issue", player):
        raise InvitationLapsed(
            "Whoever issued the link to %(player)s could not do so any more. Ask for another one.",
            {"player": player.name},
            player=player.pk,
        )
    check_player_claim(player, actor)
    claim = claim_by_link(actor, player, now)
    if claim.state == ClaimState.OPEN:
        waits = player_has_results(player) and player_known_elsewhere(player)
        effective_at = claim_effective_at(now, claim.given_answers, has_results=waits)
        claim_answer_write(claim, issuer, agrees=True, reason="", now=now, effective_at=effective_at)
        if effective_at <= now:
            login_attach(player, actor, actor=actor, claim=claim, now=now)
    link_end(link, actor, now, claim=claim)
    return claim


def claim_by_link(login: User, player: Player, now: datetime) -> Claim:
    """The login's claim of the player. Raises ClaimOpen for another, ClaimObjected where staff decides."""
    pending = Claim.objects.pending().filter(recorded_by=login).first()
    if pending is None:
        return Claim.objects.create(player=player, recorded_by=login, recorded_at=now)
    if pending.player_id != player.pk:
        raise ClaimOpen(
            "Claim %(pending)s of %(login)s, for %(player)s, waits for its answer. Take it back first.",
            {"pending": pending.pk, "login": login.username, "player": pending.player.name},
            claim=pending.pk,
        )
    if pending.state == ClaimState.OBJECTED:
        raise ClaimObjected(
            "Somebody who knows %(player)s has objected to claim %(pending)s; staff of the service decides "
            "it.",
            {"player": player.name, "pending": pending.pk},
            claim=pending.pk,
        )
    return pending


def link_lock(link_id: int) -> InvitationLink:
    """The link, its player's row locked: it is used once."""
    player = InvitationLink.objects.values("player").get(pk=link_id)["player"]
    Player.objects.select_for_update().get(pk=player)
    found = InvitationLink.objects.select_related("player", "recorded_by", "end")
    return found.get(pk=link_id)


def link_end(link: InvitationLink, actor: User, now: datetime, claim: Claim | None = None) -> None:
    """End a link that has not ended, whose player is locked; what opened it is forgotten."""
    InvitationLinkEnd.objects.create(link=link, claim=claim, recorded_by=actor, recorded_at=now)
    LinkSecret.objects.filter(link=link).delete()


def link_opened(secret: str, now: datetime | None = None) -> InvitationLink:
    """The link that has this secret. Raises InvitationLinkOver if it opens nothing, or nothing any more."""
    link = link_opened_by(secret, now or timezone.now())
    if link is None:
        raise link_over()
    return link


def link_over() -> InvitationLinkOver:
    return InvitationLinkOver(
        "This invitation link opens nothing any more: a link works once, within 14 days, and only the latest "
        "one does. Ask the club for another."
    )
