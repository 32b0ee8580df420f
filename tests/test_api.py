"""The service as a program meets it: over HTTP, with problem details whenever it says no."""

import socket
from base64 import b64encode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from redis import Redis

from matches.api.throttling import CallerThrottle
from matches.models import Match, Outbox, Player, Report, Token, User
from tests.conftest import DATA, NOON, api_as, director_reports, fixture_at, work_off
from tests.factories import AliasFactory, PlayerFactory, UserFactory
from tournaments.models import Club, Draw, Entry, Tournament, Withdrawal

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_text()
SEVEN = (DATA / "clubnight" / "std_07p_0005.mat").read_text()


def facts() -> dict[str, int]:
    """How many rows there are of whatever a request could have written."""
    models = (User, Token, Player, Match, Report, Outbox, Club, Tournament, Entry, Withdrawal, Draw)
    return {model.__name__: model.objects.count() for model in models}


def assert_problem(response, status, code, *says):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["code"] == code
    assert problem["type"] == f"urn:golden-point:problem:{code}"
    assert problem["status"] == status
    assert problem["title"]
    for words in says:
        assert words in problem["detail"]
    return problem


@pytest.fixture
def cup(knockout):
    """A drawn knockout of four to five points: Ann against Dai, Cem against Bob."""
    return knockout(4)


@pytest.fixture
def first(cup):
    """Ann against Dai, who are known to the bots' nicknames."""
    match = fixture_at(cup, "R1-M1").match
    for player, nick in zip(match.players, ("Bot_expert_A", "Bot_expert_B"), strict=True):
        AliasFactory(player=player, name=nick)
    return match


def post_report(client, match, **body):
    return client.post(f"/api/v1/matches/{match.pk}/reports/", body)


# -- Logins and tokens


def test_from_nothing_to_a_token_that_works():
    client = api_as(None)
    body = {"username": "eva", "password": "white anti-jacoby 41"}
    registered = client.post("/api/v1/logins/", body)
    assert registered.status_code == 201
    assert registered.json() == {"id": User.objects.get().pk, "username": "eva", "player": None}
    issued = client.post("/api/v1/tokens/", {**body, "scopes": ["read"], "name": "phone"})
    assert issued.status_code == 201
    secret = issued.json()["token"]
    assert secret.startswith(issued.json()["prefix"])
    assert secret not in str(Token.objects.values()), "only its digest is kept"
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get("/api/v1/me/").json()["username"] == "eva"
    listed = client.get("/api/v1/tokens/").json()["results"]
    assert [(token["name"], "token" in token) for token in listed] == [("phone", False)]
    assert client.delete(f"/api/v1/tokens/{listed[0]['id']}/").status_code == 204
    assert_problem(client.get("/api/v1/me/"), 401, "invalid_token", "POST /api/v1/tokens/")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("logins", {"username": "eva", "password": "12345678"}, 422, "weak_password"),
        ("logins", {"username": "Director", "password": "white anti-jacoby 41"}, 409, "username_taken"),
        ("logins", {"username": "e v a", "password": "white anti-jacoby 41"}, 400, "invalid_request"),
        ("logins", {"username": "eva"}, 400, "invalid_request"),
        ("tokens", {"username": "director", "password": "wrong"}, 401, "wrong_password"),
        ("tokens", {"username": "nobody", "password": "wrong"}, 401, "wrong_password"),
        ("tokens", {"username": "director", "password": "x", "scopes": ["all"]}, 400, "invalid_request"),
    ],
)
def test_logins_and_tokens_that_cannot_be(director, path, body, status, code):
    before = facts()
    assert_problem(api_as(None).post(f"/api/v1/{path}/", body), status, code)
    assert facts() == before


def test_a_token_works_for_its_scopes_only(club, director):
    reader = api_as(director, ["read"])
    assert reader.get("/api/v1/clubs/").status_code == 200
    problem = assert_problem(reader.post("/api/v1/clubs/", {"name": "New"}), 403, "missing_scope", "direct")
    assert problem["scopes"] == ["read"]
    reporter = api_as(director, ["report"])
    assert_problem(reporter.get("/api/v1/clubs/"), 403, "missing_scope")


