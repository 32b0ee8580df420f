"""The calendars of a club and of an event."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.base.times.calendars import KEPT, calendar_answer, calendar_language
from matches.play.models import Match
from matches.play.selectors import match_calendar
from tournaments.clubs.selectors import club_list
from tournaments.events.models import Tournament
from tournaments.events.selectors import event_calendar


@require_safe
def club_calendar_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The events of a club that everybody may find."""
    club = get_object_or_404(club_list(), pk=pk)
    events = Tournament.objects.filter(club=club).listed_to(AnonymousUser())
    with calendar_language(request):
        return calendar_answer(request, club.name, event_calendar(events, timezone.now() - KEPT))


@require_safe
def tournament_calendar_page(request: HttpRequest, pk: int) -> HttpResponse:
    """An event, and its matches that have a time or a deadline."""
    held = Tournament.objects.filter(removed=False, pk=pk)
    tournament = get_object_or_404(held.select_related("club", "venue"))
    matches = Match.objects.filter(fixture__tournament=tournament, fixture__void=False)
    since = min(filter(None, (timezone.now() - KEPT, tournament.starts_at)))
    with calendar_language(request):
        entries = [
            *event_calendar(held, since),
            *match_calendar(matches, since, zone=tournament.zone, place=tournament.shown_place),
        ]
        return calendar_answer(request, tournament.name, entries)
