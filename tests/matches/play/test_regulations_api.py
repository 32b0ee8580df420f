"""Regulations, schedules and penalty points over the API."""

from dataclasses import asdict
from datetime import timedelta

import pytest
from django.utils import timezone

from matches.play.models import Match, Penalty, Schedule
from matches.play.rules.regulations import BOUNDS, PRESETS
from tests.answers import assert_problem, facts
from tests.conftest import api_as, fixture_at, work_off
from tests.each import each
from tests.factories import PlayerFactory, UserFactory
from tournaments.events.models import Tournament
from tournaments.events.services import entry_add, tournament_draw
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db

JBF = {"preset": "jbf", "late_grace": 10}


def test_the_presets_are_public():
    answer = api_as(None).get("/api/v1/regulations/").json()
    assert answer["presets"] == [asdict(preset.regulations) for preset in PRESETS.values()]
    assert {row["name"] for row in answer["settings"]} == set(BOUNDS)
    delay = next(row for row in answer["settings"] if row["name"] == "clock_delay")
    assert delay == {
        "name": "clock_delay",
        "unit": "seconds",
        "allowed": "a whole number of seconds from 0 to 3600",
    }


def announce(client, club, **body):
    return client.post("/api/v1/tournaments/", {"club": club.pk, "name": "Cup", "lengths": [5], **body})


def test_a_tournament_says_what_was_chosen_and_what_is_in_force(club, director):
    client = api_as(director)
    made = announce(client, club, regulations=JBF)
    assert made.status_code == 201
    for answer in (made.json(), client.get(f"/api/v1/tournaments/{made.json()['id']}/").json()):
        assert answer["regulations"] == JBF
        assert answer["regulations_in_force"] == {**asdict(PRESETS["jbf"].regulations), "late_grace": 10}
    plain = announce(client, club).json()
    assert (plain["regulations"], plain["regulations_in_force"]) == ({}, asdict(PRESETS["club"].regulations))


def test_its_matches_take_its_regulations_and_keep_them(club, director, players):
    cup = announce(api_as(director), club, regulations={**JBF, "play_within": 3}).json()
    for player in players(2):
        entry_add(actor=director, tournament_id=cup["id"], player=player)
    tournament_draw(actor=director, tournament_id=cup["id"], seeding=Seeding.RANDOM)
    work_off()
    match = fixture_at(Tournament.objects.get(pk=cup["id"]), "R1-M1").match
    answer = api_as(None).get(f"/api/v1/matches/{match.pk}/").json()
    assert answer["regulations"] == {**JBF, "play_within": 3}
    assert answer["regulations_in_force"]["die_on_checker"] == "cocked"
    assert Match.objects.get(pk=match.pk).play_by == match.created_at + timedelta(days=3)
    assert answer["play_by"] is not None
    assert answer["clock"] == {
        "reserve": 13 * 60,
        "delay": 12,
        "use": "allowed",
        "expiry": "director",
        "expiry_points": 0,
        "expiry_seconds": 0,
        "words": "13:00 for each side, every turn 12 seconds free",
    }


def test_a_match_says_what_was_chosen_and_what_is_in_force(director):
    client = api_as(director)
    body = {name: PlayerFactory(created_by=director).pk for name in ("one", "two")} | {"length": 5}
    made = client.post("/api/v1/matches/", {**body, "regulations": {"clock": "off"}}).json()
    assert made["regulations"] == {"clock": "off"}
    answer = client.get(f"/api/v1/matches/{made['id']}/").json()
    assert (answer["regulations_in_force"]["clock"], answer["clock"]) == ("off", None)
    assert answer["start"] == {"one": 0, "two": 0}
    assert (answer["starts_at"], answer["play_by"]) == (None, None)


