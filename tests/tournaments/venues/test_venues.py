"""Venues of a club: entered, changed, removed, and each change taken back."""

import pytest

from matches.facts.selectors import fact_list
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import AppointmentFactory, UserFactory
from tournaments.clubs.services import club_create
from tournaments.events.models import TournamentEdit
from tournaments.events.services import tournament_call_off, tournament_remove
from tournaments.venues.models import Venue, VenueEdit
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import venue_create, venue_edit, venue_remove

pytestmark = pytest.mark.django_db

VENUES = "/api/v1/venues/"
CAFE = {
    "name": "Café Van Engelen",
    "text": "Upstairs.",
    "contact": "Jan, at the bar",
    "place": "Breestraat 12",
    "time_zone": "Europe/Amsterdam",
    "closes_at": "00:30:00",
    "tables": [
        {"name": "1", "use": "open", "note": ""},
        {"name": "2", "use": "reserved", "note": "Stream"},
        {"name": "3", "use": "out_of_use", "note": "A leg is broken"},
    ],
}


@pytest.fixture
def cafe(club, director):
    made = api_as(director).post(VENUES, {"club": club.pk, **CAFE})
    assert made.status_code == 201, made.content
    return Venue.objects.get(pk=made.json()["id"])


def at(venue, rest=""):
    return f"{VENUES}{venue.pk}/{rest}"


def test_what_is_said_of_it(cafe, club, client):
    answer = client.get(at(cafe)).json()
    assert {name: answer[name] for name in CAFE} == CAFE
    assert answer["club"] == {"id": club.pk, "name": club.name}
    assert not VenueEdit.objects.exists()


def test_the_least_that_is_said(club, director):
    made = api_as(director).post(VENUES, {"club": club.pk, "name": "Hall"}).json()
    assert [made[name] for name in CAFE] == ["Hall", "", "", "", "UTC", None, []]


def test_the_venues_of_a_club(cafe, director, client):
    other = club_create(actor=director, name="Another Club")
    api_as(director).post(VENUES, {"club": other.pk, "name": "Hall"})
    named = lambda **query: [row["name"] for row in client.get(VENUES, query).json()["results"]]  # noqa: E731
    assert named() == ["Hall", CAFE["name"]]
    assert named(club=other.pk) == ["Hall"]


def test_what_is_changed_and_taken_back(cafe, director):
    api = api_as(director)
    changed = api.patch(
        at(cafe),
        {"closes_at": "23:15", "tables": [{"name": "7"}, {"name": "1", "use": "reserved"}], "reason": "New."},
    ).json()
    assert changed["closes_at"] == "23:15:00"
    assert changed["tables"] == [
        {"name": "7", "use": "open", "note": ""},
        {"name": "1", "use": "reserved", "note": ""},
    ]
    assert changed["place"] == CAFE["place"]
    edit = VenueEdit.objects.get()
    assert edit.changes["closes_at"] == ["00:30:00", "23:15:00"]
    assert edit.changes["tables"] == [CAFE["tables"], changed["tables"]]
    said = [fact.sentence for fact in fact_list(director, cafe)[:9]]
    assert said == ["Closes: 23:15, was 00:30. Tables: changed."]
    assert fact_list(director, cafe.club)[:99][-1].sentence == said[0]
    undone = api.post(at(cafe, f"edits/{edit.pk}/undo/"), {}).json()
    assert (undone["closes_at"], undone["tables"]) == (CAFE["closes_at"], CAFE["tables"])
    assert_problem(api.post(at(cafe, f"edits/{edit.pk}/undo/"), {}), 409, "already_undone")


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"name": "  "}, 400, "invalid_request"),
        ({"name": "THE HALL"}, 409, "venue_name_taken"),
        ({"time_zone": "Mars/Base"}, 422, "unknown_time_zone"),
        ({"closes_at": "25:00"}, 400, "invalid_request"),
        ({"tables": [{"name": "1"}, {"name": "1"}]}, 422, "invalid_tables"),
        ({"tables": [{"use": "open"}]}, 400, "invalid_request"),
        ({"tables": [{"name": "1", "use": "broken"}]}, 400, "invalid_request"),
        ({"tables": [{"name": "1", "seats": 2}]}, 400, "invalid_request"),
        ({"tables": ["1"]}, 400, "invalid_request"),
        ({"tables": [{"name": "1", "note": "x" * 81}]}, 400, "invalid_request"),
        ({"club": 1}, 400, "invalid_request"),
        ({"removed": True}, 400, "invalid_request"),
    ],
)
def test_what_it_cannot_be(cafe, club, director, sent, status, code):
    api_as(director).post(VENUES, {"club": club.pk, "name": "The Hall"})
    before = Venue.objects.values().get(pk=cafe.pk)
    assert_problem(api_as(director).patch(at(cafe), sent), status, code)
    if code not in ("invalid_request",):
        made = api_as(director).post(VENUES, {"club": club.pk, "name": "Another", **sent})
        assert_problem(made, status, code)
    assert Venue.objects.values().get(pk=cafe.pk) == before
    assert not VenueEdit.objects.exists()


