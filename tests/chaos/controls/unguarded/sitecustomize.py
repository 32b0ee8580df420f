"""A control: a task whose effect and whose end are in two transactions."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from patching import after_import


def add_task(tasks) -> None:  # type: ignore[no-untyped-def]
    import time

    from django.db import connection

    from matches.work import outbox
    from matches.work.queues import Queue
    from matches.work.tasks import reliable_task

    @reliable_task("chaos.tally", Queue.JUDGE)
    def tally(subject: int) -> None:
        row = outbox.open_outbox_row("chaos.tally", subject)
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO chaos_tally (subject) VALUES (%s)", [subject])
        time.sleep(0.5)
        outbox.close_outbox_row(row)

    tasks.tally = tally


after_import("matches.tasks", add_task)
