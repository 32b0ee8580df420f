"""What clubs add to pages of other rooms."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from matches.hooks import Section
from matches.models import Player
from tournaments.selectors import player_memberships, player_roles


class PlayerClubs(Section):
    """The clubs of a player: those a membership is of, and those the player runs."""

    subject = Player
    templates = {"main": "tournaments/_player_clubs.html"}
    private = "clubs"

    def context(self, row: Player, request: HttpRequest, page: Mapping[str, Any]) -> dict[str, Any]:
        return {"memberships": player_memberships(row), "roles": player_roles(row)}
