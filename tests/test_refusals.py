"""What is refused at once: one table for every door."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.answers import assert_problem, facts, post_report
from tests.conftest import DATA, api_as, work_off
from tests.factories import PlayerFactory, UserFactory
from tournaments.events.models import Entry

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_text()
SEVEN = (DATA / "clubnight" / "std_07p_0005.mat").read_text()


def named(value):
    return str(value)[:40]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"score": {"one": 5, "two": 3}, "transcript": LEGAL}, ""),
        ({"score": {"one": 5}}, "/score/two"),
        ({"score": {"one": -5, "two": 3}}, "/score/one"),
        ({"score": {"one": "five", "two": 3}}, "/score/one"),
        ({"score": "5-3"}, "/score"),
        ({"transcript": ""}, "/transcript"),
        ({"transcript": {"a": 1}}, "/transcript"),
        ({"score": {"one": 5, "two": 3}, "names": {"one": "a", "two": "b"}}, "/names"),
        ({"score": {"one": 5, "two": 3}, "role": "owner"}, "/role"),
        ([1, 2], ""),
    ],
    ids=named,
)
def test_a_report_of_the_wrong_shape_names_the_field(first, body, pointer):
    client, before = api_as(first.one.user), facts()
    response = client.post(f"/api/v1/matches/{first.pk}/reports/", body)
    problem = assert_problem(response, 400, "invalid_request")
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert facts() == before


def test_a_report_by_a_stranger(first):
    client = api_as(UserFactory(username="stranger"))
    before = facts()
    assert_problem(post_report(client, first, score={"one": 5, "two": 3}), 403, "not_your_match", "stranger")
    assert facts() == before
    before = facts()
    response = post_report(api_as(None), first, score={"one": 5, "two": 3})
    assert_problem(response, 401, "not_authenticated")
    assert facts() == before


def test_a_second_report_of_a_finished_match(first, director):
    client = api_as(director)
    post_report(client, first, transcript=LEGAL)
    work_off()
    before = facts()
    problem = assert_problem(
        post_report(client, first, score={"one": 5, "two": 3}), 409, "match_final", "1-5"
    )
    assert problem["result"]["winner"] == "two"
    assert facts() == before


@pytest.mark.parametrize("how", ["json", "upload"])
def test_ten_megabytes_are_refused_unread(first, how):
    client, before = api_as(first.one.user), facts()
    big = LEGAL * (10_000_000 // len(LEGAL))
    address = f"/api/v1/matches/{first.pk}/reports/"
    if how == "json":
        response = client.post(address, {"transcript": big})
    else:
        upload = SimpleUploadedFile("big.mat", big.encode())
        response = client.post(address, {"transcript": upload}, format="multipart")
    problem = assert_problem(response, 413, "request_too_large", "one match")
    assert problem["maximum"] == 5_000_000
    assert facts() == before


def test_no_address_reads_ten_megabytes(director):
    for path in ("players", "tokens", "nothing"):
        response = api_as(director).post(f"/api/v1/{path}/", {"name": "x" * 10_000_000})
        assert_problem(response, 413, "request_too_large")


def test_a_host_the_service_does_not_serve(settings):
    settings.ALLOWED_HOSTS = ["golden.example"]
    assert_problem(api_as(None).get("/api/v1/clubs/"), 400, "malformed_request")


@pytest.mark.parametrize("size", [4_000_001, 4_900_000])
def test_a_transcript_just_too_large_is_refused_too(first, size):
    response = post_report(api_as(first.one.user), first, transcript="x" * size)
    assert_problem(response, 413, "transcript_too_large", str(size))


def test_bodies_that_are_no_json(first):
    client = api_as(first.one.user)
    address = f"/api/v1/matches/{first.pk}/reports/"
    broken = client.generic("POST", address, b'{"score": ', content_type="application/json")
    assert_problem(broken, 400, "malformed_request")
    binary = client.generic("POST", address, bytes(range(256)), content_type="application/json")
    assert_problem(binary, 400, "malformed_request")
    other = client.generic("POST", address, b"<a/>", content_type="text/xml")
    assert_problem(other, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("post", "matches/", {"one": 0, "two": 1, "length": 4}, 422, "unknown_player"),
        ("post", "matches/", {"one": "x", "two": 1, "length": 5}, 400, "invalid_request"),
        ("get", "matches/999999/", None, 404, "not_found"),
        ("post", "matches/999999/reports/", {"score": {"one": 5, "two": 3}}, 404, "not_found"),
        ("get", "reports/999999/", None, 404, "not_found"),
        ("get", "players/999999/ratings/", None, 404, "not_found"),
        ("get", "nothing/", None, 404, "not_found"),
        ("put", "clubs/", {"name": "x"}, 405, "method_not_allowed"),
        ("post", "players/", {"name": "a\x00b"}, 400, "invalid_request"),
        ("post", "players/", {"name": "   "}, 400, "invalid_request"),
        ("post", "players/", {"name": "x" * 81}, 400, "invalid_request"),
        ("post", "players/", {"name": "Ann", "login": "nobody"}, 422, "unknown_login"),
        ("post", "clubs/", {"name": "golden club"}, 409, "club_name_taken"),
        ("post", "tournaments/", {"club": 0, "name": "x", "lengths": [5]}, 422, "unknown_club"),
        ("post", "tournaments/", {"club": None, "name": "x", "lengths": [4]}, 422, "invalid_length"),
        ("post", "tournaments/", {"club": None, "name": "x", "lengths": [5, 0]}, 422, "invalid_length"),
        ("post", "tournaments/", {"club": None, "name": "x", "lengths": []}, 400, "invalid_request"),
        (
            "post",
            "tournaments/",
            {"club": None, "name": "x", "lengths": [5], "options": {"jacoby": True}},
            422,
            "invalid_option",
        ),
        (
            "post",
            "tournaments/",
            {"club": None, "name": "x", "lengths": [5], "options": ["holland"]},
            400,
            "invalid_request",
        ),
        (
            "post",
            "tournaments/",
            {"club": None, "name": "x", "lengths": [5], "format": "ludo"},
            400,
            "invalid_request",
        ),
        (
            "post",
            "tournaments/",
            {"club": None, "name": "x", "lengths": [5], "variant": "chess"},
            400,
            "invalid_request",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "/" not in value else "",
)
def test_a_table_of_refusals(club, director, method, path, body, status, code):
    client = api_as(director)
    before = facts()
    if body and body.get("club", 0) is None:
        body = {**body, "club": club.pk}
    assert_problem(getattr(client, method)(f"/api/v1/{path}", body), status, code)
    assert facts() == before


def test_an_even_length_is_refused(director):
    players = [PlayerFactory(created_by=director) for _ in range(2)]
    client, before = api_as(director), facts()
    for length in (4, 0, -1, 1001):
        body = {"one": players[0].pk, "two": players[1].pk, "length": length}
        assert_problem(
            client.post("/api/v1/matches/", body), 422, "invalid_length", str(length), "odd number"
        )
    assert facts() == before
    body["length"] = 5
    assert client.post("/api/v1/matches/", body).status_code == 201
    assert_problem(
        client.post("/api/v1/matches/", {**body, "two": players[0].pk}), 422, "same_player", "themselves"
    )


def test_a_tournament_says_no(cup, director):
    client, base = api_as(director), f"/api/v1/tournaments/{cup.pk}/"
    entry = Entry.objects.first()
    before = facts()
    late = client.post(f"{base}entries/", {"player": PlayerFactory().pk})
    assert_problem(late, 409, "tournament_started")
    assert_problem(client.post(f"{base}entries/", {"player": 0}), 422, "unknown_player", "0")
    assert_problem(client.post(f"{base}draw/", {"seeding": "random"}), 409, "tournament_started")
    assert_problem(client.post(f"{base}draw/", {"seeding": "luck"}), 400, "invalid_request")
    assert_problem(client.post(f"{base}withdrawals/", {"entry": 0}), 404, "unknown_entry")
    stranger = api_as(UserFactory())
    assert_problem(stranger.post(f"{base}withdrawals/", {"entry": entry.pk}), 403, "not_allowed")
    assert_problem(stranger.post(f"{base}draw/", {"seeding": "random"}), 403, "not_allowed")
    after = facts()
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {
        "Player": 1,
        "User": 1,
        "Token": 1,
    }
    assert client.post(f"{base}withdrawals/", {"entry": entry.pk, "reason": "ill"}).status_code == 201
    assert_problem(client.post(f"{base}withdrawals/", {"entry": entry.pk}), 409, "already_withdrawn")


def test_a_draw_not_made_yet(club, director):
    client = api_as(director)
    cup = client.post("/api/v1/tournaments/", {"club": club.pk, "name": "Cup", "lengths": [5]}).json()
    base = f"/api/v1/tournaments/{cup['id']}/"
    assert_problem(client.get(f"{base}draw/"), 409, "tournament_not_started")
    assert_problem(client.post(f"{base}draw/", {"seeding": "random"}), 422, "too_few_entries", "0 entries")
    assert client.get(f"{base}bracket/").json() == client.get(f"{base}standings/").json() == []


def test_appointments(club, director):
    client = api_as(director)
    helper = api_as(UserFactory(username="helper"))
    base = f"/api/v1/clubs/{club.pk}/appointments/"
    made = client.post(base, {"login": "helper", "role": "director"})
    assert (made.status_code, made.json()["state"]) == (202, "open")
    assert [a["login"] for a in client.get(base).json()["results"]] == ["director"]
    assert_problem(client.post(base, {"login": "helper", "role": "director"}), 409, "invitation_open")
    answer = f"/api/v1/invitations/{made.json()['id']}/answer/"
    assert helper.post(answer, {"accepts": True}).status_code == 201
    assert_problem(helper.post(answer, {"accepts": True}), 409, "invitation_answered")
    *_, appointed = client.get(base).json()["results"]
    assert (appointed["login"], appointed["role"]) == ("helper", "director")
    assert_problem(client.post(base, {"login": "nobody", "role": "director"}), 422, "unknown_login")
    assert_problem(
        client.post(base, {"login": "helper", "role": "director", "tournament": 0}), 422, "unknown_tournament"
    )
    assert client.delete(f"{base}{appointed['id']}/").status_code == 204
    own = client.get(base).json()["results"][0]["id"]
    assert_problem(client.delete(f"{base}{own}/"), 409, "last_owner")


def test_players_are_found_and_edited(director):
    client = api_as(director)
    made = client.post("/api/v1/players/", {"name": " Ann   Lee ", "aliases": ["ann"]}).json()
    assert (made["name"], made["aliases"], made["ratings"]) == ("Ann Lee", ["ann"], [])
    assert client.get("/api/v1/players/?name=lee").json()["results"] == [made]
    assert client.get("/api/v1/players/?name=zzz").json()["results"] == []
    edited = client.patch(f"/api/v1/players/{made['id']}/", {"aliases": ["ann", "アン"]}).json()
    assert edited["aliases"] == ["ann", "アン"]
    assert edited["name"] == "Ann Lee"
