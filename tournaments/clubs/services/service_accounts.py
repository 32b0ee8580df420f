"""Service accounts: made and ended by whoever runs a club, with tokens that their owner issues."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.accounts.models import Token, User
from matches.accounts.permissions import Role, require_permission, roles_towards
from matches.accounts.services import token_issue, token_revoke, tokens_revoke
from tournaments.clubs.errors import InvalidServiceAccount, ServiceAccountStopped, UnknownTournament
from tournaments.clubs.models import Club, ServiceAccount, ServiceAccountEnd
from tournaments.clubs.permissions import service_accounts_working
from tournaments.clubs.selectors import events_of_clubs

ACTION = "service_account_manage"
LONGEST = timedelta(days=366)


@transaction.atomic
def service_account_make(
    *,
    actor: User,
    club_id: int,
    name: str,
    expires_at: datetime,
    role: str = ServiceAccount.Role.DIRECTOR,
    now: datetime | None = None,
) -> ServiceAccount:
    """Give a club a login for a program; `actor`, who runs the club, answers for it.

    Raises InvalidServiceAccount for an end that is past, or more than a year away.
    """
    now = now or timezone.now()
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    require_person(actor)
    require_permission(actor, ACTION, club)
    if roles_towards(actor, club).isdisjoint({Role.OWNER, Role.DIRECTOR}):
        raise NotAllowed(
            "%(actor)s does not run %(club)s, and cannot answer for a program of it. An owner or a director "
            "of the club makes its service accounts.",
            {"actor": actor.shown_name, "club": club.name},
            action=ACTION,
        )
    if not now < expires_at <= now + LONGEST:
        raise InvalidServiceAccount(
            "A service account lasts a year at most: it cannot expire at %(expires_at)s. Choose a time "
            "between now and then, and make another when it is over.",
            {"expires_at": expires_at.isoformat()},
            expires_at=expires_at.isoformat(),
        )
    login = User(username=f"service-{secrets.token_hex(6)}", service_name=name, service_of=club.name)
    login.set_unusable_password()
    login.save()
    return ServiceAccount.objects.create(
        club=club,
        login=login,
        owner=actor,
        name=name,
        role=role,
        expires_at=expires_at,
        recorded_by=actor,
        recorded_at=now,
    )


@transaction.atomic
def service_account_end(
    *, actor: User, account_id: int, reason: str = "", now: datetime | None = None
) -> ServiceAccountEnd:
    """End a service account and revoke its tokens. Raises ServiceAccountStopped if it has ended."""
    account = service_account_lock(account_id)
    require_person(actor)
    require_permission(actor, ACTION, account.club)
    if ServiceAccountEnd.objects.filter(account=account).exists():
        raise ServiceAccountStopped(
            "%(login)s has ended already.", {"login": account.login.shown_name}, service_account=account.pk
        )
    tokens_revoke(user=account.login)
    return ServiceAccountEnd.objects.create(
        account=account, reason=reason, recorded_by=actor, recorded_at=now or timezone.now()
    )


@transaction.atomic
def service_token_issue(
    *,
    actor: User,
    account_id: int,
    name: str,
    scopes: Iterable[str],
    tournament: int | None = None,
    now: datetime | None = None,
) -> tuple[Token, str]:
    """Issue a token of a service account, to its owner alone; it reaches the club, or one `tournament` of it.

    Returned with its secret, which cannot be shown again; it lasts as long as the account. Raises NotAllowed,
    ServiceAccountStopped, UnknownTournament, InvalidTokenLimit.
    """
    now = now or timezone.now()
    account = service_account_lock(account_id)
    require_permission(actor, ACTION, account.club)
    if actor.pk != account.owner_id:
        raise NotAllowed(
            "%(owner)s answers for %(login)s, and alone issues its tokens. Make a service account of your "
            "own.",
            {"owner": account.owner.username, "login": account.login.shown_name},
            action=ACTION,
        )
    if not service_accounts_working(now).filter(pk=account.pk).exists():
        raise ServiceAccountStopped(
            "%(login)s has ended or expired. Make another.",
            {"login": account.login.shown_name},
            service_account=account.pk,
        )
    if tournament is not None and not events_of_clubs().filter(club=account.club_id, pk=tournament).exists():
        raise UnknownTournament(
            "There is no tournament %(tournament)s in %(club)s.",
            {"tournament": tournament, "club": account.club.name},
            tournament=tournament,
        )
    place = ("club", account.club_id) if tournament is None else ("tournament", tournament)
    return token_issue(
        user=account.login, name=name, scopes=scopes, expires_at=account.expires_at, place=place
    )


@transaction.atomic
def service_token_revoke(*, actor: User, account_id: int, token: Token) -> None:
    """Revoke a token of a service account: for whoever runs the club."""
    account = service_account_lock(account_id)
    require_person(actor)
    require_permission(actor, ACTION, account.club)
    token_revoke(token=token)


def require_person(actor: User) -> None:
    """Raises NotAllowed: no program makes, ends or equips programs."""
    if actor.is_service:
        raise NotAllowed(
            "%(actor)s is a program. People manage service accounts.",
            {"actor": actor.shown_name},
            action=ACTION,
        )


def service_account_lock(account_id: int) -> ServiceAccount:
    """The account, its row locked: it ends once, and no token is issued meanwhile."""
    locked = ServiceAccount.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("club", "login", "owner").get(pk=account_id)
