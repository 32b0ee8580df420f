"""The tab Print of the control desk, and what a director prints: each a page of its own, made for paper."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
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
from tournaments.desk.selectors import (
    EntryState,
    Wall,
    course_after_round,
    entries_by_name,
    entry_desk,
    printed_rounds,
    seats_by_name,
    slip_paths,
)
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_course
from tournaments.events.words import kind_of_tournament_part

from .desk import Desk, open_desk, show_desk
from .handouts import Slip, score_sheet
from .printout_forms import (
    BLANK,
    CertificateForm,
    EntryListForm,
    NameCardsForm,
    PairingsForm,
    PrintoutForm,
    PrizeListForm,
    ScoreSheetsForm,
    SlipsForm,
    StandingsForm,
    WallForm,
)
from .prizes import prizes_shown

TAB = "print"

CARDS_ON_A_PAGE = 8
BLANK_ENTRIES = 6
"""Empty lines for whoever comes to the door."""

# Parts whose places are those of the event.
OF_THE_EVENT = frozenset({"main", "winners", "losers", "final", "third_place", "play_off"})


@dataclass(frozen=True, slots=True)
class Printout:
    """Something to print: what it is for, and what is chosen of it.

    needs_draw: whether there is nothing of it before the draw. directors: whether they alone see it. a3:
    whether it is made as PDF on one sheet of A3 too.
    """

    name: str | Promise
    about: str | Promise
    form: type[PrintoutForm]
    needs_draw: bool = False
    directors: bool = False
    a3: bool = False

    @property
    def page(self) -> str:
        return f"pages-tournaments:desk-print-{self.form.code}"


PAIRINGS = Printout(
    _("Pairings"),
    _("To hang up when a round begins: who plays whom, at which table, and by when."),
    PairingsForm,
    needs_draw=True,
)
SLIPS = Printout(
    _("Score slips"),
    _("To hand out and to collect: the large number is what the line of the results takes."),
    SlipsForm,
)
SCORE_SHEETS = Printout(
    _("Score sheets"),
    _("To keep the score of a match: a column for each game, the cube, the Crawford game, and signatures."),
    ScoreSheetsForm,
)
WALL = Printout(
    _("Wall sheets"),
    _("To follow the event on a wall: brackets across the sheet, groups as crosstables, and round by round."),
    WallForm,
    needs_draw=True,
    a3=True,
)
STANDINGS = Printout(
    _("Standings"),
    _("To hang up at the end or between rounds: places, points, and how ties are broken."),
    StandingsForm,
    needs_draw=True,
)
PRIZES = Printout(
    _("Payout list"),
    _("To pay the prizes out: who gets what, and a line to sign on."),
    PrizeListForm,
    directors=True,
)
ENTRIES = Printout(
    _("Entry list"),
    _("To check in by hand: a box for each entry, its fee, and empty lines for the door."),
    EntryListForm,
)
CARDS = Printout(
    _("Name cards"),
    _("To lay on tables or to pin on: the name of everybody in the field, eight to a page."),
    NameCardsForm,
)
CERTIFICATE = Printout(
    _("Certificate"),
    _("To sign and to hand to the winner, once the event is decided."),
    CertificateForm,
    needs_draw=True,
)
PRINTOUTS = (PAIRINGS, SLIPS, SCORE_SHEETS, WALL, STANDINGS, ENTRIES, CARDS, CERTIFICATE, PRIZES)


@require_safe
@login_required
def print_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What there is to print."""
    return show_print(request, open_desk(request, pk, TAB))


def show_print(request: HttpRequest, desk: Desk, sent: PrintoutForm | None = None) -> HttpResponse:
    """The tab; `sent`: what was asked for that cannot be printed."""
    shown = [
        (each, sent if isinstance(sent, each.form) else each.form(desk))
        for each in PRINTOUTS
        if desk.rights.directs or not each.directors
    ]
    context = {"printouts": shown, "paper": paper_chosen(request, desk.tournament), "papers": list(Paper)}
    return show_desk(request, desk, TAB, context, status=200 if sent is None else sent.page_status)


def paper_chosen(request: HttpRequest, tournament: Tournament) -> Paper:
    """The paper asked for, for all printouts at once; else the usual one."""
    asked = request.GET.get("paper", "")
    return Paper(asked) if asked in list(Paper) else usual_paper(get_language() or "", tournament.zone.key)


Printed = Callable[[Desk, Any], Mapping[str, Any]]
"""What is on a printout, by the desk and by what was chosen."""


