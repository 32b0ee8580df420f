"""Ladders as the API answers them: plain mappings, as `tournaments.ladders.api` describes."""

from typing import Any

from matches.players.models import Player
from matches.ratings.selectors import leading_rating_values

from .ladders import LadderFold


def rung_mappings(fold: LadderFold) -> list[dict[str, Any]]:
    """Every member, the best first: one query, two more where ratings make the order."""
    order = fold.ladder_order.order
    names = dict(Player.objects.filter(pk__in=order).values_list("pk", "name"))
    values = leading_rating_values(order) if fold.rules.by_rating else {}
    return [
        {
            "place": place,
            "player": {"id": player, "name": names[player]},
            "step": step,
            "row": fold.rules.row_of_place(place),
            "rating": values.get(player),
        }
        for place, player, step in fold.rungs
    ]
