"""Pages of rating pools: who leads, by which terms."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.accounts.permissions import may_do_action
from matches.base.pages import PER_PAGE
from matches.facts.pages import facts_page
from matches.ratings.models import RatingPool
from matches.ratings.selectors import (
    Board,
    Leaderboard,
    player_ranking,
    rating_pool_list,
    rating_pools_kept,
)
from matches.search.pages import show_directory

from .forms import BoardForm, PlayerFinder


@require_safe
def players_page(request: HttpRequest) -> HttpResponse:
    """The ranking by rating, and players by name."""
    rating_pools = rating_pools_kept()
    rating_pool = requested_rating_pool(request, rating_pools)
    return show_directory(
        request,
        "ratings/players.html",
        player_ranking(rating_pool),
        form=PlayerFinder,
        rating_pool=rating_pool,
        rating_pools=rating_pools,
    )


@require_safe
def leaderboard_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who leads in a rating pool: over a period, of a variant or a club, as the visitor asks."""
    rating_pools, now = list(rating_pool_list()), timezone.now()
    rating_pool = next((each for each in rating_pools if each.pk == pk), None)
    if rating_pool is None:
        raise Http404
    form = BoardForm(request.GET or None)
    board = form.requested_board() if form.is_valid() else Board()
    found: Any = Leaderboard(rating_pool, board, now)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "rating_pool": rating_pool,
        "rating_pools": rating_pools,
        "form": form,
        "board": board,
        "page": page,
        "manages": may_do_action(request.user, "rating_pool_manage", rating_pool),
    }
    return render(request, "ratings/leaderboard.html", context)


def requested_rating_pool(request: HttpRequest, rating_pools: Sequence[RatingPool]) -> RatingPool:
    """The rating pool whose number the address has, else the first."""
    wanted = request.GET.get("rating_pool", "")
    if not wanted.isdecimal():
        return rating_pools[0]
    found = next((rating_pool for rating_pool in rating_pools if str(rating_pool.pk) == wanted), None)
    if found is None:
        raise Http404
    return found


@require_safe
def rating_pool_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "ratings/rating_pool_facts.html", get_object_or_404(rating_pool_list(), pk=pk))
