"""What rooms declare (matches/hooks.py): nothing is forgotten, and all that was is named in one run."""

import re
from collections import Counter

import pytest
from django.apps import apps

import matches.apps
import tournaments.apps
from matches.accounts.models import ResetCode, ServiceUse, Token
from matches.accounts.permissions import Role, allowed_roles
from matches.dice.models import DiceExtract, SharedDice
from matches.facts.archive import export_kinds, fact_lines
from matches.facts.kinds import fact_kinds, fact_subjects
from matches.facts.models import Change, Version
from matches.hooks import ROOMS, Room, declared_table
from matches.idempotency.models import KeptAnswer
from matches.mails.models import Mail
from matches.notifications.models import Delivery, Notice, NoticeSettings, PushSubscription
from matches.players.models import FormerName, LinkSecret, Player
from matches.players.selectors.personal_data import personal_data
from matches.ratings.models import RatingDue, RatingEntry, RatingStanding, RatingVariantRecord
from matches.sessions.models import MoneySession
from matches.solo.models import KeptSoloGame, SoloListing, SoloStanding
from matches.work.models import Heartbeat, Outbox, SweepPosition
from tests.matches.facts.test_facts import kinds_of_fact
from tests.test_docs import rows
from tournaments.events.models import Passage, TournamentRatingPool
from tournaments.ladders.models import Rung
from tournaments.records.models import ClubRecord, EventFinish, FinishedEvent
from tournaments.venues.models import Seating
from tournaments.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery

# What is computed, or for the service alone.
NOT_EXPORTED = {Token, ResetCode, LinkSecret, DiceExtract, SharedDice, RatingEntry, RatingStanding}
NOT_EXPORTED |= {FormerName, TournamentRatingPool, Outbox, Heartbeat, Mail, Passage, Rung, Seating}
NOT_EXPORTED |= {ServiceUse, Webhook, WebhookAttempt, WebhookDelivery}
NOT_EXPORTED |= {
    MoneySession,
    Change,
    Version,
    KeptAnswer,
    Notice,
    Delivery,
    NoticeSettings,
    PushSubscription,
}
NOT_EXPORTED |= {KeptSoloGame, SoloStanding, SoloListing, FinishedEvent, EventFinish, ClubRecord}
NOT_EXPORTED |= {RatingDue, RatingVariantRecord, SweepPosition}


def test_the_lowest_room_is_asked_first():
    assert [*ROOMS] == [*matches.apps.ROOMS, *tournaments.apps.ROOMS]


def test_docs_roles_shows_every_action_with_its_roles():
    """A new action needs a line in docs/roles.md, and in `actions` of its room."""
    table = {name: set(re.findall(r"`(\w+)`", cells[0])) for name, cells in rows("roles.md").items()}
    assert {role.value for role in Role} - table.keys() == set(), "roles that are missing"
    shown = {name: found for name, found in table.items() if name not in {role.value for role in Role}}
    declared = {action: {role.value for role in allowed} for action, allowed in allowed_roles().items()}
    assert shown == declared


def test_every_fact_has_its_kind():
    """A new one needs a `FactKind` with its sentence in `facts` of its room, and nothing else."""
    declared = Counter(kind.model.__name__ for room in ROOMS.values() for kind in room.facts)
    assert declared == Counter(model.__name__ for model in kinds_of_fact())


def test_every_kind_of_fact_is_about_subjects_that_are_declared():
    unknown = {kind.name: kind.about.keys() - fact_subjects().keys() for kind in fact_kinds().values()}
    assert {name: missing for name, missing in unknown.items() if missing} == {}


def test_every_model_is_exported_or_known_not_to_be():
    """A new one needs an `ExportKind` in `exported` of its room, unless it can be computed."""
    held = {kind.model for kind in (*export_kinds().values(), *fact_lines().values())}
    models = {model for app in ("matches", "tournaments") for model in apps.get_app_config(app).get_models()}
    assert {model.__name__ for model in models - held} == {model.__name__ for model in NOT_EXPORTED}


def test_every_model_that_points_at_a_player_is_personal_data():
    """A new one needs a `PersonalData` in `personal_data` of its room."""
    covered = {data.model for data in personal_data().values()}
    pointing = {relation.related_model for relation in Player._meta.related_objects}
    assert {model.__name__ for model in pointing - covered} == set()


@pytest.mark.parametrize("declared", ["exported", "personal_data", "facts", "subjects", "redactions"])
def test_nothing_is_declared_twice(declared):
    names = Counter(
        getattr(each, "name", each.model) for room in ROOMS.values() for each in getattr(room, declared)
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_no_code_has_two_words():
    codes = Counter(
        (table, code) for room in ROOMS.values() for table, words in room.words.items() for code in words
    )
    assert [code for code, times in codes.items() if times > 1] == []


def test_two_rooms_may_not_declare_the_same_name(monkeypatch):
    monkeypatch.setitem(ROOMS, "shed", Room(name="shed", actions={"match_rule": frozenset({Role.LOGIN})}))
    with pytest.raises(ValueError, match="two rooms declare match_rule"):
        declared_table(lambda room: room.actions)
