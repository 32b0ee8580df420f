"""Pairs and teams that are made to enter an event."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.players.models import Member, Player
from matches.players.selectors import member_invitations
from matches.players.services import player_create
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_player_record

NAME_MAX = 80


@transaction.atomic
def pair_with_partner(*, actor: User, own: Player, partner: Player) -> Player:
    """The pair of two players: the one that there is or is being asked for, else a new one.

    Raises InvalidMembers, AlreadyMerged, PlayerAnonymised.
    """
    name = f"{own.name} / {partner.name}"[:NAME_MAX]
    pairs = Player.objects.filter(
        kind=Player.Kind.PAIR, stand_in=None, pk__in=Member.objects.filter(player=own).values("group")
    )
    there = pairs.filter(roster__player=partner).first()
    asked = pairs.filter(created_by=actor, name=name).first()
    return (
        there or asked or player_create(actor=actor, name=name, kind=Player.Kind.PAIR, members=[own, partner])
    )


@transaction.atomic
def team_record(
    *, actor: User, club: Club, name: str, members: Sequence[Player], now: datetime | None = None
) -> Player:
    """Record a team: by the club, where the actor may record its players. Members are asked who have to be.

    The one that the actor has recorded already by this name and of these members stays the only one. Raises
    what `club_player_record` and `player_create` do.
    """
    alike = Player.objects.filter(kind=Player.Kind.TEAM, stand_in=None, name=name, created_by=actor)
    for team in alike:
        asked = member_invitations(team).pending().values_list("player", flat=True)
        if {person.pk for person in team.persons} | set(asked) == {member.pk for member in members}:
            return team
    record: Callable[..., Player] = player_create
    if may_do_action(actor, "players_record", club):
        record = partial(club_player_record, club=club)
    return record(actor=actor, name=name, kind=Player.Kind.TEAM, members=members, now=now)
