"""The tab Check-in of the control desk, and the same as a kiosk at the door."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from matches.accounts.access import login_of_page
from matches.base.pages import is_done, notify_done
from tournaments.desk.selectors import DeskArrival, EntryState, arrivals_of, entry_desk
from tournaments.events.models import Tournament
from tournaments.events.services import entries_check_in, entry_check_in_take_back

from .desk import Desk, open_desk, show_desk
from .entry_forms import DeskAnswer, DeskEntryForm, DeskForm

TAB, KIOSK = "check-in", "kiosk"
TYPED_MAX = 80


class ArrivedForm(DeskEntryForm):
    """That an entry is here."""

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        (made,) = entries_check_in(**self.at, entry_ids=[sent["entry"]])
        return arrived_answer(self.tournament, made.entry_id, made.entry.player.effective_player.name)


class NotArrivedForm(DeskEntryForm):
    """That an entry is not here after all."""

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        made = entry_check_in_take_back(**self.at, entry_id=sent["entry"])
        name = made.check_in.entry.player.effective_player.name
        return DeskAnswer(_("%(player)s is not here after all.") % {"player": name})


class AllArrivedForm(DeskForm):
    """That everybody in the field is here."""

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        absent = arrivals_of(entry_desk(self.tournament)).absent
        made = entries_check_in(**self.at, entry_ids=absent)
        said = ngettext("%(count)s entry is checked in.", "%(count)s entries are checked in.", len(made))
        return DeskAnswer(said % {"count": len(made)})


class TypedArrivalForm(DeskForm):
    """Who is here, by letters of the name: whoever is left of those who have not come yet."""

    typed = forms.CharField(label=gettext_lazy("Type a name, Enter when one is left"), max_length=TYPED_MAX)

    def clean_typed(self) -> DeskArrival:
        found = arrivals_of(entry_desk(self.tournament), self.cleaned_data["typed"])
        if len(found.left) == 1:
            return found.left[0]
        if found.left:
            raise forms.ValidationError(_("Several are left. Type more letters, or choose one below."))
        if found.shown:
            raise forms.ValidationError(_("Whoever has that name is here already."))
        raise forms.ValidationError(_("Nobody in this event has that name. Look at the spelling."))

    def act(self, sent: Mapping[str, Any]) -> DeskAnswer:
        entry = sent["typed"].row.entry
        entries_check_in(**self.at, entry_ids=[entry.pk])
        return arrived_answer(self.tournament, entry.pk, entry.player.effective_player.name)


def arrived_answer(tournament: Tournament, entry: int, name: str) -> DeskAnswer:
    undo = reverse("pages-tournaments:desk-check-in-undo", args=[tournament.pk, entry])
    return DeskAnswer(_("%(player)s is here.") % {"player": name}, undo)


CHECK_IN_FORMS: Mapping[str, type[DeskForm]] = {
    "here": ArrivedForm,
    "not_here": NotArrivedForm,
    "all": AllArrivedForm,
    "typed": TypedArrivalForm,
}
"""What a button of the tab does, by its value."""


@require_http_methods(["GET", "POST"])
@login_required
def check_in_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is here, by letters or with one tap."""
    return check_in_at(request, pk, TAB)


@require_http_methods(["GET", "POST"])
@login_required
def kiosk_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The same alone on its page, for a tablet at the door."""
    return check_in_at(request, pk, KIOSK)


def check_in_at(request: HttpRequest, pk: int, shown: str) -> HttpResponse:
    """shown: TAB or KIOSK."""
    desk = open_desk(request, pk, TAB)
    form: DeskForm | None = None
    if request.method == "POST":
        sent = CHECK_IN_FORMS.get(request.POST.get("do", ""))
        if sent is None:
            raise Http404
        form = sent(request.POST, desk.tournament, login_of_page(request))
        if form.submit(form.act):
            if not getattr(request, "htmx", False):
                notify_done(request, form.outcome.said, undo=form.outcome.undo)
            return redirect(f"pages-tournaments:desk-{shown}", pk)
    return show_arrivals(request, desk, shown, form)


def show_arrivals(request: HttpRequest, desk: Desk, shown: str, form: DeskForm | None) -> HttpResponse:
    entries = entry_desk(desk.tournament)
    typed = form["typed"].value() if isinstance(form, TypedArrivalForm) else ""
    arrivals = arrivals_of(entries, typed or "")
    context = {
        "entries": entries,
        # Where nobody has such a name, everybody is there to be chosen.
        "arrivals": arrivals if arrivals.shown else arrivals_of(entries),
        "in_field": entries.count_of(EntryState.IN_FIELD),
        "absent": len(arrivals.absent),
        "typed": typed or "",
        "sent": form,
        "page": reverse(f"pages-tournaments:desk-{shown}", args=[desk.tournament.pk]),
    }
    return show_desk(request, desk, shown, context, status=200 if form is None else form.page_status)


@require_POST
@login_required
def check_in_undo_page(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Take back from the notice that somebody is here."""
    open_desk(request, pk, TAB)
    actor = login_of_page(request)
    if is_done(request, lambda: entry_check_in_take_back(actor=actor, tournament_id=pk, entry_id=entry)):
        notify_done(request, _("It is taken back."))
    return redirect("pages-tournaments:desk-check-in", pk)
