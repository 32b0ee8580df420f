"""The winners and records of a club, year by year."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.base.translation import translate_text
from tournaments.clubs.selectors import club_list
from tournaments.formats import FORMATS

from .rules import RANKED_FROM
from .selectors import biggest_event, club_year, club_years, finished_events, longest_match, record_lists

PER_PAGE = 25


@require_safe
def club_records_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who won the events of a club, the latest first, and who has done most there."""
    club = get_object_or_404(club_list(), pk=pk)
    page = Paginator(finished_events(club), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "page": page,
        "rows": [(each, translate_text(FORMATS[each.tournament.format].name)) for each in page.object_list],
        "lists": record_lists(club),
        "biggest": biggest_event(club),
        "longest": longest_match(club),
        "ranked_from": RANKED_FROM,
        "years": club_years(club),
    }
    return render(request, "records/club_records.html", context)


@require_safe
def club_year_page(request: HttpRequest, pk: int, year: int) -> HttpResponse:
    """Who finished where in the events of a year."""
    club = get_object_or_404(club_list(), pk=pk)
    years = club_years(club)
    if year not in years:
        raise Http404
    context = {"club": club, "years": years, "held": club_year(club, year)}
    return render(request, "records/club_year.html", context)
