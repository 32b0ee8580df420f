"""The schedule and the task names, which nothing but a name ties together."""

from types import SimpleNamespace

import pytest
from celery.fixups.django import DjangoWorkerFixup
from django.db import connection

from config.celery import app, give_connections_back
from matches.play.models import REPORT_VERIFY
from matches.ratings.models import RATINGS_UPDATE
from matches.work.connections import leave_no_connections
from tournaments.events.models import TOURNAMENT_ADVANCE


def test_every_scheduled_task_exists():
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks


def test_every_kind_of_work_has_its_task():
    app.loader.import_default_modules()
    for kind in (REPORT_VERIFY, RATINGS_UPDATE, TOURNAMENT_ADVANCE):
        assert kind in app.tasks


@pytest.mark.django_db(transaction=True)
def test_the_next_task_of_a_process_has_the_connection_of_the_one_before() -> None:
    """To connect for each, and to plan every statement anew, takes as long as what most tasks do."""

    def server_process() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            return int(cursor.fetchone()[0])

    app.loader.import_default_modules()
    # A pool of before may have as many as it is allowed.
    leave_no_connections()
    task, fixup = app.tasks[REPORT_VERIFY], DjangoWorkerFixup(app)
    fixup.worker = SimpleNamespace(pool_cls="celery.concurrency.prefork:TaskPool")
    found = set()
    for _ in range(6):
        fixup.on_task_prerun(task)
        found.add(server_process())
        fixup.on_task_postrun(task)
        give_connections_back(task)
        assert connection.connection is None
    # A pool that is asked while it begins may begin with two.
    assert len(found) <= 2
