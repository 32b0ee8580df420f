"""Versions: raised once by every transaction that changes what is shown, with its commit and in one order."""

import threading
from datetime import timedelta

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone

from config.database import connection_parameters
from matches.facts.models import Change, Version
from matches.facts.versions import MOST_PARTS, announce_change, current_version
from matches.players.services import player_create, player_edit, players_merge
from matches.work.services import work_prune
from tests.conftest import api_as, fixture_at, work_off
from tournaments.events.services import entry_withdraw

pytestmark = pytest.mark.django_db(transaction=True)


def raised(*topics):
    """The versions as another transaction sees them, and how they are called."""
    with psycopg.connect(**connection_parameters("test")) as other:
        rows = other.execute("SELECT kind, subject, number FROM matches_version").fetchall()
    found = {f"{kind}-{subject}": number for kind, subject, number in rows}
    return [found.get(topic, 0) for topic in topics]


def test_a_transaction_raises_a_version_once_and_with_its_commit():
    with transaction.atomic():
        announce_change("match-1", "match-1")
        announce_change("match-1", within=["club-2"])
        assert raised("match-1", "club-2") == [0, 0]
    first = raised("match-1", "club-2")
    assert all(first)
    with transaction.atomic():
        announce_change("match-1")
    assert raised("match-1", "club-2") == [first[0] + 1, first[1]]


def test_what_is_rolled_back_raises_nothing():
    with transaction.atomic():
        announce_change("match-1")
        transaction.set_rollback(True)
    with transaction.atomic():
        announce_change("match-2")
    assert raised("match-1") == [0]
    assert raised("match-2") != [0]


def test_what_a_savepoint_takes_back_raises_nothing():
    with transaction.atomic():
        announce_change("match-1")
        with transaction.atomic():
            announce_change("match-2", "match-1", within=["club-3"])
            transaction.set_rollback(True)
        with transaction.atomic():
            announce_change("match-4")
        assert current_version("match-2") == 0
        with transaction.atomic():
            announce_change("match-5")
            transaction.set_rollback(True)
    assert raised("match-2", "club-3", "match-5") == [0, 0, 0]
    assert all(raised("match-1", "match-4"))


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "k-1"}], ids=["plain", "keyed"])
def test_a_write_that_is_refused_late_raises_nothing(director, headers):
    """The pair is written before its members are looked at."""
    api = api_as(director)
    before = list(Version.objects.order_by("pk").values())
    alone = {"name": "Two", "kind": "pair", "members": []}
    assert api.post("/api/v1/players/", alone, headers=headers).status_code == 422
    assert list(Version.objects.order_by("pk").values()) == before
    assert not Change.objects.exists()


def test_outside_a_transaction_it_is_raised_at_once():
    announce_change("match-1")
    assert raised("match-1") == [current_version("match-1")] != [0]


def test_a_transaction_sees_what_it_has_raised_itself():
    announce_change("match-1")
    before = current_version("match-1")
    with transaction.atomic():
        announce_change("match-1")
        assert current_version("match-1") == before + 1
        assert raised("match-1") == [before]
    assert raised("match-1") == [before + 1]


def test_numbers_begin_with_the_time_so_that_none_is_given_twice():
    announce_change("match-1")
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM now())::bigint")
        (seconds,) = cursor.fetchone()
    assert 0 <= seconds - current_version("match-1") < 60


def test_parts_are_kept_for_who_was_away():
    with transaction.atomic():
        announce_change("match-1", within=["club-2"])
        announce_change("match-3", within=["club-2"])
    versions = {topic: current_version(topic) for topic in ("match-1", "match-3")}
    parts = [
        {"kind": "match", "subject": 1, "version": versions["match-1"]},
        {"kind": "match", "subject": 3, "version": versions["match-3"]},
    ]
    assert list(Change.objects.values_list("kind", "subject", "number", "parts")) == [
        ("club", 2, current_version("club-2"), parts)
    ]


@pytest.mark.parametrize("wholly", [True, False])
def test_parts_are_named_where_they_are_all_that_changed_and_not_too_many(wholly):
    with transaction.atomic():
        for number in range(2 if wholly else MOST_PARTS + 1):
            announce_change(f"match-{number}", within=["club-2"])
        if wholly:
            announce_change("club-2")
    assert not Change.objects.exists()


def test_transactions_that_raise_the_same_in_other_orders_do_not_wait_for_each_other_in_a_circle():
    """Were rows locked where changes are announced, each would hold what the other wants."""
    announced = threading.Barrier(2, timeout=10)
    failures = []

    def announce(*topics):
        try:
            with transaction.atomic():
                announce_change(topics[0])
                announced.wait()
                announce_change(topics[1])
        except Exception as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=announce, args=topics)
        for topics in (("match-1", "club-2"), ("club-2", "match-1"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not failures
    versions = raised("match-1", "club-2")
    assert Version.objects.count() == 2
    assert all(versions)


def test_a_fact_raises_all_that_it_is_about(knockout, director):
    cup = knockout(4)
    entry = cup.entries.earliest("pk")
    topics = (f"tournament-{cup.pk}", f"player-{entry.player_id}")
    before = raised(*topics)
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry.pk)
    assert all(now > then for now, then in zip(raised(*topics), before, strict=True))


def test_another_name_raises_whatever_shows_it(knockout):
    cup = knockout(4)
    work_off()
    match = fixture_at(cup, "R1-M1").match
    others = fixture_at(cup, "R1-M2").match
    topics = (f"tournament-{cup.pk}", f"match-{match.pk}", f"player-{match.one_id}")
    before, elsewhere = raised(*topics), raised(f"match-{others.pk}")
    player_edit(actor=match.one.user, player_id=match.one_id, name="Somebody Else")
    assert all(now > then for now, then in zip(raised(*topics), before, strict=True))
    assert raised(f"match-{others.pk}") == elsewhere


def test_a_merge_raises_what_shows_either(knockout, director):
    cup = knockout(4)
    work_off()
    match = fixture_at(cup, "R1-M1").match
    double = player_create(actor=director, name=match.one.name)
    topics = (f"tournament-{cup.pk}", f"match-{match.pk}", f"player-{match.one_id}", f"player-{double.pk}")
    before = raised(*topics)
    director.is_staff = True
    director.save()
    players_merge(actor=director, kept=double, absorbed=match.one, reason="One person.")
    assert all(now > then for now, then in zip(raised(*topics), before, strict=True))


def test_parts_are_forgotten_after_a_day():
    with transaction.atomic():
        announce_change("match-1", within=["club-2"])
    now = timezone.now()
    work_prune(now=now + timedelta(hours=23))
    assert Change.objects.exists()
    work_prune(now=now + timedelta(hours=25))
    assert not Change.objects.exists()
    assert current_version("club-2")
