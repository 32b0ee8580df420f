"""Pages of matches and players: selector in, template out."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.base.pages import live_page
from matches.base.times import said_in
from matches.facts.pages import facts_page
from matches.facts.selectors import fact_list
from matches.facts.versions import row_topic, row_version
from matches.hooks import sections_shown, zone_of_match
from matches.play.models import Match
from matches.play.selectors import live_game_log, match_clock, match_detail, match_list, match_start
from matches.play.services import match_actions_possible

# A match's page lists so many facts of it, and where the others are.
FACTS_SHOWN = 100


@require_safe
def match_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The score, how it came about, and every report with what the referee found in it."""
    try:
        match = match_detail(pk)
    except Match.DoesNotExist:
        raise Http404 from None
    user = request.user
    can = match_actions_possible(match, user, timezone.now()) if user.is_authenticated else None
    with said_in(zone_of_match(match)):
        return live_page(
            request,
            "play/match.html",
            live_part="play/_match.html",
            topic=row_topic(match),
            version=row_version(match),
            context={
                "match": match,
                "can": can,
                "answers": can
                and next((each for each in match.reports.all() if each.pk == can.answer), None),
                "log": live_game_log(match),
                "start": match_start(match),
                "clock": match_clock(match),
                "sections": sections_shown(match, request, ("crumbs", "directors", "main")),
                "facts": fact_list(request.user, match)[:FACTS_SHOWN],
                "facts_shown": FACTS_SHOWN,
            },
        )


@require_safe
def match_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "play/match_facts.html", get_object_or_404(match_list(), pk=pk))
