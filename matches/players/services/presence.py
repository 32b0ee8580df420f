"""Whether a record of a player is one that anything new is said of."""

from matches.players.errors import AlreadyMerged, PlayerAnonymised
from matches.players.models import Player


def players_lock(*players: Player) -> list[Player]:
    """Some records, their rows locked: until the transaction ends none is merged, parted or anonymised."""
    numbers = [player.pk for player in players]
    return list(Player.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"))


def present_players_lock(*players: Player) -> list[Player]:
    """The same of records that new things may be said of. Raises AlreadyMerged, PlayerAnonymised."""
    locked = players_lock(*players)
    for player in locked:
        check_player_present(player)
    return locked


def check_player_present(player: Player) -> None:
    """Raises AlreadyMerged, PlayerAnonymised: nothing new is said of, or played by, such a record."""
    if player.stand_in_id is not None:
        raise AlreadyMerged(
            f"{player.name} (player {player.pk}) was merged into {player.effective_player.name} (player "
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
