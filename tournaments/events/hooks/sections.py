"""What events add to pages of other rooms."""

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from matches.accounts.permissions import may_do_action
from matches.base.pages import PER_PAGE
from matches.hooks import PageContext, Section
from matches.play.models import Match
from tournaments.clubs.models import Club
from tournaments.events.selectors import in_order_of_states, tournament_overview


class ClubTournaments(Section):
    """The tournaments of a club: those running, those to come, then those that are over."""

    subject = Club
    templates = {"main": "events/_club_tournaments.html"}

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext:
        tournaments = tournament_overview().listed_to(request.user).filter(club=row).select_related("venue")
        return {
            "page": Paginator(in_order_of_states(tournaments), PER_PAGE).get_page(request.GET.get("page")),
            "club": row,
            "may_announce": may_do_action(request.user, "tournament_create", row),
        }


class MatchFixture(Section):
    """The tournament and the round a match is played in, in the query of its row."""

    subject = Match
    templates = {"crumbs": "events/_match_fixture.html"}

    def load_for_page(self, rows: QuerySet[Match]) -> QuerySet[Match]:
        return rows.select_related("fixture__tournament__club", "fixture__tournament__venue")

    def context(self, row: Match, request: HttpRequest, page: PageContext) -> PageContext | None:
        fixture = getattr(row, "fixture", None)
        return None if fixture is None else {"fixture": fixture}
