"""Matches called to tables: by hand, moved, taken back; what is refused, and whom it names."""

from datetime import timedelta

import pytest
from django.utils import translation

from matches.accounts.errors import NotAllowed
from matches.base.times import said_in
from matches.base.translation import translate_text
from matches.facts.selectors import fact_list
from matches.play.errors import InvalidPenalty, MatchFinal, MatchNotDue
from matches.play.models import Match
from matches.play.rules.results import ResultKind
from matches.play.services import (
    match_schedule,
    matches_supersede,
    penalty_give,
    report_submit,
    report_verify,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
)
from matches.players.services import players_merge
from tests.answers import assert_problem
from tests.conftest import NOON, api_as, director_reports, work_off
from tests.consent import club_appoint
from tests.consent import player_create as create_group
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tests.test_compare import compare
from tournaments.clubs.services import club_create
from tournaments.events.models import Fixture
from tournaments.events.services import (
    entry_add,
    entry_withdraw,
    tournament_create,
    tournament_draw,
    tournament_edit,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.ladders.rules import Reply
from tournaments.ladders.services import challenge_answer, challenge_make, ladder_create, ladder_join
from tournaments.venues.errors import (
    AlreadyCalled,
    CallEnded,
    MatchNotCallable,
    PlayerAtTable,
    TableNotForEvent,
    TableOccupied,
    TableOutOfUse,
    UnknownTable,
    WrongVenue,
)
from tournaments.venues.models import Attendance, Seating, TableCall, TableCallEnd, TableMove
from tournaments.venues.rules.tables import TableUse, VenueTable
from tournaments.venues.selectors import venue_now
from tournaments.venues.services import (
    attendance_record,
    call_move,
    call_take_back,
    match_call,
    venue_edit,
    venue_process_due,
    venue_remove,
)

from .conftest import match_at, report

pytestmark = pytest.mark.django_db

STREAM = VenueTable("Stream", TableUse.RESERVED, "The final")
BROKEN = VenueTable("9", TableUse.OUT_OF_USE, "A leg")


@pytest.fixture
def night(hall, event, players):
    """Two tables, one for streaming and a broken one; a knockout of four, Ann – Dai and Cem – Bob."""
    venue = hall("1", "2", STREAM, BROKEN)
    return venue, event(venue, players(4))


def seats():
    return {seating.table: seating.match_id for seating in Seating.objects.all()}


def last_said(viewer, subject):
    return fact_list(viewer, subject)[:99][-1].sentence


def corrected(match, director, score):
    """The result of a match as it should have been, with all that this changes."""
    looked = ruling_preview(match_id=match.pk, actor=director, kind=ResultKind.PLAYED, points=score)
    made = ruling_make(
        match_id=match.pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=score,
        reason="Misread.",
        preview=looked.token,
    )
    work_off()
    return made


def called(director, match, table, *, minute=0, **how):
    return match_call(
        actor=director, match_id=match.pk, table=table, now=NOON + timedelta(minutes=minute), **how
    )


def test_a_match_is_called(night, director):
    venue, cup = night
    match = match_at(cup, "R1-M1")
    call = called(director, match, "1")
    assert (call.match, call.venue, call.table, call.recorded_by) == (match, venue, "1", director)
    assert seats() == {"1": match.pk}
    said = "Ann – Dai: called to table 1 of Hall."
    for subject in (match, cup, venue):
        assert said in [fact.sentence for fact in fact_list(director, subject)[:99]]
    assert Fixture.objects.get(match=match).table == "1"
    assert Fixture.objects.get(key="R1-M2").table is None


def test_a_reserved_table_is_for_whom_the_director_calls_there(night, director):
    _, cup = night
    called(director, match_at(cup, "R1-M1"), "stream")
    assert [*seats()] == ["Stream"], "as the venue writes it"


def test_who_may_call(night, director, club, players):
    _, cup = night
    match = match_at(cup, "R1-M1")
    keeper, stranger = UserFactory(), UserFactory()
    club_appoint(actor=director, club=club, user=keeper, role="scorekeeper", tournament=cup)
    for user in (stranger, match.one.user, None):
        with pytest.raises(NotAllowed if user else Exception):
            match_call(actor=user, match_id=match.pk, table="1")
    call = match_call(actor=keeper, match_id=match.pk, table="1")
    for act in (
        lambda: call_move(actor=stranger, call_id=call.pk, table="2"),
        lambda: call_take_back(actor=stranger, call_id=call.pk),
        lambda: attendance_record(actor=match.one.user, call_id=call.pk, side=0, present=False),
    ):
        with pytest.raises(NotAllowed):
            act()
    call_move(actor=keeper, call_id=call.pk, table="2")
    call_take_back(actor=keeper, call_id=call.pk)
    assert seats() == {}


# -- What is refused


@pytest.mark.parametrize(
    ("table", "error", "says"),
    [
        ("7", UnknownTable, "Hall has no table 7, but 1, 2, Stream, 9."),
        ("9", TableOutOfUse, "Table 9 is out of use."),
    ],
)
def test_where_nobody_is_called(night, director, table, error, says):
    with pytest.raises(error, match=says):
        called(director, match_at(night[1], "R1-M1"), table)
    assert not TableCall.objects.exists()


def test_no_table_has_two_matches(night, director):
    _, cup = night
    called(director, match_at(cup, "R1-M1"), "1")
    with pytest.raises(TableOccupied) as refused:
        called(director, match_at(cup, "R1-M2"), "1", minute=7)
    assert str(refused.value) == (
        "At table 1 is match 1 of Thursday double, since 2026-03-07 12:00 UTC. Choose another table, enter "
        "its result, or take its call back."
    )
    assert len(seats()) == 1


def test_no_match_is_called_twice(night, director):
    _, cup = night
    match = match_at(cup, "R1-M1")
    call = called(director, match, "1")
    with pytest.raises(AlreadyCalled) as refused:
        called(director, match, "2", minute=7)
    assert str(refused.value) == (
        "Table 1 has match 1 of Thursday double already, since 2026-03-07 12:00 UTC. Move it, or take the "
        "call back."
    )
    assert refused.value.data == {"match": match.pk, "table": "1", "call": call.pk}


def test_pages_say_times_as_clocks_at_the_venue_show_them(night, director):
    venue, cup = night
    tokyo = venue_edit(actor=director, venue_id=venue.pk, time_zone="Asia/Tokyo").zone
    called(director, match_at(cup, "R1-M1"), "1")
    with pytest.raises(TableOccupied) as refused:
        called(director, match_at(cup, "R1-M2"), "1")
    with said_in(tokyo), translation.override("ja"):
        assert "21:00" in translate_text(refused.value.sentence)


@pytest.fixture
def second(night, event, hall, director):
    """An event of the same people, played where it is said; Bob meets Ann in its first match."""

    def make(where=None, **how):
        venue, cup = night
        ann, bob = (match_at(cup, "R1-M1").one, match_at(cup, "R1-M2").two)
        return event(venue if where is None else where, [ann, bob], name="Jackpot", **how)

    return make


def test_nobody_is_called_to_two_tables(night, second, director):
    _, cup = night
    first, jackpot = match_at(cup, "R1-M1"), match_at(second(), "R1-M1")
    call = called(director, first, "1")
    with pytest.raises(PlayerAtTable) as refused:
        called(director, jackpot, "2")
    assert str(refused.value) == (
        "Ann plays match 1 of Thursday double at table 1. Enter its result or take its call back, or call "
        "another match."
    )
    assert refused.value.data == {
        "player": first.one_id,
        "match": first.pk,
        "table": "1",
        "call": call.pk,
    }


def test_nor_at_two_venues_of_the_club(night, second, hall, director):
    garden = hall("1", name="Garden")
    called(director, match_at(night[1], "R1-M1"), "1")
    with pytest.raises(PlayerAtTable, match="Ann plays match 1"):
        called(director, match_at(second(garden), "R1-M1"), "1")


def test_another_club_does_not_keep_anybody_from_playing(night, director, hall, event):
    """Nobody there could take the call back."""
    _, cup = night
    called(director, match_at(cup, "R1-M1"), "1")
    ann, eva = match_at(cup, "R1-M1").one, PlayerFactory(name="Eva")
    other = club_create(actor=director, name="Another Club")
    elsewhere = tournament_create(
        actor=director, club=other, name="Cup", lengths=(5,), venue=hall("1", of=other).pk
    )
    for player in (ann, eva):
        entry_add(actor=director, tournament_id=elsewhere.pk, player=player)
    tournament_draw(actor=director, tournament_id=elsewhere.pk, seeding=Seeding.RANDOM)
    work_off()
    called(director, match_at(elsewhere, "R1-M1"), "1")
    assert TableCall.objects.count() == 2


def test_members_of_pairs_are_persons(night, director, hall, event):
    venue, cup = night
    ann, eva, fay, gus = (
        match_at(cup, "R1-M1").one,
        *(PlayerFactory(name=name) for name in ("Eva", "Fay", "Gus")),
    )
    pairs = [
        create_group(actor=director, name=name, kind="pair", members=members)
        for name, members in (("Reds", [eva, ann]), ("Blues", [fay, gus]))
    ]
    doubles = event(venue, pairs, name="Doubles", entrants="doubles")
    called(director, match_at(cup, "R1-M1"), "1")
    with pytest.raises(PlayerAtTable, match="Ann plays match 1 of Thursday double"):
        called(director, match_at(doubles, "R1-M1"), "2")
    call_take_back(actor=director, call_id=TableCall.objects.get().pk)
    called(director, match_at(doubles, "R1-M1"), "2")
    with pytest.raises(PlayerAtTable, match="Ann plays match 1 of Doubles at table 2"):
        called(director, match_at(cup, "R1-M1"), "1")


def test_merged_records_are_one_person(night, event, director):
    venue, cup = night
    double = PlayerFactory(name="A. Berg")
    jackpot = event(venue, [double, PlayerFactory(name="Eva")], name="Jackpot")
    staff = UserFactory(is_staff=True)
    players_merge(actor=staff, kept=match_at(cup, "R1-M1").one, absorbed=double, reason="The same.")
    called(director, match_at(jackpot, "R1-M1"), "2")
    with pytest.raises(PlayerAtTable, match="Ann plays match 1 of Jackpot at table 2"):
        called(director, match_at(cup, "R1-M1"), "1")


def test_what_is_decided_is_not_called(night, director):
    _, cup = night
    match = match_at(cup, "R1-M1")
    report(match, director)
    with pytest.raises(MatchFinal, match="Nobody is called to match 1 of Thursday double any more"):
        called(director, match, "1")
    matches_supersede(superseded={match.pk: True})
    with pytest.raises(MatchFinal):
        called(director, match, "1")


def test_nor_what_was_reported(night, director):
    _, cup = night
    match = match_at(cup, "R1-M1")
    sent = report_submit(match_id=match.pk, actor=match.one.user, score=(5, 1), now=NOON)
    with pytest.raises(MatchNotCallable, match="has been reported"):
        called(director, match, "1")
    report_verify(report_id=sent.pk, now=NOON)
    assert Match.objects.get(pk=match.pk).state == "reported"
    with pytest.raises(MatchNotCallable):
        called(director, match, "1")


def test_nor_what_silence_has_confirmed(night, director):
    """Whether or not a worker has come by."""
    _, cup = night
    match = match_at(cup, "R1-M1")
    sent = report_submit(match_id=match.pk, actor=match.one.user, score=(5, 1), now=NOON)
    report_verify(report_id=sent.pk, now=NOON)
    with pytest.raises(MatchFinal):
        called(director, match, "1", minute=60)


def test_nor_before_it_starts(night, director):
    _, cup = night
    match = match_at(cup, "R1-M1")
    match_schedule(match_id=match.pk, actor=director, starts_at=NOON + timedelta(hours=1), now=NOON)
    with pytest.raises(MatchNotDue, match="starts at 2026-03-07 13:00 UTC"):
        called(director, match, "1", minute=59)
    called(director, match, "1", minute=60)


def test_an_event_uses_the_tables_it_names(night, director):
    venue, cup = night
    tournament_edit(actor=director, tournament_id=cup.pk, tables=["2", "Stream"])
    with pytest.raises(TableNotForEvent, match="Thursday double does not use table 1, but 2, Stream"):
        called(director, match_at(cup, "R1-M1"), "1")
    called(director, match_at(cup, "R1-M1"), "2")
    venue_edit(actor=director, venue_id=venue.pk, tables=[VenueTable("2"), VenueTable("7")])
    tournament_edit(actor=director, tournament_id=cup.pk, tables=["7"])
    venue_edit(actor=director, venue_id=venue.pk, tables=[VenueTable("2"), VenueTable("8")])
    called(director, match_at(cup, "R1-M2"), "8")


# -- At which venue


def test_an_event_is_played_at_its_venue(night, hall, director):
    _, cup = night
    garden = hall("1", name="Garden")
    with pytest.raises(WrongVenue, match="Thursday double is played at another venue"):
        called(director, match_at(cup, "R1-M1"), "1", venue_id=garden.pk)


def test_a_match_of_an_event_without_a_venue(night, second, hall, director):
    venue, _ = night
    jackpot = second()
    tournament_edit(actor=director, tournament_id=jackpot.pk, venue=None)
    match = match_at(jackpot, "R1-M1")
    with pytest.raises(WrongVenue, match="of no event that names a venue"):
        called(director, match, "1")
    called(director, match, "1", venue_id=venue.pk)
    assert seats() == {"1": match.pk}


def test_a_match_of_a_ladder(night, club, director, players):
    venue, cup = night
    ladder = ladder_create(actor=director, club=club, name="Wall", kind="position", length=5)
    ann, dai = match_at(cup, "R1-M1").players
    for player in (ann, dai):
        ladder_join(actor=director, ladder_id=ladder.pk, player=player)
    challenge = challenge_make(actor=director, ladder_id=ladder.pk, challenger=dai, challenged=ann)
    match = challenge_answer(actor=director, challenge_id=challenge.pk, reply=Reply.ACCEPTED).match
    called(director, match, "2", venue_id=venue.pk)
    with pytest.raises(PlayerAtTable, match="Ann plays Dai – Ann at table 2"):
        called(director, match_at(cup, "R1-M1"), "1")


def test_not_to_a_venue_of_another_club(night, director, hall):
    """Whoever set up a match directs it, and takes nobody's table by that."""
    venue, _ = night
    arranger = UserFactory()
    match = MatchFactory(created_by=arranger)
    for number in (venue.pk, 0):
        with pytest.raises(WrongVenue, match="belongs to no club that has the venue"):
            called(arranger, match, "1", venue_id=number)


# -- How a call ends


@pytest.mark.parametrize("how", ["reported", "decided", "withdrawn", "superseded"])
def test_a_call_is_over_when_its_match_is(night, director, how):
    venue, cup = night
    match = match_at(cup, "R1-M1")
    if how == "superseded":
        for key in ("R1-M1", "R1-M2"):
            report(match_at(cup, key), director)
        match = match_at(cup, "R2-M1")
    call = called(director, match, "1")
    match how:
        case "reported":
            sent = report_submit(match_id=match.pk, actor=match.one.user, score=(5, 1), now=NOON)
            report_verify(report_id=sent.pk, now=NOON)
        case "decided":
            report_submit(match_id=match.pk, actor=director, score=(5, 1), now=NOON)
        case "withdrawn":
            entry_withdraw(
                actor=director, tournament_id=cup.pk, entry_id=Fixture.objects.get(match=match).one_id
            )
        case "superseded":
            corrected(match_at(cup, "R1-M1"), director, (1, 5))
    work_off()
    assert seats() == {}
    end = TableCallEnd.objects.get()
    assert (end.call, end.cause, end.recorded_by) == (call, "over", None)
    assert last_said(director, venue) == f"{match.side_names}: the table is free again."
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_table_is_free_before_any_worker_has_come_by(night, director):
    _, cup = night
    first, other = match_at(cup, "R1-M1"), match_at(cup, "R1-M2")
    called(director, first, "1")
    sent = report_submit(match_id=first.pk, actor=director, score=(5, 1), now=NOON)
    report_verify(report_id=sent.pk, now=NOON)
    assert Fixture.objects.get(match=first).table is None
    called(director, other, "1")
    assert seats() == {"1": other.pk}
    assert TableCallEnd.objects.get().call.match == first


def test_what_is_to_be_played_after_all_is_called_anew(night, director):
    _, cup = night
    for key in ("R1-M1", "R1-M2"):
        report(match_at(cup, key), director)
    final = match_at(cup, "R2-M1")
    called(director, final, "1")
    ruling = corrected(match_at(cup, "R1-M1"), director, (1, 5))
    looked = ruling_undo_preview(ruling_id=ruling.pk, actor=director)
    ruling_undo(ruling_id=ruling.pk, actor=director, reason="It was not.", preview=looked.token)
    work_off()
    final.refresh_from_db()
    assert (final.state, seats()) == ("open", {})
    called(director, final, "2")
    assert seats() == {"2": final.pk}


def test_a_report_that_is_refused_leaves_them_at_the_table(night, director):
    _, cup = night
    match = match_at(cup, "R1-M1")
    called(director, match, "1")
    sent = report_submit(match_id=match.pk, actor=match.one.user, transcript=b"nothing", now=NOON)
    report_verify(report_id=sent.pk, now=NOON)
    work_off()
    assert seats() == {"1": match.pk}


def test_a_call_is_taken_back(night, director):
    _, cup = night
    match = match_at(cup, "R1-M1")
    call = called(director, match, "1")
    end = call_take_back(actor=director, call_id=call.pk, reason="Dinner.", now=NOON)
    assert (end.cause, end.reason, end.recorded_by) == ("taken_back", "Dinner.", director)
    assert seats() == {}
    with pytest.raises(CallEnded, match="The call of match 1 of Thursday double to table 1 is over"):
        call_take_back(actor=director, call_id=call.pk)
    called(director, match, "1")
    for act in (
        lambda: call_move(actor=director, call_id=call.pk, table="2"),
        lambda: attendance_record(actor=director, call_id=call.pk, side=0, present=False),
    ):
        with pytest.raises(CallEnded):
            act()


def test_a_match_is_moved(night, director):
    _, cup = night
    call = called(director, match_at(cup, "R1-M1"), "1")
    called(director, match_at(cup, "R1-M2"), "2")
    with pytest.raises(TableOccupied):
        call_move(actor=director, call_id=call.pk, table="2")
    with pytest.raises(TableOutOfUse):
        call_move(actor=director, call_id=call.pk, table="9")
    move = call_move(actor=director, call_id=call.pk, table="Stream")
    assert (move.call, move.table) == (call, "Stream")
    assert seats() == {"Stream": call.match_id, "2": match_at(cup, "R1-M2").pk}
    assert call_move(actor=director, call_id=call.pk, table="Stream") is None
    assert TableMove.objects.count() == 1
    assert compare() == "Everything stored is what the facts say.\n"


def test_what_is_decided_is_not_moved(night, director):
    _, cup = night
    match = match_at(cup, "R1-M1")
    call = called(director, match, "1")
    sent = report_submit(match_id=match.pk, actor=director, score=(5, 1), now=NOON)
    report_verify(report_id=sent.pk, now=NOON)
    with pytest.raises(CallEnded):
        call_move(actor=director, call_id=call.pk, table="2")


# -- Tables that change while somebody sits there


def test_a_table_at_which_somebody_sits_stays(night, director):
    venue, cup = night
    called(director, match_at(cup, "R1-M1"), "1")
    before = venue.venue_tables
    with pytest.raises(TableOccupied, match="At table 1 is match 1 of Thursday double"):
        venue_edit(actor=director, venue_id=venue.pk, tables=[VenueTable("2")])
    venue.refresh_from_db()
    assert venue.venue_tables == before
    broken = [VenueTable("1", TableUse.OUT_OF_USE, "The lamp"), VenueTable("2")]
    venue_edit(actor=director, venue_id=venue.pk, tables=broken)
    assert seats() == {"1": match_at(cup, "R1-M1").pk}, "they play on"
    director_reports(match_at(cup, "R1-M1"), director, (5, 1))
    venue_edit(actor=director, venue_id=venue.pk, tables=[VenueTable("2")])


def test_nor_is_a_venue_removed_then(night, director):
    venue, cup = night
    called(director, match_at(cup, "R1-M1"), "1")
    tournament_edit(actor=director, tournament_id=cup.pk, venue=None, tables=[])
    refused = assert_problem(api_as(director).delete(f"/api/v1/venues/{venue.pk}/"), 409, "venue_in_use")
    assert refused["matches"] == 1
    report(match_at(cup, "R1-M1"), director)
    venue_remove(actor=director, venue_id=venue.pk)


# -- Who is late


def late_at(call, minute):
    """What the tables of the venue say of a call so many minutes after noon."""
    state = venue_now(call.venue, NOON + timedelta(minutes=minute))
    return [(each.player.name, each.late) for seated in state.seated.values() for each in seated.late]


def missed(director, call, side, *, present=False, minute=0):
    return attendance_record(
        actor=director, call_id=call.pk, side=side, present=present, now=NOON + timedelta(minutes=minute)
    )


def test_who_is_not_there_is_late_from_the_call_on(night, director):
    _, cup = night
    call = called(director, match_at(cup, "R1-M1"), "1")
    assert late_at(call, 30) == []
    missed(director, call, 1, minute=18)
    ((name, late),) = late_at(call, 18)
    assert (name, late.since, late.until, late.minutes) == ("Dai", NOON, None, 18)
    assert (late.penalty.points, late.next_point_at) == (0, NOON + timedelta(minutes=20))
    ((_, late),) = late_at(call, 26)
    assert (late.penalty.points, late.next_point_at) == (2, NOON + timedelta(minutes=30))
    assert last_said(director, call.match) == "Dai is not at the table."


def test_who_comes_is_no_later_than_that(night, director):
    _, cup = night
    call = called(director, match_at(cup, "R1-M1"), "1")
    missed(director, call, 1, minute=10)
    missed(director, call, 1, present=True, minute=21)
    ((_, late),) = late_at(call, 90)
    assert (late.minutes, late.penalty.points, late.next_point_at) == (21, 1, None)
    assert [fact.sentence for fact in fact_list(director, call.match)[:99]][
        -1
    ] == "Dai has come to the table."


def test_what_was_said_already_is_not_written_again(night, director):
    _, cup = night
    call = called(director, match_at(cup, "R1-M1"), "1")
    assert missed(director, call, 1, present=True) is None
    assert missed(director, call, 1) is not None
    assert missed(director, call, 1) is None
    assert missed(director, call, 0, present=True) is None
    assert Attendance.objects.count() == 1


def test_the_clock_goes_on_at_another_table(night, director):
    _, cup = night
    call = called(director, match_at(cup, "R1-M1"), "1")
    missed(director, call, 1, minute=5)
    call_move(actor=director, call_id=call.pk, table="2", now=NOON + timedelta(minutes=15))
    ((_, late),) = late_at(call, 21)
    assert (late.minutes, late.penalty.points) == (21, 1)


@pytest.mark.parametrize(
    ("steps", "minutes"),
    [((), 40), (("missed",), 40), (("missed", "came"), 20)],
    ids=["called", "missed", "came"],
)
def test_penalty_points_count_from_the_call(night, director, steps, minutes):
    _, cup = night
    match = match_at(cup, "R1-M1")
    match_schedule(match_id=match.pk, actor=director, starts_at=NOON - timedelta(hours=2), now=NOON)
    call = called(director, match, "1")
    for step in steps:
        missed(director, call, 1, present=step == "came", minute=20 if step == "came" else 10)
    penalty = penalty_give(
        match_id=match.pk,
        actor=director,
        side=1,
        cause="lateness",
        reason="Late.",
        now=NOON + timedelta(minutes=40),
    )
    assert penalty.minutes == minutes


def test_without_a_call_they_count_from_the_start(night, director):
    _, cup = night
    match = match_at(cup, "R1-M1")
    giving = {
        "match_id": match.pk,
        "actor": director,
        "side": 1,
        "cause": "lateness",
        "reason": "Late.",
        "now": NOON + timedelta(minutes=40),
    }
    with pytest.raises(InvalidPenalty, match="was not called, and has no scheduled start"):
        penalty_give(**giving)
    match_schedule(match_id=match.pk, actor=director, starts_at=NOON + timedelta(minutes=19), now=NOON)
    assert penalty_give(**giving).minutes == 21


# -- Kept


def test_what_is_stored_is_compared_and_put_right(night, director):
    _, cup = night
    call = called(director, match_at(cup, "R1-M1"), "1")
    call_move(actor=director, call_id=call.pk, table="2")
    for spoil in (
        lambda: Seating.objects.all().delete(),
        lambda: Seating.objects.update(table="1"),
        lambda: TableCallEnd.objects.create(call=call, cause="taken_back"),
    ):
        spoil()
        assert f"venue {call.venue_id}: call {call.pk} stored at" in compare()
        compare("--repair")
        assert compare() == "Everything stored is what the facts say.\n"
    assert seats() == {}


def test_twice_is_once(night, director):
    venue, cup = night
    called(director, match_at(cup, "R1-M1"), "1")
    report(match_at(cup, "R1-M1"), director)
    for _ in range(2):
        assert venue_process_due(venue_id=venue.pk) == []
    assert TableCallEnd.objects.count() == 1
