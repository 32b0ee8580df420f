"""What makes a role towards a league."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.accounts.rules.reach import Place
from tournaments.clubs.permissions import club_roles

from .models import League


def league_roles(user: User, league: League) -> Iterable[Role]:
    return club_roles(user, league.club)


def league_places(league: League) -> Iterable[Place]:
    yield "club", league.club_id
