"""Who a login is: claims of a profile, their answers, profiles taken from a login again; anonymisations."""

from django.db import models

from matches.accounts.models import User
from matches.facts.models import Fact

from .identity import Player


class Claim(Fact):
    """A login says that a player without one is whoever it belongs to; `recorded_by` is the login."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="claims")
    # For whoever answers, who may not know the login.
    note = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"claim of {self.player}"


class ClaimAnswer(Fact):
    """The claim is right, and the login speaks for the player from then on; or it is not."""

    claim = models.OneToOneField(Claim, models.PROTECT, related_name="answer")
    agrees = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"answer to {self.claim}"


class Release(Fact):
    """A player is released from the login that it had, which was another's."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="releases")
    login = models.ForeignKey(User, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)

    def __str__(self) -> str:
        return f"{self.player} released"


class Anonymisation(Fact):
    """A player was emptied of all that names the person: who asked for it and when, and nothing else."""

    player = models.OneToOneField(Player, models.PROTECT, related_name="anonymisation")

    def __str__(self) -> str:
        return f"{self.player} anonymised"
