"""Undoing what an official has entered: the match is what it was without the report, and with it again."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.play.errors import (
    NothingToUndo,
    PreviewMissing,
    ReportNotJudged,
    ReportOfSide,
    ReportOvertaken,
)
from matches.play.models import Match, Report, ReportUndo
from matches.play.rules.deciding import Undone, report_undone_by
from matches.play.selectors import Case, Preview, case_load, undo_event

from .corrections import Change, match_touched_lock, preview_is_stale
from .matches import matches_begun
from .refreshing import match_refresh
from .rulings import correction_preview


@transaction.atomic
def report_undo(
    *, report_id: int, actor: User, preview: str | None = None, now: datetime | None = None
) -> ReportUndo:
    """Take an official's report back: the match is what it was without it, and without what was said to it.

    One's own, or that of another official of the event for who may rule. No reason is asked for, and no
    preview, unless a match that follows from the result has begun or is decided. Raises NotAllowed,
    ReportOfSide, ReportNotJudged, NothingToUndo, UnderAppeal, PreviewMissing, PreviewStale.
    """
    now = now or timezone.now()
    return undo_write(report_id, actor, report_undo_change, preview, now)


@transaction.atomic
def report_redo(
    *, report_id: int, actor: User, preview: str | None = None, now: datetime | None = None
) -> ReportUndo:
    """Have a report count again that was undone, as long as nothing was said of the match since.

    Raises NotAllowed, ReportOfSide, NothingToUndo, ReportOvertaken, UnderAppeal, PreviewMissing,
    PreviewStale.
    """
    now = now or timezone.now()
    return undo_write(report_id, actor, report_redo_change, preview, now)


def report_undo_preview(*, report_id: int, actor: User, now: datetime | None = None) -> Preview:
    """What undoing a report would change, and nothing changed. Raises what doing it would raise."""
    report, case = report_to_undo(report_id, actor, now or timezone.now())
    return correction_preview(case, actor, report_undo_change(report))


def report_redo_preview(*, report_id: int, actor: User, now: datetime | None = None) -> Preview:
    """What bringing a report back would change, and nothing changed. Raises what doing it would raise."""
    report, case = report_to_undo(report_id, actor, now or timezone.now())
    return correction_preview(case, actor, report_redo_change(report))


def undo_write(
    report_id: int,
    actor: User,
    change_of: Callable[[Report], Change[Undone]],
    preview: str | None,
    now: datetime,
) -> ReportUndo:
    """Write an undo, or what takes it back, and what follows from it."""
    report, seen = report_to_undo(report_id, actor, now)
    case, wanted, found, is_whole = match_touched_lock(seen, actor, change_of(report))
    if not is_whole or preview not in (None, found.token):
        raise preview_is_stale(case, wanted)
    if preview is None:
        check_nothing_begun(case, wanted, found)
    undo = ReportUndo.objects.create(
        report=report, undoes_id=wanted.undoes, recorded_by=actor, recorded_at=case.now
    )
    match_refresh(case.with_event(undo.serial, undo_event(undo)))
    return undo


def report_to_undo(report_id: int, actor: User, now: datetime) -> tuple[Report, Case]:
    """A report and its match, not locked, if `actor` may undo it. Raises NotAllowed, ReportOfSide."""
    report = Report.objects.defer("transcript").select_related("verdict").get(pk=report_id)
    case = case_load(Match.objects.select_related("one", "two", "result").get(pk=report.match_id), now)
    own = report.recorded_by_id == actor.pk
    require_permission(actor, "report_undo" if own else "match_rule", case.match)
    if report.side is not None:
        raise ReportOfSide(
            "Report %(report)s is of %(player)s, who plays the match. What a side reports is not undone: the "
            "other side objects to it, or a ruling decides.",
            {"report": report.pk, "player": case.match.players[report.side].name},
            report=report.pk,
        )
    return report, case


def report_undo_change(report: Report) -> Change[Undone]:
    def planned_undo(case: Case) -> Undone:
        if report.pk in case.pending:
            raise ReportNotJudged(
                "Report %(report)s is with the referee. Undo it when it has been judged, in a moment.",
                {"report": report.pk},
                report=report.pk,
            )
        if report_undone_by((event for _, event in case.events), report.pk) is not None:
            raise NothingToUndo(
                "Report %(report)s has been undone. Bring it back if it was right.",
                {"report": report.pk},
                report=report.pk,
            )
        change = Undone(0, report.pk, case.now)
        if case.decide_with(change) == case.decision:
            raise NothingToUndo(
                "The match %(match)s does not rest on report %(report)s. Undo what it rests on: a ruling, or "
                "another report.",
                {"match": case.match.side_names, "report": report.pk},
                report=report.pk,
            )
        return change

    return planned_undo


def report_redo_change(report: Report) -> Change[Undone]:
    def planned_redo(case: Case) -> Undone:
        undone = report_undone_by((event for _, event in case.events), report.pk)
        if undone is None:
            raise NothingToUndo(
                "Report %(report)s has not been undone, or counts again.",
                {"report": report.pk},
                report=report.pk,
            )
        events = [event for _, event in case.events]
        since = events[events.index(undone) + 1 :]
        if since or any(at >= undone.at for at in case.pending.values()):
            raise ReportOvertaken(
                "Since report %(report)s was undone something else was said of the match %(match)s. Report "
                "the score anew, or make a ruling.",
                {"report": report.pk, "match": case.match.side_names},
                report=report.pk,
            )
        return Undone(0, report.pk, case.now, undoes=undone.undo)

    return planned_redo


def check_nothing_begun(case: Case, wanted: Undone, found: Preview) -> None:
    """Raises PreviewMissing where a match that has begun or is decided would not count, or count again."""
    begun = matches_begun(Match.objects.filter(pk__in=found.superseded))
    if begun:
        name = "report-undo-preview" if wanted.undoes is None else "report-redo-preview"
        address = reverse(f"api-matches:{name}", args=[wanted.report])
        raise PreviewMissing(
            "Matches that follow from the result of %(match)s have begun or are decided: %(begun)s. POST the "
            "same to %(address)s, look at what it would change, and send the token of that preview along.",
            {"match": case.match.side_names, "begun": [*map(str, begun)], "address": address},
            match=case.match.pk,
            matches=begun,
            preview=address,
        )
