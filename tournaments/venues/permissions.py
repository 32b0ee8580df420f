"""What makes a role towards a venue."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.accounts.rules.reach import Place
from tournaments.clubs.permissions import club_roles
from tournaments.venues.models import Venue


def venue_roles(user: User, venue: Venue) -> Iterable[Role]:
    return club_roles(user, venue.club)


def venue_places(venue: Venue) -> Iterable[Place]:
    yield "club", venue.club_id
