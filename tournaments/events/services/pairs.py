"""Pairs that players make to enter an event."""

from django.db import transaction

from matches.accounts.models import User
from matches.players.models import Member, Player
from matches.players.services import player_create

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
