"""Where players are from, as everybody may know it: the country of those who have made it public."""

from matches.players.models import Player

PUBLIC_COUNTRY = "CASE WHEN {player}.private @> '[\"country\"]' THEN '' ELSE {player}.country END"
"""The same as a column of a table or an alias of it."""


def public_country(player: Player) -> str:
    """The country of a player, ISO 3166-1 alpha-2; "" where none is on file or it is private: no query.

    Of a record that was merged into another, that one's.
    """
    shown = player.effective_player
    return "" if "country" in shown.private else shown.country
