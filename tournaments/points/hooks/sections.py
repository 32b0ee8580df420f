"""What master points add to pages of other rooms: the way to them, where there are any."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest

from matches.hooks import PageContext, Section
from matches.players.models import Player
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.points.models import EventWeight


class TournamentPoints(Section):
    """Whether a tournament gives master points, in the query of its row."""

    subject = Tournament
    templates = {"links": "points/_tournament_points.html"}

    def load(self, rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
        return rows.annotate(gives_points=Exists(EventWeight.objects.filter(tournament=OuterRef("pk"))))

    def context(self, row: Any, request: HttpRequest, page: PageContext) -> PageContext | None:
        return {} if row.gives_points else None


class ClubPoints(Section):
    """Whether any tournament of a club gives master points, in the query of its row."""

    subject = Club
    templates = {"side": "points/_club_points.html"}
    rank = 5

    def load(self, rows: QuerySet[Club]) -> QuerySet[Club]:
        return rows.annotate(gives_points=Exists(EventWeight.objects.filter(tournament__club=OuterRef("pk"))))

    def context(self, row: Any, request: HttpRequest, page: PageContext) -> PageContext | None:
        return {} if row.gives_points else None


class PlayerPoints(Section):
    """Beside a player's statistics, the way to the player's points."""

    subject = Player
    templates = {"statistics": "points/_player_points.html"}

    def context(self, row: Player, request: HttpRequest, page: PageContext) -> PageContext:
        return {}
