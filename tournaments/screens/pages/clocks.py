"""The clocks on a screen, as its script asks for them every few seconds: no page is told of turns."""

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.clubs.selectors import club_list
from tournaments.events.models import Tournament
from tournaments.screens.selectors import clocks_shown, club_clocks, event_clocks


@require_safe
@never_cache
def tournament_clocks_page(request: HttpRequest, pk: int) -> JsonResponse:
    """The clocks of an event: four queries at most."""
    tournament, now = get_object_or_404(Tournament, pk=pk, removed=False), timezone.now()
    return JsonResponse({"clocks": clocks_shown(event_clocks([tournament]), now)})


@require_safe
@never_cache
def club_clocks_page(request: HttpRequest, pk: int) -> JsonResponse:
    """The clocks of a club's evening."""
    club, now = get_object_or_404(club_list(), pk=pk), timezone.now()
    return JsonResponse({"clocks": clocks_shown(club_clocks(club, now), now)})