def show_printout(
    request: HttpRequest,
    pk: int,
    printout: Printout,
    printed: Printed,
    shown: Callable[[HttpRequest, Mapping[str, Any]], HttpResponse] | None = None,
) -> HttpResponse:
    """A printout on its paper, with times of the event's zone; the tab where it cannot be made.

    shown: how, where it is not the page that a browser prints.
    """
    desk = open_desk(request, pk, TAB)
    if printout.directors and not desk.rights.directs:
        raise PermissionDenied
    form = printout.form(desk, request.GET)
    if not form.is_valid():
        return show_print(request, desk, form)
    if getattr(request, "htmx", False):
        # A tab that shows a fault looks itself up under the same address.
        return show_print(request, desk)
    with said_in(desk.tournament.zone):
        context = {
            "desk": desk,
            "tournament": desk.tournament,
            "printout": printout,
            "paper": paper_chosen(request, desk.tournament),
            "now": timezone.now(),
            **printed(desk, form.cleaned_data),
        }
        if shown is None:
            answer = render(request, f"desk/printout_{form.code}.html", context)
        else:
            answer = shown(request, context)
    add_never_cache_headers(answer)
    return answer


def in_pages(printed: list[Any], per_page: int) -> list[list[Any]]:
    return [printed[at : at + per_page] for at in range(0, len(printed), per_page)]


@require_safe
@login_required
def pairings_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """Who meets whom: by match, or by name."""
    return show_printout(request, pk, PAIRINGS, pairings_printed)


def pairings_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    rounds = printed_rounds(desk.event, desk.grid, chosen["round"])
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
    only = chosen.get("matches", ())
    rounds = printed_rounds(desk.event, desk.grid, wanted, only)
    paths = slip_paths(desk.tournament, (row for each in rounds for row in each.rows), timezone.now())
    slips: list[Slip | None] = [
        (each, row, paths.get(row.slot.match or 0)) for each in rounds for row in each.rows
    ]
    if wanted == BLANK and not only:
        slips = [None] * per_page
    return {"pages": in_pages(slips, per_page), "per_page": per_page}


@require_safe
@login_required
def scoresheets_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """A score sheet for each match, or blank ones."""
    return show_printout(request, pk, SCORE_SHEETS, scoresheets_printed)


def scoresheets_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same as of slips, each with what its match is kept in."""
    printed = slips_printed(desk, chosen)
    per_page = printed["per_page"]
    pages = [[score_sheet(desk.tournament, each, per_page) for each in page] for page in printed["pages"]]
    return {**printed, "pages": pages}


@require_safe
@login_required
def wall_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """Brackets and tables to hang up."""
    return show_printout(request, pk, WALL, wall_printed)


def wall_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"wall": Wall(tournament_course(desk.tournament), SCALES[chosen["scale"]]), "landscape": True}


@require_safe
@login_required
def standings_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """Who stands where, of the whole event and of each part that has places of its own."""
    return show_printout(request, pk, STANDINGS, standings_printed)


def standings_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    course, after = tournament_course(desk.tournament), chosen.get("after", 0)
    if after:
        course = course_after_round(course, after)
    parts = [
        part
        for part in course.shown_parts
        if part.table and kind_of_tournament_part(part.code) not in OF_THE_EVENT
    ]
    tables = [course.standings, *(part.table for part in parts)]
    figures = {each.code: each for rows in tables for each in (rows[0].place.figures if rows else ())}
    figures.pop("points", None)
    return {"after": after, "standings": course.standings, "parts": parts, "figures": figures.values()}


@require_safe
@login_required
def prizes_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is paid what, to be signed."""
    return show_printout(request, pk, PRIZES, prizes_printed)


def prizes_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    return prizes_shown(desk.tournament)


@require_safe
@login_required
def entries_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is entered, to be ticked off; who waits and who may take a place, below."""
    return show_printout(request, pk, ENTRIES, entries_printed)


def entries_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    entries = entry_desk(desk.tournament)
    listed = entries.entries if chosen["order"] == "entered" else entries_by_name(entries.entries)
    states = (EntryState.IN_FIELD, EntryState.WAITING, EntryState.ALTERNATE)
    groups = [(state, [row for row in listed if row.state == state]) for state in states]
    return {
        "groups": [(state, rows) for state, rows in groups if rows],
        "fees": entries.fees,
        "shows_fees": bool(entries.fees.owed or entries.fees.paid),
        "blank": range(0 if desk.tournament.draw else BLANK_ENTRIES),
    }


@require_safe
@login_required
def certificate_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """For the winner."""
    return show_printout(request, pk, CERTIFICATE, certificate_printed)


def certificate_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    champion = tournament_course(desk.tournament).champion
    winner = "" if champion is None else champion.player.effective_player.name
    return {"winner": winner, "won_on": desk.tournament.finished_at or timezone.now(), "landscape": True}


@require_safe
@login_required
def cards_printout(request: HttpRequest, pk: int) -> HttpResponse:
    """A card with the name of each in the field."""
    return show_printout(request, pk, CARDS, cards_printed)


def cards_printed(desk: Desk, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    field = [row for row in entry_desk(desk.tournament).entries if row.state == EntryState.IN_FIELD]
    return {"pages": in_pages(entries_by_name(field), CARDS_ON_A_PAGE)}
