"""Tournaments from the first entry to the last place."""

from datetime import timedelta

import pytest

from matches.accounts.errors import NotAllowed
from matches.play.errors import InvalidMatchLength, NotYourMatch
from matches.play.models import Match, Result
from matches.play.services import report_submit, report_verify
from matches.ratings.models import RatingStanding
from matches.work.models import Outbox
from tests.conftest import NOON, director_reports, fixture_at, work_off
from tests.consent import club_appoint
from tests.factories import PlayerFactory, StandingFactory, UserFactory
from tournaments.clubs.errors import AlreadyEntered, AlreadyWithdrawn, ClubNameTaken, LastOwner, UnknownEntry
from tournaments.clubs.models import Appointment
from tournaments.clubs.services import club_create, club_dismiss
from tournaments.events.errors import (
    InvalidSeeding,
    TooFewEntries,
    TooManyEntries,
    TournamentFinished,
    TournamentStarted,
)
from tournaments.events.models import Draw, Entry, Fixture, Tournament
from tournaments.events.selectors import tournament_course
from tournaments.events.services import (
    entry_add,
    entry_withdraw,
    fixture_advance,
    tournament_advance,
    tournament_create,
    tournament_draw,
    tournaments_sweep,
)
from tournaments.formats.seeding.order import Seeding, draw_order

pytestmark = pytest.mark.django_db


def announce(club, director, **rest):
    return tournament_create(actor=director, club=club, name="Spring Cup", **{"lengths": (5, 7), **rest})


def enter(tournament, director, player=None):
    return entry_add(actor=director, tournament_id=tournament.pk, player=player or PlayerFactory())


def draw(tournament, director, seeding=Seeding.RANDOM, **rest):
    return tournament_draw(actor=director, tournament_id=tournament.pk, seeding=seeding, **rest)


def play_all(tournament, director):
    """Side one wins every match that can be played, until none can."""
    minute = 0
    while open_match := Match.objects.filter(fixture__tournament=tournament, state="open").first():
        director_reports(open_match, director, (open_match.length, 0), minute=minute)
        minute += 1
    tournament.refresh_from_db()


def places(tournament):
    return [
        (row.entry.player.name, row.place.first, row.place.last)
        for row in tournament_course(tournament).standings
    ]


# -- Clubs


def test_who_founds_a_club_owns_it_and_names_are_taken_once(club, director):
    assert Appointment.objects.get(club=club).role == "owner"
    with pytest.raises(ClubNameTaken, match="golden club"):
        club_create(actor=director, name="golden club")


def test_owners_appoint_and_a_club_keeps_one(club, director):
    other = UserFactory()
    with pytest.raises(NotAllowed):
        club_appoint(actor=other, club=club, user=other, role="director")
    with pytest.raises(LastOwner):
        club_appoint(actor=director, club=club, user=director, role="director")
    club_appoint(actor=director, club=club, user=other, role="owner")
    club_dismiss(actor=other, appointment=Appointment.objects.get(user=director))
    with pytest.raises(LastOwner):
        club_dismiss(actor=other, appointment=Appointment.objects.get(user=other))


def test_a_director_of_one_tournament_directs_no_other(club, director):
    helper = UserFactory()
    mine, other = announce(club, director), announce(club, director)
    club_appoint(actor=director, club=club, user=helper, role="director", tournament=mine)
    enter(mine, helper)
    with pytest.raises(NotAllowed):
        enter(other, helper)


def test_a_tournament_is_announced_by_those_who_run_the_club(club, director):
    with pytest.raises(NotAllowed):
        announce(club, UserFactory())
    helper = UserFactory()
    club_appoint(actor=director, club=club, user=helper, role="director")
    assert announce(club, helper).created_by == helper


# -- Entries and the draw


@pytest.mark.parametrize("drawing", ["snake", "pots"])
def test_club_mates_and_families_are_drawn_to_different_groups(club, director, drawing):
    """Of sixteen three are of Graz, and the last is of the family of the first: one of them in each group."""
    cup = announce(club, director, format="groups", format_options={"drawing": drawing})
    entries = [
        entry_add(
            actor=director,
            tournament_id=cup.pk,
            player=PlayerFactory(),
            home="Graz" if number in (0, 7, 8) else "",
            family="Ng" if number in (0, 15) else "",
        )
        for number in range(16)
    ]
    numbers = [entry.pk for entry in entries]
    drawn = draw(cup, director, Seeding.MANUAL, seeded=numbers, separate=True, seed="spring")
    assert drawn.separated
    work_off()
    cup.refresh_from_db()
    mates = {numbers[place] for place in (0, 7, 8, 15)}
    tables = [{row.entry.pk for row in part.table} for part in tournament_course(cup).shown_parts]
    assert [len(mates & table) for table in tables] == [1, 1, 1, 1]
    again = draw(cup, director, Seeding.MANUAL, seeded=numbers, seed="spring", again=True)
    assert (list(again.order) == numbers) == (drawing == "snake"), "without that it is as it is dealt"


