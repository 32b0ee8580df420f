"""Who is merged into whom: the players that were merged into another, by the facts."""

from collections.abc import Mapping

from django.db.models import QuerySet

from matches.players.models import Merge


def merge_list() -> QuerySet[Merge]:
    """Every merge and every undoing of one, with the players, the latest first: one query."""
    return Merge.objects.select_related("kept", "absorbed", "recorded_by", "undone_by").order_by("-serial")


def merges_standing() -> QuerySet[Merge]:
    """Every merge that is in force, in order."""
    return Merge.objects.filter(undoes=None, undone_by=None).order_by("serial")


def merged_into() -> dict[int, int]:
    """The player each one was merged into; who is not named was merged into nobody.

    Of a player who was merged into one that was merged in turn, it is the last of them.
    """
    into = dict(merges_standing().values_list("absorbed", "kept"))
    return {absorbed: last_merged_into(into, absorbed) for absorbed in into}


def merged_player_numbers(player: int, stands: Mapping[int, int]) -> list[int]:
    """The numbers under which a player's matches are: the own, and of those who were merged into it."""
    return [player, *(absorbed for absorbed, kept in stands.items() if kept == player)]


def last_merged_into(into: dict[int, int], player: int) -> int:
    while player in into:
        player = into[player]
    return player
