"""What is otherwise in a part or round ends up in its matches, and tables are given out and freed."""

from datetime import UTC, datetime, timedelta

import pytest

from matches.play.models import Match
from matches.play.rules.results import ResultKind
from matches.play.services import report_submit, report_verify, ruling_make
from tests.conftest import director_reports, field_entered, fixture_at, work_off
from tests.factories import PlayerFactory
from tournaments.events import services
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db

LATER = datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)


@pytest.fixture
def event(club, director):
    """event(size, format, rounds): drawn in the order of entering, its first matches made."""

    def make(size, format, rounds, **rest):
        row = services.tournament_create(
            actor=director, club=club, name="Cup", format=format, lengths=(5, 7), rounds=rounds, **rest
        )
        of = {"actor": director, "tournament_id": row.pk}
        entries = [entry.pk for entry in field_entered(row, director, PlayerFactory.create_batch(size))]
        services.tournament_draw(**of, seeding=Seeding.MANUAL, seeded=entries, seed="test")
        work_off()
        return row

    return make


def play(row, director):
    for match in Match.objects.filter(fixture__tournament=row, state=Match.State.OPEN).order_by("pk"):
        director_reports(match, director, (match.length, 0))


def test_terms_of_a_part_and_a_round_are_those_of_its_matches(event, director):
    row = event(
        4,
        "double_elimination",
        [
            {"part": "winners", "round": 2, "length": 9, "options": {"holland": True}},
            {"part": "losers", "length": 3, "variant": "nackgammon"},
            {"part": "final", "regulations": {"silence": None}, "play_by": LATER.isoformat()},
        ],
        options={"crawford": True},
    )
    first = fixture_at(row, "WB-R1-M1")
    play(row, director)
    second, losers = fixture_at(row, "WB-R2-M1"), fixture_at(row, "LB-R1-M1")
    play(row, director)
    play(row, director)
    final = fixture_at(row, "GF-R1-M1")
    assert {each.part for each in (first, second)} == {"winners"}
    assert (losers.part, final.part) == ("losers", "final")
    assert [each.match.length for each in (first, second, losers, final)] == [5, 9, 3, 5]
    assert [each.match.variant for each in (first, losers, final)] == [
        "backgammon",
        "nackgammon",
        "backgammon",
    ]
    assert second.match.options == {"crawford": True, "holland": True}
    assert first.match.options == losers.match.options == {"crawford": True}
    assert final.match.regulations == {"silence": None}
    assert final.match.play_by == LATER
    assert first.match.play_by is None or first.match.play_by != LATER


def test_a_date_is_of_its_round_alone_and_what_else_is_said_of_all_that_follow(event, director):
    row = event(4, "swiss", [{"round": 2, "length": 3, "play_by": LATER.isoformat()}])
    for _ in range(2):
        play(row, director)
    found = {fixture.round: fixture.match for fixture in row.fixtures.select_related("match")}
    assert {number: match.length for number, match in found.items()} == {1: 5, 2: 3, 3: 3}
    assert [found[number].play_by == LATER for number in (1, 2, 3)] == [False, True, False]


def test_a_date_that_is_over_dates_nothing(event):
    row = event(2, "single_elimination", [{"play_by": "2020-01-01T00:00:00Z"}])
    assert fixture_at(row, "R1-M1").match.play_by != datetime(2020, 1, 1, tzinfo=UTC)


def test_tables_are_given_out_and_freed(event, director):
    row = event(8, "swiss", [{"tables": [7, 3, 5]}, {"round": 2, "tables": [3, 9, 7, 1]}])
    first = list(row.fixtures.filter(round=1).order_by("pk"))
    assert [fixture.table for fixture in first] == [7, 3, 5, None]
    play(row, director)
    second = list(row.fixtures.filter(round=2).order_by("pk"))
    assert [fixture.table for fixture in second] == [3, 9, 7, 1]


def test_a_table_at_which_others_still_play_is_not_given_out(event, director):
    row = event(4, "single_elimination", [{"tables": [1, 2]}])
    assert [fixture.table for fixture in row.fixtures.order_by("pk")] == [1, 2]
    director_reports(fixture_at(row, "R1-M1").match, director, (5, 0))
    services.tournament_advance(tournament_id=row.pk)
    director_reports(fixture_at(row, "R1-M2").match, director, (5, 0))
    assert fixture_at(row, "R2-M1").table == 1


def test_a_table_is_free_as_soon_as_its_match_is_ruled_void(event, director):
    """Also where others go on before anybody has looked at the ruling."""
    row = event(8, "single_elimination", [{"tables": [1, 2, 3, 4]}])
    director_reports(fixture_at(row, "R1-M3").match, director, (5, 0))
    ruling_make(
        match_id=fixture_at(row, "R1-M1").match.pk, actor=director, kind=ResultKind.VOID, reason="No clock."
    )
    last = fixture_at(row, "R1-M4")
    report_submit(match_id=last.match.pk, actor=director, score=(5, 0))
    report_verify(report_id=last.match.reports.get().pk)
    services.fixture_advance(fixture_id=last.pk)
    assert fixture_at(row, "R2-M2").table == 1
    work_off()


def test_a_table_is_free_again_when_its_match_goes_to_others(event):
    """Round pairings that are withdrawn free their tables."""
    row = event(4, "swiss", [{"tables": [1, 2]}])
    of = {"actor": row.created_by, "tournament_id": row.pk}
    services.round_withdraw(
        **of, published_round_id=row.published_rounds.get().pk, reason="A seed was wrong."
    )
    work_off()
    services.round_release(**of)
    work_off()
    again = row.fixtures.filter(void=False).order_by("pk")
    assert sorted(fixture.table for fixture in again) == [1, 2]