@pytest.mark.parametrize("lengths", [(5, 6), (0,), (-1,), (5, 101)])
def test_every_round_is_played_to_an_odd_number(club, director, lengths):
    with pytest.raises(InvalidMatchLength):
        announce(club, director, lengths=lengths)
    assert not Tournament.objects.exists()


def test_players_enter_themselves_and_nobody_else(club, director, players):
    ann, bob = players(2)
    tournament = announce(club, director)
    entry_add(actor=ann.user, tournament_id=tournament.pk, player=ann)
    with pytest.raises(NotAllowed):
        entry_add(actor=ann.user, tournament_id=tournament.pk, player=bob)


def test_a_player_is_entered_once_and_not_after_the_draw(club, director):
    tournament = announce(club, director)
    entry = enter(tournament, director)
    with pytest.raises(AlreadyEntered, match=entry.player.name):
        enter(tournament, director, entry.player)
    enter(tournament, director)
    draw(tournament, director)
    with pytest.raises(TournamentStarted):
        enter(tournament, director)
    with pytest.raises(TournamentStarted):
        draw(tournament, director)
    assert Draw.objects.count() == 1
    assert Entry.objects.count() == 2


def test_who_withdrew_before_the_draw_is_not_drawn_and_may_come_back(club, director):
    tournament = announce(club, director)
    entries = [enter(tournament, director) for _ in range(3)]
    entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=entries[0].pk)
    again = enter(tournament, director, entries[0].player)
    assert sorted(draw(tournament, director).order) == sorted([entries[1].pk, entries[2].pk, again.pk])


def test_a_full_tournament_takes_nobody(club, director, monkeypatch):
    monkeypatch.setattr("tournaments.events.services.eligibility.ENTRIES_MAX", 1)
    tournament = announce(club, director)
    enter(tournament, director)
    with pytest.raises(TooManyEntries):
        enter(tournament, director)


@pytest.mark.parametrize("count", [0, 1])
def test_a_draw_needs_two(club, director, count):
    tournament = announce(club, director)
    for _ in range(count):
        enter(tournament, director)
    with pytest.raises(TooFewEntries, match=str(count)):
        draw(tournament, director)


def test_only_those_who_direct_draw(club, director, players):
    tournament = announce(club, director)
    entries = [enter(tournament, director, player) for player in players(2)]
    with pytest.raises(NotAllowed):
        draw(tournament, entries[0].player.user)


def test_seeding_by_rating_records_what_it_went_by(club, director):
    tournament = announce(club, director)
    entries = [enter(tournament, director) for _ in range(3)]
    StandingFactory(player=entries[1].player, value=1600)
    StandingFactory(player=entries[2].player, value=1400)
    made = draw(tournament, director, Seeding.RATING)
    made.refresh_from_db()
    assert made.order == [entries[1].pk, entries[0].pk, entries[2].pk]
    assert made.ratings == {
        str(entries[0].pk): 1500.0,
        str(entries[1].pk): 1600.0,
        str(entries[2].pk): 1400.0,
    }


def test_a_random_draw_can_be_recomputed_from_its_seed(club, director):
    tournament = announce(club, director)
    entries = [enter(tournament, director).pk for _ in range(9)]
    made = draw(tournament, director)
    assert len(made.seed) == 32
    assert tuple(made.order) == draw_order(Seeding.RANDOM, entries, made.seed)


@pytest.mark.parametrize("seeded", [lambda e: [e[0], 0], lambda e: [e[0], e[0]]], ids=["stranger", "twice"])
def test_manual_seeds_are_entries_named_once(club, director, seeded):
    tournament = announce(club, director)
    entries = [enter(tournament, director).pk for _ in range(3)]
    with pytest.raises(InvalidSeeding):
        draw(tournament, director, Seeding.MANUAL, seeded=seeded(entries))
    with pytest.raises(InvalidSeeding):
        draw(tournament, director, Seeding.RANDOM, seeded=entries)
    tournament.refresh_from_db()
    assert tournament.state == "open"


