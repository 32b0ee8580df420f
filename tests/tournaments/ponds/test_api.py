"""Ponds over the API: what is answered and refused, and that a bid is a secret until its round is over."""

import json
import re

import pytest
from django.contrib import admin
from django.urls import reverse

from matches.facts.selectors import export_rows
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as
from tests.each import each
from tests.effort import EFFORT, every, few_of
from tests.factories import PlayerFactory, UserFactory
from tournaments.ponds import services
from tournaments.ponds.models import Bid, Pond, PondEntry

pytestmark = pytest.mark.django_db

SECRET = 13_579
"""A bid that stands nowhere by chance."""


@pytest.fixture
def client(director):
    return api_as(director)


@pytest.fixture
def pond(director, club, players):
    """pond(4): a pond that Ann, Bob, Cem, Dai have entered, with its players as API clients by name."""

    def make(count, *, start=True, **rest):
        row = services.pond_create(actor=director, club=club, name="Night swim", **rest)
        row.clients = {}
        for player in players(count):
            services.pond_enter(actor=player.user, pond_id=row.pk, player=player)
            row.clients[player.user.username] = api_as(player.user)
        if start:
            services.pond_start(actor=director, pond_id=row.pk)
        return row

    return make


@pytest.fixture
def refused():
    """refused(client, status, code, path, body, *words): the problem, after which nothing has changed."""

    def ask(client, status, code, path, body, *says):
        before = rows_of_everything()
        problem = assert_problem(
            client.post(f"/api/v1/ponds/{path}", body, format="json"), status, code, *says
        )
        assert rows_of_everything() == before
        return problem

    return ask


def bid(pond, name, round, points):
    answer = pond.clients[name].post(f"/api/v1/ponds/{pond.pk}/bids/", {"round": round, "points": points})
    assert answer.status_code == 201, answer.content
    return answer.json()


