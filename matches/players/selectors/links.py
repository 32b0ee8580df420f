"""Which links open a profile."""

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from matches.accounts.rules.digests import secret_digest
from matches.players.models import InvitationLink, Player


def link_address(secret: str) -> str:
    """The link that has this secret, as people open it."""
    return f"{settings.PUBLIC_URL}{reverse('pages-matches:join-link', args=[secret])}"


def link_opened_by(secret: str, now: datetime) -> InvitationLink | None:
    """The link that has this secret, if it still opens something: one query."""
    found = InvitationLink.objects.open_at(now).select_related("player")
    return found.filter(secret__digest=secret_digest(secret)).first()


def open_links(player: Player, now: datetime) -> QuerySet[InvitationLink]:
    """The links that open the player's profile, the latest first."""
    return InvitationLink.objects.open_at(now).filter(player=player).select_related("recorded_by", "player")
