"""Pages of matches and players: selector in, template out."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.countries import flag
from matches.doors import for_directors
from matches.forms import BoardForm
from matches.hooks import sections_shown
from matches.models import Match, Player, RatingPool, User
from matches.permissions import may
from matches.selectors import (
    Board,
    ToldFact,
    claim_waiting,
    fact_list,
    is_inactive,
    is_provisional,
    leaderboard,
    live_log,
    match_clock,
    match_detail,
    match_dice,
    match_list,
    match_start,
    player_dice,
    player_list,
    player_ranking,
    pool_list,
    pools_kept,
    private_choices,
    private_parts,
)
from matches.templatetags.dice import check_rows

PER_PAGE = 50
# A match's page tells so many facts of it, and where the others are.
FACTS_SHOWN = 100


def live_page(
    request: HttpRequest, template: str, *, live_part: str, topic: str, context: dict[str, Any]
) -> HttpResponse:
    """A page that follows `topic`: whole for a visitor, the live part alone where an open page asks again."""
    part_only = bool(getattr(request, "htmx", False))
    context = {**context, "topic": topic, "live_part": live_part}
    response = render(request, live_part if part_only else template, context)
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def match_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The score, how it came about, and every report with what the referee found in it."""
    try:
        match = match_detail(pk)
    except Match.DoesNotExist:
        raise Http404 from None
    return live_page(
        request,
        "matches/match.html",
        live_part="matches/_match.html",
        topic=f"match-{match.pk}",
        context={
            "match": match,
            "log": live_log(match),
            "start": match_start(match),
            "clock": match_clock(match),
            "sections": sections_shown(match, request, ("crumbs", "directors", "main")),
            "facts": fact_list(request.user, match)[:FACTS_SHOWN],
            "facts_shown": FACTS_SHOWN,
        },
    )


@require_safe
def match_dice_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The dice of each transcript, and what they share with other matches; for directors."""
    match = get_object_or_404(match_list(), pk=pk)
    with for_directors():
        dice = match_dice(request.user, match)
    return render(request, "matches/match_dice.html", {"match": match, "dice": dice})


def facts_page(request: HttpRequest, template: str, subject: Model) -> HttpResponse:
    """Everything that was recorded about a match, a player, a tournament; the first fact first."""
    # No queryset, but counted and sliced like one.
    facts: Any = fact_list(request.user, subject)
    page: Page[ToldFact] = Paginator(facts, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, template, {"subject": subject, "page": page})


@require_safe
def match_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "matches/match_facts.html", get_object_or_404(match_list(), pk=pk))


@require_safe
def player_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "matches/player_facts.html", get_object_or_404(Player, pk=pk))


@require_safe
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's names and profile, and what other rooms know of the player."""
    player = get_object_or_404(player_list(), pk=pk)
    if player.stand_in_id is not None:
        return redirect("pages-matches:player", player.stand_in_id)
    return render(request, "matches/player.html", {"player": player, **profile_shown(request, player)})


def profile_shown(request: HttpRequest, player: Player) -> dict[str, Any]:
    """What of the profile this visitor sees, and what the visitor may do about it."""
    hidden, user = private_parts(player, request.user), request.user
    claim = claim_waiting(user) if isinstance(user, User) else None
    claimable = player.kind == Player.Kind.PERSON and player.user_id is None and not player.anonymised
    return {
        "shows": {part: part not in hidden for part in private_choices()},
        "flag": flag(player.country),
        "sections": sections_shown(player, request, ("head", "main"), hidden=hidden),
        "may_edit": not player.anonymised and may(user, "player_edit", player),
        "claim": claim,
        "may_claim": isinstance(user, User)
        and claimable
        and claim is None
        and not Player.objects.filter(user=user).exists(),
    }


@require_safe
def player_dice_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's dice over the matches that the visitor directs."""
    player = get_object_or_404(Player, pk=pk)
    with for_directors():
        dice = player_dice(request.user, player)
    context = {
        "player": player,
        "dice": dice,
        "rows": check_rows(dice.scrutiny),
        "names": [player.name, gettext("Opponents")],
    }
    return render(request, "matches/player_dice.html", context)


@require_safe
def players_page(request: HttpRequest) -> HttpResponse:
    """The ranking by rating."""
    pools = pools_kept()
    pool = pool_asked(request, pools)
    page = Paginator(player_ranking(pool), PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "pool": pool, "pools": pools}
    return render(request, "matches/players.html", context)


@require_safe
def leaderboard_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who leads in a pool: over a period, of a variant or a club, as the visitor asks."""
    pool, now = get_object_or_404(pool_list(), pk=pk), timezone.now()
    form = BoardForm(request.GET or None)
    board = form.board() if form.is_valid() else Board()
    found: Any = leaderboard(pool, board, now)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    rows: Any = [(row, is_provisional(pool, row.points), is_inactive(pool, row.last_at, now)) for row in page]
    context = {"pool": pool, "pools": pool_list(), "form": form, "board": board, "page": page, "rows": rows}
    return render(request, "matches/leaderboard.html", context)


def pool_asked(request: HttpRequest, pools: Sequence[RatingPool]) -> RatingPool:
    """The pool whose number the address has, else the first."""
    wanted = request.GET.get("pool", "")
    if not wanted.isdecimal():
        return pools[0]
    found = next((pool for pool in pools if str(pool.pk) == wanted), None)
    if found is None:
        raise Http404
    return found


@require_safe
def pool_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "matches/pool_facts.html", get_object_or_404(RatingPool, pk=pk))
