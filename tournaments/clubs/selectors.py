"""Clubs and who runs them."""

from django.db.models import QuerySet

from matches.hooks import with_sections
from matches.models import Player
from matches.permissions import Caller, may
from tournaments.models import Application, Appointment, Club, Membership
from tournaments.models.membership import Memberships


def club_list() -> QuerySet[Club]:
    """Every club with what other rooms add to one, in one query."""
    return with_sections(Club.objects.all())


def appointment_list(club: Club) -> QuerySet[Appointment]:
    """Everybody who runs the club or a tournament of it, in one query."""
    return club.appointments.select_related("user__player", "tournament").order_by("pk")


def club_members(club: Club, viewer: Caller) -> Memberships:
    """Every membership, also those that have ended, in order, in one query.

    Whoever keeps the own clubs private is left out, but for those who run this one.
    """
    found = Membership.objects.filter(club=club).select_related("player__stand_in", "end").order_by("serial")
    if may(viewer, "members_keep", club):
        return found
    return found.exclude(player__in=Player.objects.private_about("clubs"))


def application_list(club: Club) -> QuerySet[Application]:
    """Every application to the club, the latest first, in one query."""
    return club.applications.select_related("player__stand_in", "answer").order_by("-serial")


def player_memberships(player: Player) -> QuerySet[Membership]:
    """The memberships of a player, the latest first, in one query."""
    records = Player.objects.records_of(player.pk)
    return Membership.objects.filter(player__in=records).select_related("club", "end").order_by("-serial")


def player_roles(player: Player) -> QuerySet[Appointment]:
    """What a player runs, club by club, in one query; nothing for whoever has no login."""
    return (
        Appointment.objects.filter(user__player=player)
        .select_related("club", "tournament")
        .order_by("club__name", "pk")
    )
