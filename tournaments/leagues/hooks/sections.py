"""What leagues add to pages and resources of other rooms."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework.serializers import Field

from matches.accounts.permissions import may_do_action
from matches.hooks import PageContext, Section
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.leagues.selectors import league_list


class ClubLeagues(Section):
    """The leagues of a club, the newest first."""

    subject = Club
    templates = {"side": "leagues/_club_leagues.html"}
    rank = 2

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        leagues = list(league_list().filter(club=row).order_by("-pk"))
        may_found = may_do_action(request.user, "league_create", row)
        return {"leagues": leagues, "may_found": may_found, "club": row} if leagues or may_found else None


class TournamentDivision(Section):
    """The league that a tournament is a division of."""

    subject = Tournament
    templates = {"crumbs": "leagues/_tournament_league.html"}

    def load(self, rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
        return rows.select_related("division__season__league")

    def fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        from tournaments.leagues.api import DivisionRef

        return {"division": DivisionRef(allow_null=True)}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext | None:
        division = getattr(row, "division", None)
        return None if division is None else {"league": division.season.league}
