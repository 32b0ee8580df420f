"""Celery's tasks for matches and reports."""

from matches.play import services
from matches.play.models import MATCH_PROCESS_DUE, REPORT_VERIFY
from matches.work.queues import Queue
from matches.work.tasks import reliable_task, task_together


@task_together(REPORT_VERIFY, Queue.JUDGE, most=40)
def reports_verify(report_ids: list[int]) -> None:
    services.reports_verify(report_ids=report_ids)


@reliable_task(MATCH_PROCESS_DUE, Queue.JUDGE)
def match_process_due(match_id: int) -> None:
    services.match_process_due(match_id=match_id)
