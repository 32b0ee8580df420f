"""Ratings follow results pool by pool: one that is busy, long or broken is in nobody's way."""

import threading
from importlib import import_module

import pytest
from django.db import connection, transaction
from django.db.models import F

from matches.play.models import Match
from matches.ratings.models import (
    EVERY_MATCH,
    RATING_POOL_UPDATE,
    RATINGS_UPDATE,
    RatingDue,
    RatingEntry,
    RatingPool,
    RatingStanding,
    RatingVariantRecord,
)
from matches.ratings.selectors import rating_changes
from matches.ratings.services import (
    rating_pool_open,
    rating_pool_rate,
    rating_pool_update,
    ratings_compare,
    ratings_sweep,
    ratings_update,
)
from matches.ratings.services.ratings import refold_rating_pool
from matches.work import outbox
from matches.work.models import Outbox, SweepPosition
from matches.work.turns import Turn, take_turns
from tests.conftest import work_off
from tests.factories import PlayerFactory, UserFactory

from .test_rating_pools import elsewhere


@pytest.fixture
def staff(db):
    return UserFactory(is_staff=True)


@pytest.fixture
def players(staff):
    return PlayerFactory.create_batch(4, user=None)


@pytest.fixture
def rating_pools(staff, players):
    """Everybody's and another, in both of which one match counts that both are up to date with."""
    ann, bob, *_ = players
    other = rating_pool_open(actor=staff, name="Other")
    everybody = RatingPool.objects.get(everybody=True)
    elsewhere(staff, [(ann, bob, 5, 0)], [other])
    work_off()
    assert {*RatingEntry.objects.values_list("rating_pool", flat=True)} == {everybody.pk, other.pk}
    return everybody, other


def one_more(staff, players, other):
    """Another match that counts in both and is not rated yet."""
    ann, bob, *_ = players
    (match,) = elsewhere(staff, [(bob, ann, 7, 1)], [other])
    return match


def rated_in(match):
    entries = RatingEntry.objects.filter(match=match.pk)
    return {*entries.values_list("rating_pool", flat=True)}


def due():
    return {*Outbox.objects.values_list("kind", "subject")}


@pytest.mark.django_db(transaction=True)
def test_while_somebody_is_at_one_rating_pool_the_others_follow(staff, players, rating_pools):
    everybody, other = rating_pools
    match = one_more(staff, players, other)
    holding, done = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            take_turns(Turn.RATINGS, other.pk)
            holding.set()
            done.wait(10)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    holding.wait(10)
    ratings_update()
    assert rated_in(match) == {everybody.pk}
    assert [*RatingDue.objects.values_list("rating_pool", "match")] == [(other.pk, match.pk)]
    assert due() == {(RATING_POOL_UPDATE, other.pk)}
    rating_pool_update(rating_pool_id=other.pk)
    assert due() == {(RATING_POOL_UPDATE, other.pk)}, "it stays due while the other holds the turn"
    done.set()
    holder.join()
    work_off()
    assert rated_in(match) == {everybody.pk, other.pk}
    assert not RatingDue.objects.exists()
    assert [*ratings_compare()] == []


@pytest.mark.parametrize("most", [0, 1])
def test_what_takes_long_is_done_by_itself(staff, players, rating_pools, monkeypatch, most):
    """More matches than are folded at once are due, or are to be dropped and folded again."""
    monkeypatch.setattr("matches.ratings.services.updates.MOST", most)
    ann, _, cem, dai = players
    elsewhere(staff, [(cem, dai, 5, hours) for hours in (2, 3, 4)])
    work_off()
    elsewhere(staff, [(ann, cem, 5, 1)])
    assert {kind for kind, _ in due()} == {RATINGS_UPDATE}
    ratings_update()
    assert due() == {(RATING_POOL_UPDATE, rating_pools[0].pk)}
    work_off()
    assert RatingStanding.objects.get(rating_pool=rating_pools[0], player=cem).matches == 4
    assert [*ratings_compare()] == []


@pytest.mark.parametrize(("most", "left"), [(2, True), (3, False)])
def test_all_matches_anew_are_folded_at_once_where_they_are_few(
    staff, players, rating_pools, monkeypatch, most, left
):
    ann, bob, *_ = players
    elsewhere(staff, [(ann, bob, 5, 2), (ann, bob, 5, 3)])
    work_off()
    monkeypatch.setattr("matches.ratings.services.updates.MOST", most)
    outbox.make_due(RATINGS_UPDATE, EVERY_MATCH)
    ratings_update()
    assert ((RATING_POOL_UPDATE, rating_pools[0].pk) in due()) is left
    work_off()
    assert [*ratings_compare()] == []


def test_a_rating_pool_that_cannot_be_folded_holds_up_no_other(staff, players, rating_pools, monkeypatch):
    everybody, other = rating_pools
    match = one_more(staff, players, other)

    def broken(rating_pool, start, *rest, **named):
        if rating_pool == other:
            raise ZeroDivisionError("no such rating")
        return refold_rating_pool(rating_pool, start, *rest, **named)

    monkeypatch.setattr("matches.ratings.services.updates.refold_rating_pool", broken)
    ratings_update()
    assert rated_in(match) == {everybody.pk}
    assert due() == {(RATING_POOL_UPDATE, other.pk)}
    with pytest.raises(Exception, match=f"rating pool {other.pk}") as told:
        rating_pool_update(rating_pool_id=other.pk)
    assert isinstance(told.value.__cause__, ZeroDivisionError)
    monkeypatch.undo()
    work_off()
    assert rated_in(match) == {everybody.pk, other.pk}


