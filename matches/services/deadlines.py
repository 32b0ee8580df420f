"""Deadlines: reminders given, silence taken for consent, matches that were not played in time."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches import live, outbox
from matches.deadlines import due_reminders, overdue
from matches.models import Match, Reminder, Ruling
from matches.regulations import regulations as in_force
from matches.results import Kind
from matches.selectors import matches_waking, reminders_given, reports_pending, reports_without_verdict

from .matches import match_current, match_deadlines, match_settle
from .rulings import ruling_write

# A report this old should have been judged: if nothing is due for it, something went wrong.
OVERDUE = timedelta(minutes=1)


@transaction.atomic
def match_attend(*, match_id: int, now: datetime | None = None) -> Match:
    """Do what time asks for: settle, remind, end what was not played. Twice is as good as once."""
    now = now or timezone.now()
    due = outbox.seen(outbox.MATCH_ATTEND, match_id)
    match = match_current(match_id, now)
    waiting, regulations = match_deadlines(match, now), in_force(match.regulations)
    reminders: list[tuple[str, int, datetime]] = []
    if overdue(waiting, regulations, now):
        # What was reported in time counts, however late it comes to be judged.
        if not reports_pending(match).exists():
            forfeit_both(match, now)
    elif waiting:
        reminders = due_reminders(waiting, regulations, reminders_given(match), now)
    for about, side, due_at in reminders:
        Reminder.objects.create(match=match, side=side, about=about, due_at=due_at, recorded_at=now)
        live.changed(f"match-{match.pk}")
    if reminders:
        match_settle(match=match, now=now)
    outbox.close(due)
    return match


def forfeit_both(match: Match, now: datetime) -> None:
    reason = f"Not played by {match.play_by:%Y-%m-%d %H:%M} UTC."
    ruling_write(match, None, Ruling.Grounds.OVERDUE, Kind.DOUBLE_FORFEIT, None, (0, 0), reason, now)


def deadlines_sweep(*, now: datetime | None = None) -> None:
    """Have every match attended to whose time has come, unless that is due already."""
    due = outbox.seen_all(outbox.MATCH_ATTEND)
    for match_id in matches_waking(now or timezone.now()):
        if match_id not in due:
            outbox.add(outbox.MATCH_ATTEND, match_id)


def play_sweep(*, now: datetime) -> None:
    """Keep deadlines, and have reports judged that should have been long since."""
    deadlines_sweep(now=now)
    for report_id in reports_without_verdict(before=now - OVERDUE):
        outbox.add(outbox.REPORT_VERIFY, report_id)