def read(client, path):
    answer = client.get(f"/api/v1/ponds/{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


# -- What is answered


def test_a_pond_is_announced_entered_started_and_played(client, club, players, director):
    answer = client.post("/api/v1/ponds/", {"club": club.pk, "name": "Night swim", "rain": True, "least": 2})
    assert answer.status_code == 201
    pond = answer.json()
    assert (pond["start"], pond["bonus"], pond["round_minutes"], pond["director"]) == (
        20_000, 500, 2880, "director",
    )  # fmt: skip
    at = f"/api/v1/ponds/{pond['id']}/"
    ann, bob, cem = players(3)
    for player in (ann, bob, cem):
        entered = api_as(player.user).post(f"{at}entries/", {"player": player.pk})
        assert entered.status_code == 201
    gone = client.post(f"{at}withdrawals/", {"entry": entered.json()["id"]})
    assert gone.json()["entry"] == entered.json()["id"]
    started = client.post(f"{at}start/")
    assert (started.status_code, started.json()["state"], started.json()["round"]) == (201, "running", 1)
    for player, points in ((ann, 70), (bob, 60)):
        made = api_as(player.user).post(f"{at}bids/", {"round": 1, "points": points})
        assert (made.json()["round"], made.json()["points"]) == (1, points)
    assert client.get(at).json()["state"] == "finished"
    (round,) = client.get(f"{at}rounds/").json()["results"]
    assert [(row["player"]["name"], row["bid"], row["fell"], row["left"]) for row in round["rows"]] == [
        ("Ann", 70, True, None),
        ("Bob", 60, True, None),
    ], "in the rain the highest of two falls with the lowest"
    assert [row["place"] for row in client.get(f"{at}entries/").json()["results"]] == [[1, 2], [1, 2]]
    assert client.get("/api/v1/ponds/?state=finished").json()["results"][0]["id"] == pond["id"]
    assert client.get("/api/v1/ponds/?state=open").json()["results"] == []


def test_everybody_reads_the_rounds_that_are_over(pond):
    swim = pond(3)
    for name, points in (("ann", 300), ("bob", 200), ("cem", 400)):
        bid(swim, name, 1, points)
    anonymous = api_as(None)
    (round,) = read(anonymous, f"{swim.pk}/rounds/")["results"]
    assert round["number"] == 1
    assert [
        (row["player"]["name"], row["bid"], row["bonus"], row["fell"], row["left"]) for row in round["rows"]
    ] == [
        ("Cem", 400, True, False, 20_100),
        ("Ann", 300, False, False, 19_700),
        ("Bob", 200, False, True, None),
    ]
    facts = read(anonymous, f"{swim.pk}/facts/")["results"]
    assert [fact["kind"] for fact in facts] == [*["pondentry"] * 3, "pondstart", *["bid"] * 3, "pondclosing"]
    assert facts[4]["sentence"] == "Ann bids 300 points in round 1."
    assert {fact["pond"] for fact in facts} == {swim.pk}


# -- A bid is a secret until its round is over


def stripped(answer):
    """What an answer says, its headers too, without what differs from request to request."""
    own = {"X-Request-ID", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Limit", "Set-Cookie"}
    headers = {name: value for name, value in answer.headers.items() if name not in own}
    return answer.status_code, headers, answer.content


def has_secret(text):
    """Whether a text has the secret as a number of its own, not as digits of a time of day."""
    return re.search(rf"(?<!\d){SECRET}(?!\d)", text) is not None


def addresses(pond):
    """Every address that could tell of a pond, its players or its facts: API, pages, export."""
    api, players = "/api/v1", [entry.player_id for entry in pond.entries.all()]
    yield from (f"{api}/ponds/", f"{api}/ponds/?ordering=id", f"{api}/ponds/?state=running")
    below = ("", "entries/", "rounds/", "facts/", "bids/", "start/", "withdrawals/")
    yield from (f"{api}/ponds/{pond.pk}/{path}" for path in below)
    for player in players:
        yield from (f"{api}/players/{player}/{path}" for path in ("", "facts/", "ratings/", "dice/"))
        yield from (f"/players/{player}/{path}" for path in ("", "facts/"))
    yield from (f"/ponds/{pond.pk}/{path}" for path in ("", "rounds/", "facts/"))
    yield from (f"/clubs/{pond.club_id}/", "/")
    yield from (f"{api}/clubs/{pond.club_id}/", f"{api}/me/", f"{api}/me/reminders/")


def spies(pond):
    """Everybody who did not make the bid: nobody in particular, a player, the director, the staff."""
    staff = UserFactory(username="staff", is_staff=True, is_superuser=True)
    return [None, pond.entries.last().player.user, pond.director, staff]


@pytest.mark.long
@pytest.mark.parametrize("who", range(4), ids=["anonymous", "opponent", "director", "staff"])
def test_nothing_that_anybody_else_can_read_changes_with_a_bid(pond, client, who):
    """Whether there is a bid, of how much, and whether it was changed; each address for two of the four."""
    swim = pond(3)
    user = spies(swim)[who]
    api = api_as(user)
    if user is not None:
        api.force_login(user)
    seen = []
    for points in (None, SECRET, *(() if EFFORT == 1 else (1, SECRET + 1))):
        if points is not None:
            bid(swim, "ann", 1, points)
        asked = [*addresses(swim)][who % every(2) :: every(2)]
        seen.append([normal(stripped(api.get(address))) for address in asked])
    assert all(each == seen[0] for each in seen), "as it was before there was a bid"


def normal(answer):
    """The answer without tokens against forgery and times of last use, which are new each time."""
    status, headers, content = answer
    return status, headers, re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", content)


def test_the_admin_site_has_no_bid_of_an_open_round(pond, client):
    swim = pond(2)
    bid(swim, "ann", 1, SECRET)
    made = Bid.objects.get()
    site = spies(swim)[3]
    browser = api_as(None)
    browser.force_login(site)
    for model in {Bid, *few_of(admin.site._registry)}:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        page = browser.get(reverse(name)).content.decode()
        assert not has_secret(page), model
        if model is Bid:
            assert "0 bids" in page
    at = reverse("admin:tournaments_bid_change", args=[made.pk])
    assert browser.get(at).status_code == 302, "as for a row that is not there"
    bid(swim, "bob", 1, 5)
    assert has_secret(browser.get(at).content.decode())


@pytest.mark.parametrize("asked", ["bids__isnull=0", "bids=1", "bids__gt=0", "bids__round=1"])
def test_the_admin_site_does_not_show_who_has_bid(pond, asked):
    swim = pond(2)
    bid(swim, "ann", 1, SECRET)
    browser = api_as(None)
    browser.force_login(spies(swim)[3])
    assert browser.get(f"/admin/tournaments/pondentry/?{asked}").status_code == 400


def test_the_export_has_a_bid_once_its_round_is_over(pond):
    swim = pond(3)
    bid(swim, "ann", 1, SECRET)
    assert not has_secret(json.dumps(list(export_rows(None))))
    bid(swim, "bob", 1, 5)
    bid(swim, "cem", 1, 6)
    bid(swim, "cem", 2, 4_242)
    exported = [data["points"] for kind, data in export_rows(None) if kind == "bid"]
    assert exported == [SECRET, 5, 6]


def test_no_bid_is_announced(pond, heard, transactional_db):
    swim = pond(2)
    heard()
    bid(swim, "ann", 1, SECRET)
    assert heard() == set()
    bid(swim, "bob", 1, 5)
    assert heard() == {f"pond-{swim.pk}"}


def test_a_bid_is_in_no_log(pond, capfd, caplog):
    swim = pond(2)
    bid(swim, "ann", 1, SECRET)
    shown = capfd.readouterr()
    assert not has_secret(shown.out + shown.err + caplog.text)
    assert not has_secret(str(Bid.objects.get()))


def test_the_bidder_reads_the_own_bids(pond):
    swim = pond(3)
    bid(swim, "ann", 1, SECRET)
    bid(swim, "ann", 1, 7)
    own = read(swim.clients["ann"], f"{swim.pk}/bids/")["results"]
    assert [(each["round"], each["points"]) for each in own] == [(1, SECRET), (1, 7)]
    assert read(swim.clients["bob"], f"{swim.pk}/bids/")["results"] == []
    for client, status in ((api_as(None), 401), (api_as(swim.director), 403)):
        assert client.get(f"/api/v1/ponds/{swim.pk}/bids/").status_code == status


# -- What is refused


@pytest.fixture
def ann_and_bob(pond):
    """A pond of two."""
    return pond(2)


@each(
    "body, status, code",
    [
        ({"round": 1, "points": "many"}, 400, "invalid_request"),
        ({"round": 1, "points": 5.5}, 400, "invalid_request"),
        ({"round": 1, "points": "5.5"}, 400, "invalid_request"),
        ({"round": 1, "points": True}, 400, "invalid_request"),
        ({"round": 1, "points": None}, 400, "invalid_request"),
        ({"round": 1, "points": [5]}, 400, "invalid_request"),
        ({"round": 1, "points": ""}, 400, "invalid_request"),
        ({"round": 1, "points": "9" * 1001}, 400, "invalid_request"),
        ({"round": 1}, 400, "invalid_request"),
        ({"points": 5}, 400, "invalid_request"),
        ({"round": 0, "points": 5}, 400, "invalid_request"),
        ({"round": 10**30, "points": 5}, 400, "invalid_request"),
        ({"round": 1, "points": -1}, 422, "invalid_bid"),
        ({"round": 1, "points": 20_001}, 422, "invalid_bid"),
        ({"round": 1, "points": 10**300}, 422, "invalid_bid"),
        ({"round": 2, "points": 5}, 409, "round_not_begun"),
    ],
)
def test_a_bid_that_cannot_be(ann_and_bob, refused, body, status, code):
    refused(ann_and_bob.clients["ann"], status, code, f"{ann_and_bob.pk}/bids/", body)


def test_who_cannot_bid_and_when(pond, refused, director):
    swim = pond(3, start=False)
    path, body = f"{swim.pk}/bids/", {"round": 1, "points": 5}
    ann = swim.clients["ann"]
    refused(ann, 409, "pond_not_started", path, body)
    refused(api_as(director), 422, "invalid_pond", "", {"club": swim.club_id, "name": "x", "least": 1})
    services.pond_start(actor=director, pond_id=swim.pk)
    refused(api_as(None), 401, "not_authenticated", path, body)
    refused(api_as(director), 403, "not_allowed", path, body)
    refused(api_as(UserFactory(is_staff=True)), 403, "not_allowed", path, body)
    refused(api_as(swim.entries.first().player.user, ["read"]), 403, "missing_scope", path, body)
    for name, points in (("ann", 1), ("bob", 2), ("cem", 3)):
        bid(swim, name, 1, points)
    refused(ann, 409, "fallen_in", path, {"round": 2, "points": 5})
    problem = refused(swim.clients["bob"], 409, "bid_too_late", path, {"round": 1, "points": 5})
    assert (problem["round"], problem["open"]) == (1, 2)
    bid(swim, "bob", 2, 5)
    bid(swim, "cem", 2, 6)
    refused(swim.clients["cem"], 409, "pond_finished", path, {"round": 3, "points": 5})


def test_a_late_bid_is_refused_though_nobody_has_closed_the_round_yet(pond, refused, director):
    swim = pond(4, start=False)
    services.pond_start(actor=director, pond_id=swim.pk, now=NOON)
    for entry in swim.entries.all()[1:]:
        user = entry.player.user
        services.pond_bid_make(actor=user, pond_id=swim.pk, round=1, points=entry.pk, now=NOON)
    refused(swim.clients["ann"], 409, "bid_too_late", f"{swim.pk}/bids/", {"round": 1, "points": 5})
    assert Pond.objects.get().round == 1


def test_who_cannot_enter_leave_or_start(pond, refused, director, players):
    swim = pond(1, start=False)
    at, client, ann = swim.pk, api_as(director), swim.clients["ann"]
    entry = PondEntry.objects.get()
    stranger = PlayerFactory(user=UserFactory())
    refused(client, 422, "too_few_players", f"{at}/start/", {}, "1 of the 2")
    refused(ann, 409, "already_entered", f"{at}/entries/", {"player": entry.player_id})
    refused(ann, 403, "not_allowed", f"{at}/entries/", {"player": stranger.pk})
    refused(client, 422, "unknown_player", f"{at}/entries/", {"player": 10**9})
    refused(client, 422, "login_missing", f"{at}/entries/", {"player": PlayerFactory().pk})
    refused(client, 404, "unknown_entry", f"{at}/withdrawals/", {"entry": 10**9})
    refused(api_as(stranger.user), 403, "not_allowed", f"{at}/withdrawals/", {"entry": entry.pk})
    refused(ann, 403, "not_allowed", f"{at}/start/", {})
    refused(client, 404, "not_found", f"{10**9}/start/", {})


@each(
    "announced, status, code",
    [
        ({"club": 10**9}, 422, "unknown_club"),
        ({"name": ""}, 400, "invalid_request"),
        ({"start": 0}, 400, "invalid_request"),
        ({"start": 10**7}, 400, "invalid_request"),
        ({"bonus": -1}, 400, "invalid_request"),
        ({"round_minutes": 0}, 400, "invalid_request"),
        ({"round_minutes": 10**9}, 400, "invalid_request"),
        ({"least": 1}, 422, "invalid_pond"),
        ({"least": 9, "most": 8}, 422, "invalid_pond"),
        ({"most": 10**30}, 422, "invalid_pond"),
        ({"director": "nobody"}, 422, "unknown_login"),
    ],
)
def test_a_pond_that_cannot_be(client, refused, club, announced, status, code):
    refused(client, status, code, "", {"club": club.pk, "name": "Night swim", **announced})
