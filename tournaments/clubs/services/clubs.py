"""Clubs: founded by whom the service lets, run by whom their owners appoint."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.times import check_time_zone
from matches.players.models import Invitation
from matches.players.services import invitation_make
from matches.ratings.services import EARLIEST
from matches.work.turns import Turn, take_turns
from tournaments.clubs.errors import ClubNameTaken, FoundingClosed, LastOwner
from tournaments.clubs.models import Appointment, Club, Sanction
from tournaments.clubs.selectors import Founding, events_of_clubs, founding_for
from tournaments.clubs.words import FIRST_CLUB

if TYPE_CHECKING:
    from tournaments.events.models import Tournament

APPOINTMENT = "appointment"


@transaction.atomic
def club_create(
    *,
    actor: User,
    name: str,
    place: str = "",
    time_zone: str = "",
    owner: User | None = None,
    now: datetime | None = None,
) -> Club:
    """Found a club; `actor` owns it, or the `owner` whose proposal staff agrees to.

    The first of an installation is sanctioned for the ratings of everybody: whoever installs the service
    founds it, and until then nobody is there to sanction. If no `time_zone` is named it has that of the
    service. Raises FoundingClosed, ClubNameTaken, UnknownTimeZone.
    """
    require_permission(actor, "club_create" if owner is None else "club_proposal_answer")
    check_founds_at_once(actor)
    check_time_zone(time_zone)
    take_turns(Turn.FOUNDING)
    is_first = not Club.objects.exists()
    try:
        with transaction.atomic():
            zone = {"time_zone": time_zone} if time_zone else {}
            club = Club.objects.create(name=name, place=place, **zone)
            Appointment.objects.create(club=club, user=owner or actor, role=Appointment.Role.OWNER)
    except IntegrityError:
        raise club_name_taken(name) from None
    if is_first:
        Sanction.objects.create(
            club=club,
            sanctioned=True,
            since=EARLIEST,
            reason=FIRST_CLUB,
            recorded_by=actor,
            recorded_at=now or timezone.now(),
        )
    return club


def check_founds_at_once(actor: User) -> None:
    """Raises FoundingClosed for who does not found clubs here, or not before staff agrees."""
    founding = founding_for(actor)
    if founding is Founding.CLOSED:
        raise FoundingClosed(
            "Clubs are founded by the staff of this service. Ask them to found yours, and to appoint you its "
            "owner."
        )
    if founding is Founding.PROPOSAL:
        raise FoundingClosed("Staff of this service agrees to every club first. Propose yours to them.")


def club_name_taken(name: str) -> ClubNameTaken:
    return ClubNameTaken(
        "There is a club named %(name)r already. Choose another name.", {"name": name}, name=name
    )


@transaction.atomic
def club_appoint(
    *,
    actor: User,
    club: Club,
    user: User,
    role: str,
    tournament: "Tournament | None" = None,
    now: datetime | None = None,
) -> Appointment | Invitation:
    """Give `user` a role in the club, or in one `tournament`; or ask whether they will.

    Who holds a role there gets another at once, and so does whoever appoints; staff appoints by office.
    Raises LastOwner, InvitationOpen.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    require_permission(actor, "club_appoint", club)
    event = None if tournament is None else tournament.pk
    held = Appointment.objects.filter(club=club, tournament=event, user=user)
    if user == actor or actor.is_staff or held.exists():
        return appointment_write(club.pk, event, user, role)
    terms = {"club": club.pk, "tournament": event, "role": role}
    return invitation_make(actor=actor, kind=APPOINTMENT, login=user, terms=terms, now=now or timezone.now())


def appointment_write(club_id: int, event: int | None, user: User, role: str) -> Appointment:
    """Give a login a role, in the place of the one that it holds there. Raises LastOwner."""
    club = Club.objects.select_for_update().get(pk=club_id)
    if role != Appointment.Role.OWNER and event is None:
        club_keep_an_owner(club, user)
    tournament: Any = None if event is None else events_of_clubs().get(club=club_id, pk=event)
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
            "%(club)s would be left without an owner. Appoint another owner first.",
            {"club": club.name},
            club=club.pk,
        )
