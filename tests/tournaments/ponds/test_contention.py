"""Who closes a round and bids in it at the same instant, on the real database: one outcome, no bid lost."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection

from engine import RuleError
from tests.conftest import NOON
from tests.contenders import contending
from tests.effort import examples
from tests.test_concurrency import at_once
from tournaments.ponds import services
from tournaments.ponds.models import Bid, PondClosing, PondEntry, PondStart
from tournaments.ponds.selectors import pond_bids_given, pond_fold

from .contender import bid

pytestmark = pytest.mark.django_db(transaction=True)

ATTEMPTS = examples(2)
DEADLINE = NOON + timedelta(hours=1)


@pytest.fixture
def pond(club, director, players):
    """pond(4): a pond that has started at noon, a round an hour, and its players."""

    def make(count, *, start=True):
        row = services.pond_create(actor=director, club=club, name="Night swim", round_minutes=60)
        field = players(count)
        for player in field:
            services.pond_enter(actor=player.user, pond_id=row.pk, player=player)
        if start:
            services.pond_start(actor=director, pond_id=row.pk, now=NOON)
        return row, field

    return make


def bidding(row, player, points, *, round=1, now=DEADLINE - timedelta(seconds=1)):
    return lambda: services.pond_bid_make(
        actor=player.user, pond_id=row.pk, round=round, points=points, now=now
    )


def processing(row, now=DEADLINE):
    return lambda: services.pond_process_due(pond_id=row.pk, now=now)


def assert_valid(row):
    assert services.ponds_compare() == []
    rounds = list(row.closings.order_by("round").values_list("round", flat=True))
    assert rounds == list(range(1, len(rounds) + 1))
    closed = {closing.round: closing.serial for closing in row.closings.all()}
    for made in Bid.objects.filter(entry__pond=row):
        assert made.serial < closed.get(made.round, made.serial + 1), "no bid in a round that is over"


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_a_round_closes_once_whoever_closes_it(pond, attempt):
    row, field = pond(4)
    for player, points in zip(field, (5, 6, 7), strict=False):
        bidding(row, player, points, now=NOON)()
    assert not any(isinstance(found, Exception) for found in at_once(*[processing(row)] * 6))
    assert PondClosing.objects.count() == 1
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_a_bid_at_the_instant_of_the_closing_counts_or_is_refused(pond, attempt):
    row, (ann, bob, cem, _) = pond(4)
    for player, points in ((ann, 5), (bob, 6), (cem, 7)):
        bidding(row, player, points, now=NOON)()
    changed, *_ = at_once(bidding(row, ann, 900), *[processing(row)] * 3)
    counted = pond_fold(row).given[0][PondEntry.objects.get(player=ann).pk]
    if isinstance(changed, RuleError):
        assert (changed.code, counted) == ("bid_too_late", 5)
    else:
        assert counted == 900, "a bid that was taken counts"
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_all_the_last_bids_at_once_close_the_round_once(pond, attempt):
    row, field = pond(5)
    made = at_once(*[bidding(row, player, 10 + number) for number, player in enumerate(field)])
    assert all(isinstance(each, Bid) for each in made), made
    assert PondClosing.objects.count() == 1
    assert sorted(pond_fold(row).given[0].values()) == [10, 11, 12, 13, 14]
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_two_bids_of_one_player_at_once_are_one_that_counts(pond, attempt):
    row, (ann, *_) = pond(3)
    at_once(*[bidding(row, ann, points) for points in (1, 2, 3, 3)])
    (counted,) = pond_bids_given(row, 1).values()
    assert counted == Bid.objects.order_by("serial").last().points
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_two_starts_and_who_comes_and_goes_at_once(pond, director, attempt):
    row, (ann, _, cem) = pond(3, start=False)
    of = {"actor": director, "pond_id": row.pk}
    entry = PondEntry.objects.get(player=cem)
    found = at_once(
        *[lambda: services.pond_start(**of, now=NOON)] * 3,
        lambda: services.pond_leave(**of, entry_id=entry.pk),
        *[lambda: services.pond_enter(**of, player=ann)] * 2,
    )
    assert PondStart.objects.count() == 1
    codes = Counter(each.code for each in found if isinstance(each, RuleError))
    assert codes.keys() <= {"pond_started", "already_entered"}, found
    gone = not isinstance(found[3], RuleError)
    assert len(pond_fold(row).entries) == 3 - gone
    assert_valid(row)


@pytest.mark.long
@pytest.mark.timeout(90)
def test_processes_that_bid_in_the_same_rounds(pond):
    """Three players, each in a process of their own, bid round after round until one is left."""
    row, field = pond(3)
    context = contending()
    barrier, results = context.Barrier(len(field)), context.Queue()
    database = {"NAME": connection.settings_dict["NAME"]}
    processes = [
        context.Process(target=bid, args=(player.user_id, row.pk, NOON, database, barrier, results))
        for player in field
    ]
    for process in processes:
        process.start()
    said = [results.get(timeout=60) for _ in processes]
    for process in processes:
        process.join(30)
        assert process.exitcode == 0
    taken = sum(outcome == "done" for each in said for outcome in each)
    assert {outcome for each in said for outcome in each} <= {
        "done", "bid_too_late", "round_not_begun", "fallen_in", "pond_finished",
    }, said  # fmt: skip
    assert Bid.objects.count() == taken, "no bid that was taken is lost"
    assert_valid(row)
