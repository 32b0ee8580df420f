"""Announcing an event on the pages: what it begins with, what it means for a field, and then the event."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine import RuleError
from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.pages import notify_done
from matches.base.times import describe_moment, said_in
from matches.base.translation import translate_text
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import club_list, clubs_run_by
from tournaments.events import services
from tournaments.events.models import Tournament
from tournaments.events.rules.dates import next_at
from tournaments.events.rules.presets import PRESETS
from tournaments.events.selectors import (
    EventForecast,
    copied_announcement,
    event_forecast,
    preset_announcement,
    presets_by_use,
    tournament_list,
    tournaments_to_copy,
)
from tournaments.formats import FORMATS
from tournaments.venues.models import Venue
from tournaments.venues.rules.tables import TableUse

from .forms import FORMAT, TournamentForm
from .sent import with_terms, with_usual_options

FIRST = 6
"""How many presets are shown at once; the others are unfolded."""

USUAL_FIELD = 12
"""For how many an event is forecast of which nothing else is known."""


@dataclass(frozen=True)
class Beginning:
    """What an event begins with.

    title: what that is called. announced: the arguments of the service. entries: for how many it is forecast
    first. unfolded: whether every step is open.
    """

    title: str
    announced: Mapping[str, Any]
    entries: int = USUAL_FIELD
    copy_of: Tournament | None = None
    unfolded: bool = False


@require_http_methods(["GET", "POST"])
@login_required
def announce_page(request: HttpRequest) -> HttpResponse:
    """Choose what an event begins with; then announce it, at once or step by step."""
    actor = login_of_page(request)
    club = club_to_announce_in(request, actor)
    if club is None:
        clubs = clubs_run_by(actor)
        return render(request, "events/announce_where.html", {"clubs": clubs})
    beginning = beginning_of(request, club)
    if beginning is None:
        return show_beginnings(request, club, actor)
    announced = beginning.announced

    @transaction.atomic
    def act(form: TournamentForm) -> HttpResponse:
        made = services.tournament_create(
            actor=actor, club=club, copy_of=beginning.copy_of, **form.announcement
        )
        form.announce_others(made, actor)
        undo = reverse("pages-tournaments:tournament-remove", args=[made.pk])
        notify_done(request, _("%(name)s is announced.") % {"name": made.name}, undo=undo)
        return redirect("pages-tournaments:tournament", made.pk)

    with said_in(zone_announced(club, None, announced)):
        form = TournamentForm(
            sent_terms(request),
            club=club,
            begins=announced,
            entries=beginning.entries,
            copy_of=beginning.copy_of,
        )
        page = {"club": club, "beginning": beginning}
        return answer_form(request, form, act, "events/announce.html", page)


def club_to_announce_in(request: HttpRequest, actor: User) -> Club | None:
    """The club that is asked for, or the only one that the login runs; None where it has to be chosen."""
    asked = request.GET.get("club", "")
    if not asked:
        clubs = clubs_run_by(actor)[:2]
        return clubs[0] if len(clubs) == 1 else None
    if not asked.isdecimal():
        raise Http404
    club = get_object_or_404(club_list(), pk=int(asked[:18]))
    if not may_do_action(actor, "tournament_create", club):
        raise PermissionDenied
    return club


def beginning_of(request: HttpRequest, club: Club) -> Beginning | None:
    """What was chosen to begin with; None where nothing was yet."""
    now, asked = timezone.now(), request.GET
    if (code := asked.get("preset")) in PRESETS:
        preset = PRESETS[str(code)]
        entries = min(max(USUAL_FIELD, preset.least), preset.most)
        return Beginning(translate_text(preset.name), preset_announcement(preset, club, now), entries)
    if asked.get("copy_of", "").isdecimal():
        visible = tournament_list().listed_to(login_of_page(request)).filter(club=club)
        source = get_object_or_404(visible, pk=int(asked["copy_of"][:18]))
        entered = source.entries.not_withdrawn().count()
        return Beginning(
            _("Copy of %(name)s") % {"name": source.name},
            copied_announcement(source, now),
            entered if entered > 1 else USUAL_FIELD,
            copy_of=source,
        )
    if "steps" in asked:
        announced = preset_announcement(PRESETS["knockout"], club, now)
        return Beginning(_("Step by step"), {**announced, "name": "", "capacity": None}, unfolded=True)
    return None


def show_beginnings(request: HttpRequest, club: Club, actor: User) -> HttpResponse:
    presets = presets_by_use(club, actor)
    context = {
        "club": club,
        "presets": presets[:FIRST],
        "more_presets": presets[FIRST:],
        "copies": tournaments_to_copy(club, actor, timezone.now()),
    }
    return render(request, "events/announce_begin.html", context)


def sent_terms(request: HttpRequest) -> QueryDict | None:
    """What was sent of the form, with the usual options where another format was chosen."""
    return with_usual_options(request.POST) if request.method == "POST" else None


def answer_form(
    request: HttpRequest, form: TournamentForm, act: Any, template: str, page: Mapping[str, Any]
) -> HttpResponse:
    """The page of an event's form, what was asked for done with it.

    `do` is what the button says: "save" has `act` done, which answers with where to go on; "remedy-N" takes
    the remedy of that number; anything else asks what it means. An open page that asks gets that part alone.
    """
    do = request.POST.get("do", "")
    if do == "save":
        answers: list[HttpResponse] = []
        if form.submit(lambda _sent: answers.append(act(form))):
            return answers[0]
    forecast = form_forecast(form) if form.terms_open else None
    if forecast is not None and do.startswith("remedy-"):
        chosen = next((each for name, each in remedies_offered(form, forecast) if name == do), None)
        if chosen is not None:
            changed = with_terms(with_usual_options(request.POST), chosen.remedy.changes)
            form = TournamentForm(
                changed, club=form.club, begins=form.begins, is_new=form.is_new, copy_of=form.copy_of
            )
            forecast = form_forecast(form)
    part_only = bool(getattr(request, "htmx", False))
    context = {
        **page,
        "form": form,
        "part_only": part_only,
        "forecast": forecast,
        "remedies": [] if forecast is None else remedies_offered(form, forecast),
        "chosen": chosen_so_far(form),
        "format_changed": request.POST.get("format_shown") not in (None, form.format_code),
    }
    status = HTTPStatus.OK if part_only else form.page_status
    return render(request, "events/_announce_parts.html" if part_only else template, context, status=status)


def form_forecast(form: TournamentForm) -> EventForecast | None:
    """What the form comes to; None where it cannot be told, and then the form says why if it was sent."""
    if not form.is_bound:
        try:
            return announced_forecast(form.club, form.begins, form.initial)
        except RuleError:
            return None
    found: list[EventForecast] = []
    if not form.errors:
        form.submit(lambda sent: found.append(announced_forecast(form.club, form.announcement, sent)))
    return found[0] if found else None


def announced_forecast(club: Club, announced: Mapping[str, Any], asked: Mapping[str, Any]) -> EventForecast:
    """What an announcement comes to for the `entries` asked for, on so many tables, in a house that closes.

    Of what is not asked, venue and tables say it. Raises what `checked_announcement` and `event_forecast` do.
    """
    number = announced.get("venue")
    venue = None if number is None else Venue.objects.filter(club=club, pk=number).first()
    zone = zone_announced(club, venue, announced)
    starts_at = announced.get("starts_at")
    closes = asked.get("closes") or (venue.closes_at if venue else None)
    terms, _details = services.split_announcement(announced)
    return event_forecast(
        services.checked_announcement(**terms),
        entries=asked["entries"],
        tables=asked.get("tables_there") or tables_announced(venue, announced),
        club=club,
        starts_at=starts_at,
        closes_at=None if closes is None or starts_at is None else next_at(closes, starts_at, zone),
    )


def zone_announced(club: Club, venue: Venue | None, announced: Mapping[str, Any]) -> ZoneInfo:
    """In which zone its times are said; that of the venue is looked up where only its number is known."""
    number = announced.get("venue")
    if venue is None and number is not None and not announced.get("time_zone"):
        venue = Venue.objects.filter(club=club, pk=number).first()
    own = announced.get("time_zone") or ("" if venue is None else venue.time_zone)
    return ZoneInfo(own or club.time_zone)


def tables_announced(venue: Venue | None, announced: Mapping[str, Any]) -> int | None:
    """How many tables it has: its own, or those of the venue that are open to every event."""
    if venue is None:
        return None
    open_to_all = [table for table in venue.venue_tables if table.use is TableUse.OPEN]
    return len(announced.get("tables") or open_to_all) or None


def remedies_offered(form: TournamentForm, forecast: EventForecast) -> list[tuple[str, Any]]:
    """The remedies that the form has fields for, by the name of their button."""
    fields = {each["name"] for each in form.simple_options}
    begun = form.options_begun_with
    return [
        (f"remedy-{number}", each)
        for number, each in enumerate(forecast.remedies)
        if all(
            name in fields or begun.get(name) == value
            for name, value in each.remedy.changes.get("format_options", {}).items()
        )
    ]


def chosen_so_far(form: TournamentForm) -> dict[str, str]:
    """What stands in each step, in a line, as long as it can be read."""
    if form.is_bound and form.errors:
        return {}
    announced = form.announcement if form.is_bound else form.begins
    entering = [describe_entering(announced), *form.others_described]
    return {"play": describe_play(announced), "entering": " · ".join(entering)}


def describe_play(announced: Mapping[str, Any]) -> str:
    format = FORMATS[announced.get("format", FORMAT)]
    lengths = " · ".join(map(str, announced.get("lengths", [])))
    return _("%(format)s, to %(lengths)s points") % {
        "format": translate_text(format.name),
        "lengths": lengths,
    }


def describe_entering(announced: Mapping[str, Any]) -> str:
    places, closes = announced.get("capacity"), announced.get("entries_close_at")
    said = [
        _("any number") if places is None else _("%(count)s places") % {"count": places},
        _("closes %(when)s") % {"when": describe_moment(closes, "SHORT_DATETIME_FORMAT")} if closes else "",
        _("you approve each entry") if announced.get("entries_need_approval") else "",
        _("check-in") if announced.get("check_in") else "",
    ]
    return " · ".join(filter(None, said))
