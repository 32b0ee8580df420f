"""Clubs and who runs them."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, cast

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from matches.accounts.models import ServiceUse, Token, User
from matches.accounts.permissions import Caller, may_do_action
from matches.hooks import with_sections
from matches.players.models import Player, Players
from matches.players.selectors import player_list
from tournaments.clubs.models import (
    Application,
    Appointment,
    Club,
    ClubProposal,
    Membership,
    Memberships,
    Registration,
    ServiceAccount,
)

from .sanctions import sanctions_load

# So many applications are listed over all clubs at most.
APPLICATIONS_MAX = 30


class Founding(StrEnum):
    """What comes of a login's wish to found a club."""

    AT_ONCE = "at_once"
    PROPOSAL = "proposal"
    CLOSED = "closed"


def founding_for(user: User) -> Founding:
    """As CLUB_FOUNDING has it (config/openness.py): staff founds at once whatever it says."""
    if user.is_staff or settings.CLUB_FOUNDING == "anyone":
        return Founding.AT_ONCE
    return Founding.PROPOSAL if settings.CLUB_FOUNDING == "approved" else Founding.CLOSED


def proposals_waiting(user: User) -> QuerySet[ClubProposal]:
    """The proposals of clubs that this login answers, the first one first: none but for staff."""
    waiting = ClubProposal.objects.filter(answer=None).select_related("recorded_by").order_by("serial")
    return waiting if may_do_action(user, "club_proposal_answer") else waiting.none()


def proposals_concerning(user: User, *, answered: bool = False) -> QuerySet[ClubProposal]:
    """The login's own proposals of clubs and those that it answers, the latest first: one query.

    answered: those also that staff has answered.
    """
    found = ClubProposal.objects.select_related("recorded_by", "answer__club").order_by("-serial")
    if may_do_action(user, "club_proposal_answer"):
        return found if answered else found.filter(Q(recorded_by=user) | Q(answer=None))
    return found.filter(recorded_by=user)


def club_list() -> QuerySet[Club]:
    """Every club with picture, logo and sanctions, and what other rooms add to one: two queries."""
    return sanctions_load(with_sections(Club.objects.filter(removed=False).select_related("picture", "logo")))


def clubs_run_by(user: User) -> QuerySet[Club]:
    """The clubs that a login owns or directs, by name: one query."""
    run = Appointment.objects.of_clubs(user).values("club")
    return Club.objects.filter(removed=False, pk__in=run).select_related("picture").order_by("name", "pk")


def registrar_club(player: Player) -> Club | None:
    """The club that recorded the player; None where staff answers for it: one query, or none in lists."""
    if "registrations" in getattr(player, "_prefetched_objects_cache", {}):
        latest = next(iter(player.registrations.all()), None)
    else:
        latest = registration_list().filter(player=player).first()
    return None if latest is None else latest.club


def registration_list() -> QuerySet[Registration]:
    """Who recorded players, the latest first, with the club: one query."""
    return Registration.objects.select_related("club").order_by("-serial")


REGISTRAR_COLUMN = """
(
    SELECT jsonb_build_array(club.id, club.name)
    FROM tournaments_registration AS registration
    LEFT JOIN tournaments_club AS club ON club.id = registration.club_id
    WHERE registration.player_id = {row}
    ORDER BY registration.serial DESC
    LIMIT 1
)
"""
"""The club that recorded a player."""


def registrar_mapping(column: tuple[int | None, str | None] | None) -> dict[str, Any] | None:
    """Of REGISTRAR_COLUMN; None for staff."""
    club, name = column or (None, None)
    return None if club is None else {"id": club, "name": name}


def common_registrar(players: Sequence[Player]) -> Club | None:
    """The club that recorded all of some players: one query."""
    latest: dict[int, Club | None] = {}
    for registration in registration_list().filter(player__in=players):
        latest.setdefault(registration.player_id, registration.club)
    clubs = {latest.get(player.pk) for player in players}
    return clubs.pop() if len(clubs) == 1 else None


def players_of_run_clubs(user: User) -> Q:
    """The condition on players to have been recorded by a club that the login runs; for staff, by none.

    Also of players who have been left to somebody else since.
    """
    run = Appointment.objects.of_clubs(user).values("club")
    found = Q(pk__in=Registration.objects.filter(club__in=run).values("player"))
    by_clubs = Registration.objects.exclude(club=None).values("player")
    return found | ~Q(pk__in=by_clubs) if user.is_staff else found


