"""Links by which people get the profile that somebody keeps for them."""

from datetime import datetime

from django.db import models

from matches.facts.models import Fact

from .claim import Claim
from .identity import Player


class InvitationLinks(models.QuerySet["InvitationLink"]):
    def open_at(self, now: datetime) -> "InvitationLinks":
        """Those that somebody may still use."""
        return self.filter(end=None, expires_at__gt=now, player__user=None, player__anonymised=False)


class InvitationLink(Fact):
    """Whoever opens it and has a login, or signs up, is the player: said by who answers claims of it."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="invitation_links")
    expires_at = models.DateTimeField()

    objects = InvitationLinks.as_manager()

    def __str__(self) -> str:
        return f"invitation link of {self.player}"


class LinkSecret(models.Model):
    """What opens a link, as long as it does: the SHA-256 of the secret in it, in hexadecimal."""

    link = models.OneToOneField(InvitationLink, models.CASCADE, primary_key=True, related_name="secret")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"secret of {self.link}"


class InvitationLinkEnd(Fact):
    """The link was used, for `claim`; or it was withdrawn, or another issued in its place."""

    link = models.OneToOneField(InvitationLink, models.PROTECT, related_name="end")
    claim = models.OneToOneField(Claim, models.PROTECT, null=True, related_name="link_end")

    def __str__(self) -> str:
        return f"end of {self.link}"