@pytest.mark.parametrize("header", ["Bearer", "Bearer a b", "Bearer gp_unknown", "Bearer \xff"])
def test_a_bad_token_is_never_taken_for_no_token(db, header):
    client = api_as(None)
    client.credentials(HTTP_AUTHORIZATION=header)
    response = client.get("/api/v1/clubs/")
    assert_problem(response, 401, "invalid_token")
    assert response["WWW-Authenticate"] == "Bearer"


def test_tokens_that_expired_or_whose_login_is_locked_out_are_refused(director):
    user = UserFactory()
    client = api_as(user)
    assert client.get("/api/v1/me/").status_code == 200
    Token.objects.filter(user=user).update(expires_at=NOON)
    assert_problem(client.get("/api/v1/me/"), 401, "invalid_token")
    client = api_as(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert_problem(client.get("/api/v1/me/"), 401, "invalid_token")


def test_one_never_sees_or_revokes_the_tokens_of_others(director):
    api_as(director)
    other = api_as(UserFactory())
    mine = Token.objects.get(user=director)
    assert_problem(other.delete(f"/api/v1/tokens/{mine.pk}/"), 404, "not_found")
    assert mine.pk not in [token["id"] for token in other.get("/api/v1/tokens/").json()["results"]]


# -- A club night over the API


def test_a_knockout_from_founding_to_placings(director):
    api = api_as(director)
    club = api.post("/api/v1/clubs/", {"name": "Golden Club"}).json()
    names = ("Ann", "Bob", "Cem")
    players = [
        api.post("/api/v1/players/", {"name": name, "aliases": [f"{name}_x"]}).json() for name in names
    ]
    cup = api.post("/api/v1/tournaments/", {"club": club["id"], "name": "Cup", "lengths": [3, 5]}).json()
    base = f"/api/v1/tournaments/{cup['id']}/"
    entries = [api.post(f"{base}entries/", {"player": player["id"]}).json() for player in players]
    drawn = api.post(
        f"{base}draw/", {"seeding": "manual", "seeded": [entry["id"] for entry in entries], "seed": "s"}
    )
    assert (drawn.status_code, drawn.json()["order"]) == (201, [entry["id"] for entry in entries])
    work_off()

    anyone = api_as(None)
    (fixture,) = anyone.get(f"{base}fixtures/").json()["results"]
    assert (fixture["key"], fixture["match"]["length"]) == ("R1-M2", 3)
    assert (fixture["match"]["one"]["name"], fixture["match"]["two"]["name"]) == ("Cem", "Bob")
    reported = api.post(f"/api/v1/matches/{fixture['match']['id']}/reports/", {"score": {"one": 1, "two": 3}})
    assert reported.status_code == 202
    assert reported.json()["status"] == "pending"
    assert reported["Location"] == f"/api/v1/reports/{reported.json()['id']}/"
    work_off()
    judged = anyone.get(reported["Location"]).json()
    assert (judged["status"], judged["role"], judged["problem"]) == ("accepted", "director", None)

    final = anyone.get(f"{base}bracket/").json()[1]["slots"][0]
    assert [final["one"]["player"]["name"], final["two"]["player"]["name"]] == ["Ann", "Bob"]
    api.post(f"/api/v1/matches/{final['match']['id']}/reports/", {"score": {"one": 5, "two": 2}})
    work_off()
    standings = anyone.get(f"{base}standings/").json()
    assert [(row["entry"]["player"]["name"], row["first"], row["last"]) for row in standings] == [
        ("Ann", 1, 1),
        ("Bob", 2, 2),
        ("Cem", 3, 3),
    ]
    assert anyone.get(base).json()["state"] == "finished"
    history = anyone.get(f"/api/v1/players/{players[1]['id']}/ratings/").json()["results"]
    assert [step["match"] for step in history] == [final["match"]["id"], fixture["match"]["id"]]
    match = anyone.get(f"/api/v1/matches/{final['match']['id']}/").json()
    assert {change["player"] for change in match["ratings"]} == {players[0]["id"], players[1]["id"]}
    assert anyone.get(f"/api/v1/matches/?tournament={cup['id']}&state=final").json()["results"][0] == {
        key: value for key, value in match.items() if key != "ratings"
    }


@pytest.mark.parametrize("how", ["json", "upload"])
def test_a_transcript_is_taken_as_text_or_as_a_file(first, how):
    client = api_as(first.one.user)
    address = f"/api/v1/matches/{first.pk}/reports/"
    if how == "json":
        response = client.post(address, {"transcript": LEGAL})
    else:
        upload = SimpleUploadedFile("night.mat", LEGAL.encode())
        response = client.post(address, {"transcript": upload}, format="multipart")
    assert response.status_code == 202
    work_off()
    report = client.get(response["Location"]).json()
    assert report["status"] == "accepted"
    assert report["verdict"]["finding"]["verdict"] == "legal"
    match = client.get(f"/api/v1/matches/{first.pk}/").json()
    assert match["result"]["score"] == {"one": 1, "two": 5}
    assert match["result"]["points"] == {"one": 1, "two": 6}
    assert [game["winner"] for game in match["result"]["games"]].count("two") == 3
    assert client.get(f"{response['Location']}transcript/").content == LEGAL.encode()


def test_names_in_a_form_say_who_is_who(cup):
    match = fixture_at(cup, "R1-M1").match
    upload = SimpleUploadedFile("night.mat", LEGAL.encode())
    response = api_as(match.one.user).post(
        f"/api/v1/matches/{match.pk}/reports/",
        {"transcript": upload, "names.one": "Bot_expert_B", "names.two": "Bot_expert_A"},
        format="multipart",
    )
    work_off()
    match.refresh_from_db()
    assert response.status_code == 202
    assert match.result.points == (6, 1)


# -- What the referee refuses, at the report's address


@pytest.mark.parametrize(
    ("transcript", "names", "code"),
    [
        (ILLEGAL, {"one": "Bot_weak_A", "two": "Bot_weak_B"}, "transcript_illegal"),
        (LEGAL[: len(LEGAL) // 2], None, "transcript_incomplete"),
        (LEGAL[:17], None, "transcript_unreadable"),
        (
            "\x00\x01\x02\udcff".encode("utf-8", "surrogatepass").decode("latin-1") * 50,
            None,
            "transcript_unreadable",
        ),
        (SEVEN, {"one": "Bot_mixed_A", "two": "Bot_mixed_B"}, "wrong_length"),
        (SEVEN, None, "players_not_matched"),
        (LEGAL, {"one": "Ann", "two": "Dai"}, "players_not_matched"),
    ],
    ids=["illegal", "truncated", "stump", "binary", "length", "players", "mapping"],
)
def test_a_transcript_that_does_not_hold_is_refused_and_changes_nothing(first, transcript, names, code):
    client = api_as(first.one.user)
    response = post_report(client, first, transcript=transcript, **({"names": names} if names else {}))
    assert response.status_code == 202
    work_off()
    report = client.get(response["Location"]).json()
    assert report["status"] == "refused"
    problem = report["problem"]
    assert (problem["code"], problem["status"]) == (code, 422)
    assert problem["type"] == f"urn:golden-point:problem:{code}"
    assert problem["detail"]
    if code == "transcript_illegal":
        violation = problem["violations"][0]
        assert (violation["game"], violation["turn"], violation["code"]) == (1, 4, "illegal_play")
        assert violation["rule"]
        assert violation["legal"]
    first.refresh_from_db()
    assert (first.state, first.result) == ("open", None)


def test_an_impossible_score_is_refused(first):
    client = api_as(first.one.user)
    response = post_report(client, first, score={"one": 3, "two": 2})
    work_off()
    assert client.get(response["Location"]).json()["problem"]["code"] == "score_impossible"


# -- What is refused at once


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
    assert problem["maximum"] == 2_000_000
    assert facts() == before


def test_no_address_reads_ten_megabytes(director):
    for path in ("players", "tokens", "nothing"):
        response = api_as(director).post(f"/api/v1/{path}/", {"name": "x" * 10_000_000})
        assert_problem(response, 413, "request_too_large")


def test_a_host_the_service_does_not_serve(settings):
    settings.ALLOWED_HOSTS = ["golden.example"]
    assert_problem(api_as(None).get("/api/v1/clubs/"), 400, "malformed_request")


@pytest.mark.parametrize("size", [1_000_001, 1_900_000])
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
            {"club": None, "name": "x", "lengths": [5], "format": "ludo"},
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
    UserFactory(username="helper")
    base = f"/api/v1/clubs/{club.pk}/appointments/"
    made = client.post(base, {"login": "helper", "role": "director"})
    assert made.status_code == 201
    assert [(a["login"], a["role"]) for a in client.get(base).json()] == [
        ("director", "owner"),
        ("helper", "director"),
    ]
    assert_problem(client.post(base, {"login": "nobody", "role": "director"}), 422, "unknown_login")
    assert_problem(
        client.post(base, {"login": "helper", "role": "director", "tournament": 0}), 422, "unknown_tournament"
    )
    assert client.delete(f"{base}{made.json()['id']}/").status_code == 204
    own = client.get(base).json()[0]["id"]
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


# -- Lists, limits, headers


def test_lists_are_read_by_cursor(director):
    for _ in range(5):
        PlayerFactory()
    client = api_as(None)
    address, seen = "/api/v1/players/?page_size=2", []
    while address:
        page = client.get(address).json()
        seen += [player["id"] for player in page["results"]]
        address = page["next"]
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == 5
    assert_problem(client.get("/api/v1/players/?cursor=nonsense"), 404, "not_found")


@pytest.mark.parametrize("path", ["players", "matches", "tournaments"])
def test_a_list_takes_the_same_queries_at_any_length(
    club, director, knockout, path, django_assert_max_num_queries
):
    client = api_as(None)
    counts = []
    for size in (2, 16):
        cup = knockout(size, field=[PlayerFactory() for _ in range(size)])
        for fixture in list(cup.fixtures.select_related("match")):
            director_reports(fixture.match, director, (5, 0))
        with django_assert_max_num_queries(3) as queries:
            client.get(f"/api/v1/{path}/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_rate_limit_is_told_and_kept(db, settings, monkeypatch):

    monkeypatch.setattr(
        CallerThrottle, "THROTTLE_RATES", {"anonymous": "2/min", "login": "9/min", "password": "9/min"}
    )
    client = api_as(None)
    left = [client.get("/api/v1/clubs/")["RateLimit-Remaining"] for _ in range(2)]
    assert left == ["1", "0"]
    response = client.get("/api/v1/clubs/")
    assert_problem(response, 429, "too_many_requests")
    assert 0 < int(response["Retry-After"]) <= 61
    assert api_as(UserFactory()).get("/api/v1/clubs/")["RateLimit-Limit"] == "9"


@pytest.mark.parametrize("fault", ["away", "hung"])
def test_without_redis_nobody_is_turned_away(db, monkeypatch, tmp_path, fault):
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "redis.sock"))
        if fault == "hung":
            silent.listen()  # takes connections and never answers
        url = f"unix://{tmp_path}/redis.sock"
        lost = Redis.from_url(url, socket_timeout=0.2, socket_connect_timeout=0.2)
        monkeypatch.setattr("matches.api.throttling.counters", lambda: lost)
        assert api_as(None).get("/api/v1/clubs/").status_code == 200


def test_a_database_that_is_away_is_a_503(db, monkeypatch):
    from django.db import OperationalError

    def away(*args, **kwargs):
        raise OperationalError("the database system is starting up")

    monkeypatch.setattr("matches.api.logins.services.user_register", away)
    response = api_as(None).post("/api/v1/logins/", {"username": "eva", "password": "white anti-jacoby 41"})
    assert_problem(response, 503, "database_unavailable")
    assert response["Retry-After"] == "2"


def test_every_answer_carries_a_request_id_that_the_fact_keeps(first):
    response = post_report(api_as(first.one.user), first, score={"one": 5, "two": 3})
    with connection.cursor() as cursor:
        cursor.execute("SELECT request_id FROM matches_report")
        assert cursor.fetchone() == (response["X-Request-ID"],)


# -- What attackers send


@pytest.mark.parametrize("position", ["abc", "1.5", "\x00", "2026-99-99"])
@pytest.mark.parametrize("path", ["players/", "matches/", "players/{}/ratings/"])
def test_a_cursor_made_by_hand(db, path, position):
    cursor = b64encode(f"p={position}".encode()).decode()
    response = api_as(None).get(f"/api/v1/{path.format(PlayerFactory().pk)}", {"cursor": cursor})
    assert_problem(response, 404, "not_found")


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 100_000], ids=["lists", "objects"])
def test_json_nested_without_end(first, director, body):
    for path in ("players/", f"matches/{first.pk}/reports/"):
        response = api_as(director).generic("POST", f"/api/v1/{path}", body, content_type="application/json")
        assert_problem(response, 400, "malformed_request")


