"""Who belongs to a club: applications, memberships by dates, their ends."""

from datetime import date

from django.db import models
from django.db.models import Value
from django.db.models.functions import Coalesce

from matches.facts.models import Fact
from matches.players.models import Player

from .club import Club


class Application(Fact):
    """A player asks to become a member of a club."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="applications")
    player = models.ForeignKey(Player, models.PROTECT, related_name="club_applications")
    # For whoever runs the club.
    note = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"application of {self.player} to {self.club}"


class ApplicationAnswer(Fact):
    """The club takes the player, which a membership then records; or does not."""

    application = models.OneToOneField(Application, models.PROTECT, related_name="answer")
    agrees = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"answer to {self.application}"


class Memberships(models.QuerySet["Membership"]):
    def in_force_on(self, day: date) -> "Memberships":
        """Those in force on a day, the last one included."""
        last = Coalesce("end__ends_on", Value(date.max))
        return self.annotate(last_day=last).filter(starts_on__lte=day, last_day__gte=day)

    def from_day(self, day: date) -> "Memberships":
        """Those in force on a day or later."""
        last = Coalesce("end__ends_on", Value(date.max))
        return self.annotate(last_day=last).filter(last_day__gte=day)


class Membership(Fact):
    """A player belongs to a club from a day on, until it ends."""

    class Kind(models.TextChoices):
        MEMBER = "member"
        HONORARY = "honorary"
        GUEST = "guest"

    club = models.ForeignKey(Club, models.PROTECT, related_name="memberships")
    player = models.ForeignKey(Player, models.PROTECT, related_name="club_memberships")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    starts_on = models.DateField()

    objects = Memberships.as_manager()

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["club", "player"], name="membership_of_club")]

    def __str__(self) -> str:
        return f"{self.player} of {self.club}"


class MembershipEnd(Fact):
    """The last day of a membership."""

    membership = models.OneToOneField(Membership, models.PROTECT, related_name="end")
    ends_on = models.DateField()
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"end of {self.membership}"
