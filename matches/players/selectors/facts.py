"""What lists of facts ask about the players they are about."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from django.db.models import Prefetch, Q, prefetch_related_objects

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.players.models import Member, Player


def members_load(players: Sequence[Player]) -> None:
    """Load the members of pairs and teams, who record facts as players: one query where there are any."""
    groups = [player for player in players if player.kind != Player.Kind.PERSON]
    prefetch_related_objects(groups, Prefetch("roster", Member.objects.select_related("player")))


def player_records(player: Player) -> list[int]:
    """Numbers of the player and of the records that were merged into it."""
    return [player.pk, *player.stood_in_for.values_list("pk", flat=True)]


def profile_part_visible(part: str, player: str, viewer: Caller) -> Q:
    """The condition on rows not to show a part of a profile that other players keep private.

    `player` is the lookup from the row to the player.
    """
    open_to_all = Q(~Player.objects.keeps_private(part, player))
    return open_to_all | own_player_visible(player, viewer)


def own_player_visible(player: str, viewer: Caller) -> Q:
    """The condition on rows to be about a player of the viewer's: alone, or with a pair or a team.

    `player` is the lookup from the row to the player.
    """
    if not isinstance(viewer, User):
        return Q(pk__in=[])
    return Q(**{f"{player}__in": Player.objects.of_login(viewer)})


def anonymised_concerned(*players: str) -> Q | None:
    """The condition on rows to be about anonymised players, by lookups to players; None if there is none."""
    anonymised = set(Player.objects.filter(anonymised=True).values_list("pk", flat=True))
    return reduce(or_, (Q(**{f"{lookup}__in": anonymised}) for lookup in players)) if anonymised else None