def test_two_clubs_may_call_theirs_the_same(cafe, director):
    other = club_create(actor=director, name="Another Club")
    assert api_as(director).post(VENUES, {"club": other.pk, "name": cafe.name}).status_code == 201


def test_a_venue_is_removed_and_put_back(cafe, club, director, client):
    api = api_as(director)
    assert api.delete(at(cafe)).status_code == 204
    assert client.get(at(cafe)).status_code == 404
    assert client.get(VENUES).json()["results"] == []
    undo = at(cafe, f"edits/{VenueEdit.objects.get().pk}/undo/")
    again = api.post(VENUES, {"club": club.pk, "name": cafe.name}).json()
    assert_problem(api.post(undo, {}), 409, "venue_name_taken")
    venue_edit(actor=director, venue_id=again["id"], name="Other")
    assert api.post(undo, {}).json()["name"] == cafe.name


def test_a_club_with_a_venue_stays(cafe, club, director):
    refused = assert_problem(api_as(director).delete(f"/api/v1/clubs/{club.pk}/"), 409, "club_in_use")
    assert refused["in_use"] == {"venues": 1}
    venue_remove(actor=director, venue_id=cafe.pk)
    assert api_as(director).delete(f"/api/v1/clubs/{club.pk}/").status_code == 204


def test_whom_to_ask_leaves_no_trace(cafe, director):
    assert api_as(director).patch(at(cafe), {"contact": "Piet"}).json()["contact"] == "Piet"
    assert not VenueEdit.objects.exists()


def test_others_change_nothing(cafe, club, director):
    venue_edit(actor=director, venue_id=cafe.pk, place="Breestraat 14")
    of_another = AppointmentFactory(role="owner").user
    edit = VenueEdit.objects.get()
    for stranger in (api_as(UserFactory()), api_as(of_another)):
        for refused in (
            stranger.post(VENUES, {"club": club.pk, "name": "Mine"}),
            stranger.patch(at(cafe), {"name": "Mine"}),
            stranger.delete(at(cafe)),
            stranger.post(at(cafe, f"edits/{edit.pk}/undo/"), {}),
        ):
            assert_problem(refused, 403, "not_allowed")


# -- Events that are played there


CUP = "/api/v1/tournaments/"


def announced(club, director, **sent):
    return api_as(director).post(CUP, {"club": club.pk, "name": "Cup", "lengths": [5], **sent})


def test_place_and_zone_of_an_event_are_those_of_its_venue(cafe, club, director):
    cup = announced(club, director, venue=cafe.pk, tables=["2", "1"]).json()
    assert cup["venue"] == {"id": cafe.pk, "name": "Café Van Engelen"}
    assert (cup["place"], cup["time_zone"]) == ("Café Van Engelen, Breestraat 12", "Europe/Amsterdam")
    assert cup["tables"] == ["2", "1"]
    own = announced(club, director, venue=cafe.pk, place="The garden", time_zone="Asia/Tokyo").json()
    assert (own["place"], own["time_zone"], own["tables"]) == ("The garden", "Asia/Tokyo", [])
    venue_edit(actor=director, venue_id=cafe.pk, place="", time_zone="")
    cup = api_as(director).get(f"{CUP}{cup['id']}/").json()
    assert (cup["place"], cup["time_zone"]) == ("Café Van Engelen", "UTC")


