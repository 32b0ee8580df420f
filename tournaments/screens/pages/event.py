"""The screen of an event: full, without anything to press, one view after the other."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.base.pages import live_page
from matches.base.times import said_in
from matches.facts.versions import row_topic, row_version, with_version
from tournaments.events.selectors import tournament_list
from tournaments.screens.selectors import event_screen


@require_safe
def tournament_screen_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The screen of an event, for whoever has its address."""
    tournament = get_object_or_404(with_version(tournament_list()), pk=pk)
    screen = event_screen(tournament, timezone.now())
    with said_in(tournament.zone):
        answer = live_page(
            request,
            "screens/screen.html",
            live_part="screens/_screen.html",
            topic=row_topic(tournament),
            version=row_version(tournament),
            context={"screen": screen, "tournament": tournament},
        )
    answer["X-Robots-Tag"] = "noindex"
    return answer
