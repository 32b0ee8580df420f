"""Who comes, goes, comes back and takes whose place, through the services."""

import pytest

from matches.play.models import Match
from tests.conftest import director_reports, field_entered, work_off
from tests.factories import PlayerFactory
from tournaments.events import services
from tournaments.events.errors import CheckInMissing, InvalidSubstitution, TooManyEntries, TournamentStarted
from tournaments.events.selectors import tournament_course
from tournaments.events.services import tournament_compare
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club, director):
    """event(size, format): drawn in the order of entering, its first fixtures made, an alternate waiting."""

    def make(size, format="swiss", **options):
        tournament = services.tournament_create(
            actor=director, club=club, name="Cup", lengths=(5,), format=format, format_options=options
        )
        of = {"actor": director, "tournament_id": tournament.pk}
        entries = field_entered(tournament, director, PlayerFactory.create_batch(size))
        alternate = services.entry_add(**of, player=PlayerFactory(), alternate=True)
        services.tournament_draw(
            **of, seeding=Seeding.MANUAL, seeded=[entry.pk for entry in entries], seed="test"
        )
        work_off()
        tournament.refresh_from_db()
        return tournament, of, entries, alternate

    return make


def seated(tournament):
    """Entries by slot, of the fixtures that count."""
    rows = tournament.fixtures.filter(void=False).values_list("key", "one", "two")
    return {key: {one, two} for key, one, two in rows}


def play_on(tournament, director):
    """Everything that is open, until nothing is."""
    while match := Match.objects.filter(fixture__tournament=tournament, state=Match.State.OPEN).first():
        director_reports(match, director, (5, 2))


@pytest.mark.parametrize(
    ("format", "options"),
    [
        ("swiss", {"rounds": 3}),
        ("lives", {}),
        ("single_elimination", {}),
        ("double_elimination", {}),
        ("round_robin", {}),
    ],
)
def test_an_alternate_has_the_matches_of_whoever_it_came_for(event, director, format, options):
    tournament, of, entries, alternate = event(4, format, **options)
    before = seated(tournament)
    services.entry_substitute(**of, leaves_id=entries[1].pk, comes_id=alternate.pk)
    work_off()
    assert seated(tournament) == {
        key: {alternate.pk if entry == entries[1].pk else entry for entry in two}
        for key, two in before.items()
    }
    play_on(tournament, director)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    ranked = {row.entry.pk for row in tournament_course(tournament).standings}
    assert ranked == {alternate.pk, *(entry.pk for entry in entries)} - {entries[1].pk}
    assert tournament_compare(tournament.pk, repair=False) == []


def test_an_alternate_sits_out_for_whoever_it_came_for(event):
    tournament, of, _, alternate = event(5, rounds=3)
    (resting,) = tournament.published_rounds.get().byes
    services.entry_substitute(**of, leaves_id=resting, comes_id=alternate.pk)
    work_off()
    assert seated(tournament).keys() == {"R1-M1", "R1-M2"}
    rows = {row.entry.pk: row.place.points for row in tournament_course(tournament).standings}
    assert rows[alternate.pk] == 1
    assert resting not in rows


def test_who_came_late_can_be_replaced_too(event, director):
    tournament, of, entries, alternate = event(4, rounds=2)
    late = services.entry_add(**of, player=PlayerFactory())
    services.entry_substitute(**of, leaves_id=late.pk, comes_id=alternate.pk)
    play_on(tournament, director)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    ranked = {row.entry.pk for row in tournament_course(tournament).standings}
    assert ranked == {alternate.pk, *(entry.pk for entry in entries)}
    assert tournament_compare(tournament.pk, repair=False) == []


def test_who_replaced_somebody_can_be_replaced(event, director):
    tournament, of, entries, first = event(4, rounds=2)
    second = services.entry_add(**of, player=PlayerFactory(), alternate=True)
    for leaves, comes in ((entries[0], first), (first, second)):
        services.entry_substitute(**of, leaves_id=leaves.pk, comes_id=comes.pk)
        work_off()
    assert second.pk in set.union(*seated(tournament).values())
    assert not {first.pk, entries[0].pk} & set.union(*seated(tournament).values())
    with pytest.raises(InvalidSubstitution):
        services.entry_substitute(**of, leaves_id=second.pk, comes_id=first.pk)


