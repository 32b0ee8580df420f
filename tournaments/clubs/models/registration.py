"""Which club recorded a player."""

from django.db import models

from matches.facts.models import Fact
from matches.players.models import Player

from .club import Club


class Registration(Fact):
    """A club is the registrar of a player: its officials answer for the profile while no login speaks for it.

    The latest holds; one without a club leaves the player to the staff of the service.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="registrations")
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="registrations")

    def __str__(self) -> str:
        return f"{self.player} recorded by {self.club or 'staff'}"
