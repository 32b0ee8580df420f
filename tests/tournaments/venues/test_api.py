"""Calls and tables over the API: what is sent, what is answered, to whom."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.play.selectors import matches_undecided
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.consent import club_appoint, membership_add
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tournaments.venues.models import Attendance, Seating, TableCall
from tournaments.venues.rules.tables import TableUse, VenueTable
from tournaments.venues.services import attendance_record, match_call

from .conftest import match_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(hall, event, players):
    """Two tables and one for streaming; Ann – Dai and Cem – Bob."""
    venue = hall("1", "2", VenueTable("S", TableUse.RESERVED, "The final"))
    return venue, event(venue, players(4))


@pytest.fixture
def keeper(night, club, director):
    """A scorekeeper of the event."""
    user = UserFactory()
    club_appoint(actor=director, club=club, user=user, role="scorekeeper", tournament=night[1])
    return user


def calls_of(match):
    return f"/api/v1/matches/{match.pk}/calls/"


def test_a_scorekeeper_calls_moves_and_takes_back(night, keeper, client):
    venue, cup = night
    match = match_at(cup, "R1-M1")
    api = api_as(keeper, scopes=["report"])
    call = api.post(calls_of(match), {"table": "1"})
    assert call.status_code == 201
    at_call = f"/api/v1/calls/{call.json()['id']}/"
    assert api.post(f"{at_call}attendance/", {"side": "one", "present": False}).status_code == 200
    moved = api.post(f"{at_call}move/", {"table": "S"}).json()
    assert [move["table"] for move in moved["moves"]] == ["S"]
    ended = api.post(f"{at_call}take-back/", {"reason": "Dinner."}).json()
    assert (ended["ended"], ended["late"][0]["player"]["name"]) == ("taken_back", "Ann")
    assert_problem(api.post(f"{at_call}move/", {"table": "1"}), 409, "call_ended")
    listed = client.get(calls_of(match)).json()["results"]
    assert [(row["id"], row["table"], row["ended"]) for row in listed] == [
        (call.json()["id"], "1", "taken_back")
    ]
    assert listed[0]["venue"] == {"id": venue.pk, "name": "Hall"}


def test_an_office_takes_the_scope_for_it(night, director):
    call = {"table": "1"}
    match = match_at(night[1], "R1-M1")
    assert_problem(api_as(director, scopes=["report"]).post(calls_of(match), call), 403, "missing_scope")
    assert api_as(director, scopes=["direct"]).post(calls_of(match), call).status_code == 201


@pytest.mark.parametrize(
    ("address", "sent", "status", "code"),
    [
        ("matches/{match}/calls/", {}, 400, "invalid_request"),
        ("matches/{match}/calls/", {"table": ""}, 400, "invalid_request"),
        ("matches/{match}/calls/", {"table": "x" * 17}, 400, "invalid_request"),
        ("matches/{match}/calls/", {"table": "1\0"}, 400, "invalid_request"),
        ("matches/{match}/calls/", {"table": "7"}, 422, "unknown_table"),
        ("matches/{match}/calls/", {"table": "1", "venue": 0}, 422, "wrong_venue"),
        ("matches/{match}/calls/", {"tabel": "1"}, 400, "invalid_request"),
        ("matches/0/calls/", {"table": "1"}, 404, "not_found"),
        ("calls/{call}/move/", {}, 400, "invalid_request"),
        ("calls/{call}/move/", {"table": "7"}, 422, "unknown_table"),
        ("calls/0/move/", {"table": "1"}, 404, "not_found"),
        ("calls/{call}/attendance/", {"side": "three", "present": False}, 400, "invalid_request"),
        ("calls/{call}/attendance/", {"side": "one"}, 400, "invalid_request"),
        ("calls/{call}/take-back/", {"reason": "x" * 201}, 400, "invalid_request"),
        ("venues/{venue}/call-next/", {"tournament": "cup"}, 400, "invalid_request"),
        ("venues/{venue}/call-next/", {"tournament": 0}, 409, "nothing_to_call"),
        ("venues/0/call-next/", {}, 404, "not_found"),
    ],
)
def test_what_cannot_be_sent(night, director, address, sent, status, code):
    venue, cup = night
    call = match_call(actor=director, match_id=match_at(cup, "R1-M2").pk, table="2")
    there = address.format(match=match_at(cup, "R1-M1").pk, call=call.pk, venue=venue.pk)
    assert_problem(api_as(director).post(f"/api/v1/{there}", sent, format="json"), status, code)
    assert [*Seating.objects.values_list("table")] == [("2",)]
    assert TableCall.objects.count() == 1
    assert not Attendance.objects.exists()


def test_the_tables_of_a_venue(night, director, client):
    venue, cup = night
    now = timezone.now()
    called, waits = match_at(cup, "R1-M2"), match_at(cup, "R1-M1")
    call = match_call(
        actor=director, match_id=called.pk, table="2", now=now - timedelta(minutes=26, seconds=1)
    )
    attendance_record(actor=director, call_id=call.pk, side=1, present=False)
    answer = client.get(f"/api/v1/venues/{venue.pk}/tables/").json()
    first, second, stream = answer["tables"]
    assert first["table"] == {"name": "1", "use": "open", "note": ""}
    assert (first["free"], first["seated"]) == (True, None)
    assert first["next"]["match"]["id"] == waits.pk
    assert (second["free"], second["next"]) == (False, None)
    seated = second["seated"]
    assert (seated["call"], seated["table"], seated["number"]) == (call.pk, "2", 2)
    assert seated["tournament"] == {"id": cup.pk, "name": "Thursday double"}
    assert [seated["match"][side]["name"] for side in ("one", "two")] == ["Cem", "Bob"]
    (late,) = seated["late"]
    assert (late["side"], late["player"]["name"], late["minutes"], late["points"]) == ("two", "Bob", 26, 2)
    assert (stream["table"]["use"], stream["free"], stream["next"]) == ("reserved", True, None)
    assert [(row["number"], row["table"], row["missing"]) for row in answer["queue"]] == [(1, "1", [])]
    assert [(row["player"]["name"], row["table"], row["match"]) for row in answer["persons"]] == [
        ("Bob", "2", called.pk),
        ("Cem", "2", called.pk),
    ]


def test_a_match_of_no_event(night, director, client):
    venue, _ = night
    match = match_at_none(director, venue)
    answer = client.get(f"/api/v1/venues/{venue.pk}/tables/").json()
    seated = answer["tables"][0]["seated"]
    assert (seated["match"]["id"], seated["tournament"], seated["number"]) == (match.pk, None, None)


def match_at_none(director, venue):
    """A match of two members of the club, which somebody of the staff has set up, at table 1."""
    match = MatchFactory(created_by=director)
    for player in match.players:
        membership_add(actor=director, club_id=venue.club_id, player=player)
    match_call(actor=director, match_id=match.pk, table="1", venue_id=venue.pk)
    return match


def test_one_click(night, keeper):
    venue, cup = night
    api = api_as(keeper, scopes=["report"])
    call = api.post(f"/api/v1/venues/{venue.pk}/call-next/", {}, format="json").json()
    assert (call["match"], call["table"], call["by_service"]) == (match_at(cup, "R1-M1").pk, "1", False)
    again = api.post(f"/api/v1/venues/{venue.pk}/call-next/", {"tournament": cup.pk}, format="json").json()
    assert (again["match"], again["table"]) == (match_at(cup, "R1-M2").pk, "2")


def test_the_service_says_that_it_called(hall, event, players, client):
    venue = hall("1")
    cup = event(venue, players(2), tables_assigned="automatic")
    (call,) = client.get(calls_of(match_at(cup, "R1-M1"))).json()["results"]
    assert call["by_service"] is True


def test_what_an_event_says_of_tables(night, director, club):
    venue, cup = night
    api, at_cup = api_as(director), f"/api/v1/tournaments/{cup.pk}/"
    answer = api.get(at_cup).json()
    assert (answer["tables_assigned"], answer["called_first"]) == ("proposed", [])
    sent = {"tables_assigned": "by_hand", "called_first": [{"part": "main", "round": 2}, {}]}
    answer = api.patch(at_cup, sent, format="json").json()
    assert {name: answer[name] for name in sent} == sent
    for wrong, status, code in (
        ({"tables_assigned": "soon"}, 400, "invalid_request"),
        ({"called_first": [{"part": "losers"}]}, 422, "invalid_round"),
        ({"called_first": [{"round": 0}]}, 400, "invalid_request"),
        ({"called_first": [{"match": 1}]}, 400, "invalid_request"),
        ({"called_first": {}}, 400, "invalid_request"),
    ):
        assert_problem(api.patch(at_cup, wrong, format="json"), status, code)
    assert {name: api.get(at_cup).json()[name] for name in sent} == sent
    made = api.post(
        "/api/v1/tournaments/",
        {
            "club": club.pk,
            "name": "Cup",
            "lengths": [5],
            "format": "double_elimination",
            "venue": venue.pk,
            "called_first": [{"part": "losers"}],
        },
        format="json",
    )
    assert made.json()["called_first"] == [{"part": "losers"}]
    formed = api.patch(
        f"/api/v1/tournaments/{made.json()['id']}/",
        {"format": "single_elimination", "called_first": [{"part": "losers"}]},
        format="json",
    )
    assert_problem(formed, 422, "invalid_round")


def test_fixtures_show_where_they_are_played(night, director, client):
    _, cup = night
    match_call(actor=director, match_id=match_at(cup, "R1-M1").pk, table="S")
    rows = client.get(f"/api/v1/tournaments/{cup.pk}/fixtures/").json()["results"]
    assert {row["key"]: row["table"] for row in rows} == {"R1-M1": "S", "R1-M2": None}
    sheet = client.get(f"/api/v1/tournaments/{cup.pk}/pairings.csv").content.decode()
    assert ",S," in sheet


def test_the_list_of_calls_takes_the_same_queries_for_any_number(night, director, client):
    _, cup = night
    match = match_at(cup, "R1-M1")

    def cost(times):
        for _ in range(times):
            call = match_call(actor=director, match_id=match.pk, table="1")
            attendance_record(actor=director, call_id=call.pk, side=0, present=False)
            api_as(director).post(f"/api/v1/calls/{call.pk}/move/", {"table": "2"})
            api_as(director).post(f"/api/v1/calls/{call.pk}/take-back/", {})
        with CaptureQueriesContext(connection) as queries:
            client.get(calls_of(match))
        return len(queries)

    assert cost(1) == cost(3) == 4


def test_players_see_it_on_their_matches(night, director):
    """What pages of a player ask: where the own match is, in the query of the matches."""
    _, cup = night
    match = match_at(cup, "R1-M1")
    match_call(actor=director, match_id=match.pk, table="2")
    (found,) = matches_undecided(match.one.user).select_related("seating__venue", "seating__call")
    assert (found.seating.table, found.seating.venue.name) == ("2", "Hall")


def test_pages_of_the_event_show_the_table(night, director, client):
    _, cup = night
    match_call(actor=director, match_id=match_at(cup, "R1-M1").pk, table="S")
    assert "table S" in client.get(f"/tournaments/{cup.pk}/").content.decode()


def test_nobody_is_called_by_somebody_elses_event(night, hall, event, director):
    """The click of one event calls none of another's, though it is next."""
    venue, cup = night
    jackpot = event(venue, PlayerFactory.create_batch(2), name="Jackpot")
    sent = {"tournament": jackpot.pk}
    call = api_as(director).post(f"/api/v1/venues/{venue.pk}/call-next/", sent, format="json").json()
    assert call["match"] == match_at(jackpot, "R1-M1").pk
    assert cup.pk != jackpot.pk