def test_whoever_comes_late_joins_the_next_round(event, director):
    tournament, of, _, _ = event(4, rounds=3)
    late = services.entry_add(**of, player=PlayerFactory())
    work_off()
    assert late.pk not in set.union(*seated(tournament).values())
    for match in Match.objects.filter(fixture__tournament=tournament):
        director_reports(match, director, (5, 1))
    second = tournament.published_rounds.get(round=2)
    named = {*second.byes, *(each[side] for each in second.pairings for side in ("one", "two"))}
    assert late.pk in named
    with pytest.raises(TournamentStarted):
        services.entry_check_in(**of, entry_id=late.pk)


def test_whoever_comes_back_is_paired_again(event, director):
    tournament, of, entries, _ = event(6, rounds=3)
    services.entry_withdraw(**of, entry_id=entries[0].pk)
    for match in Match.objects.filter(fixture__tournament=tournament, state=Match.State.OPEN):
        director_reports(match, director, (5, 1))
    assert tournament.published_rounds.count() == 2
    services.entry_come_back(**of, entry_id=entries[0].pk)
    play_on(tournament, director)
    playing = [entries[0].pk in two for key, two in seated(tournament).items() if key.startswith("R3")]
    assert sum(playing) == 1 or entries[0].pk in tournament.published_rounds.get(round=3).byes
    assert tournament_compare(tournament.pk, repair=False) == []


def test_nobody_comes_back_into_a_bracket_in_which_others_went_on(knockout, director):
    cup = knockout(4)
    entry = cup.entries.order_by("pk").last()
    of = {"actor": director, "tournament_id": cup.pk, "entry_id": entry.pk}
    services.entry_withdraw(**of)
    work_off()
    fixtures = [*cup.fixtures.values()]
    with pytest.raises(TournamentStarted):
        services.entry_come_back(**of)
    assert [*cup.fixtures.values()] == fixtures


def test_a_late_entry_takes_the_empty_seat_of_a_round_robin(event, director):
    """And plays everybody; then every seat is taken."""
    tournament, of, *_ = event(3, "round_robin")
    services.entry_add(**of, player=PlayerFactory())
    work_off()
    with pytest.raises(TournamentStarted, match="too late"):
        services.entry_add(**of, player=PlayerFactory())
    play_on(tournament, director)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert tournament.fixtures.filter(void=False).count() == 6
    assert tournament_compare(tournament.pk, repair=False) == []


def test_nobody_comes_late_to_a_full_round_robin(event):
    _, of, *_ = event(4, "round_robin")
    with pytest.raises(TournamentStarted, match="too late"):
        services.entry_add(**of, player=PlayerFactory())


def test_nobody_comes_back_where_all_places_are_taken(event, monkeypatch):
    _, of, entries, _ = event(4, rounds=3)
    monkeypatch.setattr("tournaments.events.services.eligibility.ENTRIES_MAX", 5)
    services.entry_withdraw(**of, entry_id=entries[0].pk)
    services.entry_add(**of, player=PlayerFactory())
    with pytest.raises(TooManyEntries):
        services.entry_come_back(**of, entry_id=entries[0].pk)


def test_who_comes_late_checks_in_for_a_draw_that_is_made_again(club, director):
    tournament = services.tournament_create(
        actor=director, club=club, name="Cup", lengths=(5,), format="swiss", check_in=True
    )
    of = {"actor": director, "tournament_id": tournament.pk}
    for _ in range(2):
        services.entry_check_in(**of, entry_id=services.entry_add(**of, player=PlayerFactory()).pk)
    services.tournament_draw(**of, seeding=Seeding.RANDOM)
    late = services.entry_add(**of, player=PlayerFactory())
    with pytest.raises(CheckInMissing):
        services.tournament_draw(**of, seeding=Seeding.RANDOM, again=True)
    services.entry_check_in(**of, entry_id=late.pk)
    assert late.pk in services.tournament_draw(**of, seeding=Seeding.RANDOM, again=True).order


def test_repairing_does_not_move_the_end_of_what_is_over(event, director):
    tournament, _, _, _ = event(2, rounds=1)
    play_on(tournament, director)
    tournament.refresh_from_db()
    ended = tournament.finished_at
    tournament.draw = None
    tournament.save()
    assert tournament_compare(tournament.pk, repair=True)
    work_off()
    tournament.refresh_from_db()
    assert (tournament.state, tournament.finished_at) == ("finished", ended)
    assert tournament_compare(tournament.pk, repair=False) == []
