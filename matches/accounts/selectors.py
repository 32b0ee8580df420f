"""Logins by name, tokens by their secret, second factors."""

from datetime import datetime
from functools import cache

from allauth.mfa.models import Authenticator
from django.db.models import Q

from matches.work.statements import RowsStatement, set_related

from .errors import UnknownLogin
from .models import TWIN, Token, User
from .rules.usernames import username_folded, username_skeleton


def login_of_name(username: str) -> User | None:
    """The login of this name, in any capitals and width: one query."""
    skeleton, folded = username_skeleton(username), username_folded(username)
    alike = User.objects.filter(
        Q(username_skeleton=skeleton) | Q(username_skeleton__startswith=f"{skeleton}{TWIN}")
    )
    return next((user for user in alike if username_folded(user.username) == folded), None)


def login_named(username: str) -> User:
    """The same. Raises UnknownLogin."""
    user = login_of_name(username)
    if user is None:
        raise UnknownLogin("There is no login %(username)r.", {"username": username}, username=username)
    return user


def is_username_alike(username: str) -> bool:
    """Whether some login has this name, or one that looks like it: one query."""
    return User.objects.filter(username_skeleton=username_skeleton(username)).exists()


def closed_logins_concerned() -> Q | None:
    """The condition on facts to be recorded by a login that is closed; None if there is none."""
    closed = set(User.objects.filter(is_active=False).values_list("pk", flat=True))
    return Q(recorded_by__in=closed) if closed else None


def has_second_factor(user: User) -> bool:
    """Whether the login asks for more than a password: one query."""
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return bool(Authenticator.objects.filter(user=user, type__in=kinds).exists())


def token_by_secret(digest: str, now: datetime) -> Token | None:
    """The token with this SHA-256, with its login, unless it has expired: one query."""
    found: Token | None = None
    for found, user, player in _tokens()(digest=digest, now=now):
        set_related(found, "user", user)
        set_related(user, "player", player)
    return found


@cache
def _tokens() -> RowsStatement:
    """When all models are there: the login's player is a room above's."""
    return RowsStatement(
        """
        SELECT {token}, {login}, {player}
        FROM matches_token AS token
        JOIN matches_user AS login ON login.id = token.user_id
        LEFT JOIN matches_player AS player ON player.user_id = login.id
        WHERE token.digest = %(digest)s AND (token.expires_at IS NULL OR token.expires_at > %(now)s)
            AND login.is_active
        """,
        token=Token,
        login=User,
        player=User._meta.get_field("player").related_model,
    )