def test_what_is_noted_while_it_is_brought_up_to_date_stays_due(staff, players, rating_pools, monkeypatch):
    other = rating_pools[1]
    RatingDue.objects.create(rating_pool=other, match=EVERY_MATCH)
    outbox.make_due(RATING_POOL_UPDATE, other.pk)

    def meanwhile(*_):
        RatingDue.objects.create(rating_pool=other, match=64)
        outbox.make_due(RATING_POOL_UPDATE, other.pk)
        return None

    monkeypatch.setattr("matches.ratings.services.updates.first_unrated", meanwhile)
    rating_pool_update(rating_pool_id=other.pk)
    assert [*RatingDue.objects.values_list("match", flat=True)] == [64]
    assert due() == {(RATING_POOL_UPDATE, other.pk)}


def test_a_preview_counts_what_is_noted_for_a_rating_pool(staff, players, rating_pools):
    everybody = rating_pools[0]
    ann, bob, *_ = players
    first = Match.objects.earliest("pk")
    without = rating_changes({first.pk: None}).rows
    (late,) = elsewhere(staff, [(ann, bob, 5, 5)])
    work_off()
    RatingEntry.objects.filter(match=late.pk).delete()
    RatingDue.objects.create(rating_pool=everybody, match=late.pk)
    changed = rating_changes({first.pk: None}).rows
    assert {row.rating_pool.pk for row in changed} == {row.rating_pool.pk for row in without}
    after = {row.player: row.after for row in changed if row.rating_pool.pk == everybody.pk}
    assert after.keys() == {ann.pk, bob.pk}
    assert None not in after.values(), "the later match is still rated when the first is not"


class TestSweep:
    def test_it_finds_what_is_missing_and_what_should_not_be_there(self, staff, players, rating_pools):
        match = one_more(staff, players, rating_pools[1])
        Outbox.objects.all().delete()
        ratings_sweep()
        assert (RATINGS_UPDATE, match.pk) in due()
        work_off()
        assert [*ratings_compare()] == []
        ratings_sweep()
        assert due() == set()
        RatingEntry.objects.filter(match=match.pk).update(result=0)
        ratings_sweep()
        work_off()
        assert [*ratings_compare()] == []

    def test_it_goes_through_all_matches_slice_by_slice(self, staff, players, rating_pools, monkeypatch):
        monkeypatch.setattr("matches.ratings.services.updates.SWEPT", 2)
        ann, bob, *_ = players
        first = Match.objects.earliest("pk")
        elsewhere(staff, [(ann, bob, 5, hours) for hours in range(2, 8)])
        work_off()
        RatingEntry.objects.filter(match=first.pk).delete()
        SweepPosition.objects.create(name="ratings", after=first.pk)
        looked = 0
        while not Outbox.objects.exists():
            ratings_sweep()
            looked += 1
            assert looked < 9
        assert looked == 5
        assert (RATINGS_UPDATE, first.pk) in due()

    def test_of_other_terms_their_rating_pool_alone_is_made_due(self, staff, players, rating_pools):
        rating_pool_rate(actor=staff, rating_pool_id=rating_pools[1].pk, rating_system="elo")
        Outbox.objects.all().delete()
        ratings_sweep()
        assert due() == {(RATING_POOL_UPDATE, rating_pools[1].pk)}
        work_off()
        assert [*ratings_compare()] == []
        assert RatingPool.objects.get(pk=rating_pools[1].pk).folding is False

    def test_what_was_noted_and_is_not_due_is_made_due(self, rating_pools):
        RatingDue.objects.create(rating_pool=rating_pools[1], match=64)
        ratings_sweep()
        assert due() == {(RATING_POOL_UPDATE, rating_pools[1].pk)}


def test_what_was_on_file_before_anybody_counted_is_counted(staff, players, rating_pools):
    ann, bob, cem, _ = players
    elsewhere(staff, [(ann, cem, 5, 2), (cem, bob, 5, 1), (bob, ann, 5, 3)], [rating_pools[1]])
    work_off()
    RatingEntry.objects.update(matches_after=0, won_after=0, peak_after=None)
    RatingVariantRecord.objects.all().delete()
    assert [*ratings_compare()] != []
    with connection.cursor() as cursor:
        for name in ("0018_rating_records", "0019_rating_pools_in_turn", "0020_rating_leaders"):
            cursor.execute(import_module(f"matches.migrations.{name}").COUNT)
    assert [*ratings_compare()] == []


def test_what_was_gained_is_the_sum_of_what_was_written_in_whatever_order(staff, players, rating_pools):
    ann, bob, *_ = players
    elsewhere(staff, [(ann, bob, 5, 2)], [rating_pools[1]])
    work_off()
    for by, told in ((1e-9, 0), (1e-3, 1)):
        RatingVariantRecord.objects.filter(player=ann.pk).update(gained=F("gained") + by)
        assert len([*ratings_compare()]) == told * RatingVariantRecord.objects.filter(player=ann.pk).count()
