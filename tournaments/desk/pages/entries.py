"""The tab Entries of the control desk: who plays, waits, pays; who comes, and who leaves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from engine import RuleError
from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.pages import is_done, notify_done
from tournaments.clubs.pages.players import PlayerLinesForm
from tournaments.desk.selectors import DeskEntry, EntryDesk, EntryState, entry_desk
from tournaments.events.models import EntryApplication, Tournament
from tournaments.events.selectors import WithdrawalEffect, entry_application_list
from tournaments.events.services import entry_come_back, entry_withdraw, entry_withdraw_preview

from .desk import Desk, open_desk, show_desk
from .entry_forms import ENTRY_FORMS, DeskApplicationForm, DeskEnterForm, DeskForm, DeskPairForm, DeskTeamForm

TAB = "entries"


@dataclass(frozen=True, slots=True)
class ApplicationToAnswer:
    """An application that waits for a director; `form`: what was sent about it, if that was refused."""

    application: EntryApplication
    form: DeskForm | None


@dataclass(frozen=True, slots=True)
class LeavingPanel:
    """An entry that may leave, and what that would change; or why it cannot."""

    row: DeskEntry
    effect: WithdrawalEffect | None = None
    refusal: RuleError | None = None


@require_http_methods(["GET", "POST"])
@login_required
def entries_page(request: HttpRequest, pk: int, entry: int = 0) -> HttpResponse:
    """The entries; beside them, of one of them, what its leaving would change."""
    desk, actor = open_desk(request, pk, TAB), login_of_page(request)
    sent: DeskForm | None = None
    if request.method == "POST":
        sent = sent_form(request, desk.tournament, actor)
        if sent.submit(sent.act):
            if not getattr(request, "htmx", False):
                notify_done(request, sent.outcome.said, undo=sent.outcome.undo)
            return redirect("pages-tournaments:desk-entries", pk)
    return show_entries(request, desk, actor, entry, sent)


def sent_form(request: HttpRequest, tournament: Tournament, actor: User) -> DeskForm:
    form = ENTRY_FORMS.get(request.POST.get("do", ""))
    if form is None:
        raise Http404
    return form(request.POST, tournament, actor)


def show_entries(
    request: HttpRequest, desk: Desk, actor: User, opened: int, sent: DeskForm | None
) -> HttpResponse:
    entries = entry_desk(desk.tournament)
    context = {
        "entries": entries,
        "groups": entries_by_state(entries),
        "applications": applications_to_answer(desk.tournament, sent),
        "entering": entering_said(entries),
        "panel": leaving_panel(entries, actor, opened),
        "sent": sent,
        **entering_forms(desk.tournament, actor, entries, sent),
    }
    return show_desk(request, desk, TAB, context, status=200 if sent is None else sent.page_status)


def entering_forms(
    tournament: Tournament, actor: User, entries: EntryDesk, sent: DeskForm | None
) -> Mapping[str, Any]:
    """The forms of who enters, each as it was sent; none where nobody can any more."""
    if tournament.called_off or tournament.state in Tournament.OVER:
        return {}
    enter = sent if isinstance(sent, DeskEnterForm) else DeskEnterForm(None, tournament, actor)
    if entries.late_seats == 0 and not enter.is_bound:
        enter.initial = {"alternate": True}
    forms: dict[str, Any] = {"enter": enter}
    if tournament.entrants == Tournament.Entrants.DOUBLES:
        forms["pair"] = sent if isinstance(sent, DeskPairForm) else DeskPairForm(None, tournament, actor)
    if tournament.entrants == Tournament.Entrants.TEAMS:
        forms["team"] = sent if isinstance(sent, DeskTeamForm) else DeskTeamForm(None, tournament, actor)
    if tournament.entrants == Tournament.Entrants.SINGLES:
        forms["may_paste"] = may_do_action(actor, "players_record", tournament.club)
        if forms["may_paste"] and not entries.entries:
            forms["lines"] = PlayerLinesForm()
    return forms


def entries_by_state(entries: EntryDesk) -> list[tuple[EntryState, list[DeskEntry]]]:
    """Those in the field first, then who waits, and who has left last; each as they have entered."""
    found = [(state, [row for row in entries.entries if row.state == state]) for state in EntryState]
    for _state, rows in found:
        rows.sort(key=lambda row: row.place_in_line or 0)
    return [(state, rows) for state, rows in found if rows]


def applications_to_answer(tournament: Tournament, sent: DeskForm | None) -> list[ApplicationToAnswer]:
    """One query."""
    refused = sent if isinstance(sent, DeskApplicationForm) else None
    about = None if refused is None else str(refused["application"].value())
    return [
        ApplicationToAnswer(each, refused if str(each.pk) == about else None)
        for each in entry_application_list().open().filter(tournament=tournament)
    ]


def entering_said(entries: EntryDesk) -> str:
    """Who may still enter, and what else there is where nobody may; "" where anybody may."""
    tournament, late, left = entries.tournament, entries.late_seats, entries.places_left
    if tournament.called_off:
        return _("The event is called off; nobody enters any more.")
    if tournament.state in Tournament.OVER:
        return _("The event is over; nobody enters any more.")
    if late:
        said = ngettext(
            "The draw has been made. %(count)s late entry is still possible; it joins the next pairings.",
            "The draw has been made. %(count)s late entries are still possible; they join the next pairings.",
            late,
        )
        return said % {"count": late}
    if late == 0:
        return _(
            "The draw has been made, and all places in it are taken. Enter alternates: they take the place "
            "of somebody who has not played yet. If nobody has played, the draw can be made again."
        )
    if left == 0:
        return _("All places are taken: who enters now waits until somebody withdraws.")
    if left is not None:
        return ngettext("%(count)s place is free.", "%(count)s places are free.", left) % {"count": left}
    return ""


def leaving_panel(entries: EntryDesk, actor: User, opened: int) -> LeavingPanel | None:
    """Of the entry that is opened, if it is there and has not left."""
    row = next((each for each in entries.entries if each.entry.pk == opened), None)
    if row is None or row.state in (EntryState.WITHDRAWN, EntryState.SUBSTITUTED):
        return None
    try:
        effect = entry_withdraw_preview(actor=actor, tournament_id=entries.tournament.pk, entry_id=opened)
    except RuleError as refusal:
        return LeavingPanel(row, refusal=refusal)
    return LeavingPanel(row, effect)


@require_POST
@login_required
def entry_undo_page(request: HttpRequest, pk: int, entry: int, do: str) -> HttpResponse:
    """Take back from the notice that somebody was entered, or has withdrawn."""
    open_desk(request, pk, TAB)
    at: dict[str, Any] = {"actor": login_of_page(request), "tournament_id": pk, "entry_id": entry}
    undoes: Mapping[str, Callable[..., object]] = {
        "withdraw": entry_withdraw,
        "come_back": entry_come_back,
    }
    if do not in undoes:
        raise Http404
    if is_done(request, lambda: undoes[do](**at)):
        notify_done(request, _("It is taken back."))
    return redirect("pages-tournaments:desk-entries", pk)
