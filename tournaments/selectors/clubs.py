"""Clubs and who runs them."""

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Appointment, Club, EventWeight


def club_list() -> QuerySet[Club]:
    """Every club, each knowing whether any of its tournaments `gives_points`: master points."""
    weighs = EventWeight.objects.filter(tournament__club=OuterRef("pk"))
    return Club.objects.annotate(gives_points=Exists(weighs))


def appointment_list(club: Club) -> QuerySet[Appointment]:
    """Everybody who runs the club or a tournament of it, in one query."""
    return club.appointments.select_related("user", "tournament").order_by("pk")
