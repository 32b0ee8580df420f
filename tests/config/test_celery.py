"""The schedule and the task names, which nothing but a name ties together."""

from config.celery import app
from matches.play.models import REPORT_VERIFY
from matches.ratings.models import RATINGS_UPDATE
from tournaments.events.models import TOURNAMENT_ADVANCE


def test_every_scheduled_task_exists():
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks


def test_every_kind_of_work_has_its_task():
    app.loader.import_default_modules()
    for kind in (REPORT_VERIFY, RATINGS_UPDATE, TOURNAMENT_ADVANCE):
        assert kind in app.tasks