@each(
    "chosen, status, code, says",
    [
        ({"clock_delay": -1}, 422, "invalid_regulation", "clock_delay cannot be -1"),
        ({"clock_per_point": -2}, 422, "invalid_regulation", "from 0 to 60"),
        ({"clock_per_point_scored": -0.5}, 422, "invalid_regulation", "from 0 to 30"),
        ({"clock_expiry_minutes": -1}, 422, "invalid_regulation", "clock_expiry_minutes"),
        ({"preset": "tennis"}, 422, "invalid_regulation", "club, wbgf, usbgf, jbf, brainking"),
        ({"preset": {"a": 1}}, 422, "invalid_regulation", "preset"),
        ({"silence": 0}, 422, "invalid_regulation", "or null: never"),
        ({"silense": 5}, 422, "invalid_regulation", "silence"),
        ({"committee": 4}, 422, "invalid_regulation", "3, 5"),
        ({"appeals": 1}, 422, "invalid_regulation", "true, false"),
        ({"objection": 10**400}, 422, "invalid_regulation", "objection"),
        ({"shortest": 7}, 422, "invalid_regulation", "match to 5"),
        ({"preset": "jbf"}, 422, "invalid_regulation", "Holland"),
        (["jbf"], 400, "invalid_request", ""),
        ("jbf", 400, "invalid_request", ""),
        (None, 400, "invalid_request", ""),
    ],
)
@each("what", ["tournament", "match"])
def test_regulations_that_do_not_fit_are_refused_by_name(club, director, what, chosen, status, code, says):
    client = api_as(director)
    body = {"regulations": chosen}
    if chosen == {"preset": "jbf"}:
        body["options"] = {"holland": True}
    if what == "match":
        body |= {name: PlayerFactory(created_by=director).pk for name in ("one", "two")} | {"length": 5}
    before = facts()
    post = announce(client, club, **body) if what == "tournament" else client.post("/api/v1/matches/", body)
    problem = assert_problem(post, status, code, says)
    if status == 422:
        assert problem["regulation"]
    assert facts() == before


@pytest.mark.parametrize("chosen", [r'{"\ud800": 1}', r'{"moves": "\ud800"}', r'{"preset": "\ud800"}'])
def test_half_a_character_is_refused_like_any_other_value(club, director, chosen):
    body = f'{{"club": {club.pk}, "name": "Cup", "lengths": [5], "regulations": {chosen}}}'
    answer = api_as(director).generic(
        "POST", "/api/v1/tournaments/", body.encode(), content_type="application/json"
    )
    assert_problem(answer, 422, "invalid_regulation", "ud800")


# -- Schedules and penalty points


def test_a_director_schedules_a_match(first, director):
    client, address = api_as(director), f"/api/v1/matches/{first.pk}/schedule/"
    start, end = timezone.now() + timedelta(hours=1), timezone.now() + timedelta(days=1)
    answer = client.post(address, {"starts_at": start, "play_by": end, "reason": "Table 3"})
    assert answer.status_code == 201
    assert answer.json()["reason"] == "Table 3"
    seen = api_as(None).get(f"/api/v1/matches/{first.pk}/").json()
    assert [seen["starts_at"], seen["play_by"]] == [answer.json()["starts_at"], answer.json()["play_by"]]
    listed = api_as(None).get("/api/v1/matches/").json()["results"]
    assert [row["play_by"] for row in listed if row["id"] == first.pk] == [seen["play_by"]]


@each(
    "body, status, code",
    [
        ({"play_by": "2001-01-01T00:00:00Z"}, 422, "invalid_schedule"),
        ({"starts_at": "2099-01-02T00:00:00Z", "play_by": "2099-01-01T00:00:00Z"}, 422, "invalid_schedule"),
        ({"starts_at": "tomorrow"}, 400, "invalid_request"),
        ({"reason": "x" * 501}, 400, "invalid_request"),
        ([], 400, "invalid_request"),
    ],
)
def test_a_schedule_that_cannot_be(first, director, body, status, code):
    answer = api_as(director).post(f"/api/v1/matches/{first.pk}/schedule/", body)
    assert_problem(answer, status, code)
    assert not Schedule.objects.exists()


