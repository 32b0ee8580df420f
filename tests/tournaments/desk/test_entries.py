"""What the desk shows of the entries of an event: all of it in one read."""

import pytest

from matches.ratings.models import RatingPool
from tests.answers import assert_problem
from tests.conftest import NOON, api_as, work_off
from tests.consent import club_appoint, player_create
from tests.factories import PlayerFactory, RatingPoolFactory, StandingFactory, UserFactory
from tournaments.desk.selectors import EntryState, entry_desk
from tournaments.events.models import EntryApplication
from tournaments.events.selectors import tournament_list
from tournaments.events.services import (
    entries_check_in,
    entry_add,
    entry_application_answer,
    entry_check_in_take_back,
    entry_substitute,
    entry_withdraw,
    tournament_call_off,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.money.rules.fees import Fees
from tournaments.money.services import entry_fee_set, fee_payments_record

pytestmark = pytest.mark.django_db

IN_FIELD, WAITING, ALTERNATE = EntryState.IN_FIELD, EntryState.WAITING, EntryState.ALTERNATE
WITHDRAWN, SUBSTITUTED = EntryState.WITHDRAWN, EntryState.SUBSTITUTED


@pytest.fixture
def event(club, director):
    """event(capacity=2): announced, free to enter; how to address it."""

    def make(**how):
        cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5], **how)
        return cup, {"actor": director, "tournament_id": cup.pk}

    return make


def entered(of, count, **how):
    return [entry_add(**of, player=PlayerFactory(), **how) for _ in range(count)]


def draw(of, entries):
    tournament_draw(**of, seeding=Seeding.MANUAL, seeded=[each.pk for each in entries], seed="x")
    work_off()


def desk(cup):
    return entry_desk(tournament_list().get(pk=cup.pk))


def states(cup):
    return [(row.state, row.place_in_line) for row in desk(cup).entries]


def test_who_plays_who_waits_and_who_has_left_before_the_draw(event):
    cup, of = event(capacity=2)
    entries = entered(of, 4)
    entered(of, 1, alternate=True)
    assert states(cup) == [
        (IN_FIELD, None),
        (IN_FIELD, None),
        (WAITING, 1),
        (WAITING, 2),
        (ALTERNATE, None),
    ]
    entry_withdraw(**of, entry_id=entries[0].pk)
    assert states(cup) == [
        (WITHDRAWN, None),
        (IN_FIELD, None),
        (IN_FIELD, None),
        (WAITING, 1),
        (ALTERNATE, None),
    ]
    found = desk(cup)
    assert found.counts == {IN_FIELD: 2, WAITING: 1, ALTERNATE: 1, WITHDRAWN: 1, SUBSTITUTED: 0}
    assert (found.places_left, found.late_seats) == (0, None)


def test_and_after_it(event):
    cup, of = event(capacity=3)
    entries = entered(of, 4)
    (alternate,) = entered(of, 1, alternate=True)
    draw(of, entries[:3])
    entry_withdraw(**of, entry_id=entries[0].pk)
    entry_substitute(**of, leaves_id=entries[1].pk, comes_id=alternate.pk)
    # Who waited when the draw was made may take somebody's place.
    assert states(cup) == [
        (WITHDRAWN, None),
        (SUBSTITUTED, None),
        (IN_FIELD, None),
        (ALTERNATE, None),
        (IN_FIELD, None),
    ]
    found = desk(cup)
    assert (found.entries[1].replaced_by, found.entries[4].came_for) == (alternate, entries[1])
    assert (found.places_left, found.late_seats) == (None, 0)


def test_how_many_may_still_come(event):
    cup, of = event(format="swiss", format_options={"rounds": 2}, capacity=8)
    entries = entered(of, 3)
    assert desk(cup).places_left == 5
    draw(of, entries)
    entered(of, 1)
    assert [row.state for row in desk(cup).entries] == [IN_FIELD] * 4
    assert desk(cup).late_seats > 0
    tournament_call_off(**of, reason="Snow.")
    assert desk(cup).late_seats == 0


