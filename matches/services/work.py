"""Signs of life, and the sweep that finds work whose outbox row is missing."""

from datetime import datetime, timedelta

from django.utils import timezone

from matches import outbox
from matches.models import Heartbeat
from matches.selectors import pools_behind, reports_without_dice, reports_without_verdict

from .deadlines import deadlines_sweep

# A report this old should have been judged: if nothing is due for it, something went wrong.
OVERDUE = timedelta(minutes=1)
# Transcripts whose dice are taken out are many only once: when the program has learnt to.
DICE_AT_ONCE = 1_000


def heartbeat_record(*, name: str, now: datetime | None = None) -> None:
    """Note that the process `name` is alive and able to write."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now or timezone.now()})


def work_sweep(*, now: datetime | None = None) -> None:
    """Make due again whatever the facts say is missing. The outbox already holds nearly all of it."""
    deadlines_sweep(now=now)
    for report_id in reports_without_verdict(before=(now or timezone.now()) - OVERDUE):
        outbox.add(outbox.REPORT_VERIFY, report_id)
    if pools_behind():
        outbox.add(outbox.RATINGS_UPDATE, outbox.EVERY_MATCH)
    for report_id in reports_without_dice()[:DICE_AT_ONCE]:
        outbox.add(outbox.DICE_EXTRACT, report_id)
