"""Who calls at the same instant, from processes of their own: no table has two matches, nobody sits twice."""

import os
from collections import Counter

import pytest
from django.db import connection

from matches.play.models import Match
from matches.work.services import caches_compare
from tests.conftest import work_off
from tests.contenders import contending
from tests.effort import examples
from tests.factories import PlayerFactory
from tests.test_concurrency import at_once
from tournaments.venues.models import Seating, TableCall
from tournaments.venues.selectors import persons_of_match
from tournaments.venues.services import call_move, call_take_back, match_call

from .conftest import match_at
from .contender import SAID, act

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = int(os.environ.get("CONTENTION", examples(4)))
"""How many evenings are fought over."""

REFUSALS = {
    "already_called",
    "match_final",
    "match_not_callable",
    "nothing_to_call",
    "player_at_table",
    "table_occupied",
}


@pytest.fixture
def evenings(hall, event):
    """Ann – Dai and Cem – Bob wait for two tables, Ann – Eva for one at another venue of the club."""
    made = []
    for number in range(TIMES):
        ann, bob, cem, dai, eva = PlayerFactory.create_batch(5)
        indoors, garden = hall("1", "2", name=f"Hall {number}"), hall("1", name=f"Garden {number}")
        cup = event(indoors, [ann, bob, cem, dai])
        jackpot = event(garden, [ann, eva], name="Jackpot", tables_assigned="by_hand")
        made.append(
            {
                "hall": indoors.pk,
                "garden": garden.pk,
                "first": match_at(cup, "R1-M1").pk,
                "second": match_at(cup, "R1-M2").pk,
                "shared": match_at(jackpot, "R1-M1").pk,
            }
        )
    return made


def assert_nobody_sits_twice():
    seatings = list(Seating.objects.select_related("match__one", "match__two"))
    places = Counter((seating.venue_id, seating.table) for seating in seatings)
    persons = Counter(person for seating in seatings for person in persons_of_match(seating.match))
    assert set(places.values()) <= {1}
    assert set(persons.values()) <= {1}
    assert {seating.match.state for seating in seatings} <= {Match.State.OPEN}
    assert list(caches_compare()) == []


@pytest.mark.timeout(90 + 2 * TIMES)
def test_one_outcome_and_no_deadlock(evenings, director):
    context = contending()
    people = [*SAID, "calling next", "working", "reporting"]
    barrier, results = context.Barrier(len(people)), context.Queue()
    database = {"NAME": connection.settings_dict["NAME"]}
    processes = [
        context.Process(target=act, args=(who, director.pk, database, evenings, barrier, results))
        for who in people
    ]
    for process in processes:
        process.start()
    outcomes = dict(results.get(timeout=60 + 2 * TIMES) for _ in people)
    for process in processes:
        process.join(30)
        assert process.exitcode == 0
    work_off()
    seen = {who: Counter(said) for who, said in outcomes.items()}
    assert set().union(*seen.values()) <= {"done", *REFUSALS}, seen
    assert set(seen["reporting"]) == set(seen["working"]) == {"done"}
    assert_nobody_sits_twice()
    for number, job in enumerate(evenings):
        done = {who for who in people if outcomes[who][number] == "done"}
        assert len(done & {"calling", "calling elsewhere"}) <= 1, "one match is called once"
        assert Match.objects.get(pk=job["first"]).result is not None
        assert TableCall.objects.filter(match=job["second"]).count() <= 1


@pytest.fixture
def night(hall, event, players):
    venue = hall("1", "2", "3")
    return venue, event(venue, players(4))


def only_refusals(found, *codes):
    assert all(getattr(each, "code", "done") in {"done", *codes} for each in found), found


@pytest.mark.parametrize("attempt", range(examples(3)))
def test_two_who_call_to_one_table(night, director, attempt):
    _, cup = night
    calls = [
        lambda key=key: match_call(actor=director, match_id=match_at(cup, key).pk, table="1")
        for key in ("R1-M1", "R1-M2", "R1-M1", "R1-M2")
    ]
    found = at_once(*calls)
    only_refusals(found, "table_occupied", "already_called")
    assert sum(isinstance(each, TableCall) for each in found) == 1
    assert_nobody_sits_twice()


@pytest.mark.parametrize("attempt", range(examples(3)))
def test_two_who_move_and_take_back(night, director, attempt):
    _, cup = night
    one, two = (
        match_call(actor=director, match_id=match_at(cup, key).pk, table=table)
        for key, table in (("R1-M1", "1"), ("R1-M2", "2"))
    )
    found = at_once(
        lambda: call_move(actor=director, call_id=one.pk, table="3"),
        lambda: call_move(actor=director, call_id=two.pk, table="3"),
        lambda: call_take_back(actor=director, call_id=one.pk),
        lambda: call_take_back(actor=director, call_id=one.pk),
    )
    only_refusals(found, "table_occupied", "call_ended")
    assert sorted(Seating.objects.values_list("call", flat=True)) == [two.pk]
    assert_nobody_sits_twice()
