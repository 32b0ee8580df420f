"""The next match takes the next free table: proposed, called by one click, called by the service."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.play.services import game_record, match_schedule, report_submit
from matches.work.models import Outbox
from tests.conftest import NOON, work_off
from tests.consent import club_appoint
from tests.consent import player_create as create_group
from tests.factories import PlayerFactory, UserFactory
from tournaments.events.services import (
    entry_add,
    entry_check_in,
    tournament_create,
    tournament_draw,
    tournament_edit,
    tournaments_sweep,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.venues.errors import NothingToCall
from tournaments.venues.models import VENUE_PROCESS_DUE, Seating, TableCall
from tournaments.venues.rules.tables import TableUse, VenueTable
from tournaments.venues.selectors import venue_now
from tournaments.venues.services import (
    attendance_record,
    call_take_back,
    match_call,
    match_call_next,
    venue_edit,
    venue_process_due,
    venues_sweep,
)

from .conftest import match_at, report

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=2)
AUTOMATIC = {"tables_assigned": "automatic"}
# Two of them for each event, for the numbers of its matches.
COST = 14


def proposed(venue, *, now=LATER):
    """Which match goes where next, the first one first: {match: table}."""
    return {each.event.match.pk: each.table for each in venue_now(venue, now).next_calls}


def seats():
    return {seating.table: seating.match_id for seating in Seating.objects.all()}


def keys(tournament, *names):
    return [match_at(tournament, name).pk for name in names]


def test_the_first_matches_take_the_first_tables(hall, event, players):
    venue = hall("7", VenueTable("5", TableUse.OUT_OF_USE), "3")
    cup = event(venue, players(8))
    assert proposed(venue) == dict(zip(keys(cup, "R1-M1", "R1-M2"), ("7", "3"), strict=True))
    queue = venue_now(venue, LATER).queue
    assert [each.event.match.pk for each in queue] == keys(cup, *(f"R1-M{number}" for number in (1, 2, 3, 4)))
    assert [(each.event.number, each.table) for each in queue] == [(1, "7"), (2, "3"), (3, None), (4, None)]


def test_who_has_waited_longest_over_all_events(hall, event, director):
    venue = hall("1", "2", "3", "4")
    late = event(venue, PlayerFactory.create_batch(4), name="Late", at=NOON + timedelta(minutes=9))
    early = event(venue, PlayerFactory.create_batch(4), name="Early")
    assert [*proposed(venue)] == keys(early, "R1-M1", "R1-M2") + keys(late, "R1-M1", "R1-M2")
    tournament_edit(actor=director, tournament_id=late.pk, called_first=[{}])
    assert [*proposed(venue)] == keys(late, "R1-M1", "R1-M2") + keys(early, "R1-M1", "R1-M2")


def test_a_round_or_a_part_may_come_first(hall, event, director):
    venue = hall("1")
    cup = event(venue, PlayerFactory.create_batch(4), format="double_elimination")
    for number in (1, 2):
        report(match_at(cup, f"WB-R1-M{number}"), director)
    winners, losers = match_at(cup, "WB-R2-M1").pk, match_at(cup, "LB-R1-M1").pk
    first = {}
    for items in (
        [{"part": "losers"}],
        [{"part": "winners", "round": 2}],
        [{"round": 9}],
        [{"part": "losers", "round": 1}],
    ):
        tournament_edit(actor=director, tournament_id=cup.pk, called_first=items)
        (first[str(items)],) = proposed(venue)
    assert [*first.values()] == [losers, winners, first["[{'round': 9}]"], losers]


def test_who_just_got_up_waits_from_then_on(hall, event, players, director):
    """Ann and Dai meet in another event: it waits from when they rose, and not from when it was drawn."""
    venue = hall("1")
    ann, bob, cem, dai = players(4)
    cup = event(venue, [ann, dai], name="Cup")
    event(venue, [ann, bob], name="Jackpot")
    event(venue, [cem, PlayerFactory()], name="Other", at=NOON + timedelta(minutes=5))
    call = match_call(actor=director, match_id=match_at(cup, "R1-M1").pk, table="1", now=NOON)
    assert proposed(venue) == {}
    call_take_back(actor=director, call_id=call.pk, now=NOON + timedelta(minutes=10))
    queue = venue_now(venue, LATER).queue
    assert [each.event.event_name for each in queue] == ["Other", "Cup", "Jackpot"]
    assert [each.since for each in queue] == [NOON + timedelta(minutes=after) for after in (5, 10, 10)]
    a_day_later = venue_now(venue, NOON + timedelta(days=1, minutes=11)).queue
    assert [each.event.event_name for each in a_day_later] == ["Cup", "Jackpot", "Other"]


def test_whom_a_match_waits_for(hall, event, players, director):
    venue, garden = hall("1", "2"), hall("1", name="Garden")
    ann, bob, cem = players(3)
    cup = event(venue, [ann, bob], name="Cup")
    jackpot = event(garden, [cem, ann], name="Jackpot")
    match_call(actor=director, match_id=match_at(jackpot, "R1-M1").pk, table="1", now=NOON)
    (waits,) = venue_now(venue, LATER).queue
    assert (waits.event.match.pk, waits.table, waits.missing) == (match_at(cup, "R1-M1").pk, None, (ann,))


def test_who_has_checked_in_comes_first(hall, club, director, players):
    """Whoever comes late to an event where people check in is behind those who are known to be there."""
    venue = hall("1")
    cup = tournament_create(
        actor=director, club=club, name="Swiss", lengths=(3,), format="swiss", check_in=True, venue=venue.pk
    )
    entries = [entry_add(actor=director, tournament_id=cup.pk, player=player) for player in players(4)]
    for entry in entries:
        entry_check_in(actor=director, tournament_id=cup.pk, entry_id=entry.pk)
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="x")
    entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory())
    entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory())
    work_off()
    for fixture in cup.fixtures.all():
        report(fixture.match, director, score=(3, 0))
    queue = venue_now(venue, LATER).queue
    assert [each.event.is_present for each in queue] == sorted(
        (each.event.is_present for each in queue), reverse=True
    )
    assert {each.event.is_present for each in queue} == {True, False}


def test_events_have_the_tables_they_name(hall, event, director):
    venue = hall("1", "2", VenueTable("Stream", TableUse.RESERVED))
    cup = event(venue, PlayerFactory.create_batch(4), name="Cup", tables=["2"])
    jackpot = event(
        venue,
        PlayerFactory.create_batch(4),
        name="Jackpot",
        at=NOON + timedelta(minutes=1),
        rounds=[{"round": 2, "tables": ["Stream"]}],
    )
    assert proposed(venue) == {
        match_at(cup, "R1-M1").pk: "2",
        match_at(jackpot, "R1-M1").pk: "1",
    }
    for number in (1, 2):
        report(match_at(jackpot, f"R1-M{number}"), director)
    assert proposed(venue)[match_at(jackpot, "R2-M1").pk] == "Stream"


def test_numbers_of_tables_are_their_names(hall, event):
    venue = hall("4", VenueTable("5", TableUse.RESERVED))
    cup = event(venue, PlayerFactory.create_batch(2), rounds=[{"tables": [5]}])
    assert cup.rounds == [{"tables": ["5"]}]
    assert [*proposed(venue).values()] == ["5"]


def test_what_is_not_proposed(hall, event, players, director):
    venue = hall(*map(str, range(1, 9)))
    ann, *others = players(8)
    cup = event(venue, [ann, *others])
    first, second, third, fourth = (match_at(cup, f"R1-M{number}") for number in (1, 2, 3, 4))
    match_schedule(match_id=first.pk, actor=director, starts_at=LATER + timedelta(minutes=1), now=NOON)
    game_record(match_id=second.pk, actor=second.one.user, number=1, winner=1, points=1, now=NOON)
    report_submit(match_id=third.pk, actor=third.one.user, score=(5, 1), now=NOON)
    jackpot = event(venue, [second.one, PlayerFactory()], name="Jackpot")
    assert proposed(venue) == {fourth.pk: "1"}
    (waits,) = (each for each in venue_now(venue, LATER).queue if each.event.event == jackpot.pk)
    assert waits.missing == (second.one,), "plays at no table that anybody called it to"
    assert proposed(venue, now=LATER + timedelta(minutes=1))[first.pk] == "2"
    tournament_edit(actor=director, tournament_id=cup.pk, tables_assigned="by_hand")
    assert proposed(venue) == {match_at(jackpot, "R1-M1").pk: "1"}


def test_nor_what_is_played_elsewhere(hall, event, players):
    event(hall("1", name="Garden"), players(2))
    event(None, PlayerFactory.create_batch(2))
    assert proposed(hall("1")) == {}


# -- One click


def test_the_next_match_is_called(hall, event, players, director):
    venue = hall("1", "2")
    cup = event(venue, players(8))
    calls = [match_call_next(actor=director, venue_id=venue.pk, now=LATER) for _ in range(2)]
    assert [(call.match_id, call.table, call.recorded_by) for call in calls] == [
        (match_at(cup, "R1-M1").pk, "1", director),
        (match_at(cup, "R1-M2").pk, "2", director),
    ]
    with pytest.raises(NothingToCall, match="Every table of Hall is taken, and matches wait: 2"):
        match_call_next(actor=director, venue_id=venue.pk, now=LATER)
    report_submit(match_id=calls[0].match_id, actor=director, score=(5, 1))
    work_off()
    assert match_call_next(actor=director, venue_id=venue.pk, now=LATER).match == match_at(cup, "R1-M3")


def test_the_next_match_of_one_event(hall, event, players, director):
    venue = hall("1", "2")
    event(venue, players(4), name="Cup")
    jackpot = event(venue, PlayerFactory.create_batch(2), name="Jackpot", at=NOON - timedelta(minutes=1))
    cup_next = match_call_next(actor=director, venue_id=venue.pk, event=jackpot.pk, now=LATER)
    assert cup_next.match == match_at(jackpot, "R1-M1")
    with pytest.raises(NothingToCall):
        match_call_next(actor=director, venue_id=venue.pk, event=jackpot.pk, now=LATER)


def test_a_scorekeeper_calls_the_matches_of_the_own_event(hall, event, players, director, club):
    venue = hall("1", "2")
    event(venue, players(2), name="Cup")
    jackpot = event(venue, PlayerFactory.create_batch(2), name="Jackpot", at=NOON + timedelta(minutes=1))
    keeper = UserFactory()
    club_appoint(actor=director, club=club, user=keeper, role="scorekeeper", tournament=jackpot)
    call = match_call_next(actor=keeper, venue_id=venue.pk, now=LATER)
    assert (call.match, call.table) == (match_at(jackpot, "R1-M1"), "2")
    for user in (keeper, UserFactory()):
        with pytest.raises(NotAllowed):
            match_call_next(actor=user, venue_id=venue.pk, now=LATER)


@pytest.mark.parametrize(
    ("prepare", "says"),
    [
        ("nothing", "No match waits for a table of Hall. Enter results, or release the next round."),
        ("elsewhere", "none may go to one that is free, or somebody of each sits at a table"),
        ("reserved", "none may go to one that is free"),
    ],
)
def test_why_nothing_is_called(hall, event, players, director, prepare, says):
    venue = hall(VenueTable("S", TableUse.RESERVED)) if prepare == "reserved" else hall("1")
    if prepare != "nothing":
        cup = event(venue, players(2))
    if prepare == "elsewhere":
        garden = hall("1", name="Garden")
        jackpot = event(garden, [match_at(cup, "R1-M1").one, PlayerFactory()], name="Jackpot")
        match_call(actor=director, match_id=match_at(jackpot, "R1-M1").pk, table="1")
    with pytest.raises(NothingToCall, match=says):
        match_call_next(actor=director, venue_id=venue.pk, now=LATER)


# -- By the service


def test_the_service_calls_what_is_next(hall, event, players, director):
    venue = hall("1", "2")
    cup = event(venue, players(8), **AUTOMATIC)
    assert seats() == dict(zip(("1", "2"), keys(cup, "R1-M1", "R1-M2"), strict=True))
    assert {call.recorded_by for call in TableCall.objects.all()} == {None}
    report(match_at(cup, "R1-M2"), director)
    assert seats() == dict(zip(("1", "2"), keys(cup, "R1-M1", "R1-M3"), strict=True))
    for key in ("R1-M1", "R1-M3", "R1-M4"):
        report(match_at(cup, key), director)
    assert set(seats().values()) == set(keys(cup, "R2-M1", "R2-M2"))


def test_it_calls_when_that_is_asked_and_when_a_table_comes(hall, event, players, director):
    venue = hall("1")
    cup = event(venue, players(4))
    work_off()
    assert seats() == {}
    tournament_edit(actor=director, tournament_id=cup.pk, **AUTOMATIC)
    work_off()
    assert [*seats()] == ["1"]
    venue_edit(actor=director, venue_id=venue.pk, tables=[VenueTable("1"), VenueTable("2")])
    work_off()
    assert [*seats()] == ["1", "2"]


def test_it_does_not_call_at_once_what_was_just_taken_back(hall, event, players, director):
    venue = hall("1")
    cup = event(venue, players(4), **AUTOMATIC)
    first, second = keys(cup, "R1-M1", "R1-M2")
    call_take_back(actor=director, call_id=TableCall.objects.get().pk)
    work_off()
    assert seats() == {"1": second}
    report(match_at(cup, "R1-M2"), director)
    assert seats() == {}
    match_call_next(actor=director, venue_id=venue.pk)
    assert seats() == {"1": first}


def test_it_leaves_a_table_to_a_match_that_waits_for_a_click(hall, event, players, director):
    """Who has waited longer has the first table, whoever calls."""
    venue = hall("1", "2")
    by_click = event(venue, players(2), name="Cup")
    by_itself = event(venue, PlayerFactory.create_batch(4), at=NOON + timedelta(minutes=1), **AUTOMATIC)
    assert seats() == {"2": match_at(by_itself, "R1-M1").pk}
    assert proposed(venue) == {match_at(by_click, "R1-M1").pk: "1"}


def test_the_sweep_finds_what_time_alone_brings(hall, event, players, director):
    venue = hall("1")
    cup = event(venue, players(2), **AUTOMATIC)
    match, now = match_at(cup, "R1-M1"), timezone.now()
    call_take_back(actor=director, call_id=TableCall.objects.get().pk, now=now)
    work_off()
    assert seats() == {}
    venues_sweep(now=now)
    assert [row.subject for row in Outbox.objects.filter(kind=VENUE_PROCESS_DUE)] == [venue.pk]
    a_day_later = now + timedelta(days=1, minutes=1)
    assert [call.match for call in venue_process_due(venue_id=venue.pk, now=a_day_later)] == [match]
    report_submit(match_id=match.pk, actor=director, score=(5, 1))
    work_off()
    venues_sweep(now=a_day_later)
    assert not Outbox.objects.exists()


def test_the_sweep_finds_what_sits_and_was_played(hall, event, players, director):
    venue = hall("1")
    cup = event(venue, players(2))
    match_call(actor=director, match_id=match_at(cup, "R1-M1").pk, table="1")
    report(match_at(cup, "R1-M1"), director)
    Seating.objects.create(call=TableCall.objects.get(), match=match_at(cup, "R1-M1"), venue=venue, table="1")
    tournaments_sweep()
    venues_sweep(now=LATER)
    assert Outbox.objects.filter(kind=VENUE_PROCESS_DUE, subject=venue.pk).exists()


# -- The list for the door, and what it costs


def test_who_sits_where_by_name(hall, event, director):
    venue = hall("1", "2", "3")
    names = ["Zoe", "bert", "Ann", "Émile", "Cem", "Dora"]
    field = [PlayerFactory(name=name) for name in names]
    pair = [
        create_group(actor=director, name=name, kind="pair", members=members)
        for name, members in (("Reds", field[:2]), ("Blues", field[2:4]))
    ]
    doubles = event(venue, pair, name="Doubles", entrants="doubles")
    single = event(venue, field[4:], name="Cup")
    for match, table in ((match_at(doubles, "R1-M1"), "3"), (match_at(single, "R1-M1"), "1")):
        match_call(actor=director, match_id=match.pk, table=table)
    state = venue_now(venue, LATER)
    assert [(each.player.name, each.seated.seating.table) for each in state.persons] == [
        ("Ann", "3"),
        ("bert", "3"),
        ("Cem", "1"),
        ("Dora", "1"),
        ("Zoe", "3"),
        ("Émile", "3"),
    ]
    assert [(each.table.name, each.is_free) for each in state.tables] == [
        ("1", False),
        ("2", True),
        ("3", False),
    ]


def test_the_tables_cost_the_same_for_any_number(hall, event, director):
    """32 tables and 40 matches of persons and pairs, or four and six; half of the tables are taken."""

    def cost(venue, players, pairs):
        event(venue, PlayerFactory.create_batch(players), name="Singles")
        field = [
            create_group(
                actor=director, name=f"Pair {number}", kind="pair", members=PlayerFactory.create_batch(2)
            )
            for number in range(pairs)
        ]
        event(venue, field, name="Doubles", entrants="doubles", called_first=[{}])
        calls = [
            match_call_next(actor=director, venue_id=venue.pk, now=LATER)
            for _ in range(len(venue.tables) // 2 + 1)
        ]
        call_take_back(actor=director, call_id=calls[0].pk, now=LATER)
        attendance_record(actor=director, call_id=calls[1].pk, side=0, present=False, now=LATER)
        with CaptureQueriesContext(connection) as queries:
            state = venue_now(venue, LATER)
            assert len(state.tables) == len(venue.tables)
            assert all(each.table is None or each.event.number for each in state.queue)
            assert all(each.player.name for each in state.persons)
        return len(queries)

    assert cost(hall(*map(str, range(1, 5)), name="Few"), 8, 4) == COST
    assert cost(hall(*map(str, range(1, 33)), name="Many"), 64, 16) == COST