def test_since_when_and_by_whom(event, players, club, director):
    ann, bob, cem = players(3)
    cup, of = event(entries_need_approval=True)
    application = entry_add(actor=ann.user, tournament_id=cup.pk, player=ann, now=NOON)
    entry_application_answer(
        actor=director, application_id=application.pk, state=EntryApplication.State.APPROVED
    )
    entry_add(**of, player=bob)
    by_ann, by_director = desk(cup).entries
    assert (by_ann.since, by_ann.entered_by, by_ann.approved_by) == (NOON, ann.user, director)
    assert by_ann.is_self_entered
    assert (by_director.entered_by, by_director.approved_by) == (director, None)
    assert not by_director.is_self_entered
    assert by_director.since == by_director.entry.recorded_at
    doubles, _ = event(entrants="doubles", format="swiss")
    pair = player_create(actor=director, name="Both", kind="pair", members=[ann, cem])
    entry_add(actor=cem.user, tournament_id=doubles.pk, player=pair)
    (row,) = desk(doubles).entries
    assert row.is_self_entered


def test_who_is_here_who_has_paid_and_how_strong(event):
    cup, of = event(check_in=True)
    entry_fee_set(**of, cents=1000, currency="EUR")
    one, two, three = entered(of, 3)
    RatingPoolFactory()
    StandingFactory(rating_pool=RatingPool.objects.get(everybody=True), player=two.player, value=1612.5)
    entries_check_in(**of, entry_ids=[one.pk, two.pk])
    entry_check_in_take_back(**of, entry_id=one.pk)
    fee_payments_record(**of, entry_ids=[three.pk])
    found = desk(cup)
    assert [row.check_in is not None for row in found.entries] == [False, True, False]
    assert found.checked_in == 1
    assert [row.fees for row in found.entries] == [Fees(1000, 0), Fees(1000, 0), Fees(1000, 1000)]
    assert found.fees.open == 2000
    assert [row.rating for row in found.entries] == [1500, 1612.5, 1500]


@pytest.mark.parametrize("size", [3, 40])
def test_it_is_one_read_whatever_the_number(event, size, django_assert_num_queries):
    cup, of = event(capacity=size - 1, check_in=True, format="swiss", format_options={"rounds": 1})
    entry_fee_set(**of, cents=1000, currency="EUR")
    entries = entered(of, size)
    entries_check_in(**of, entry_ids=[each.pk for each in entries])
    fee_payments_record(**of, entry_ids=[each.pk for each in entries[: size // 2]])
    tournament = tournament_list().get(pk=cup.pk)
    with django_assert_num_queries(14):
        rows = entry_desk(tournament).entries
        assert [row.is_self_entered for row in rows] == [False] * size
    draw(of, entries[: size - 1])
    tournament = tournament_list().get(pk=cup.pk)
    with django_assert_num_queries(11):
        entry_desk(tournament)


# -- Over the API


def test_the_desk_is_for_who_runs_the_event(event, club, players):
    (ann,) = players(1)
    cup, of = event(capacity=2)
    entry_fee_set(**of, cents=1000, currency="EUR")
    entry = entry_add(actor=ann.user, tournament_id=cup.pk, player=ann, home="Harbour", now=NOON)
    scorekeeper, stranger = UserFactory(username="helper"), UserFactory()
    club_appoint(actor=of["actor"], club=club, user=scorekeeper, role="scorekeeper", tournament=cup)
    address = f"/api/v1/tournaments/{cup.pk}/desk/entries/"
    shown = api_as(of["actor"]).get(address).json()
    row = {
        "id": entry.pk,
        "player": {"id": ann.pk, "name": "Ann"},
        "home": "Harbour",
        "family": "",
        "state": "in_field",
        "place_in_line": None,
        "since": "2026-03-07T12:00:00Z",
        "self_entered": True,
        "entered_by": "ann",
        "approved_by": None,
        "checked_in_at": None,
        "fees": {"owed": 1000, "paid": 0, "open": 1000, "to_return": 0},
        "rating": 1500.0,
        "came_for": None,
        "replaced_by": None,
    }
    assert shown == {
        "entries": [row],
        "in_field": 1,
        "waiting": 0,
        "checked_in": 0,
        "places_left": 1,
        "late_seats": None,
        "currency": "EUR",
    }
    # By whom facts were recorded is for directors.
    helped = api_as(scorekeeper).get(address).json()
    assert helped["entries"] == [{**row, "entered_by": None}]
    for viewer in (ann.user, stranger):
        assert_problem(api_as(viewer).get(address), 403, "not_allowed")
    assert_problem(api_as(None).get(address), 401, "not_authenticated")
