"""Clubs: founded by anybody, run by whom their owners appoint."""

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from tournaments.clubs.errors import ClubNameTaken, LastOwner
from tournaments.clubs.models import Appointment, Club

if TYPE_CHECKING:
    from tournaments.events.models import Tournament


def club_create(*, actor: User, name: str) -> Club:
    """Found a club; `actor` owns it. Raises ClubNameTaken."""
    require_permission(actor, "club_create")
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name)
            Appointment.objects.create(club=club, user=actor, role=Appointment.Role.OWNER)
    except IntegrityError:
        raise ClubNameTaken(
            f"There is a club named {name!r} already. Choose another name.", name=name
        ) from None
    return club


@transaction.atomic
def club_appoint(
    *, actor: User, club: Club, user: User, role: str, tournament: "Tournament | None" = None
) -> Appointment:
    """Give `user` a role in the club, or make them director of one `tournament`. Replaces the role held."""
    Club.objects.select_for_update().get(pk=club.pk)
    require_permission(actor, "club_appoint", club)
    if role != Appointment.Role.OWNER and tournament is None:
        club_keep_an_owner(club, user)
    appointment, _ = Appointment.objects.update_or_create(
        club=club, tournament=tournament, user=user, defaults={"role": role}
    )
    return appointment


@transaction.atomic
def club_dismiss(*, actor: User, appointment: Appointment) -> None:
    """End an appointment. Raises LastOwner."""
    Club.objects.select_for_update().get(pk=appointment.club_id)
    require_permission(actor, "club_appoint", appointment.club)
    if appointment.tournament_id is None:
        club_keep_an_owner(appointment.club, appointment.user)
    appointment.delete()


def club_keep_an_owner(club: Club, leaving: User) -> None:
    """Raises LastOwner if `club` would be without an owner once `leaving` is none."""
    owners = set(club.appointments.filter(role=Appointment.Role.OWNER).values_list("user", flat=True))
    if owners == {leaving.pk}:
        raise LastOwner(
            f"{leaving.username} is the only owner of {club.name}. Appoint another owner first.", club=club.pk
        )
