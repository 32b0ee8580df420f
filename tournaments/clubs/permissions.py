"""What makes a role towards a club, its members and its rating pools."""

from collections.abc import Iterable

from django.db.models import Subquery

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.players.models import AnonymisationRequest, Claim, Player
from matches.ratings.models import RatingPool
from tournaments.clubs.models import Appointment, Club, ClubRatingPool, Membership, Registration


def club_roles(user: User, club: Club) -> Iterable[Role]:
    appointed = Appointment.objects.filter(user=user, club=club, tournament=None)
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


def runs_registrar(user: User, player: Player) -> bool:
    """Whether the login owns or directs the club that recorded the player: one query, or none in lists."""
    if "registrations" in getattr(player, "_prefetched_objects_cache", {}):
        latest = next(iter(player.registrations.all()), None)
        appointed = () if latest is None or latest.club is None else latest.club.appointments.all()
        return any(each.user_id == user.pk and each.tournament_id is None for each in appointed)
    last = Registration.objects.filter(player=player).order_by("-serial").values("club")[:1]
    return Appointment.objects.filter(user=user, tournament=None, club=Subquery(last)).exists()


def rating_pool_roles(user: User, rating_pool: RatingPool) -> Iterable[Role]:
    kept = ClubRatingPool.objects.filter(rating_pool=rating_pool).select_related("club").first()
    return club_roles(user, kept.club) if kept else ()


def membership_roles(user: User, membership: Membership) -> Iterable[Role]:
    if user.pk in membership.player.logins:
        yield Role.PLAYER
    yield from club_roles(user, membership.club)
