"""Celery's tasks for matches and reports."""

from matches.play import services
from matches.play.models import MATCH_PROCESS_DUE, REPORT_VERIFY
from matches.work.queues import Queue
from matches.work.services import work_wake
from matches.work.tasks import not_at_once_again, reliable_task, task_together


@task_together(REPORT_VERIFY, Queue.JUDGE, most=40)
def reports_verify(report_ids: list[int]) -> None:
    services.reports_verify(report_ids=report_ids)


@reliable_task(MATCH_PROCESS_DUE, Queue.JUDGE)
def match_process_due(match_id: int) -> None:
    services.match_process_due(match_id=match_id)


@reliable_task("matches.deadlines", Queue.ADVANCE)
@not_at_once_again(2)
def wake_deadlines() -> None:
    work_wake()
