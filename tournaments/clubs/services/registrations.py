"""Players that a club records: it answers for them until they do so themselves."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Unpack

from django.db import transaction
from django.utils import timezone

from engine.errors import BOTH, link_texts
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.players.models import Player
from matches.players.services import (
    IssuedLink,
    NewPerson,
    Profile,
    invitation_link_issue,
    persons_write,
    player_write,
    players_lock,
)
from tournaments.clubs.errors import NameAmbiguous
from tournaments.clubs.models import Club, Registration
from tournaments.clubs.selectors import players_of_name


@transaction.atomic
def club_player_record(
    *,
    actor: User,
    club: Club,
    name: str,
    aliases: Sequence[str] = (),
    kind: str = Player.Kind.PERSON,
    members: Sequence[Player] = (),
    now: datetime | None = None,
    **profile: Unpack[Profile],
) -> Player:
    """Enter a person, a pair or a team for whom the club answers. Raises what `player_create` does."""
    now = now or timezone.now()
    require_permission(actor, "players_record", club)
    player = player_write(actor, now, name, aliases, kind=kind, members=members, **profile)
    registrations_write(actor, club, [player], now)
    return player


@transaction.atomic
def club_players_record(
    *, actor: User, club: Club, persons: Sequence[NewPerson], now: datetime | None = None
) -> list[Player]:
    """Enter many persons for whom the club answers, in their order: all or none. Raises NotAllowed.

    As many queries as of one.
    """
    require_permission(actor, "players_record", club)
    return persons_record(actor, club, persons, now or timezone.now())


def persons_record(actor: User, club: Club, persons: Iterable[NewPerson], now: datetime) -> list[Player]:
    players = persons_write(actor, persons)
    registrations_write(actor, club, players, now)
    return players


def registrations_write(actor: User, club: Club, players: Iterable[Player], now: datetime) -> None:
    """Make a club the registrar of players that are new."""
    Registration.record_all(
        Registration(player=player, club=club, recorded_by=actor, recorded_at=now) for player in players
    )


@transaction.atomic
def club_invite(
    *,
    actor: User,
    club: Club,
    players: Iterable[int] = (),
    names: Iterable[str] = (),
    now: datetime | None = None,
) -> list[IssuedLink]:
    """Links for players whom the club has recorded, by number or by name, in that order, each once.

    Who bears a name that is not among them is recorded first. All or none. Raises NotAllowed, NameAmbiguous
    and what `invitation_link_issue` does.
    """
    now = now or timezone.now()
    require_permission(actor, "players_record", club)
    invited = dict.fromkeys(players)
    for name in names:
        invited[player_of_name(actor, club, name, now)] = None
    return [invitation_link_issue(actor=actor, player_id=number, now=now) for number in invited]


def player_of_name(actor: User, club: Club, name: str, now: datetime) -> int:
    """The number of the club's player of a name; recorded if there is none. Raises NameAmbiguous."""
    known = list(players_of_name(club, name))
    if len(known) > 1:
        raise NameAmbiguous(
            "%(club)s has recorded several players named %(name)r: %(numbers)s. Choose the one you mean.",
            {"club": club.name, "name": name, "numbers": link_texts(BOTH, map(str, known))},
            name=name,
            players=known,
        )
    return known[0] if known else club_player_record(actor=actor, club=club, name=name, now=now).pk


@transaction.atomic
def registrar_change(
    *, actor: User, player: Player, club: Club | None, now: datetime | None = None
) -> Registration:
    """Leave a player to another club, or to staff alone. Raises NotAllowed."""
    require_permission(actor, "registrar_change", player)
    players_lock(player)
    return Registration.objects.create(
        player=player, club=club, recorded_by=actor, recorded_at=now or timezone.now()
    )
