"""The pages of a league."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.accounts.permissions import may_do_action
from matches.facts.pages import facts_page
from matches.search.pages import show_directory
from tournaments.clubs.pages.directory import PlacedFinder
from tournaments.leagues.selectors import league_list, season_list, season_shown

# Every table of a season is folded anew.
SEASONS_PER_PAGE = 2


@require_safe
def leagues_page(request: HttpRequest) -> HttpResponse:
    """Leagues, the newest first."""
    return show_directory(request, "leagues/leagues.html", league_list().order_by("-pk"), form=PlacedFinder)


@require_safe
def league_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Its seasons with their tables, the latest first."""
    league = get_object_or_404(league_list(), pk=pk)
    page = Paginator(season_list(league).order_by("-number"), SEASONS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "league": league,
        "page": page,
        "seasons": [season_shown(season) for season in page],
        "directs": may_do_action(request.user, "league_direct", league),
    }
    return render(request, "leagues/league.html", context)


@require_safe
def league_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    subject = get_object_or_404(league_list(), pk=pk)
    return facts_page(request, "leagues/league_facts.html", subject)
