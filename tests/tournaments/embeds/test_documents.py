"""An event as one document: it is what its schema says, of every format at every stage."""

import json
import os
import re
from copy import deepcopy
from datetime import datetime
from functools import cache

import jsonschema_rs
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.players.services import player_anonymise, player_anonymise_due
from tests.conftest import api_as, director_reports, field_entered, fixture_at, work_off
from tests.factories import PlayerFactory, UserFactory
from tests.operations import OPENAPI
from tests.tournaments.events import test_random_events
from tests.tournaments.events.test_random_events import Event
from tournaments.embeds.pages.loaded import SCHEMA
from tournaments.events.services import (
    entry_add,
    entry_withdraw,
    tournament_create,
    tournament_draw,
)
from tournaments.formats import FORMATS
from tournaments.formats.seeding.order import Seeding
from tournaments.money.services import prize_pools_set

pytestmark = pytest.mark.django_db

EVENTS = [*test_random_events.EVENTS, ("sections", {"section_size": 3})]
COMPONENTS = "#/components/schemas/"
STATIC = settings.BASE_DIR / "tournaments" / "static" / SCHEMA


def described():
    """What the OpenAPI document says of the whole, as a JSON Schema by itself."""
    components = OPENAPI["components"]["schemas"]
    wanted, found = ["EventDocumentOutput"], {}
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = components[name]
            wanted += re.findall(rf"{COMPONENTS}(\w+)", json.dumps(components[name]))
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:golden-point:event-document:1",
        "title": "An event of Golden Point",
        "$ref": f"{COMPONENTS}EventDocumentOutput",
        "$defs": dict(sorted(found.items())),
    }
    return json.loads(json.dumps(whole).replace(COMPONENTS, "#/$defs/"))


@cache
def validator():
    """By the file that is served, closed: what it does not name is wrong here, and is left open elsewhere."""
    closed = deepcopy(json.loads(STATIC.read_text()))
    for each in closed["$defs"].values():
        if "properties" in each:
            each.setdefault("additionalProperties", False)
    return jsonschema_rs.Draft202012Validator(closed, validate_formats=True)


def asked(cup, viewer=None, **headers):
    return api_as(viewer).get(f"/api/v1/tournaments/{cup.pk}/event.json", headers=headers)


def document(cup):
    """The document, which is valid."""
    answer = asked(cup)
    assert answer.status_code == 200, answer.content
    found = answer.json()
    assert [f"{each.instance_path}: {each.message}" for each in validator().iter_errors(found)] == []
    return found


def slots_of(found):
    return {slot["key"]: slot for part in found["parts"] for each in part["rounds"] for slot in each["slots"]}


def test_the_schema_is_what_the_api_describes():
    """`WRITE_EVENT_SCHEMA=1` writes it anew."""
    if os.environ.get("WRITE_EVENT_SCHEMA"):
        STATIC.write_text(json.dumps(described(), indent=1, ensure_ascii=False) + "\n")
    assert json.loads(STATIC.read_text()) == described(), "WRITE_EVENT_SCHEMA=1 ./run test " + __file__


def test_the_schema_is_for_every_site(client):
    response = client.get("/embed/event.schema.json")
    assert response["Content-Type"] == "application/schema+json"
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "public" in response["Cache-Control"]
    assert not response.cookies
    with open(finders.find(SCHEMA)) as kept:
        assert response.json() == json.load(kept)


@pytest.mark.parametrize("number", range(len(EVENTS)))
def test_every_format_is_valid_from_the_draw_to_the_end(club, director, number):
    code, options, *entrants = EVENTS[number]
    event = Event(club, director, 7, code, options, *entrants)
    drawn = document(event.cup)
    assert len(drawn["entries"]) == 7
    assert {each["seed"] for each in drawn["entries"]} == {*range(1, 8)}
    event.work(0, 0)
    event.report(0, 3)
    work_off()
    begun = document(event.cup)
    results = [each["result"] for slot in slots_of(begun).values() for each in slot["matches"]]
    assert sum(result is not None for result in results) == 1
    event.withdraw(3, 0)
    event.play_out()
    for _ in range(3):
        event.cup.refresh_from_db()
        event.play_out()
    over = document(event.cup)
    assert over["version"] > begun["version"] > 0
    assert all(place["clinched"] for place in over["standings"]) == (over["event"]["state"] == "finished")
    assert len(over["standings"]) == 7


def test_every_format_is_tried():
    assert {code for code, *_ in EVENTS} >= FORMATS.keys()


def test_before_the_draw_it_has_the_entries(club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,), capacity=2)
    assert document(cup)["entries"] == []
    for name in ("Ann", "Bob", "Cem"):
        entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory(name=name))
    gone = cup.entries.get(player__name="Ann")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=gone.pk)
    entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory(name="Dai"))
    found = document(cup)
    assert [
        (each["player"]["name"], each["withdrawn"], each["waiting"], each["seed"])
        for each in found["entries"]
    ] == [
        ("Ann", True, False, None),
        ("Bob", False, False, None),
        ("Cem", False, False, None),
        ("Dai", False, True, None),
    ]
    assert (found["parts"], found["standings"], found["winner"]) == ([], [], None)


