"""Tournaments begun with a preset, or as a copy of an earlier one."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.accounts.models import User
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import AppointmentFactory, ClubFactory, PlayerFactory, UserFactory
from tests.tournaments.leagues.seasons import league_of, opened
from tournaments.clubs.services import club_rating_pool_open
from tournaments.events.models import Tournament, TournamentRatingPool
from tournaments.events.rules.presets import PRESETS
from tournaments.events.selectors import (
    copied_announcement,
    preset_announcement,
    presets_by_use,
    tournaments_to_copy,
)
from tournaments.events.selectors.announcing import MOMENTS, NOT_ANNOUNCED, WHERE
from tournaments.events.services import tournament_call_off, tournament_create, tournament_remove
from tournaments.events.services.tournaments import TournamentAnnouncement
from tournaments.money.models import PrizePoolList
from tournaments.money.services import prize_pools_set
from tournaments.points.models import EventWeight
from tournaments.points.rules import DivisionLevel
from tournaments.points.services import master_points_set
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import venue_create, venue_edit

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/tournaments/"
# A Tuesday, and the Wednesday after it.
TUESDAY = datetime(2026, 11, 24, 18, 30, tzinfo=UTC)
WEDNESDAY = TUESDAY + timedelta(days=1)
NEXT = TUESDAY + timedelta(weeks=1)
TABLES = [VenueTable("1"), VenueTable("2")]
PRIZES = [{"name": "Main", "fee": 1000, "prizes": [{"place": 1, "percent": "100"}]}]


@pytest.fixture
def club(director):
    made = ClubFactory(time_zone="Europe/Amsterdam")
    AppointmentFactory(club=made, user=director, role="owner")
    return made


@pytest.fixture
def announced(club, director):
    def announce(name="Tuesday knockout 12", actor=director, **how):
        return tournament_create(
            actor=actor, club=club, name=name, **{"lengths": [7], "starts_at": TUESDAY, **how}
        )

    return announce


# -- Copies


def test_every_column_that_is_announced_is_copied():
    """And every one that a later room adds, or it says here why not."""
    columns = {column.name for column in Tournament._meta.concrete_fields}
    assert set(NOT_ANNOUNCED) <= columns
    assert columns - set(NOT_ANNOUNCED) == {*TournamentAnnouncement.__annotations__, "name", "check_in"}
    assert {*MOMENTS, *WHERE} <= columns


def test_all_that_was_announced_is_there_again(club, director, announced):
    venue = venue_create(actor=director, club=club, name="Café", tables=TABLES)
    pool = club_rating_pool_open(actor=director, club=club, name="Club ratings")
    source = announced(
        format="double_elimination",
        format_options={"final": "single"},
        rounds=[{"part": "losers", "length": 5}],
        regulations={"preset": "usbgf", "silence": 45},
        text="Bring a *board*.",
        contact="Mia",
        place="Upstairs",
        venue=venue.pk,
        tables=["2"],
        capacity=16,
        check_in=True,
        listed=False,
        rated=False,
        ends_at=TUESDAY + timedelta(hours=4),
        entries_open_at=TUESDAY - timedelta(days=10),
        entries_close_at=TUESDAY - timedelta(minutes=5),
        rating_pools=[pool.pk],
    )
    prize_pools_set(actor=director, tournament_id=source.pk, currency="EUR", prize_pools=PRIZES)
    master_points_set(actor=director, tournament_id=source.pk, weight=0.5, level=DivisionLevel.OPEN)
    made = api_as(director).post(ADDRESS, {"copy_of": source.pk})
    assert made.status_code == 201, made.content
    copy = Tournament.objects.get(pk=made.json()["id"])
    for column in Tournament._meta.concrete_fields:
        if column.name not in (*NOT_ANNOUNCED, *MOMENTS, "name"):
            assert column.value_from_object(copy) == column.value_from_object(source), column.name
    assert (copy.club, copy.created_by, copy.state) == (club, director, "open")
    assert list(copy.counted_in.values_list("rating_pool", flat=True)) == [pool.pk]
    prizes = PrizePoolList.objects.get(tournament=copy)
    assert (prizes.currency, prizes.prize_pools) == ("EUR", PRIZES)
    weight = EventWeight.objects.get(tournament=copy)
    assert (weight.weight, weight.level) == (0.5, "open")


def test_times_and_name_move_to_the_next_such_weekday(club, director, announced):
    times = {
        "ends_at": TUESDAY + timedelta(hours=5),
        "entries_open_at": TUESDAY - timedelta(days=14),
        "entries_close_at": TUESDAY - timedelta(minutes=5),
    }
    source = announced(**times, rounds=[{"round": 1, "play_by": "2026-11-25T12:00:00+01:00"}])
    found = copied_announcement(source, WEDNESDAY)
    assert found["name"] == "Tuesday knockout 13"
    assert found["starts_at"] == NEXT
    assert {name: found[name] - moment for name, moment in times.items()} == dict.fromkeys(
        times, timedelta(weeks=1)
    )
    assert found["rounds"] == [{"round": 1, "play_by": "2026-12-02T12:00:00+01:00"}]
    dated = announced(name="Club, 24 November")
    assert copied_announcement(dated, WEDNESDAY)["name"] == "Club, 1 December"


def test_with_another_start_all_times_move_with_it(director, announced):
    source = announced("Club, 24 November", ends_at=TUESDAY + timedelta(hours=5))
    start = "2026-12-04T19:00:00Z"
    made = api_as(director).post(ADDRESS, {"copy_of": source.pk, "starts_at": start, "lengths": [5]}).json()
    assert (made["name"], made["starts_at"], made["ends_at"], made["lengths"]) == (
        "Club, 4 December",
        start,
        "2026-12-05T00:00:00Z",
        [5],
    )
    named = api_as(director).post(ADDRESS, {"copy_of": source.pk, "name": "Last one", "text": ""}).json()
    assert (named["name"], named["text"]) == ("Last one", "")


def test_clocks_that_are_put_back_meanwhile_move_nothing(announced):
    source = announced(starts_at=datetime(2026, 10, 20, 17, 30, tzinfo=UTC))
    found = copied_announcement(source, datetime(2026, 10, 21, tzinfo=UTC))
    assert found["starts_at"] == datetime(2026, 10, 27, 18, 30, tzinfo=UTC), "half past seven in Amsterdam"


def test_without_a_time_the_copy_has_none(director, announced):
    source = announced(starts_at=None, entries_close_at=TUESDAY)
    found = copied_announcement(source, WEDNESDAY)
    assert {found[name] for name in MOMENTS} == {None}
    assert found["name"] == "Tuesday knockout 13"
    assert copied_announcement(source, WEDNESDAY, NEXT)["starts_at"] == NEXT


def test_what_is_not_there_any_more_is_not_copied(club, director, announced):
    venue = venue_create(actor=director, club=club, name="Café", tables=TABLES)
    pool = club_rating_pool_open(actor=director, club=club, name="Club ratings")
    source = announced(venue=venue.pk, tables=["1", "2"])
    venue_edit(actor=director, venue_id=venue.pk, tables=TABLES[1:])
    source.refresh_from_db()
    assert copied_announcement(source, WEDNESDAY)["tables"] == ["2"]
    source.venue.removed = True
    TournamentRatingPool.objects.filter(rating_pool=pool).delete()
    found = copied_announcement(source, WEDNESDAY)
    assert (found["venue"], found["tables"]) == (None, [])


def test_prize_pools_are_left_where_they_do_not_fit_the_format(director, announced):
    source = announced(format="consolation")
    prizes = [
        {"name": "Main", "fee": 1000, "prizes": [{"place": 1, "part": "consolation", "percent": "100"}]}
    ]
    prize_pools_set(actor=director, tournament_id=source.pk, currency="EUR", prize_pools=prizes)
    api = api_as(director)
    same = api.post(ADDRESS, {"copy_of": source.pk}).json()
    other = api.post(ADDRESS, {"copy_of": source.pk, "format": "swiss"}).json()
    assert PrizePoolList.objects.filter(tournament=same["id"]).exists()
    assert not PrizePoolList.objects.filter(tournament=other["id"]).exists()
    master_points_set(actor=director, tournament_id=source.pk, weight=2, level=DivisionLevel.OPEN)
    pairs = api.post(ADDRESS, {"copy_of": source.pk, "entrants": "doubles"}).json()
    assert not EventWeight.objects.filter(tournament=pairs["id"]).exists()


def test_only_who_runs_the_club_copies_and_only_what_is_of_it(club, director, announced):
    source, hidden = announced(), announced(listed=False)
    stranger = AppointmentFactory(club=ClubFactory(), role="owner")
    api = api_as(stranger.user)
    assert_problem(api.post(ADDRESS, {"copy_of": source.pk}), 403, "not_allowed")
    for sent in (
        {"copy_of": hidden.pk},
        {"copy_of": source.pk, "club": stranger.club_id},
        {"copy_of": 999_999_999},
    ):
        assert_problem(api.post(ADDRESS, sent), 422, "unknown_tournament")
    tournament_remove(actor=director, tournament_id=source.pk)
    assert_problem(api_as(director).post(ADDRESS, {"copy_of": source.pk}), 422, "unknown_tournament")
    assert Tournament.objects.count() == 2


def test_it_costs_a_few_queries_to_know_what_a_copy_is(announced):
    source = Tournament.objects.select_related("club", "venue").get(pk=announced().pk)
    with CaptureQueriesContext(connection) as queries:
        copied_announcement(source, WEDNESDAY)
    assert len(queries) == 3


# -- Presets


def test_a_tournament_is_announced_from_a_preset(club, director):
    made = api_as(director).post(
        ADDRESS, {"preset": "double_elimination", "club": club.pk, "starts_at": TUESDAY}
    )
    assert made.status_code == 201, made.content
    found = made.json()
    assert (found["name"], found["lengths"]) == ("Tuesday double elimination", [7])
    assert found["rounds"] == [{"part": "losers", "length": 5}]
    assert (found["starts_at"], found["entries_close_at"]) == ("2026-11-24T18:30:00Z", "2026-11-24T18:25:00Z")
    other = {"preset": "swiss", "club": club.pk, "lengths": [5], "name": "Autumn Swiss", "capacity": None}
    found = api_as(director).post(ADDRESS, other).json()
    assert (found["name"], found["lengths"], found["capacity"]) == ("Autumn Swiss", [5], None)
    assert (found["format_options"], found["pairings_need_approval"]) == ({"rounds": 5}, True)


@pytest.mark.parametrize("code", PRESETS)
def test_every_preset_is_announced_with_one_click(code, club, director):
    made = api_as(director).post(ADDRESS, {"preset": code, "club": club.pk})
    assert made.status_code == 201, made.content


def test_its_name_is_in_the_language_of_who_announces_it(club, director):
    sent = {"preset": "knockout", "club": club.pk, "starts_at": TUESDAY}
    made = api_as(director).post(ADDRESS, sent, headers={"accept-language": "ja"})
    assert made.json()["name"] == "火曜日ノックアウト"


def test_the_first_event_of_a_club_starts_tomorrow_as_the_preset_has_it(club):
    found = preset_announcement(PRESETS["knockout"], club, TUESDAY)
    assert found["starts_at"] == datetime(2026, 11, 25, 18, 30, tzinfo=UTC)
    assert found["name"] == "Wednesday knockout"
    assert "venue" not in found


def test_the_next_one_starts_when_and_where_the_club_played_last(club, director, announced):
    venue = venue_create(actor=director, club=club, name="Café")
    announced(starts_at=TUESDAY - timedelta(days=26, minutes=30), venue=venue.pk)
    announced(starts_at=None)
    found = preset_announcement(PRESETS["knockout"], club, TUESDAY)
    assert found["starts_at"] == datetime(2026, 11, 26, 18, 0, tzinfo=UTC), "a Thursday at seven"
    assert (found["name"], found["venue"]) == ("Thursday knockout", venue.pk)
    assert preset_announcement(PRESETS["eight"], club, TUESDAY)["entries_close_at"] is None


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({"preset": "knockout"}, "/club"),
        ({"preset": "thursday", "club": 1}, "/preset"),
        ({"preset": "knockout", "club": 1, "copy_of": 1}, "/preset"),
        ({"copy_of": "last"}, "/copy_of"),
        ({"copy_of": 1, "lengths": "five"}, "/lengths"),
    ],
)
def test_what_a_beginning_takes(sent, pointer, director):
    answer = api_as(director).post(ADDRESS, sent)
    assert_problem(answer, 400, "invalid_request")
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_without_a_beginning_all_that_is_needed_is_asked_for(director):
    answer = api_as(director).post(ADDRESS, {})
    assert {error["pointer"] for error in answer.json()["errors"]} == {"/club", "/name", "/lengths"}


# -- What a club begins with


def names(copies):
    return [(copy.name, copy.starts_at) for copy in copies]


def test_the_last_of_each_kind_can_be_copied_the_own_ones_first(club, director, announced):
    other = AppointmentFactory(club=club).user
    thursday = TUESDAY + timedelta(days=2)
    announced("Tuesday knockout 11", starts_at=TUESDAY - timedelta(weeks=1))
    announced("Tuesday knockout 12")
    announced("Thursday Swiss, 26 November", other, starts_at=thursday)
    tournament_remove(actor=director, tournament_id=announced("Gone").pk)
    tournament_call_off(
        actor=director, tournament_id=announced("Snowed in", starts_at=None).pk, reason="Snow."
    )
    opened(
        league_of(club, director), director, divisions=[[each.pk for each in PlayerFactory.create_batch(2)]]
    )
    assert names(tournaments_to_copy(club, director, WEDNESDAY)) == [
        ("Snowed in", None),
        ("Tuesday knockout 13", NEXT),
        ("Thursday Swiss, 3 December", thursday + timedelta(weeks=1)),
    ]
    assert names(tournaments_to_copy(club, other, WEDNESDAY))[0][0] == "Thursday Swiss, 3 December"
    for number in range(9):
        announced(f"Kind {chr(97 + number)}")
    assert len(tournaments_to_copy(club, director, WEDNESDAY)) == 6


def test_presets_come_in_the_order_in_which_they_were_used(club, director, announced):
    other: User = AppointmentFactory(club=club).user
    assert [preset.code for preset in presets_by_use(club, director)] == list(PRESETS)
    announced(**{**PRESETS["swiss"].announcement, "lengths": [5]})
    announced(actor=other, **PRESETS["three_lives"].announcement)
    announced(**PRESETS["groups"].announcement)
    announced(actor=other, **PRESETS["teams"].announcement)
    mine = [preset.code for preset in presets_by_use(club, director)]
    theirs = [preset.code for preset in presets_by_use(club, other)]
    nobodys = [preset.code for preset in presets_by_use(club, UserFactory())]
    assert mine[:4] == ["groups", "swiss", "teams", "three_lives"]
    assert theirs[:4] == ["teams", "three_lives", "groups", "swiss"]
    assert nobodys[:4] == ["teams", "groups", "three_lives", "swiss"]
    announced(**PRESETS["swiss"].announcement)
    assert presets_by_use(club, director)[0].code == "swiss", "as of the last time"
    assert mine[4:] == [code for code in PRESETS if code not in mine[:4]]


def test_what_a_club_begins_with_costs_a_query_each(club, director, announced):
    for number in range(3):
        announced(f"Knockout {number}")
    with CaptureQueriesContext(connection) as queries:
        presets_by_use(club, director)
        tournaments_to_copy(club, director, WEDNESDAY)
    assert len(queries) == 2
