"""A club night over the API, and what tournaments refuse."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import engine
from tests.conftest import DATA, api_as, fixture_at, work_off
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_text()
SEVEN = (DATA / "clubnight" / "std_07p_0005.mat").read_text()


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
    assert reported.json()["state"] == "pending"
    assert reported["Location"] == f"/api/v1/reports/{reported.json()['id']}/"
    work_off()
    judged = anyone.get(reported["Location"]).json()
    assert (judged["state"], judged["role"], judged["problem"]) == ("accepted", "director", None)

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
    assert match["regulations_in_force"]["preset"] == "club"
    detail = {"ratings", "regulations_in_force", "start", "clock"}
    assert anyone.get(f"/api/v1/matches/?tournament={cup['id']}&state=final").json()["results"][0] == {
        key: value for key, value in match.items() if key not in detail
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
    assert report["state"] == "accepted"
    assert report["verdict"]["details"]["verdict"] == "legal"
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


@pytest.mark.parametrize("variant", engine.PLAYED)
def test_a_tournament_is_played_in_any_variant(director, club, variant):
    """A transcript of another one is refused; where the referee knows no rules, any transcript at once."""
    api = api_as(director)
    body = {"club": club.pk, "name": "Cup", "lengths": [5], "variant": variant}
    cup = api.post("/api/v1/tournaments/", body).json()
    assert cup["variant"] == variant
    base = f"/api/v1/tournaments/{cup['id']}/"
    for _ in range(2):
        api.post(f"{base}entries/", {"player": PlayerFactory().pk})
    api.post(f"{base}draw/", {"seeding": "random"})
    work_off()
    match = api.get(f"{base}fixtures/").json()["results"][0]["match"]
    assert match["variant"] == variant
    names = {"one": "Bot_expert_A", "two": "Bot_expert_B"}
    reported = api.post(f"/api/v1/matches/{match['id']}/reports/", {"transcript": LEGAL, "names": names})
    if variant in engine.VARIANTS:
        work_off()
        judged = api.get(reported["Location"]).json()
        problem = judged["problem"] or {"code": None}
        assert problem["code"] == (None if variant == "backgammon" else "wrong_variant")
    else:
        assert (reported.status_code, reported.json()["code"]) == (422, "score_only")


def test_the_options_of_a_tournament_are_those_of_its_matches(director, club):
    api = api_as(director)
    options = {"illegal_plays": "stand", "variant": {"cube": True}}
    body = {"club": club.pk, "name": "Cup", "lengths": [5], "variant": "fevga", "options": options}
    cup = api.post("/api/v1/tournaments/", body).json()
    base = f"/api/v1/tournaments/{cup['id']}/"
    assert api.get(base).json()["options"] == options
    for _ in range(2):
        api.post(f"{base}entries/", {"player": PlayerFactory().pk})
    api.post(f"{base}draw/", {"seeding": "random"})
    work_off()
    match = api.get(f"{base}fixtures/").json()["results"][0]["match"]
    assert match["options"] == options
    reported = api.post(f"/api/v1/matches/{match['id']}/reports/", {"score": {"one": 8, "two": 0}})
    work_off()
    assert api.get(reported["Location"]).json()["state"] == "accepted"  # only with a cube
    for page in (f"/tournaments/{cup['id']}/", f"/matches/{match['id']}/"):
        text = api.get(page).content.decode()
        assert "An illegal play stands once the opponent has rolled" in text
        assert "With the doubling cube" in text
        assert "Fevga" in text


def test_options_of_a_match_outside_tournaments(director):
    api = api_as(director)
    one, two = (PlayerFactory(created_by=director).pk for _ in range(2))
    body = {"one": one, "two": two, "length": 5}
    assert api.post("/api/v1/matches/", body).json()["options"] == {}
    holland = api.post("/api/v1/matches/", {**body, "options": {"holland": True}}).json()
    assert api.get(f"/api/v1/matches/{holland['id']}/").json()["options"] == {"holland": True}
    refused = api.post("/api/v1/matches/", {**body, "options": {"holland": True, "crawford": False}})
    assert (refused.status_code, refused.json()["option"]) == (422, "holland")