def test_half_a_character_in_a_transcript(first):
    client = api_as(first.one.user)
    body = '{"transcript": "\\ud800 abc"}'
    response = client.generic(
        "POST", f"/api/v1/matches/{first.pk}/reports/", body, content_type="application/json"
    )
    assert_problem(response, 400, "invalid_request")


@pytest.mark.parametrize("name", ["\u200b", "Ann\u202e", "A\u2066nn"])
def test_names_nobody_can_see(director, name):
    assert_problem(api_as(director).post("/api/v1/players/", {"name": name}), 400, "invalid_request")


def test_a_body_in_chunks_is_not_taken_for_an_empty_one(director):
    response = api_as(director).post("/api/v1/clubs/", {"name": "New"}, HTTP_TRANSFER_ENCODING="chunked")
    assert_problem(response, 411, "length_required")


def test_a_token_revokes_itself_and_only_direct_revokes_another(director):
    reader = api_as(director, ["read"])
    api_as(director)
    mine, other = Token.objects.order_by("pk")
    assert_problem(reader.delete(f"/api/v1/tokens/{other.pk}/"), 403, "missing_scope")
    assert reader.delete(f"/api/v1/tokens/{mine.pk}/").status_code == 204
    assert list(Token.objects.all()) == [other]


def test_a_token_that_expires_before_it_is_issued(director):
    director.set_password("white anti-jacoby 41")
    director.save()
    body = {"username": "director", "password": "white anti-jacoby 41", "expires_at": "2020-01-01T00:00:00Z"}
    assert_problem(api_as(None).post("/api/v1/tokens/", body), 400, "invalid_request")


def test_guessing_passwords_is_counted_by_address_whoever_asks(director, monkeypatch):
    rates = {"anonymous": "99/min", "login": "99/min", "password": "1/min"}
    monkeypatch.setattr(CallerThrottle, "THROTTLE_RATES", rates)
    guess = {"username": "director", "password": "wrong"}
    assert api_as(None).post("/api/v1/tokens/", guess).status_code == 401
    assert_problem(api_as(director).post("/api/v1/tokens/", guess), 429, "too_many_requests")


def test_usernames_that_differ_only_for_a_machine(db):
    client = api_as(None)
    for username, status in (("kelvin", 201), ("\u212aelvin", 409)):
        body = {"username": username, "password": "white anti-jacoby 41"}
        assert client.post("/api/v1/logins/", body).status_code == status


def test_a_stranger_s_login_is_not_attached(director):
    UserFactory(username="eva")
    response = api_as(UserFactory()).post("/api/v1/players/", {"name": "Eva", "login": "eva"})
    assert_problem(response, 403, "not_allowed", "eva")
    assert not Player.objects.exists()
