"""Whether a record of a player is one that anything new is said of."""

from matches.errors import AlreadyMerged, PlayerAnonymised
from matches.models import Player


def check_present(player: Player) -> None:
    """Raises AlreadyMerged, PlayerAnonymised: nothing new is said of, or played by, such a record."""
    if player.stand_in_id is not None:
        raise AlreadyMerged(
            f"{player.name} (player {player.pk}) was merged into {player.who.name} (player "
            f"{player.stand_in_id}). Name that one.",
            player=player.pk,
            stand_in=player.stand_in_id,
        )
    if player.anonymised:
        raise PlayerAnonymised(
            f"{player.name} has been anonymised, which cannot be taken back. Whoever plays again is entered "
            "as a new player.",
            player=player.pk,
        )
