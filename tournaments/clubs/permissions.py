"""What makes a role towards a club, its members and its rating pools."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import Delegation, Role
from matches.accounts.rules.reach import Place
from matches.base.times import service_day
from matches.play.models import Match
from matches.players.models import AnonymisationRequest, Claim, Player
from matches.ratings.models import RatingPool
from tournaments.clubs.models import (
    Appointment,
    Club,
    ClubRatingPool,
    Membership,
    Registration,
    ServiceAccount,
)


def club_roles(user: User, club: Club) -> Iterable[Role]:
    appointed = Appointment.objects.of_clubs(user).filter(club=club)
    return [Role(role) for role in appointed.values_list("role", flat=True)]


def player_club_roles(user: User, player: Player) -> Iterable[Role]:
    """Who runs the club that recorded a player keeps the profile until a login speaks for it."""
    if not player.logins and runs_registrar(user, player):
        yield Role.REGISTRAR


def claim_club_roles(user: User, claim: Claim) -> Iterable[Role]:
    if runs_registrar(user, claim.player):
        yield Role.REGISTRAR


def anonymisation_club_roles(user: User, request: AnonymisationRequest) -> Iterable[Role]:
    """The registrar stops what somebody asked for who may not be the player; never what staff decided."""
    asked = request.recorded_by
    if (asked is None or not asked.is_staff) and runs_registrar(user, request.player):
        yield Role.REGISTRAR


KNOWN_FOR = timedelta(days=7)
"""How long somebody has belonged to a club before those who run it help with a forgotten password."""


def login_club_roles(user: User, login: User) -> Iterable[Role]:
    """Who runs a club that the person of a login has joined, and not only just, answers for who they are.

    Not where the login runs something that they do not: its password opens that too.
    """
    if login.is_staff or login.is_superuser:
        return
    run = Appointment.objects.of_clubs(user).values("club")
    if Appointment.objects.filter(user=login).exclude(club__in=run).exists():
        return
    now = timezone.now()
    belongs = Membership.objects.in_force_on(service_day(now)).filter(
        club__in=run, recorded_at__lte=now - KNOWN_FOR
    )
    if belongs.filter(player__in=Player.objects.of_login(login)).exists():
        yield Role.REGISTRAR


def runs_registrar(user: User, player: Player) -> bool:
    """Whether the login owns or directs the club that recorded the player: one query, or none in lists."""
    if "registrations" in getattr(player, "_prefetched_objects_cache", {}):
        latest = next(iter(player.registrations.all()), None)
        appointed = () if latest is None or latest.club is None else latest.club.appointments.all()
        return any(each.user_id == user.pk and each.tournament_id is None for each in appointed)
    last = Registration.objects.filter(player=player).order_by("-serial").values("club")[:1]
    return Appointment.objects.of_clubs(user).filter(club=Subquery(last)).exists()


def rating_pool_roles(user: User, rating_pool: RatingPool) -> Iterable[Role]:
    kept = ClubRatingPool.objects.filter(rating_pool=rating_pool).select_related("club").first()
    return club_roles(user, kept.club) if kept else ()


def club_places(club: Club) -> Iterable[Place]:
    yield "club", club.pk


def membership_places(membership: Membership) -> Iterable[Place]:
    yield "club", membership.club_id


def rating_pool_places(rating_pool: RatingPool) -> Iterable[Place]:
    kept = ClubRatingPool.objects.filter(rating_pool=rating_pool).values_list("club", flat=True)
    return [("club", club) for club in kept]


def player_places(player: Player) -> Iterable[Place]:
    """A player belongs to the club that is its registrar, and to those it is a member of today."""
    if player.pk is None:
        return
    last = Registration.objects.filter(player=player).order_by("-serial").values_list("club", flat=True)
    clubs = {last.first()}
    records = Player.objects.records_of(player.pk)
    own = Membership.objects.in_force_on(service_day(timezone.now())).filter(player__in=records)
    clubs.update(own.values_list("club", flat=True))
    yield from (("club", club) for club in clubs if club is not None)


def match_places(match: Match) -> Iterable[Place]:
    """A match outside any event, which somebody set up, belongs to the clubs that both its players do."""
    if match.pk is not None and match.created_by_id is None:
        return
    one, two = ({*player_places(player)} for player in match.players)
    yield from one & two


def service_delegation(user: User) -> Delegation | None:
    """For whom a service account's login acts: as long as it is, and its owner runs the club."""
    account = service_accounts_working(timezone.now()).filter(login=user).select_related("owner").first()
    if account is None:
        return None
    return Delegation(account.owner, ("club", account.club_id), Role(account.role))


def service_accounts_working(now: datetime) -> QuerySet[ServiceAccount]:
    """Those that are not over, and for which an official of their club answers now."""
    runs = Appointment.objects.filter(club=OuterRef("club"), user=OuterRef("owner"), tournament=None)
    lasting = ServiceAccount.objects.filter(end=None, expires_at__gt=now, owner__is_active=True)
    return lasting.filter(Exists(runs))


def membership_roles(user: User, membership: Membership) -> Iterable[Role]:
    if user.pk in membership.player.logins:
        yield Role.PLAYER
    yield from club_roles(user, membership.club)