def test_an_event_moves_to_another_venue_and_back(cafe, club, director):
    cup = announced(club, director, venue=cafe.pk, tables=["1"]).json()
    hall = api_as(director).post(VENUES, {"club": club.pk, "name": "Hall", "tables": [{"name": "A"}]}).json()
    at_cup = f"{CUP}{cup['id']}/"
    api = api_as(director)
    refused = assert_problem(api.patch(at_cup, {"venue": hall["id"]}), 422, "unknown_table")
    assert refused["detail"] == "Hall has no table 1, but A."
    moved = api.patch(at_cup, {"venue": hall["id"], "tables": ["a"]}).json()
    assert (moved["venue"]["name"], moved["tables"]) == ("Hall", ["A"])
    edit = TournamentEdit.objects.get()
    assert edit.changes == {"venue": [cafe.pk, hall["id"]], "tables": [["1"], ["A"]]}
    (fact,) = (
        fact for fact in fact_list(director, edit.tournament)[:9] if fact.kind.name == "tournamentedit"
    )
    assert fact.sentence == "Venue: Hall, was Café Van Engelen. Tables: A, was 1."
    back = api.post(f"{at_cup}edits/{edit.pk}/undo/", {}).json()
    assert (back["venue"]["name"], back["tables"]) == ("Café Van Engelen", ["1"])
    nowhere = api.patch(at_cup, {"venue": None, "tables": []}).json()
    assert (nowhere["venue"], nowhere["place"]) == (None, "")


@pytest.mark.parametrize(
    ("sent", "code", "detail"),
    [
        ({"venue": 0}, "unknown_venue", "Golden Club has no venue 0. Enter it first"),
        ({"tables": ["1"]}, "unknown_table", "none is named for table 1. Name the venue."),
        ({"venue": "cafe", "tables": ["1", "9"]}, "unknown_table", "has no table 9, but 1, 2, 3."),
        ({"venue": "another"}, "unknown_venue", "Golden Club has no venue"),
        ({"venue": "removed"}, "unknown_venue", "Golden Club has no venue"),
    ],
)
def test_where_an_event_cannot_be(cafe, club, director, sent, code, detail):
    other = club_create(actor=director, name="Another Club")
    venues = {"cafe": cafe.pk, "another": venue_create(actor=director, club=other, name="Hall").pk}
    removed = venue_create(actor=director, club=club, name="Old hall")
    venue_remove(actor=director, venue_id=removed.pk)
    venues["removed"] = removed.pk
    sent = {**sent, "venue": venues.get(sent["venue"], sent["venue"])} if "venue" in sent else sent
    assert detail in assert_problem(announced(club, director, **sent), 422, code)["detail"]
    cup = announced(club, director).json()
    assert_problem(api_as(director).patch(f"{CUP}{cup['id']}/", sent), 422, code)
    assert not TournamentEdit.objects.exists()


def test_a_venue_where_something_is_to_be_played_stays(cafe, club, director):
    cup = announced(club, director, venue=cafe.pk).json()
    assert assert_problem(api_as(director).delete(at(cafe)), 409, "venue_in_use")["events"] == 1
    tournament_call_off(actor=director, tournament_id=cup["id"], reason="Snow.")
    assert api_as(director).delete(at(cafe)).status_code == 204


def test_nor_does_one_that_was_removed_keep_it(cafe, club, director):
    cup = announced(club, director, venue=cafe.pk).json()
    tournament_remove(actor=director, tournament_id=cup["id"])
    assert api_as(director).delete(at(cafe)).status_code == 204


def test_tables_that_are_gone_stay_with_the_event(cafe, club, director):
    """Of what it may use, what there is counts; another change of it asks for nothing."""
    cup = announced(club, director, venue=cafe.pk, tables=["1", "2"]).json()
    venue_edit(actor=director, venue_id=cafe.pk, tables=[VenueTable("2")])
    api = api_as(director)
    assert api.patch(f"{CUP}{cup['id']}/", {"name": "Spring Cup"}).json()["tables"] == ["1", "2"]
    assert_problem(api.patch(f"{CUP}{cup['id']}/", {"venue": cafe.pk}), 422, "unknown_table")
