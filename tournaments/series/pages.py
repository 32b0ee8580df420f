"""An event is held every week, from a page: set up, changed, stopped, one left out."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.forms import DayField, PageForm
from matches.base.pages import is_done, notify_done
from matches.base.times import said_in
from matches.edits.pages import notify_edited
from tournaments.events.rules.dates import wall_time
from tournaments.events.selectors import tournament_list
from tournaments.series import services

from .models import Series, SeriesEdit
from .rules import DAYS_AHEAD_MAX, WEEKS_MAX
from .selectors import TO_CHOOSE_FROM, events_to_repeat, series_outlook, series_shown_to, series_visible

UNDO = "pages-tournaments:series-edit-undo"


class SeriesForm(PageForm):
    """How often an event is held, and how long before each is announced."""

    weeks = forms.IntegerField(
        label=pgettext_lazy("series", "Every how many weeks"), min_value=1, max_value=WEEKS_MAX, initial=1
    )
    next_day = DayField(label=gettext_lazy("Day of the next event"))
    last_day = DayField(
        label=pgettext_lazy("series", "Last day"),
        required=False,
        help_text=gettext_lazy("Leave it empty for as long as it goes on."),
    )
    days_ahead = forms.IntegerField(
        label=gettext_lazy("Announced how many days before"),
        min_value=0,
        max_value=DAYS_AHEAD_MAX,
        initial=7,
        help_text=gettext_lazy("Its times move with the day, and its name with the date or number in it."),
    )


class SeriesEditForm(SeriesForm):
    """The same, and which event the next one copies."""

    concerns = {"already_in_series": "source"}

    source = forms.TypedChoiceField(
        label=gettext_lazy("Event to copy"),
        coerce=int,
        help_text=gettext_lazy("Usually the latest one, as it was announced and changed since."),
    )

    def __init__(self, *args: Any, series: Series, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        events = {event.pk: event.name for event in events_to_repeat(series.club)[:TO_CHOOSE_FROM]}
        choices = list({series.source_id: series.source.name, **events}.items())
        self.fields["source"].choices = choices  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def series_new_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Have an event held every week."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    if not may_do_action(request.user, "tournament_create", tournament.club):
        raise PermissionDenied
    initial = {}
    if tournament.starts_at is not None:
        initial["next_day"] = wall_time(tournament.starts_at, tournament.zone).date() + timedelta(weeks=1)
    form = SeriesForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.submit(
        lambda sent: services.series_create(actor=login_of_page(request), source=tournament, **sent)
    ):
        notify_done(request, _("The event is held again by itself from now on."))
        return redirect("pages-tournaments:series-edit", form.outcome.pk)
    shown = {"tournament": tournament, "form": form}
    return render(request, "series/series_new.html", shown, status=form.page_status)


def edited_series(request: HttpRequest, pk: int) -> Series:
    """The series, for who may announce events of its club; others do not find those of unlisted events."""
    series = get_object_or_404(series_visible(login_of_page(request)), pk=pk)
    if not may_do_action(request.user, "tournament_create", series.club):
        raise PermissionDenied
    return series


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def series_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What comes next in a series; change it, stop it, leave one out."""
    series = edited_series(request, pk)
    outlook = series_outlook(series, timezone.now())
    initial = {
        "source": series.source_id,
        "weeks": series.weeks,
        "days_ahead": series.days_ahead,
        "next_day": series.next_day if outlook.following is None else outlook.following.day,
        "last_day": series.last_day,
    }
    form = SeriesEditForm(request.POST or None, initial=initial, series=series)

    def edit(now: datetime) -> None:
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        services.series_edit(actor=login_of_page(request), series_id=pk, now=now, **changes)

    if request.method == "POST" and form.submit(
        lambda _sent: notify_edited(request, series, _("Saved."), UNDO, edit)
    ):
        return redirect("pages-tournaments:series-edit", pk)
    context = {
        "series": series,
        "outlook": outlook,
        "form": form,
        "announced": series.announcements.select_related("tournament").order_by("-day")[:TO_CHOOSE_FROM],
    }
    with said_in(series.source.zone):
        return render(request, "series/series_edit.html", context, status=form.page_status)


def change_series(
    request: HttpRequest, pk: int, said: str, act: Callable[[datetime], object]
) -> HttpResponse:
    """Change a series at once, and go back to its page."""
    series = edited_series(request, pk)
    is_done(request, lambda: notify_edited(request, series, said, UNDO, act))
    return redirect("pages-tournaments:series-edit", pk)


@require_POST
@login_required
def series_stop_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a series, or have it go on."""
    stopped = request.POST.get("stopped") == "yes"

    def act(now: datetime) -> None:
        services.series_edit(actor=login_of_page(request), series_id=pk, stopped=stopped, now=now)

    said = _("The series is stopped.") if stopped else _("The series goes on.")
    return change_series(request, pk, said, act)


@require_POST
@login_required
def series_skip_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave the next event out."""

    def act(now: datetime) -> None:
        services.series_skip(actor=login_of_page(request), series_id=pk, now=now)

    return change_series(request, pk, _("The next event is left out."), act)


@require_POST
@login_required
def series_remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a series; its events stay."""
    series = edited_series(request, pk)

    def act(now: datetime) -> None:
        services.series_remove(actor=login_of_page(request), series_id=pk, now=now)

    said = _("The series is removed. Its events stay.")
    if is_done(request, lambda: notify_edited(request, series, said, UNDO, act)):
        return redirect("pages-tournaments:club", series.club_id)
    return redirect("pages-tournaments:series-edit", pk)


@require_POST
@login_required
def series_edit_undo_page(request: HttpRequest, pk: int, edit: int) -> HttpResponse:
    """Take a change of a series back; one that was removed is there again."""
    shown = Series.objects.filter(series_shown_to(login_of_page(request)), pk=pk)
    edits = SeriesEdit.objects.select_related("series__club")
    found = get_object_or_404(edits, series__in=shown, pk=edit)
    if not may_do_action(request.user, "tournament_create", found.series.club):
        raise PermissionDenied
    actor = login_of_page(request)
    if is_done(request, lambda: services.series_edit_undo(actor=actor, series_id=pk, edit_id=edit)):
        notify_done(request, _("Taken back."))
    elif found.series.removed:
        return redirect("pages-tournaments:club", found.series.club_id)
    return redirect("pages-tournaments:series-edit", pk)
