"""A year of a club at a glance: who finished where in its events."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from tests.conftest import director_reports, fixture_at, work_off
from tests.each import each
from tests.factories import PlayerFactory
from tournaments.records.models import FinishedEvent
from tournaments.records.rules import podium
from tournaments.records.selectors import club_year, club_years

pytestmark = pytest.mark.django_db

KEYS = ("R1-M1", "R1-M2", "R2-M1")


@each(
    "finishes, expected",
    [
        ([], (0, 0, 0)),
        ([(1, 1), (2, 2), (3, 4), (1, 1)], (2, 1, 1)),
        ([(1, 2)], (0, 0, 0)),
        ([(2, 3), (5, 8)], (0, 1, 0)),
    ],
)
def test_how_often_somebody_was_first_second_and_third(finishes, expected):
    assert podium(finishes) == expected


@pytest.fixture
def field():
    return [PlayerFactory(name=name) for name in ("Ann", "Bob", "Cem", "Dai")]


@pytest.fixture
def played(knockout, director, field):
    """An event of the field that is over at a moment: Ann has won it, or Cem."""

    def play(over_at: datetime, won_by_first: bool = True):
        event = knockout(4, field=field)
        for key in KEYS:
            first = won_by_first or key != KEYS[-1]
            director_reports(fixture_at(event, key).match, director, (5, 1) if first else (2, 5))
        work_off()
        FinishedEvent.objects.filter(pk=event.pk).update(finished_at=over_at)
        return event

    return play


def places(club, year):
    return {
        row.player.name: [finish and (finish.first, finish.last) for finish in row.finishes]
        for row in club_year(club, year).rows
    }


def test_events_stand_in_the_order_of_their_ends_and_players_by_their_titles(played, club):
    june = played(datetime(2026, 6, 1, tzinfo=UTC))
    march = played(datetime(2026, 3, 1, tzinfo=UTC), won_by_first=False)
    found = club_year(club, 2026)
    assert [event.pk for event in found.events] == [march.pk, june.pk]
    assert places(club, 2026) == {
        "Ann": [(2, 2), (1, 1)],
        "Cem": [(1, 1), (2, 2)],
        "Bob": [(3, 4), (3, 4)],
        "Dai": [(3, 4), (3, 4)],
    }
    assert found.rows[0].podium == (1, 1, 0)
    assert found.rows[0].events == 2


def test_whoever_has_more_titles_stands_above_who_has_more_seconds(played, club):
    for month in (1, 2):
        played(datetime(2026, month, 9, tzinfo=UTC), won_by_first=False)
    played(datetime(2026, 3, 9, tzinfo=UTC))
    assert [*places(club, 2026)][:2] == ["Cem", "Ann"]


def test_of_those_without_a_place_among_three_the_best_stands_first(knockout, director, club):
    event = knockout(16, field=[PlayerFactory(name=f"Player {99 - at}") for at in range(16)])
    while (
        open_match := event.fixtures.filter(match__state="open").order_by("step", "pk").first()
    ) is not None:
        director_reports(open_match.match, director, (5, 1))
        work_off()
    firsts = [row.finishes[0].first for row in club_year(club, timezone.now().year).rows]
    assert firsts == [1, 2, 3, 3, *[5] * 4, *[9] * 8]


def test_a_year_begins_where_the_club_is(played, club):
    played(datetime(2026, 12, 31, 23, 30, tzinfo=UTC))
    assert club_years(club) == [2026]
    club.time_zone = "Asia/Tokyo"
    assert club_years(club) == [2027]
    assert club_year(club, 2026).events == []
    assert len(club_year(club, 2027).events) == 1


def test_the_page_shows_it_and_other_years_are_not_there(played, club, client):
    event = played(datetime(2026, 6, 1, tzinfo=UTC))
    page = client.get(f"/clubs/{club.pk}/years/2026/").content.decode()
    for said in ("The year 2026", "Spring Cup", f"/tournaments/{event.pk}/", "Ann", "3–4"):
        assert said in page, said
    assert f'href="/clubs/{club.pk}/years/2026/"' in client.get(f"/clubs/{club.pk}/records/").content.decode()
    assert client.get(f"/clubs/{club.pk}/years/2025/").status_code == 404
    assert client.get("/clubs/999999/years/2026/").status_code == 404


def test_it_takes_two_queries_at_any_size(played, club, django_assert_num_queries):
    for month in (1, 2, 3):
        played(datetime(2026, month, 9, tzinfo=UTC))
        with django_assert_num_queries(2):
            assert len(club_year(club, 2026).events) == month