# -- Play


@pytest.mark.parametrize("size", [2, 3, 5, 8, 11])
def test_a_knockout_runs_to_its_end(knockout, director, size):
    tournament = knockout(size, lengths=(3, 5, 7))
    play_all(tournament, director)
    assert tournament.state == "finished"
    assert tournament.finished_at is not None
    assert Fixture.objects.count() == Result.objects.count() == size - 1
    for fixture in Fixture.objects.select_related("match"):
        assert fixture.match.length == (3, 5, 7)[min(fixture.round, 3) - 1]
    rows = tournament_course(tournament).standings
    assert [row.place.first for row in rows[:2]] == [1, 2]
    assert sum(row.won for row in rows) == sum(row.lost for row in rows) == size - 1
    assert not Outbox.objects.exists()


def test_fixtures_appear_match_by_match(knockout, director):
    tournament = knockout(4)
    assert sorted(tournament.fixtures.values_list("key", flat=True)) == ["R1-M1", "R1-M2"]
    director_reports(fixture_at(tournament, "R1-M1").match, director, (5, 1))
    assert tournament.fixtures.count() == 2
    director_reports(fixture_at(tournament, "R1-M2").match, director, (2, 5))
    final = fixture_at(tournament, "R2-M1").match
    assert (final.one.name, final.two.name) == ("Ann", "Bob")
    director_reports(final, director, (5, 4))
    assert places(tournament) == [("Ann", 1, 1), ("Bob", 2, 2), ("Cem", 3, 4), ("Dai", 3, 4)]


def test_standings_count_matches_and_points_as_they_are_shown(knockout, director):
    """Ann beats Dai 5-1 and Bob 6-4, which is shown as 5-4; Bob had beaten Cem 5-2."""
    tournament = knockout(4)
    director_reports(fixture_at(tournament, "R1-M1").match, director, (5, 1))
    director_reports(fixture_at(tournament, "R1-M2").match, director, (2, 5))
    director_reports(fixture_at(tournament, "R2-M1").match, director, (6, 4))
    rows = [
        (row.entry.player.name, row.seed, row.won, row.lost, row.points_won, row.points_lost)
        for row in tournament_course(tournament).standings
    ]
    assert rows == [
        ("Ann", 1, 2, 0, 10, 5),
        ("Bob", 2, 1, 1, 9, 7),
        ("Cem", 3, 0, 1, 2, 5),
        ("Dai", 4, 0, 1, 1, 5),
    ]
    slots = [slot for round in tournament_course(tournament).rounds for slot in round.slots]
    assert not any(slot.is_bye or slot.is_walkover for slot in slots)


def test_a_bye_is_no_walkover(knockout):
    slots = {slot.slot.key: slot for slot in tournament_course(knockout(3)).rounds[0].slots}
    assert (slots["R1-M1"].is_bye, slots["R1-M1"].is_walkover) == (True, False)
    assert (slots["R1-M2"].is_bye, slots["R1-M2"].is_walkover) == (False, False)


def test_advancing_again_creates_nothing(knockout):
    tournament = knockout(5)
    before = set(tournament.fixtures.values_list("pk", "match"))
    assert tournament_advance(tournament_id=tournament.pk) == []
    assert set(tournament.fixtures.values_list("pk", "match")) == before


def test_new_matches_are_made_and_due_by_the_time_of_the_advance(club, director):
    tournament = announce(club, director, regulations={"play_within": 7})
    for _ in range(4):
        enter(tournament, director)
    draw(tournament, director)
    made = tournament_advance(tournament_id=tournament.pk, now=NOON)
    for fixture in made:
        report_submit(match_id=fixture.match_id, actor=director, score=(5, 0), now=NOON)
        report_verify(report_id=fixture.match.reports.get().pk, now=NOON)
    later = NOON + timedelta(days=1)
    made += fixture_advance(fixture_id=made[0].pk, now=later)
    dates = [(fixture.created_at, fixture.match.created_at, fixture.match.play_by) for fixture in made]
    assert dates == [(day, day, day + timedelta(days=7)) for day in (NOON, NOON, later)]


