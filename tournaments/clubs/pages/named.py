"""Who is named on a page of a club's: somebody on file, or somebody new, who is recorded."""

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.players.models import Player
from matches.players.pages.fields import NewPlayer
from matches.players.services import player_create
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_player_record


def player_named(named: Player | NewPlayer, *, actor: User, club: Club) -> Player:
    """The player that a PlayerField has found; inside a transaction, as who is new is recorded.

    By the club, where the actor may record its players. Raises what `club_player_record` and `player_create`
    do.
    """
    if isinstance(named, Player):
        return named
    if may_do_action(actor, "players_record", club):
        return club_player_record(actor=actor, club=club, name=named.name)
    return player_create(actor=actor, name=named.name)
