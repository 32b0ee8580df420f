"""What an event would come to, over the API: by the pace of a club, and by the clock."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.play.models import Match, Report
from matches.play.services import report_submit
from tests.answers import assert_problem
from tests.conftest import NOON, api_as, drawn_knockout, players_named, work_off
from tests.factories import ClubFactory, UserFactory
from tournaments.events.models import Tournament
from tournaments.events.selectors import club_pace

pytestmark = pytest.mark.django_db

EVENING = "2026-12-10T18:30:00Z"
MIDNIGHT = "2026-12-11T00:00:00Z"
ASKED = {"lengths": [7], "entries": 12}


@pytest.fixture
def api():
    return api_as(UserFactory())


def ask(api, **asked):
    answer = api.post("/api/v1/forecasts/", {**ASKED, **asked})
    assert answer.status_code == 200, answer.content
    return answer.json()


def moment(text):
    return datetime.fromisoformat(text)


@pytest.fixture
def played(club, director):
    """played(minutes): a knockout of 16 to 7 points, each match so many minutes after it was set up."""

    def play(*minutes, length=7):
        cup = drawn_knockout(club, director, players_named(16), lengths=(length,))
        for number in range(15):
            match = Match.objects.filter(fixture__tournament=cup, result=None).order_by("pk").first()
            Match.objects.filter(pk=match.pk).update(created_at=NOON)
            after = timedelta(minutes=minutes[number % len(minutes)])
            report_submit(match_id=match.pk, actor=director, score=(length, 0), now=NOON + after)
            work_off()
        return cup

    return play


def test_what_is_announced_so_comes_to(api):
    found = ask(api, format="double_elimination", rounds=[{"part": "losers", "length": 5}], tables=4)
    forecast = found["forecast"]
    assert forecast["matches"] == {"least": 22, "most": 23}
    assert (forecast["byes"], forecast["tables"], forecast["matches_each"]["least"]) == (4, 4, 2)
    assert found["pace"] == [
        {"length": 5, "minutes": 38.0, "matches": None},
        {"length": 7, "minutes": 51.2, "matches": None},
    ]
    assert (found["ends_at"], found["late_at"], found["remedies"]) == (None, None, [])
    assert Tournament.objects.count() == 0


def test_by_the_clock_it_ends_and_says_what_would_end_in_time(api):
    found = ask(api, format="swiss", starts_at=EVENING, closes_at=MIDNIGHT)
    minutes = found["forecast"]["minutes"]
    assert moment(found["ends_at"]) == moment(EVENING) + timedelta(minutes=minutes)
    assert moment(found["late_at"]) > moment(found["ends_at"]) > moment(MIDNIGHT)
    assert [remedy["changes"] for remedy in found["remedies"]] == [
        {"lengths": [5]},
        {"format_options": {"rounds": 4}},
    ]
    for remedy in found["remedies"]:
        again = ask(api, **{"format": "swiss", "starts_at": EVENING, **remedy["changes"]})
        assert (again["forecast"], again["ends_at"]) == (remedy["forecast"], remedy["ends_at"])
        assert moment(remedy["ends_at"]) <= moment(MIDNIGHT)
    later = ask(api, format="swiss", starts_at=EVENING, closes_at="2026-12-11T04:00:00Z")
    assert later["remedies"] == []


def test_remedies_are_said_in_the_language_asked_for(api):
    asked = {**ASKED, "format": "swiss", "starts_at": EVENING, "closes_at": MIDNIGHT}
    found = api.post("/api/v1/forecasts/", asked, headers={"accept-language": "ja"}).json()
    assert found["remedies"][0]["description"] == ["試合のポイント数は5です。"]


def test_the_pace_is_that_of_the_middle_match_of_the_club(api, club, played):
    played(30, 40, 50)
    (pace,) = ask(api, club=club.pk)["pace"]
    assert pace == {"length": 7, "minutes": 40.0, "matches": 15}
    usual = ask(api)["forecast"]["minutes"]
    assert ask(api, club=club.pk)["forecast"]["minutes"] == pytest.approx(usual * 40 / 51.2, abs=1)
    assert ask(api, club=ClubFactory().pk)["forecast"]["minutes"] == usual
    assert ask(api, club=club.pk, variant="nackgammon")["pace"][0]["matches"] is None


def test_of_another_length_nothing_is_known(club, played):
    played(30, length=5)
    assert club_pace(club) == {5: (30.0, 15)}
    assert club_pace(ClubFactory()) == {}


def test_a_match_begins_when_it_was_to_start(club, played):
    cup = played(60)
    Match.objects.filter(fixture__tournament=cup).update(starts_at=NOON + timedelta(minutes=20))
    assert club_pace(club) == {7: (40.0, 15)}


def test_matches_at_home_and_slips_of_another_day_say_nothing(club, played):
    cup = played(30, 30, 30, 30, 30, 1, 9 * 60)
    assert club_pace(club) == {}, "11 are too few"
    late = Match.objects.filter(fixture__tournament=cup)
    numbers = Report.objects.filter(match__in=late, recorded_at__gt=NOON + timedelta(hours=8)).values("match")
    late.filter(pk__in=numbers).update(created_at=NOON + timedelta(hours=8, minutes=30))
    assert club_pace(club) == {7: (30.0, 13)}
    late.update(play_by=NOON + timedelta(days=30))
    assert club_pace(club) == {}


def test_it_costs_one_query_to_know_the_pace(club, played):
    played(30)
    with CaptureQueriesContext(connection) as queries:
        club_pace(club)
    assert len(queries) == 1


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"entries": 1}, 400, "invalid_request"),
        ({"entries": 257}, 400, "invalid_request"),
        ({"tables": 0}, 400, "invalid_request"),
        ({"closes_at": MIDNIGHT}, 422, "invalid_dates"),
        ({"starts_at": "9999-12-31T12:00:00Z"}, 422, "invalid_dates"),
        ({"starts_at": MIDNIGHT, "closes_at": EVENING}, 422, "invalid_dates"),
        ({"club": 999_999}, 422, "unknown_club"),
        ({"lengths": [4]}, 422, "invalid_length"),
        ({"format": "round_robin", "entries": 129}, 422, "format_misfit"),
        ({"format": "groups", "format_options": {"advance": 5}}, 422, "places_missing"),
        (
            {"format": "round_robin", "format_options": {"meetings": 4}, "entries": 128},
            422,
            "forecast_too_large",
        ),
        ({"regulations": {"preset": "brainking"}, "lengths": [1]}, 422, "invalid_regulation"),
    ],
)
def test_what_cannot_be_announced_is_not_forecast(api, asked, status, code):
    assert_problem(api.post("/api/v1/forecasts/", {**ASKED, **asked}), status, code)