def test_a_withdrawal_gives_walkovers_now_and_later(knockout, director):
    tournament = knockout(4)
    entries = {entry.player.name: entry.pk for entry in Entry.objects.select_related("player")}
    entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=entries["Ann"], reason="unwell")
    work_off()
    walked = fixture_at(tournament, "R1-M1").match
    assert (walked.result.kind, walked.result.winning_player.name, walked.result.ruling.reason) == (
        "walkover",
        "Dai",
        "unwell",
    )
    director_reports(fixture_at(tournament, "R1-M2").match, director, (5, 0))
    entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=entries["Dai"])
    work_off()
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert [name for name, *_ in places(tournament)][:2] == ["Cem", "Dai"]
    assert RatingStanding.objects.count() == 2, "walkovers are not rated"


@pytest.mark.parametrize(("gone", "winner"), [("Ann", "Dai"), ("Dai", "Ann")])
def test_whichever_side_withdraws_the_other_goes_on(knockout, director, gone, winner):
    tournament = knockout(4)
    entry = Entry.objects.get(player__name=gone)
    entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=entry.pk)
    result = fixture_at(tournament, "R1-M1").match.result
    assert (result.winning_player.name, result.losing_player.name) == (winner, gone)


def test_a_player_who_leaves_while_waiting_is_passed_over(knockout, director):
    """Ann has won and waits for an opponent; she goes home; whoever wins the other match has the cup."""
    tournament = knockout(4)
    director_reports(fixture_at(tournament, "R1-M1").match, director, (5, 0))
    ann = Entry.objects.get(player__name="Ann")
    entry_withdraw(actor=ann.player.user, tournament_id=tournament.pk, entry_id=ann.pk)
    work_off()
    director_reports(fixture_at(tournament, "R1-M2").match, director, (0, 5))
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert places(tournament)[:2] == [("Bob", 1, 1), ("Ann", 2, 2)]
    (final,) = tournament_course(tournament).rounds[1].slots
    assert final.is_walkover
    assert final.winner.player.name == "Bob"


def test_withdrawals_that_cannot_be(knockout, director):
    tournament = knockout(2)
    ann, bob = Entry.objects.order_by("pk")
    with pytest.raises(UnknownEntry):
        entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=0)
    with pytest.raises(NotAllowed):
        entry_withdraw(actor=bob.player.user, tournament_id=tournament.pk, entry_id=ann.pk)
    entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=ann.pk)
    with pytest.raises(AlreadyWithdrawn):
        entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=ann.pk)
    work_off()
    with pytest.raises(TournamentFinished):
        entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=bob.pk)


def test_players_of_a_fixture_report_it_and_other_directors_do_not(knockout):
    tournament = knockout(2)
    match = fixture_at(tournament, "R1-M1").match
    stranger = UserFactory()
    club_create(actor=stranger, name="Another Club")
    with pytest.raises(NotYourMatch):
        report_submit(match_id=match.pk, actor=stranger, score=(5, 0))
    report_submit(match_id=match.pk, actor=match.one.user, score=(5, 0))
    report_submit(match_id=match.pk, actor=match.two.user, score=(5, 0))
    work_off()
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_the_sweep_has_running_tournaments_looked_at(knockout, director):
    tournament = knockout(2)
    report_submit(match_id=fixture_at(tournament, "R1-M1").match.pk, actor=director, score=(5, 0))
    while due := Outbox.objects.exclude(kind="tournaments.tournament_advance").first():
        report_verify(report_id=due.subject) if "report" in due.kind else due.delete()
    Outbox.objects.all().delete()
    tournaments_sweep()
    work_off()
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_the_sweep_looks_at_many_tournaments_in_turns(knockout, monkeypatch):
    monkeypatch.setattr("tournaments.events.services.advance.SWEPT_AT_ONCE", 2)
    running = {knockout(2, field=[PlayerFactory(), PlayerFactory()]).pk for _ in range(5)}
    seen = []
    for _ in range(4):
        Outbox.objects.all().delete()
        tournaments_sweep()
        seen.append([due.subject for due in Outbox.objects.order_by("subject")])
    one, two, three, four, five = sorted(running)
    assert seen == [[one, two], [three, four], [five], [one, two]]


def test_reading_a_tournament_takes_the_same_queries_at_any_size(
    knockout, director, django_assert_num_queries
):
    for size in (4, 16):
        tournament = knockout(size, field=[PlayerFactory() for _ in range(size)])
        director_reports(fixture_at(tournament, "R1-M1").match, director, (5, 0))
        with django_assert_num_queries(5):
            course = tournament_course(tournament)
            assert len(course.rounds[0].slots) == size / 2
            assert len(course.standings) == size
