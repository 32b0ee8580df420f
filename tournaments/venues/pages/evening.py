"""A venue on an evening: who sits where, who waits, and what calls the next match."""

from collections.abc import Callable, Iterable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.pages import form_faults, is_done, live_page, notify_done
from matches.base.times import said_in
from matches.facts.versions import row_topic, row_version, with_version
from matches.hooks import MatchToCall
from matches.play.models import Match
from matches.play.permissions import directed_matches
from tournaments.venues import services
from tournaments.venues.models import TableCall
from tournaments.venues.selectors import VenueNow, venue_list, venue_now


@require_safe
def venue_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sits where, what is free, who waits, what comes next."""
    venue = get_object_or_404(with_version(venue_list()), pk=pk)
    state = venue_now(venue, timezone.now())
    context = {
        "venue": venue,
        "state": state,
        "edits": may_do_action(request.user, "venue_edit", venue),
        "free": [each for each in state.tables if each.is_free],
        **called_here(request, state),
    }
    with said_in(venue.zone):
        return live_page(
            request,
            "venues/venue.html",
            live_part="venues/_venue.html",
            topic=row_topic(venue),
            version=row_version(venue),
            context=context,
        )


def called_here(request: HttpRequest, state: VenueNow) -> dict[str, object]:
    """The events whose matches the visitor calls to tables, by number; and what the next click calls."""
    queued = [each.event for each in state.queue]
    seated = [each.event for each in state.seated.values() if each.event is not None]
    events = events_directed(request, [*queued, *seated])
    return {
        "events": events,
        "by_themselves": matches_directed(request, state),
        "next_call": next((each for each in state.next_calls if each.event.event in events), None),
    }


def events_directed(request: HttpRequest, matches: Iterable[MatchToCall]) -> set[int]:
    """The events whose matches the visitor may call: a match of each is asked about."""
    one_of_each = {each.event: each.match for each in matches}
    return {event for event, match in one_of_each.items() if may_do_action(request.user, "match_call", match)}


def matches_directed(request: HttpRequest, state: VenueNow) -> set[int]:
    """The matches of no event at the tables, such as those of ladders, that the visitor directs."""
    loose = [each.seating.match_id for each in state.seated.values() if each.event is None]
    if not loose or not isinstance(request.user, User):
        return set()
    return set(directed_matches(request.user).filter(pk__in=loose).values_list("pk", flat=True))


class MatchCallForm(forms.Form):
    match = forms.IntegerField(label=gettext_lazy("Match"))
    table = forms.CharField(label=gettext_lazy("Table"))


class CallMoveForm(forms.Form):
    table = forms.CharField(label=gettext_lazy("Table"))


class AttendanceForm(forms.Form):
    side = forms.TypedChoiceField(choices=[("one", "one"), ("two", "two")], coerce=["one", "two"].index)
    present = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda value: value == "yes"
    )


def act_at_venue(request: HttpRequest, pk: int, act: Callable[[], None]) -> HttpResponse:
    """Do what a button asks of a venue, and show the venue again. Raises PermissionDenied."""

    def allowed() -> None:
        with forbid_without_role():
            act()

    is_done(request, allowed)
    return redirect("pages-tournaments:venue", pk)


def show_venue_again(request: HttpRequest, pk: int, form: forms.Form) -> HttpResponse:
    """The venue as it is now, and what was wrong with what a button sent."""
    messages.error(request, form_faults(form))
    return redirect("pages-tournaments:venue", pk)


def notify_called(request: HttpRequest, call: TableCall) -> None:
    """Say who is called where, with a button that takes it back."""
    said = _("%(match)s: table %(table)s.") % {"match": call.match.side_names, "table": call.table}
    address = reverse("pages-tournaments:venue-call-take-back", args=[call.venue_id, call.pk])
    notify_done(request, said, undo=address)


@require_POST
@login_required
def venue_call_next_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Call the match that is next."""
    venue = get_object_or_404(with_version(venue_list()), pk=pk)

    def act() -> None:
        notify_called(request, services.match_call_next(actor=login_of_page(request), venue_id=venue.pk))

    return act_at_venue(request, pk, act)


@require_POST
@login_required
def venue_call_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a match to a table."""
    venue, form = get_object_or_404(with_version(venue_list()), pk=pk), MatchCallForm(request.POST)
    if not form.is_valid():
        return show_venue_again(request, pk, form)
    match = get_object_or_404(Match, pk=form.cleaned_data["match"])

    def act() -> None:
        table = form.cleaned_data["table"]
        call = services.match_call(
            actor=login_of_page(request), match_id=match.pk, table=table, venue_id=venue.pk
        )
        notify_called(request, call)

    return act_at_venue(request, pk, act)


@require_POST
@login_required
def venue_call_move_page(request: HttpRequest, pk: int, call: int) -> HttpResponse:
    """Have a match that was called sit at another table."""
    found, form = get_object_or_404(TableCall, venue=pk, pk=call), CallMoveForm(request.POST)

    def act() -> None:
        table = form.cleaned_data["table"]
        services.call_move(actor=login_of_page(request), call_id=found.pk, table=table)
        notify_done(request, _("Now at table %(table)s.") % {"table": table})

    return act_at_venue(request, pk, act) if form.is_valid() else show_venue_again(request, pk, form)


@require_POST
@login_required
def venue_call_take_back_page(request: HttpRequest, pk: int, call: int) -> HttpResponse:
    """Take a call back: the match waits again."""
    found = get_object_or_404(TableCall, venue=pk, pk=call)

    def act() -> None:
        services.call_take_back(actor=login_of_page(request), call_id=found.pk)
        notify_done(request, _("Taken back: the match waits again."))

    return act_at_venue(request, pk, act)


@require_POST
@login_required
def venue_attendance_page(request: HttpRequest, pk: int, call: int) -> HttpResponse:
    """Say that a side of a match that was called is not there, or has come."""
    found, form = get_object_or_404(TableCall, venue=pk, pk=call), AttendanceForm(request.POST)

    def act() -> None:
        services.attendance_record(actor=login_of_page(request), call_id=found.pk, **form.cleaned_data)

    return act_at_venue(request, pk, act) if form.is_valid() else show_venue_again(request, pk, form)
