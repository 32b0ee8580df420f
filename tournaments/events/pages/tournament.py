"""Pages of clubs and tournaments: selector in, template out."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.doors import for_directors
from matches.hooks import sections_shown
from matches.permissions import may
from matches.selectors import match_of_each, matches_undecided
from matches.templatetags.dice import check_rows
from matches.web import facts_page, live_page
from tournaments.models import Tournament
from tournaments.selectors import (
    club_list,
    league_list,
    pond_fold,
    pond_list,
    pond_rounds,
    pools_open_to,
    season_list,
    season_shown,
    tournament_course,
    tournament_dice,
    tournament_list,
    tournament_overview,
    tournament_shared,
)

# The latest of each state on the first page; a club's page has them all.
LATEST = 30
PER_PAGE = 50
# Every table of a season is folded anew.
SEASONS_PER_PAGE = 2
ROUNDS_PER_PAGE = 20


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    """One's own matches; tournaments running, then open, then finished, the latest first."""
    latest = tournament_overview().order_by("-pk")
    groups = {
        state: latest.filter(state=state)[:LATEST]
        for state in (Tournament.State.RUNNING, Tournament.State.OPEN, Tournament.State.FINISHED)
    }
    mine = matches_undecided(request.user) if request.user.is_authenticated else []
    return render(request, "tournaments/home.html", {"groups": groups, "mine": mine})


@require_safe
def club_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What a club runs, and where its matches are rated."""
    club = get_object_or_404(club_list(), pk=pk)
    context = {
        "club": club,
        "sections": sections_shown(club, request, ("main", "below")),
        "pools": pools_open_to(club),
    }
    return render(request, "tournaments/club.html", context)


@require_safe
def club_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    subject = get_object_or_404(club_list(), pk=pk)
    return facts_page(request, "tournaments/club_facts.html", subject)


@require_safe
def league_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Its seasons with their tables, the latest first."""
    league = get_object_or_404(league_list(), pk=pk)
    page = Paginator(season_list(league).order_by("-number"), SEASONS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {"league": league, "page": page, "seasons": [season_shown(season) for season in page]}
    return render(request, "tournaments/league.html", context)


@require_safe
def league_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    subject = get_object_or_404(league_list(), pk=pk)
    return facts_page(request, "tournaments/league_facts.html", subject)


@require_safe
def tournament_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Bracket, standings, draw; before the draw, who has entered."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    course = tournament_course(tournament)
    entries = [] if course.parts else list(course.entries.values())
    context = {
        "tournament": tournament,
        "parts": course.parts,
        "champion": course.champion,
        "where": course.where,
        "sections": sections_shown(tournament, request, ("crumbs", "main", "links"), course=course),
        "standings": course.standings,
        "not_counted": course.not_counted,
        "seeds": {row.entry.pk: row.seed for row in course.standings},
        "entries": entries,
        "shared": tournament_shared(request.user, tournament),
        "directs": may(request.user, "tournament_direct", tournament),
        "entrants": len(course.standings)
        or sum(not entry.withdrawn and not entry.alternate for entry in entries),
    }
    return live_page(
        request,
        "tournaments/tournament.html",
        live_part="tournaments/_tournament.html",
        topic=f"tournament-{tournament.pk}",
        context=context,
    )


@require_safe
def tournament_dice_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The dice of all its matches, together and one by one; for directors."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    with for_directors():
        dice = tournament_dice(request.user, tournament)
    page = Paginator(dice.counted, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "dice": dice,
        # The columns of different transcripts have nothing in common: both sides together.
        "rows": check_rows(dice.scrutiny, 1),
        "page": page,
        "matches": match_of_each(list(page)),
    }
    return render(request, "tournaments/dice.html", context)


@require_safe
def tournament_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    subject = get_object_or_404(tournament_list(), pk=pk)
    return facts_page(request, "tournaments/facts.html", subject)


@require_safe
def pond_rounds_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Every round that is over, the latest first."""
    pond = get_object_or_404(pond_list(), pk=pk)
    rounds = pond_rounds(pond_fold(pond))[::-1]
    page = Paginator(rounds, ROUNDS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/pond_rounds.html", {"pond": pond, "page": page})


@require_safe
def pond_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "tournaments/pond_facts.html", get_object_or_404(pond_list(), pk=pk))
