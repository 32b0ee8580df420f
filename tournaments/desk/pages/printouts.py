"""The tab Print of the control desk, and what a director prints: each a page of its own, made for paper."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.base.times import said_in
from tournaments.desk.rules.papers import Paper, usual_paper
from tournaments.desk.rules.wall_sheets import SCALES
from tournaments.desk.selectors import PrintedRound, Wall, printed_rounds, seats_by_name
from tournaments.events.models import Tournament
from tournaments.events.selectors import GridRound, GridRow, grid_of_slots, tournament_course

from .desk import Desk, open_desk, show_desk
from .printout_forms import BLANK, PairingsForm, PrintoutForm, SlipsForm, WallForm

TAB = "print"


@dataclass(frozen=True, slots=True)
class Printout:
    """Something to print: what it is for, and what is chosen of it."""

    name: str | Promise
    about: str | Promise
    form: type[PrintoutForm]
    needs_draw: bool = True

    @property
    def page(self) -> str:
        return f"pages-tournaments:desk-print-{self.form.code}"


PAIRINGS = Printout(
    _("Pairings"),
    _("To hang up when a round begins: who plays whom, at which table, and by when."),
    PairingsForm,
)
SLIPS = Printout(
    _("Score slips"),
    _("To hand out and to collect: the large number is what the line of the results takes."),
    SlipsForm,
    needs_draw=False,
)
WALL = Printout(
    _("Wall sheets"),
    _("To follow the event on a wall: brackets across the sheet, groups as crosstables, and round by round."),
    WallForm,
)
PRINTOUTS = (PAIRINGS, SLIPS, WALL)


@require_safe
@login_required
def print_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What there is to print."""
    return show_print(request, open_desk(request, pk, TAB))


def show_print(request: HttpRequest, desk: Desk, sent: PrintoutForm | None = None) -> HttpResponse:
    """The tab; `sent`: what was asked for that cannot be printed."""
    grid = grid_of_desk(desk)
    shown = [(each, sent if isinstance(sent, each.form) else each.form(grid)) for each in PRINTOUTS]
    context = {"printouts": shown, "paper": paper_chosen(request, desk.tournament), "papers": list(Paper)}
    return show_desk(request, desk, TAB, context, status=200 if sent is None else sent.page_status)


def paper_chosen(request: HttpRequest, tournament: Tournament) -> Paper:
    """The paper asked for, for all printouts at once; else the usual one."""
    asked = request.GET.get("paper", "")
    return Paper(asked) if asked in list(Paper) else usual_paper(get_language() or "", tournament.zone.key)


def grid_of_desk(desk: Desk) -> Sequence[GridRound] | None:
    """The matches of the event; None before the draw."""
    return None if desk.tournament.draw is None else grid_of_slots(desk.event, desk.rights)


def show_printout(
    request: HttpRequest, pk: int, printout: Printout, printed: Callable[[Desk, Any], Mapping[str, Any]]
) -> HttpResponse:
    """A printout on its paper, with times of the event's zone; the tab where it cannot be made.

    printed: what is on it, by the desk and by what was chosen.
    """
    desk = open_desk(request, pk, TAB)
    form = printout.form(grid_of_desk(desk) if printout.form.offers_rounds else None, request.GET)
    if not form.is_valid():
        return show_print(request, desk, form)
    if getattr(request, "htmx", False):
        # A tab that shows a fault looks itself up under the same address.
        return show_print(request, desk)
    chosen = form.cleaned_data
    with said_in(desk.tournament.zone):
        context = {
            "tournament": desk.tournament,
            "printout": printout,
            "paper": paper_chosen(request, desk.tournament),
            "now": timezone.now(),
            **printed(desk, chosen),
        }
        answer = render(request, f"desk/printout_{form.code}.html", context)
    add_never_cache_headers(answer)
    return answer


@require_safe
@login_required
def pairings_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """Who meets whom: by match, or by name."""
    return show_printout(request, pk, PAIRINGS, pairings_printed)


def pairings_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    rounds = printed_rounds(desk.event, grid_of_desk(desk) or (), chosen["round"])
    by_name = seats_by_name(rounds) if chosen["order"] == "name" else None
    has_times = any(row.starts_at or row.play_by for each in rounds for row in each.rows)
    columns = 5 if by_name is None else 4 + (len(rounds) > 1)
    return {"rounds": rounds, "seats": by_name, "has_times": has_times, "columns": columns + has_times}


@require_safe
@login_required
def slips_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """A slip for each match, or blank ones."""
    return show_printout(request, pk, SLIPS, slips_printed)


def slips_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    per_page, wanted = int(chosen["per_page"]), chosen["round"]
    rounds = printed_rounds(desk.event, grid_of_desk(desk) or (), wanted)
    slips: list[tuple[PrintedRound, GridRow] | None] = [(each, row) for each in rounds for row in each.rows]
    if wanted == BLANK:
        slips = [None] * per_page
    pages = [slips[at : at + per_page] for at in range(0, len(slips), per_page)]
    return {"pages": pages, "per_page": per_page, "sides": (0, 1)}


@require_safe
@login_required
def wall_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """Brackets and tables to hang up."""
    return show_printout(request, pk, WALL, wall_printed)


def wall_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"wall": Wall(tournament_course(desk.tournament), SCALES[chosen["scale"]]), "landscape": True}
