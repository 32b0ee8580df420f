"""Celery's tasks for matches and reports."""

from matches.play import services
from matches.play.models import MATCH_PROCESS_DUE, REPORT_VERIFY
from matches.work.services import work_wake
from matches.work.tasks import reliable_task


@reliable_task(REPORT_VERIFY)
def report_verify(report_id: int) -> None:
    services.report_verify_due(report_id=report_id)


@reliable_task(MATCH_PROCESS_DUE)
def match_process_due(match_id: int) -> None:
    services.match_process_due(match_id=match_id)


@reliable_task("matches.deadlines")
def wake_deadlines() -> None:
    work_wake()
