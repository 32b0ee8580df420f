"""The tab Results of the control desk: slips entered as they are read aloud, and what needs the director."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine import RuleError
from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.base.pages import notify_done
from matches.base.tags import refusal_sentence
from matches.base.translation import translate_text
from matches.play.errors import PreviewMissing
from matches.play.models import Report
from matches.play.services import report_undo
from tournaments.desk.rules.slips import ReadSlip, SlipKind, read_slip
from tournaments.desk.selectors import DeskResults, entrant_keys, results_of_event, row_key, row_label
from tournaments.events.models import Tournament
from tournaments.events.rules.slots import OVER, SlotState
from tournaments.events.selectors import GridRow
from tournaments.events.services import slot_result_enter

from .desk import Desk, open_desk, show_desk
from .match_panel import MatchPanel, match_panel

TAB = "results"
KEPT_MOST = 200
"""How many rows that were entered lately stay where they are."""

ENTERED_SHOWN = 4
"""How many of them are listed beside the grid, each with a button to undo it."""


@dataclass(frozen=True)
class DeskView:
    """How somebody looks at the results: through a filter, with a row marked and a match opened beside.

    kept: the keys of rows that were entered since the page was opened. score: what the opened match is to
    end at, as it was typed: 7-4.
    """

    shown: str = "to_do"
    marked: str = ""
    kept: Sequence[str] = ()
    opened: str = ""
    score: str = ""

    @classmethod
    def read(cls, sent: QueryDict) -> "DeskView":
        kept = [key for key in sent.get("kept", "").split(",") if key]
        words = {name: sent.get(key, "") for name, key in (("marked", "marked"), ("opened", "open"))}
        return cls(sent.get("show", "to_do"), kept=kept[-KEPT_MOST:], score=sent.get("score", ""), **words)

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        query = QueryDict(mutable=True)
        named = {"show": self.shown, "marked": self.marked, "open": self.opened, "score": self.score}
        query.update({name: value for name, value in named.items() if value and value != "to_do"})
        if self.kept:
            query["kept"] = ",".join(self.kept)
        return f"?{query.urlencode(safe=',/')}" if query else ""


@dataclass(frozen=True)
class LineAnswer:
    """What the desk says to a line: done, or why not; and how it looks afterwards."""

    message: str
    view: DeskView
    line: str = ""
    is_done: bool = True


@require_safe
@login_required
def results_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The grid of results, with the line for slips, and what needs the director."""
    return show_results(request, open_desk(request, pk, TAB), DeskView.read(request.GET))


def show_results(
    request: HttpRequest,
    desk: Desk,
    view: DeskView,
    answer: LineAnswer | None = None,
    *,
    panel: MatchPanel | None = None,
    status: int = 200,
) -> HttpResponse:
    results = results_in_view(desk, view)
    context = {
        "results": results,
        "view": view,
        "answer": answer,
        "panel": panel or opened_panel(results, view, login_of_page(request)),
        "entered": entered_lately(results)[:ENTERED_SHOWN],
    }
    return show_desk(request, desk, TAB, context, status=status)


def opened_panel(results: DeskResults, view: DeskView, actor: User) -> MatchPanel | None:
    """The match that is open beside the grid."""
    row = results.by_key.get(view.opened)
    return None if row is None or row.slot.match is None else match_panel(row, actor, view.score)


def results_in_view(desk: Desk, view: DeskView) -> DeskResults:
    return results_of_event(desk.grid, shown=view.shown, marked=view.marked, kept=view.kept)


@require_safe
@login_required
def slip_read_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What a line would be taken for, while it is typed."""
    desk, view = open_desk(request, pk, TAB), DeskView.read(request.GET)
    results = results_in_view(desk, view)
    read = read_line(results, request.GET.get("line", ""))
    return render(request, "desk/_reading.html", reading_context(results, read))


@require_POST
@login_required
def slip_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a line: enter the result, open the match, or say why not."""
    desk, view = open_desk(request, pk, TAB), DeskView.read(request.POST)
    results, line = results_in_view(desk, view), typed_line(request.POST)
    answer = take_line(desk.tournament, results, view, login_of_page(request), line)
    return answer_line(request, pk, answer)


def typed_line(sent: QueryDict) -> str:
    """What was typed into the line, or into the two boxes of a row."""
    if "match" in sent:
        return " ".join(sent.get(name, "") for name in ("match", "left", "right"))
    return sent.get("line", "")


@require_POST
@login_required
def undo_page(request: HttpRequest, pk: int, report: int = 0) -> HttpResponse:
    """Take back a result that was entered here: the latest, or that of a report."""
    desk, view = open_desk(request, pk, TAB), DeskView.read(request.POST)
    answer = take_back(results_in_view(desk, view), view, login_of_page(request), report or None)
    return answer_line(request, pk, answer)


