"""Work that was sent twice is done a second time, whenever its turn comes: nothing may change by it."""

import pytest
from django.apps import apps
from django.db import connection

from config.celery import app as celery
from tests.conftest import work_off
from tests.nights import eventful_night
from tests.rows import filled_tables

pytestmark = pytest.mark.django_db

SUBJECTS = {
    "matches.claim_take_effect": "matches.Claim",
    "matches.dice_extract": "matches.Report",
    "matches.mails_send": "matches.Mail",
    "matches.match_process_due": "matches.Match",
    "matches.notice_spread": "matches.Notice",
    "matches.notices_deliver": "matches.User",
    "matches.player_anonymise_due": "matches.AnonymisationRequest",
    "matches.rating_pool_update": "matches.RatingPool",
    "matches.ratings_update": "matches.RatingPool",
    "matches.report_verify": "matches.Report",
    "tournaments.event_record": "tournaments.Tournament",
    "tournaments.fixture_advance": "tournaments.Fixture",
    "tournaments.ladder_process_due": "tournaments.Ladder",
    "tournaments.pond_process_due": "tournaments.Pond",
    "tournaments.series_process_due": "tournaments.Series",
    "tournaments.tournament_advance": "tournaments.Tournament",
    "tournaments.venue_process_due": "tournaments.Venue",
    "tournaments.webhook_send": "tournaments.Webhook",
}
"""Of which rows each task does something."""
OF_NO_ROW = {"matches.bot_answer", "matches.heartbeat", "matches.prune", "matches.sweep"}


def test_every_task_is_tried():
    known = {name for name in celery.tasks if name.startswith(("matches.", "tournaments."))}
    assert known == SUBJECTS.keys() | OF_NO_ROW


def test_what_is_done_again_changes_nothing():
    eventful_night()
    work_off()
    before = everything_stored()
    for kind, model in SUBJECTS.items():
        for subject in apps.get_model(model)._base_manager.order_by("pk").values_list("pk", flat=True):
            celery.tasks[kind].run(subject)
        after = everything_stored()
        changed = {
            table: before.get(table, set()) ^ after.get(table, set())
            for table in before.keys() | after.keys()
        }
        assert not any(changed.values()), (kind, {table: rows for table, rows in changed.items() if rows})


def everything_stored() -> dict[str, set[str]]:
    """Every row of every table, by table."""
    found = {}
    with connection.cursor() as cursor:
        for table in filled_tables():
            cursor.execute(f"SELECT to_jsonb(stored)::text FROM {table} AS stored")
            found[table] = {text for (text,) in cursor.fetchall()}
    return found