def players_kept_by(user: User) -> Q:
    """The condition on players whose registrar is a club that the login runs, or no club but the login."""
    run = Appointment.objects.of_clubs(user).values("club")
    later = Registration.objects.filter(player=OuterRef("player"), serial__gt=OuterRef("serial"))
    latest = Registration.objects.filter(~Exists(later))
    kept = latest.filter(club__in=run).values("player")
    of_clubs = latest.filter(player=OuterRef("pk")).exclude(club=None)
    return Q(pk__in=kept) | Q(~Exists(of_clubs), created_by=user)


def players_recorded(club: Club) -> Players:
    """Whose registrar the club is."""
    latest = Registration.objects.filter(player=OuterRef("pk")).order_by("-serial").values("club")[:1]
    return player_list().alias(registrar=Subquery(latest)).filter(registrar=club.pk, stand_in=None)


def players_of_name(club: Club, name: str) -> QuerySet[Player, int]:
    """The numbers of the persons of a name whose registrar the club is, however it is capitalised."""
    persons = players_recorded(club).filter(name__iexact=name, kind=Player.Kind.PERSON, anonymised=False)
    return persons.order_by("pk").values_list("pk", flat=True)


def players_to_invite(club: Club) -> QuerySet[Player]:
    """The persons whose registrar the club is, and who have no login, by name."""
    persons = players_recorded(club).filter(user=None, kind=Player.Kind.PERSON, anonymised=False)
    return persons.in_order_of_names()


def appointment_list(club: Club) -> QuerySet[Appointment]:
    """Everybody who runs the club or a tournament of it, in one query."""
    return club.appointments.select_related("user__player", "tournament").order_by("pk")


def events_of_clubs() -> QuerySet[Any]:
    """The tournaments that an appointment may be of: rows of a higher room, reached through its key."""
    events: Any = Appointment._meta.get_field("tournament").related_model
    return cast(QuerySet[Any], events.objects.all())


def events_to_appoint_for(club: Club) -> QuerySet[Any]:
    """The events of a club that are not over, of which somebody may be director or scorekeeper: one query."""
    found = events_of_clubs().filter(club=club, removed=False, state__in=("open", "running"))
    return found.order_by("-pk")


def service_account_list(club: Club) -> QuerySet[ServiceAccount]:
    """Every service account of a club, the latest first, with owner and end: one query."""
    return club.service_accounts.select_related("owner", "login", "club", "end").order_by("-serial")


def service_use_list(account: ServiceAccount) -> QuerySet[ServiceUse]:
    """What a service account did within 90 days, the latest first."""
    return ServiceUse.objects.filter(login=account.login_id).order_by("-last_at", "-pk")


def service_token_list(account: ServiceAccount) -> QuerySet[Token]:
    return Token.objects.filter(user=account.login_id).order_by("-pk")


def club_members(club: Club, viewer: Caller) -> Memberships:
    """Every membership, also those that have ended, in order, in one query.

    Whoever keeps the own clubs private is left out, but for those who run this one.
    """
    found = Membership.objects.filter(club=club).select_related("player__stand_in", "end").order_by("serial")
    if may_do_action(viewer, "members_keep", club):
        return found
    return found.exclude(Player.objects.keeps_private("clubs", "player"))


def application_list(club: Club) -> QuerySet[Application]:
    """Every application to the club, the latest first, in one query."""
    return club.applications.select_related("player__stand_in", "answer").order_by("-serial")


def applications_to_answer(user: User) -> QuerySet[Application]:
    """Those to the clubs that the login runs which nobody has answered, the first one first: one query."""
    run = Appointment.objects.of_clubs(user).values("club")
    waiting = Application.objects.filter(club__in=run, answer=None, player__anonymised=False)
    return waiting.select_related("club", "player__stand_in").order_by("serial")[:APPLICATIONS_MAX]


def player_memberships(player: Player) -> QuerySet[Membership]:
    """The memberships of a player, the latest first, in one query."""
    records = Player.objects.records_of(player.pk)
    return Membership.objects.filter(player__in=records).select_related("club", "end").order_by("-serial")


def club_roles_of_player(player: Player) -> QuerySet[Appointment]:
    """What a player runs, club by club, in one query; nothing for whoever has no login."""
    return (
        Appointment.objects.filter(user__player=player)
        .select_related("club", "tournament")
        .order_by("club__name", "pk")
    )
