"""Entering of those who are on file under no name yet: recorded and entered at once, or neither."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.players.models import Player
from matches.players.services import NewPerson, player_create
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_player_record, club_players_record
from tournaments.events.models import Entry, EntryApplication, Tournament
from tournaments.events.services import entries_add, entry_add, team_record


@transaction.atomic
def new_player_enter(
    *, actor: User, tournament: Tournament, name: str, alternate: bool = False, now: datetime | None = None
) -> Entry | EntryApplication:
    """Record somebody and enter them: by the club, where the actor may record its players.

    Raises what `club_player_record`, `player_create` and `entry_add` do.
    """
    if may_do_action(actor, "players_record", tournament.club):
        player = club_player_record(actor=actor, club=tournament.club, name=name, now=now)
    else:
        player = player_create(actor=actor, name=name, now=now)
    return entry_add(actor=actor, tournament_id=tournament.pk, player=player, alternate=alternate, now=now)


@transaction.atomic
def new_team_record(
    *, actor: User, club: Club, name: str, persons: Sequence[NewPerson | Player], now: datetime | None = None
) -> Player:
    """Record a team of these members, in their order, and those of them who are new.

    Raises what `club_player_record` and `team_record` do.
    """
    members = [
        each
        if isinstance(each, Player)
        else club_player_record(actor=actor, club=club, name=each.name, now=now)
        for each in persons
    ]
    return team_record(actor=actor, club=club, name=name, members=members, now=now)


@transaction.atomic
def persons_enter(
    *,
    actor: User,
    tournament: Tournament,
    persons: Sequence[NewPerson | Player],
    alternate: bool = False,
    now: datetime | None = None,
) -> list[Entry]:
    """Enter many, in their order, those who are new recorded by the club: all or none.

    As many queries as of one. Raises what `club_players_record` and `entries_add` do.
    """
    new = [each for each in persons if isinstance(each, NewPerson)]
    recorded = iter(club_players_record(actor=actor, club=tournament.club, persons=new, now=now))
    players = [each if isinstance(each, Player) else next(recorded) for each in persons]
    return entries_add(
        actor=actor, tournament_id=tournament.pk, players=players, alternate=alternate, now=now
    )
