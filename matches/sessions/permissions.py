"""What makes a role towards a session."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.sessions.models import MoneySession


def session_roles(user: User, session: MoneySession) -> Iterable[Role]:
    """Each of the two is its player, as long as they stand in it."""
    if session.side_of(user) is not None:
        yield Role.PLAYER
