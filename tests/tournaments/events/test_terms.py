"""What is otherwise in a part or round ends up in its matches."""

from datetime import UTC, datetime, timedelta

import pytest

from matches.play.models import Match
from tests.conftest import director_reports, field_entered, fixture_at, work_off
from tests.factories import PlayerFactory
from tournaments.events import services
from tournaments.events.errors import InvalidRound
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


def test_tables_are_names(event):
    """A number is the name that it is written as."""
    row = event(2, "single_elimination", [{"tables": [7, "Stream", "007"]}])
    assert row.rounds == [{"tables": ["7", "Stream", "007"]}]
    assert row.terms_of("main", 1).tables == ("7", "Stream", "007")


@pytest.mark.parametrize(
    "tables", ["1", [""], [" 1"], ["x" * 17], [1, "1"], [0], [1000], [True], [1.5], [None], [*range(1, 202)]]
)
def test_what_tables_cannot_be(event, tables):
    with pytest.raises(InvalidRound, match="a list of different names of tables, each of 16 characters"):
        event(2, "single_elimination", [{"tables": tables}])


def test_what_an_older_service_stored(event):
    row = event(2, "single_elimination", [{"tables": ["7"]}])
    row.rounds = [{"tables": [7]}]
    assert row.terms_of("main", 1).tables == ("7",)
