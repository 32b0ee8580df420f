"""Clubs and who runs them."""

from django.db.models import QuerySet

from tournaments.models import Appointment, Club


def club_list() -> QuerySet[Club]:
    return Club.objects.all()


def appointment_list(club: Club) -> QuerySet[Appointment]:
    """Everybody who runs the club or a tournament of it, in one query."""
    return club.appointments.select_related("user", "tournament").order_by("pk")
