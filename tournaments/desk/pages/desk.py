"""The control desk of an event: what every tab of it shows, and who sees which."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.accounts.access import login_of_page
from matches.base.pages import live_page
from matches.base.times import said_in
from matches.facts.versions import row_topic, row_version, with_version
from matches.hooks import sections_shown
from tournaments.events.models import Tournament
from tournaments.events.selectors import (
    EventOutlook,
    EventSlots,
    GridRound,
    ViewerRights,
    event_slots,
    grid_of_slots,
    outlook_of_slots,
    rights_in_tournament,
    tournament_list,
)


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the desk. scorekeepers: whether those see it, too, who keep the score of the event."""

    code: str
    name: str | Promise
    scorekeepers: bool = False

    @property
    def page(self) -> str:
        return f"pages-tournaments:desk-{self.code}"


TABS: Sequence[Tab] = (
    Tab("entries", _("Entries")),
    Tab("check-in", _("Check-in"), scorekeepers=True),
    Tab("draw", _("Draw")),
    Tab("results", _("Results"), scorekeepers=True),
    Tab("prizes", _("Prizes")),
    Tab("print", _("Print"), scorekeepers=True),
)


@dataclass(frozen=True)
class Desk:
    """An event on its control desk, for one who works there."""

    tournament: Tournament
    rights: ViewerRights

    @cached_property
    def event(self) -> EventSlots:
        """Every match of it."""
        return event_slots(self.tournament, timezone.now())

    @cached_property
    def grid(self) -> list[GridRound]:
        """Its matches as who works there sees them; none before the draw."""
        return [] if self.tournament.draw is None else grid_of_slots(self.event, self.rights)

    @cached_property
    def outlook(self) -> EventOutlook:
        return outlook_of_slots(self.event)

    @property
    def tabs(self) -> list[Tab]:
        return [tab for tab in TABS if self.rights.directs or tab.scorekeepers]


def open_desk(request: HttpRequest, pk: int, tab: str) -> Desk:
    """The desk, for whoever works at that tab of it; others are refused with 403."""
    tournament = get_object_or_404(with_version(tournament_list()), pk=pk)
    desk = Desk(tournament, rights_in_tournament(login_of_page(request), tournament))
    if not (desk.rights.directs or desk.rights.keeps_score) or tab not in {each.code for each in desk.tabs}:
        raise PermissionDenied
    return desk


def show_desk(
    request: HttpRequest, desk: Desk, tab: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """A tab of the desk: whole, or the live part alone where an open page asks for it."""
    shown = {
        "desk": desk,
        "tournament": desk.tournament,
        "tab": tab,
        "outstanding": desk.outlook.outstanding,
        "progress": desk.outlook.progress,
        "now": desk.event.now,
        "sections": sections_shown(desk.tournament, request, ("desk",)),
        **context,
    }
    with said_in(desk.tournament.zone):
        answer = live_page(
            request,
            f"desk/{tab.replace('-', '_')}.html",
            live_part=f"desk/_{tab.replace('-', '_')}.html",
            topic=row_topic(desk.tournament),
            version=row_version(desk.tournament),
            context=shown,
        )
    answer.status_code = status
    return answer


@require_safe
@login_required
def desk_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The tab that the event needs now: entries before the draw, results until all are in, then prizes."""
    tournament = get_object_or_404(with_version(tournament_list()), pk=pk)
    rights = rights_in_tournament(login_of_page(request), tournament)
    if not (rights.directs or rights.keeps_score):
        raise PermissionDenied
    tab = "results" if tournament.draw is not None or not rights.directs else "draw"
    return redirect(f"pages-tournaments:desk-{tab}", pk)
