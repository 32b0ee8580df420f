"""The schedule and the task names, which nothing but a name ties together."""

from config.celery import app
from matches import outbox
from tournaments.outbox import TOURNAMENT_ADVANCE


def test_every_scheduled_task_exists():
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks


def test_every_kind_of_work_has_its_task():
    app.loader.import_default_modules()
    for kind in (outbox.REPORT_VERIFY, outbox.RATINGS_UPDATE, TOURNAMENT_ADVANCE):
        assert kind in app.tasks