def test_a_director_gives_penalty_points_and_takes_them_back(first, director):
    client, address = api_as(director), f"/api/v1/matches/{first.pk}/penalties/"
    given = client.post(address, {"side": "one", "cause": "lateness", "minutes": 25, "reason": "Traffic"})
    assert given.status_code == 201
    assert {name: given.json()[name] for name in ("side", "points", "minutes", "given_by")} == {
        "side": "one",
        "points": 2,
        "minutes": 25,
        "given_by": "director",
    }
    seen = api_as(None).get(f"/api/v1/matches/{first.pk}/").json()
    assert seen["start"] == {"one": 0, "two": 2}
    assert seen["clock"]["reserve"] == 8 * 60, "two points less to play"
    client.post(address, {"side": "one", "cause": "lateness", "minutes": 0, "reason": "He was here."})
    assert [row["points"] for row in api_as(None).get(address).json()["results"]] == [2, 0]
    assert api_as(None).get(f"/api/v1/matches/{first.pk}/").json()["start"] == {"one": 0, "two": 0}


def test_a_match_lost_by_lateness(first, director):
    address = f"/api/v1/matches/{first.pk}/penalties/"
    body = {"side": "two", "cause": "lateness", "minutes": 45, "reason": "Overslept"}
    assert api_as(director).post(address, body).status_code == 201
    seen = api_as(None).get(f"/api/v1/matches/{first.pk}/").json()
    assert (seen["state"], seen["result"]["kind"], seen["result"]["winner"]) == ("final", "forfeit", "one")
    assert_problem(api_as(director).post(address, body), 409, "match_final")


LATE = {"side": "one", "cause": "lateness", "minutes": 25, "reason": "Traffic"}


@each(
    "change, status, code",
    [
        ({"minutes": -1}, 400, "invalid_request"),
        ({"minutes": 1441}, 400, "invalid_request"),
        ({"side": "three"}, 400, "invalid_request"),
        ({"side": ["one"]}, 400, "invalid_request"),
        ({"cause": "noise"}, 400, "invalid_request"),
        ({"reason": ""}, 400, "invalid_request"),
        ({"reason": None}, 400, "invalid_request"),
        ({"points": 1}, 422, "invalid_penalty"),
        ({"cause": "conduct"}, 422, "invalid_penalty"),
        ({"cause": "conduct", "minutes": None}, 400, "invalid_request"),
    ],
)
def test_a_penalty_that_cannot_be(first, director, change, status, code):
    answer = api_as(director).post(f"/api/v1/matches/{first.pk}/penalties/", {**LATE, **change})
    assert_problem(answer, status, code)
    assert not Penalty.objects.exists()


def test_lateness_without_a_start_to_count_from(first, director):
    address = f"/api/v1/matches/{first.pk}/penalties/"
    body = {name: value for name, value in LATE.items() if name != "minutes"}
    assert_problem(api_as(director).post(address, body), 422, "invalid_penalty", "how many minutes")


@pytest.mark.parametrize(("path", "body"), [("schedule", {}), ("penalties", LATE)])
def test_who_may_not(first, path, body):
    address = f"/api/v1/matches/{first.pk}/{path}/"
    for user in (first.one.user, first.two.user, UserFactory()):
        assert_problem(api_as(user).post(address, body), 403, "not_allowed")
    assert_problem(api_as(None).post(address, body), 401, "not_authenticated")
    assert_problem(api_as(first.one.user, ["read", "report"]).post(address, body), 403, "missing_scope")
    assert_problem(api_as(first.one.user).post(f"/api/v1/matches/0/{path}/", body), 404, "not_found")
    assert not Schedule.objects.exists()
    assert not Penalty.objects.exists()


def test_penalty_points_after_the_match_has_begun(first, director):
    client = api_as(first.one.user)
    client.post(f"/api/v1/matches/{first.pk}/reports/", {"score": {"one": 5, "two": 3}})
    answer = api_as(director).post(f"/api/v1/matches/{first.pk}/penalties/", LATE)
    assert_problem(answer, 409, "penalty_too_late", "has begun")