def test_it_says_who_comes_from_where_and_how_it_ended(club, director):
    event = Event(club, director, 4, "double_elimination")
    work_off()
    first = fixture_at(event.cup, "WB-R1-M1")
    director_reports(first.match, director, (5, 3))
    found = document(event.cup)
    slots = slots_of(found)
    assert [part["code"] for part in found["parts"]] == ["winners", "losers", "final"]
    opening = slots["WB-R1-M1"]
    assert (opening["label"], opening["winner"]) == ("W1", first.one_id)
    assert opening["one"] == {"entry": first.one_id, "feeder": None}
    (match,) = opening["matches"]
    result = match["result"]
    assert (result["kind"], result["winner"], result["score"]) == ("played", "one", {"one": 5, "two": 3})
    seats = [slots[key][side] for key in slots for side in ("one", "two")]
    fed = [seat for seat in seats if seat["feeder"] and seat["feeder"]["key"] == "WB-R1-M1"]
    assert sorted((seat["feeder"]["takes"], seat["feeder"]["label"], seat["entry"]) for seat in fed) == [
        ("loser", "W1", first.two_id),
        ("winner", "W1", first.one_id),
    ]


def test_winner_and_payouts(knockout, director):
    cup = knockout(2)
    prizes = [{"place": 1, "percent": 70}, {"place": 2, "percent": 30}]
    prize_pools_set(
        actor=director,
        tournament_id=cup.pk,
        currency="EUR",
        prize_pools=[{"name": "Main", "fee": 1000, "prizes": prizes}],
        reason="Late.",
    )
    assert document(cup)["payouts"] is None
    match = fixture_at(cup, "R1-M1").match
    director_reports(match, director, (5, 1))
    work_off()
    found = document(cup)
    first, second = (each["entry"] for each in found["standings"])
    assert found["winner"] == first
    assert [(line["entry"], line["cents"]) for line in found["payouts"]["lines"]] == [
        (first, 1400),
        (second, 600),
    ]


def test_nothing_in_it_is_private(club, director):
    kim = PlayerFactory(
        name="Kim Sly",
        bio="Secret",
        contact="kim@x.example",
        private=["bio", "contact"],
        user=UserFactory(username="kim.login", email="kim@y.example"),
    )
    gone = PlayerFactory(name="Gone Away")
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    field_entered(cup, director, [kim, gone])
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM)
    work_off()
    director_reports(cup.fixtures.get().match, director, (5, 1))
    work_off()
    due = player_anonymise(actor=UserFactory(is_staff=True), player_id=gone.pk, confirmation="Gone Away")
    player_anonymise_due(request_id=due.pk, now=due.effective_at)
    text = asked(cup).content.decode()
    assert "Kim Sly" in text
    for words in ("Gone Away", "Secret", "example", "kim.login"):
        assert words not in text.replace(settings.PUBLIC_URL, "")


def test_any_site_may_read_it_and_nobody_is_known_there(knockout, director):
    cup = knockout(2)
    answer = asked(cup, origin="https://elsewhere.example")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies
    assert "RateLimit-Limit" in answer
    assert asked(cup, director).content == answer.content


def test_it_is_sent_again_only_when_it_has_changed(knockout, director):
    cup = knockout(4)
    first = asked(cup)
    assert asked(cup, if_none_match=first["ETag"]).status_code == 304
    assert asked(cup).content == first.content
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
    again = asked(cup, if_none_match=first["ETag"])
    assert again.status_code == 200
    assert again["ETag"] != first["ETag"]


def test_times_are_in_utc_and_it_says_where_its_schema_is(club, director):
    cup = tournament_create(
        actor=director,
        club=club,
        name="Cup",
        lengths=(5,),
        time_zone="Asia/Tokyo",
        starts_at=datetime.fromisoformat("2026-12-02T10:00:00+09:00"),
    )
    found = document(cup)
    assert found["event"]["starts_at"] == "2026-12-02T01:00:00Z"
    assert found["$schema"] == f"{settings.PUBLIC_URL}/embed/event.schema.json"
    assert found["address"] == f"{settings.PUBLIC_URL}/tournaments/{cup.pk}/"


def test_it_takes_as_many_queries_however_large(club, director):
    found = []
    for size in (4, 16):
        event = Event(club, director, size, "double_elimination")
        event.report(0, 3)
        work_off()
        with CaptureQueriesContext(connection) as queries:
            document(event.cup)
        found.append(len(queries))
    assert found == [7, 7]


def test_the_page_of_the_event_leads_there(client, knockout):
    cup = knockout(2)
    page = client.get(f"/tournaments/{cup.pk}/").content.decode()
    assert f'href="/api/v1/tournaments/{cup.pk}/event.json"' in page
    assert asked(type("", (), {"pk": 99999})).status_code == 404
