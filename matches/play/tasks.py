"""Celery's tasks for matches and reports."""

from matches.play import services
from matches.play.models import MATCH_PROCESS_DUE, REPORT_VERIFY
from matches.work.services import work_together, work_wake
from matches.work.tasks import reliable_task

# How many reports are judged at once.
REPORTS_AT_ONCE = 40


@reliable_task(REPORT_VERIFY)
def report_verify(report_id: int) -> None:
    work_together(
        REPORT_VERIFY, report_id, REPORTS_AT_ONCE, lambda some: services.reports_verify(report_ids=some)
    )


@reliable_task(MATCH_PROCESS_DUE)
def match_process_due(match_id: int) -> None:
    services.match_process_due(match_id=match_id)


@reliable_task("matches.deadlines")
def wake_deadlines() -> None:
    work_wake()
