"""What makes a role towards a club, its members and its rating pools."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.ratings.models import RatingPool
from tournaments.clubs.models import Appointment, Club, ClubRatingPool, Membership


def club_roles(user: User, club: Club) -> Iterable[Role]:
    appointed = Appointment.objects.filter(user=user, club=club, tournament=None)
    return [Role(role) for role in appointed.values_list("role", flat=True)]


def rating_pool_roles(user: User, rating_pool: RatingPool) -> Iterable[Role]:
    kept = ClubRatingPool.objects.filter(rating_pool=rating_pool).select_related("club").first()
    return club_roles(user, kept.club) if kept else ()


def membership_roles(user: User, membership: Membership) -> Iterable[Role]:
    if user.pk in membership.player.logins:
        yield Role.PLAYER
    yield from club_roles(user, membership.club)