def answer_line(request: HttpRequest, pk: int, answer: LineAnswer) -> HttpResponse:
    """Show the desk as it is now, with what came of a line."""
    if not answer.is_done or getattr(request, "htmx", False):
        status = 200 if answer.is_done else 422
        return show_results(request, open_desk(request, pk, TAB), answer.view, answer, status=status)
    if answer.message:
        notify_done(request, answer.message)
    return redirect(f"{reverse('pages-tournaments:desk-results', args=[pk])}{answer.view.query}")


# -- Lines


def read_line(results: DeskResults, line: str) -> ReadSlip:
    """What a line says. Only where it has letters are names looked up: two queries."""
    players = {side.player for row in results.rows for side in (row.one, row.two) if side.player is not None}
    keys = entrant_keys(players) if any(char.isalpha() for char in line) else {}
    matches = results.slip_matches(keys)
    marked = next((match for match in matches if match.key == results.marked_key), None)
    return read_slip(line, matches, marked)


def reading_context(results: DeskResults, read: ReadSlip) -> Mapping[str, Any]:
    """How a line was read, in words: the rows that it may be of, and what would be done."""
    ways = read.several or (read,)
    return {
        "read": read,
        "results": results,
        "ways": [(way, results.by_key[way.match.key]) for way in ways if way.match is not None],
        "fault": "" if read.fault is None else translate_text(read.fault),
        "blocked": SlotState.BLOCKED,
    }


def take_line(
    tournament: Tournament, results: DeskResults, view: DeskView, actor: User, line: str
) -> LineAnswer:
    """Do what a line says."""
    read = read_line(results, line)
    match read.kind:
        case SlipKind.UNDO:
            return take_back(results, view, actor, None)
        case SlipKind.NOTHING:
            return LineAnswer("", view)
        case SlipKind.MISREAD:
            fault = "" if read.fault is None else translate_text(read.fault)
            return LineAnswer(fault, view, line, is_done=False)
        case SlipKind.SEVERAL:
            several = _("This can be read in several ways. Type more of it.")
            return LineAnswer(several, view, line, is_done=False)
    assert read.match is not None
    row = results.by_key[read.match.key]
    if read.score is None:
        return LineAnswer("", replace(view, opened=row_key(row), score=""))
    return enter_result(results, view, row, read.score, actor, tournament, line)


def enter_result(
    results: DeskResults,
    view: DeskView,
    row: GridRow,
    score: tuple[int, int],
    actor: User,
    tournament: Tournament,
    line: str,
) -> LineAnswer:
    """Enter a score; of a match that is decided or disputed it is opened with it instead."""
    key, shown_score = row_key(row), f"{score[0]}-{score[1]}"
    if row.slot.state in OVER | {SlotState.DISPUTED, SlotState.APPEALED}:
        if row.result is not None and row.result.score == score:
            return LineAnswer(_("Match %(number)s has that result.") % {"number": row_label(row)}, view)
        return LineAnswer("", replace(view, opened=key, score=shown_score))
    try:
        slot_result_enter(
            actor=actor, tournament=tournament, slot=row.slot, score=score, means=Report.Means.PAGE
        )
    except RuleError as refusal:
        return LineAnswer(refusal_sentence(refusal), view, line, is_done=False)
    kept = [*(each for each in view.kept if each != key), key]
    message = _("Match %(number)s: %(one)s %(left)s–%(right)s %(two)s") % {
        "number": row_label(row),
        "one": side_name(row, 0),
        "left": score[0],
        "right": score[1],
        "two": side_name(row, 1),
    }
    return LineAnswer(message, replace(view, marked=results.next_after(key), kept=kept, opened="", score=""))


def take_back(results: DeskResults, view: DeskView, actor: User, report: int | None) -> LineAnswer:
    """Undo the latest result that the actor has entered, or that of a report."""
    entered = entered_lately(results)
    row = next((each for each in entered if report is None or each.undo == report), None)
    if row is None or row.undo is None:
        return LineAnswer(_("There is nothing to undo."), view, is_done=False)
    key = row_key(row)
    try:
        report_undo(report_id=row.undo, actor=actor)
    except PreviewMissing:
        # Somebody has played on: what that changes is looked at first.
        return LineAnswer(
            _("Others have played on since. Look at what a correction changes."), replace(view, opened=key)
        )
    except RuleError as refusal:
        return LineAnswer(refusal_sentence(refusal), view, is_done=False)
    message = _("The result of match %(number)s is taken back.") % {"number": row_label(row)}
    return LineAnswer(message, replace(view, marked=key, opened="", score=""))


def side_name(row: GridRow, side: int) -> str:
    """Who plays on a side: of a team, who plays on the board."""
    return (row.one, row.two)[side].board_player or (row.one, row.two)[side].name


def entered_lately(results: DeskResults) -> list[GridRow]:
    """The matches whose result the viewer may undo, the latest decided first."""
    decided = [
        (row.result.at, row) for row in results.rows if row.undo is not None and row.result is not None
    ]
    return [row for _at, row in sorted(decided, key=itemgetter(0), reverse=True)]
