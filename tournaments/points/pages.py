"""Pages of master points: of a tournament, a club's year, a player."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.players.models import Player
from tournaments.clubs.models import Club
from tournaments.events.selectors import tournament_list

from .selectors import (
    club_master_point_years,
    club_master_points,
    master_points_weight,
    player_master_points,
    tournament_master_points,
)

PER_PAGE = 50


@require_safe
def tournament_points_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What everybody earned, and by what."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    weight = master_points_weight(tournament)
    if weight is None:
        raise Http404
    page = Paginator(tournament_master_points(tournament) or [], PER_PAGE).get_page(request.GET.get("page"))
    context = {"tournament": tournament, "weight": weight, "page": page}
    return render(request, "points/master_points.html", context)


@require_safe
def club_points_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The list of a year: the one asked for, else the latest there is."""
    club = get_object_or_404(Club, pk=pk)
    years = club_master_point_years(club)
    asked = request.GET.get("year", "")
    known = {str(year): year for year in years}
    if asked and asked not in known:
        raise Http404
    year = known[asked] if asked else next(iter(years), timezone.now().year)
    page = Paginator(club_master_points(club, year), PER_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "year": year, "years": years, "page": page, "kept": f"year={year}"}
    return render(request, "points/club_master_points.html", context)


@require_safe
def player_points_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Tournament by tournament, with every match and place."""
    player = get_object_or_404(Player, pk=pk)
    events = player_master_points(player)
    page = Paginator(events, PER_PAGE).get_page(request.GET.get("page"))
    total = sum(each.event.earned.points for each in events)
    context = {"player": player, "total": total, "page": page}
    return render(request, "points/player_master_points.html", context)
