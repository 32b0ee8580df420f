"""Clubs and the people who run them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone

from matches.accounts.models import User
from matches.edits.models import Edit, Presented
from matches.pictures.models import Picture
from matches.search.models import Searchable, search_index


def default_time_zone() -> str:
    """That of whoever runs the service."""
    return str(settings.TIME_ZONE)


class Club(Searchable, Presented):
    """A backgammon club. `time_zone`: the IANA name of the one that its events are announced in.

    colour: of which its pages take shades, such as #1d5a43; empty for those of the service. logo: what stands
    beside its name.
    """

    SEARCHED: ClassVar = ("name", "place")

    name = models.CharField(max_length=80)
    place = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(max_length=64, default=default_time_zone)
    colour = models.CharField(max_length=7, blank=True)
    logo = models.ForeignKey(Picture, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("name"), name="club_name_once", condition=models.Q(removed=False)),
            models.CheckConstraint(
                condition=models.Q(colour="") | models.Q(colour__regex=r"^#[0-9a-f]{6}$"), name="club_colour"
            ),
        ]
        indexes = [search_index("club_search")]

    def __str__(self) -> str:
        return self.name

    @property
    def logo_address(self) -> str:
        """Of the small file of its logo, without a query; "" without one."""
        return "" if self.logo_id is None else reverse("pages-matches:picture-small", args=[self.logo_id])


class ClubEdit(Edit):
    """What a club says of itself is changed."""

    SUBJECT = "club"

    club = models.ForeignKey(Club, models.PROTECT, related_name="edits")


class Appointments(models.QuerySet["Appointment"]):
    def of_clubs(self, user: User) -> "Appointments":
        """Those by which a login runs whole clubs, not events of theirs alone."""
        return self.filter(user=user, tournament=None)


class Appointment(models.Model):
    """A login that runs a club or, where a tournament is named, that tournament alone."""

    class Role(models.TextChoices):
        OWNER = "owner"
        DIRECTOR = "director"
        SCOREKEEPER = "scorekeeper"  # of one tournament

    club = models.ForeignKey(Club, models.CASCADE, related_name="appointments")
    # The one key that leads to a higher room: clubs never look through it.
    tournament = models.ForeignKey(
        "Tournament", models.CASCADE, null=True, blank=True, related_name="appointments"
    )
    user = models.ForeignKey(User, models.CASCADE, related_name="appointments")
    role = models.CharField(max_length=16, choices=Role.choices)
    created_at = models.DateTimeField(default=timezone.now)

    objects = Appointments.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "tournament", "user"], nulls_distinct=False, name="appointment_once"
            ),
            models.CheckConstraint(
                condition=models.Q(tournament=None, role__in=["owner", "director"])
                | models.Q(tournament__isnull=False, role__in=["director", "scorekeeper"]),
                name="appointment_owner_of_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role} of {self.tournament or self.club}"
