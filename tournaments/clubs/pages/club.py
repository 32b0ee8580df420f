"""The page of a club, and of everything that happened in it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.accounts.permissions import may_do_action
from matches.facts.pages import facts_page
from matches.hooks import sections_shown
from tournaments.clubs.selectors import club_list, rating_pools_open_to, sanctions_in_force


@require_safe
def club_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What a club runs, and where its matches are rated."""
    club = get_object_or_404(club_list(), pk=pk)
    context = {
        "club": club,
        "may_edit": may_do_action(request.user, "club_edit", club),
        "may_invite": may_do_action(request.user, "players_record", club),
        "sections": sections_shown(club, request, ("main", "side")),
        "rating_pools": rating_pools_open_to(club),
        "may_rate": may_do_action(request.user, "club_rating_pool_open", club),
        "for_everybody": any(
            sanction.sanctioned for sanction in sanctions_in_force(club) if sanction.rating_pool_id is None
        ),
    }
    return render(request, "clubs/club.html", context)


@require_safe
def club_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    subject = get_object_or_404(club_list(), pk=pk)
    return facts_page(request, "clubs/club_facts.html", subject)
