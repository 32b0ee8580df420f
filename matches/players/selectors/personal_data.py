"""Everything the service holds on a player, for the player."""

from datetime import datetime
from typing import Any

from matches.accounts.permissions import Caller, require_permission
from matches.players.models import Player
from matches.players.personal_data import personal_data


def player_personal_data(viewer: Caller, player: Player, now: datetime) -> dict[str, Any]:
    """Every row about a player and the login that speaks for it, section by section; no secrets.

    Raises NotAuthenticated, NotAllowed.
    """
    require_permission(viewer, "player_export", player)
    records = sorted(Player.objects.records_of(player.pk).values_list("pk", flat=True))
    return {
        "player": player.pk,
        "records": records,
        "taken_at": now.isoformat(),
        "sections": {
            name: data.export_lines(records, player.user, redacted=player.anonymised)
            for name, data in personal_data().items()
        },
    }
