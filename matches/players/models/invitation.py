"""Invitations: what somebody wants of a person, who says yes or no."""

from django.db import models
from django.db.models import Q

from matches.accounts.models import User
from matches.facts.models import Fact

from .identity import Player

MEMBER = "member"
"""The kind of invitation to be of a pair or a team."""


class Invitations(models.QuerySet["Invitation"]):
    def pending(self) -> "Invitations":
        """Those that nobody has answered or taken back."""
        return self.filter(answer=None)

    def to_login(self, user: User) -> "Invitations":
        """Those that a login was asked itself, or its player."""
        own = Q(player__user=user) | Q(player__stand_in__user=user)
        return self.filter(Q(login=user) | own)


class Invitation(Fact):
    """Somebody is asked to belong to a club, a pair or a team, to hold an office, to sit on a committee.

    `kind` is one that a room declares (`Room.invitations`); `terms` say what comes of it, as it has them.
    Either a player is asked, or a login where it takes no player.
    """

    kind = models.CharField(max_length=20)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="invitations")
    login = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    terms = models.JSONField(default=dict)

    objects = Invitations.as_manager()

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(player=None, login__isnull=False) | Q(player__isnull=False, login=None),
                name="invitation_to_player_or_login",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation of {self.player or self.login} ({self.kind})"


class InvitationAnswer(Fact):
    """The person has accepted, which had its effect at once; has declined; or it was taken back."""

    invitation = models.OneToOneField(Invitation, models.PROTECT, related_name="answer")
    accepts = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"answer to {self.invitation}"
