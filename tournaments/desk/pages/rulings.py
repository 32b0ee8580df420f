"""Rulings, penalty points and times that a director gives beside the grid of results."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine import RuleError
from matches.accounts.access import login_of_page
from matches.base.forms import PageForm
from matches.base.times import said_in
from matches.play.errors import PreviewMissing, PreviewStale
from matches.play.services import match_schedule, penalty_give, ruling_make
from tournaments.desk.selectors import row_key, row_label
from tournaments.events.selectors import GridRow

from .desk import Desk, open_desk
from .match_panel import PenaltyPanelForm, RulePanelForm, SchedulePanelForm, look_at_ruling, match_panel
from .results import TAB, DeskView, LineAnswer, answer_line, results_in_view, show_results


def row_of_match(desk: Desk, view: DeskView, match: int) -> GridRow:
    """The row of a match of the event that has been set up."""
    rows = results_in_view(desk, view).rows
    found = next((row for row in rows if row.slot.match == match), None)
    if found is None:
        raise Http404
    return found


@require_POST
@login_required
def rule_page(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Rule on a match, or correct its result; what that changes is shown first where it changes more."""
    desk, view, actor = open_desk(request, pk, TAB), DeskView.read(request.POST), login_of_page(request)
    row = row_of_match(desk, view, match)
    form = RulePanelForm(row, request.POST)
    looked: dict[str, Any] = {}
    if form.is_valid():
        outcome = form.ruling_outcome()
        try:
            if not form.only_looks:
                preview = form.cleaned_data["preview"] or None
                reason = form.cleaned_data["reason"]
                ruling_make(match_id=match, actor=actor, reason=reason, preview=preview, **outcome)
                return answer_line(request, pk, ruled(row, view))
        except (PreviewMissing, PreviewStale):
            pass
        except RuleError as refusal:
            form.add_refusal(refusal)
        if not form.errors:
            looked = look_at_ruling(row, actor, outcome)
    panel = match_panel(row, actor, rule=form, **looked)
    status = 422 if form.errors else 200
    return show_results(request, desk, replace(view, opened=row_key(row)), panel=panel, status=status)


def ruled(row: GridRow, view: DeskView) -> LineAnswer:
    message = _("Match %(number)s is ruled on.") % {"number": row_label(row)}
    return LineAnswer(message, replace(view, opened="", score="", kept=[*view.kept, row_key(row)]))


@require_POST
@login_required
def penalty_page(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Give penalty points."""

    def act(sent: dict[str, Any]) -> None:
        penalty_give(match_id=match, actor=login_of_page(request), **sent)

    return submit_panel_form(request, pk, match, "penalty", PenaltyPanelForm, act)


@require_POST
@login_required
def schedule_page(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Say when a match is played."""

    def act(sent: dict[str, Any]) -> None:
        match_schedule(match_id=match, actor=login_of_page(request), **sent)

    return submit_panel_form(request, pk, match, "schedule", lambda row, data: SchedulePanelForm(data), act)


def submit_panel_form(
    request: HttpRequest,
    pk: int,
    match: int,
    name: str,
    make: Callable[[GridRow, Any], PageForm],
    act: Callable[[dict[str, Any]], object],
) -> HttpResponse:
    """Do what a form of the panel asks; the match stays open beside the grid."""
    desk, view = open_desk(request, pk, TAB), DeskView.read(request.POST)
    row = row_of_match(desk, view, match)
    view = replace(view, opened=row_key(row))
    with said_in(desk.tournament.zone):
        form = make(row, request.POST)
        done = form.submit(act)
    if done:
        return answer_line(request, pk, LineAnswer(_("Noted."), view))
    sent: dict[str, Any] = {name: form}
    panel = match_panel(row, login_of_page(request), **sent)
    return show_results(request, desk, view, panel=panel, status=422)
