"""The calendar of a player: what everybody may see of what is to come."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.base.times.calendars import KEPT, calendar_answer, calendar_language
from matches.hooks import player_stakes
from matches.players.models import Player
from matches.players.selectors import player_records_involved


@require_safe
def player_calendar_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Matches with their deadlines, and events, of the player and of pairs and teams."""
    player = get_object_or_404(Player.objects.select_related("stand_in"), pk=pk).effective_player
    if player.anonymised:
        raise Http404
    records, since = player_records_involved(player), timezone.now() - KEPT
    with calendar_language(request):
        entries = [entry for stake in player_stakes() for entry in stake.calendar_entries(records, since)]
        return calendar_answer(request, _("%(name)s plays") % {"name": player.name}, entries)
