"""What clubs add to pages of other rooms."""

from django.http import HttpRequest

from matches.hooks import PageContext, Section
from matches.players.models import Player
from tournaments.clubs.selectors import club_roles_of_player, player_memberships


class PlayerClubs(Section):
    """The clubs of a player: those a membership is of, and those the player runs."""

    subject = Player
    templates = {"main": "clubs/_player_clubs.html"}
    private = "clubs"

    def context(self, row: Player, request: HttpRequest, page: PageContext) -> PageContext:
        return {"memberships": player_memberships(row), "roles": club_roles_of_player(row)}
