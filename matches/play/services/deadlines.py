"""Deadlines: reminders given, silence taken for consent, matches that were not played in time."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.notifications.services import notices_post
from matches.play.models import MATCH_PROCESS_DUE, REPORT_VERIFY, Match, Reminder, Report, Ruling
from matches.play.rules.deadlines import due_reminders, is_match_overdue
from matches.play.rules.results import ResultKind
from matches.play.selectors import Case, matches_waking, reports_without_verdict
from matches.play.words import NOT_PLAYED
from matches.work import outbox
from matches.work.slices import next_slice

from .matches import match_current
from .refreshing import match_deadlines_pending, match_refresh
from .rulings import ruling_write

# A report this old should have been judged: if nothing is due for it, something went wrong.
OVERDUE = timedelta(minutes=1)
# Reports that a sweep looks at: as many of the latest, and of all of them in turn.
SWEPT_AT_ONCE = 500


@transaction.atomic
def match_process_due(*, match_id: int, now: datetime | None = None) -> Match:
    """Do what is due: confirm, remind, end what was not played. Twice is as good as once."""
    now = now or timezone.now()
    due = outbox.open_outbox_row(MATCH_PROCESS_DUE, match_id)
    case = match_current(match_id, now)
    match, waits = case.match, match_deadlines_pending(case)
    reminders: list[tuple[str, int, datetime]] = []
    if is_match_overdue(waits, case.regulations, now):
        # What was reported in time counts, however late it comes to be judged.
        if not case.pending:
            match_forfeit_both(case)
    elif waits:
        reminders = due_reminders(waits, case.regulations, case.reminders, now)
    given = [
        Reminder.objects.create(match=match, side=side, about=about, due_at=due_at, recorded_at=now)
        for about, side, due_at in reminders
    ]
    if reminders:
        notices_post("deadline_near", [(match.pk, reminder.pk) for reminder in given], now=now)
        match_refresh(case.with_reminders(reminders))
    outbox.close_outbox_row(due)
    return match


def match_forfeit_both(case: Case) -> None:
    ruling_write(case, None, Ruling.Grounds.OVERDUE, ResultKind.DOUBLE_FORFEIT, None, (0, 0), NOT_PLAYED)


def deadlines_sweep(*, now: datetime | None = None) -> None:
    """Have every match processed whose time has come, unless that is queued already."""
    waking = matches_waking(now or timezone.now())
    outbox.make_missing_due((MATCH_PROCESS_DUE, match) for match in waking)


def play_sweep(*, now: datetime) -> None:
    """Keep deadlines, and have reports judged that should have been long since."""
    deadlines_sweep(now=now)
    latest = Report.objects.order_by("-pk").values_list("pk", flat=True)[:SWEPT_AT_ONCE]
    looked_at = {*latest, *next_slice("reports", Report.objects.all(), SWEPT_AT_ONCE)}
    late = reports_without_verdict(before=now - OVERDUE).filter(pk__in=looked_at)
    outbox.make_missing_due((REPORT_VERIFY, report) for report in late.order_by("pk"))
