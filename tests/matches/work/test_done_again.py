"""Work that was sent twice is done a second time, whenever its turn comes: nothing may change by it."""

from collections import Counter, defaultdict

import pytest
from django.apps import apps
from django.db import connection

from config.celery import app as celery
from matches.work import outbox
from tests.conftest import work_off
from tests.nights import eventful_night
from tests.rows import filled_tables

from . import poison

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
NOT_DONE_YET = {"matches.notice_spread": {"spread_at": None}}
"""Which of them wait for their time, so that they would be done for the first time."""
OF_NO_ROW = {"matches.bot_answer", "matches.heartbeat", "matches.prune", "matches.sweep"}


def test_every_task_is_tried():
    known = {name for name in celery.tasks if name.startswith(("matches.", "tournaments."))}
    assert known == SUBJECTS.keys() | OF_NO_ROW


def test_what_was_done_meanwhile_is_not_due():
    outbox.make_due(poison.ALONE, 4)
    poison.alone.run(4)
    assert not outbox.open_outbox_row(poison.ALONE, 4)
    poison.alone.run(1)
    outbox.make_due(poison.ALONE, 1)
    with pytest.raises(RuntimeError, match="poison 1"):
        poison.alone.run(1)


def test_what_is_done_again_changes_nothing():
    eventful_night()
    work_off()
    before = everything_stored()
    for kind, model in SUBJECTS.items():
        rows = apps.get_model(model)._base_manager.exclude(**NOT_DONE_YET.get(kind, {"pk": None}))
        for subject in rows.order_by("pk").values_list("pk", flat=True):
            outbox.make_due(kind, subject)
            celery.tasks[kind].run(subject)
        work_off()
        after = everything_stored()
        changed = {
            table: (before[table] - after[table], after[table] - before[table])
            for table in before.keys() | after.keys()
            if before[table] != after[table]
        }
        assert not changed, kind


def everything_stored() -> defaultdict[str, Counter[str]]:
    """How often each row is in each table: what is folded anew may have another number."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with connection.cursor() as cursor:
        for table in filled_tables():
            cursor.execute(f"SELECT (to_jsonb(stored) - 'id')::text FROM {table} AS stored")
            found[table] = Counter(text for (text,) in cursor.fetchall())
    return found
