"""Ladders over the API: what is answered, and what is refused and changes nothing."""

import pytest

from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as, work_off
from tests.each import each
from tests.factories import PlayerFactory
from tournaments.ladders import services
from tournaments.ladders.models import Challenge
from tournaments.ladders.rules import LADDERS, PRESETS, Reply

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(director):
    return api_as(director)


@pytest.fixture
def wall(director, club, players):
    """A ladder of Ann, Bob, Cem, Dai from the top, two above; `wall.clients` by name."""
    row = services.ladder_create(
        actor=director, club=club, name="Wall", kind="position", kind_options={"above": 2}, length=5
    )
    row.field = {player.name: player for player in players(5)}
    row.clients = {name: api_as(player.user) for name, player in row.field.items()}
    for name in ("Ann", "Bob", "Cem", "Dai"):
        services.ladder_join(actor=director, ladder_id=row.pk, player=row.field[name])
    return row


def numbers(wall, challenger, challenged):
    return {"challenger": wall.field[challenger].pk, "challenged": wall.field[challenged].pk}


def challenge(wall, challenger, challenged):
    answer = wall.clients[challenger].post(
        f"/api/v1/ladders/{wall.pk}/challenges/", numbers(wall, challenger, challenged), format="json"
    )
    assert answer.status_code == 201, answer.content
    return answer.json()


def reply(wall, name, number, said):
    return wall.clients[name].post(f"/api/v1/challenges/{number}/answer/", {"reply": said}, format="json")


def test_a_ladder_from_the_announcement_to_a_result(client, club, players):
    made = client.post(
        "/api/v1/ladders/",
        {"club": club.pk, "name": "Wall", "kind": "position", "kind_options": {"above": 3}, "length": 7},
        format="json",
    )
    assert made.status_code == 201, made.content
    assert (made.json()["members"], made.json()["rated"], made.json()["variant"]) == (0, True, "backgammon")
    at = f"/api/v1/ladders/{made.json()['id']}/"
    field = players(3)
    for player in field:
        joined = api_as(player.user).post(f"{at}joins/", {"player": player.pk}, format="json")
        assert (joined.status_code, joined.json()["player"]["name"]) == (201, player.name)
    ann, _, cem = field
    sent = {"challenger": cem.pk, "challenged": ann.pk}
    made = api_as(cem.user).post(f"{at}challenges/", sent, format="json").json()
    assert (made["state"], made["match"], made["play_by"]) == ("waiting", None, None)
    assert made["answer_by"] is not None
    answered = api_as(ann.user).post(
        f"/api/v1/challenges/{made['id']}/answer/", {"reply": "accepted"}, format="json"
    )
    assert (answered.status_code, answered.json()["state"]) == (201, "playing")
    assert answered.json()["play_by"] is not None
    match = answered.json()["match"]
    report = {"score": {"one": 7, "two": 4}}
    for player in (cem, ann):
        response = api_as(player.user).post(f"/api/v1/matches/{match}/reports/", report, format="json")
        assert response.status_code == 202, response.content
    work_off()
    seen = api_as(None).get(at).json()
    assert [(rung["place"], rung["player"]["name"]) for rung in seen["rungs"]] == [
        (1, "Cem"), (2, "Ann"), (3, "Bob"),
    ]  # fmt: skip
    steps = api_as(None).get(f"{at}steps/").json()["results"]
    assert [
        (step["event"], step["player"]["name"], step["before"], step["after"], step["match"])
        for step in steps[3:]
    ] == [("won", "Cem", 3, 1, match), ("lost", "Ann", 1, 2, match)]
    (listed,) = api_as(None).get(f"{at}challenges/").json()["results"]
    assert listed == api_as(None).get(f"/api/v1/challenges/{made['id']}/").json()
    assert listed["state"] == "played"
    facts = api_as(None).get(f"{at}facts/").json()["results"]
    assert {fact["ladder"] for fact in facts if fact["match"] is None} == {seen["id"]}
    assert "Cem challenges Ann." in [fact["sentence"] for fact in facts]


def test_whom_one_may_challenge_and_if_not_why(wall):
    challenge(wall, "Cem", "Bob")
    rows = wall.clients["Dai"].get(f"/api/v1/ladders/{wall.pk}/opponents/").json()
    assert [(row["rung"]["player"]["name"], row["may"], row["code"]) for row in rows] == [
        ("Ann", False, "challenge_out_of_range"),
        ("Bob", False, "already_challenged"),
        ("Cem", True, None),
    ]
    assert "up to 2 above" in rows[0]["detail"]
    of_ann = f"/api/v1/ladders/{wall.pk}/opponents/?player={wall.field['Ann'].pk}"
    assert {row["code"] for row in api_as(None).get(of_ann).json()} == {"challenge_out_of_range"}
    assert_problem(api_as(None).get(f"/api/v1/ladders/{wall.pk}/opponents/"), 401, "not_authenticated")
    assert_problem(wall.clients["Eva"].get(f"/api/v1/ladders/{wall.pk}/opponents/"), 422, "not_on_ladder")
    assert_problem(api_as(None).get(f"/api/v1/ladders/{wall.pk}/opponents/?player=x"), 400, "invalid_request")


def test_lists_are_filtered(wall, club, client):
    stairs = services.ladder_create(
        actor=club.appointments.get().user, club=club, name="Steps", kind="stairs", length=3
    )
    ask = api_as(None).get
    assert [row["name"] for row in ask("/api/v1/ladders/").json()["results"]] == ["Steps", "Wall"]
    assert [row["id"] for row in ask("/api/v1/ladders/?kind=stairs").json()["results"]] == [stairs.pk]
    assert [
        row["id"] for row in ask(f"/api/v1/ladders/?player={wall.field['Bob'].pk}").json()["results"]
    ] == [wall.pk]
    number = challenge(wall, "Cem", "Bob")["id"]
    challenge(wall, "Dai", "Cem")
    reply(wall, "Bob", number, "refused")
    under = f"/api/v1/ladders/{wall.pk}/challenges/"
    assert [row["state"] for row in ask(under).json()["results"]] == ["waiting", "refused"]
    assert [row["id"] for row in ask(f"{under}?answered=true").json()["results"]] == [number]
    assert len(ask(f"{under}?challenged={wall.field['Cem'].pk}").json()["results"]) == 1


def test_who_leaves_is_off_the_ladder(wall):
    at, bob = f"/api/v1/ladders/{wall.pk}/", wall.field["Bob"]
    left = wall.clients["Bob"].post(f"{at}leaves/", {"player": bob.pk}, format="json")
    assert (left.status_code, left.json()["player"]["id"]) == (201, bob.pk)
    assert [rung["player"]["name"] for rung in api_as(None).get(at).json()["rungs"]] == ["Ann", "Cem", "Dai"]


def test_a_director_edits(wall, client):
    edited = client.patch(
        f"/api/v1/ladders/{wall.pk}/", {"name": "Door", "kind_options": {"above": 1}}, format="json"
    )
    assert edited.status_code == 200, edited.content
    assert (edited.json()["name"], edited.json()["kind_options"]) == ("Door", {"above": 1})
    assert edited.json()["length"] == 5


def test_kinds_and_presets_are_listed():
    kinds = api_as(None).get("/api/v1/ladder-kinds/").json()
    assert {kind["code"] for kind in kinds} == LADDERS.keys()
    assert "stairs" in [kind["code"] for kind in kinds if kind["starts_at_once"]]
    presets = api_as(None).get("/api/v1/ladder-presets/").json()
    assert {preset["code"]: preset["options"] for preset in presets} == {
        code: dict(preset.options) for code, preset in PRESETS.items()
    }


# -- What is refused


@pytest.fixture
def refused(wall):
    """refused(client, status, code, path, body, *words): the problem, after which nothing has changed."""

    def ask(client, status, code, path, body, *says, how="post"):
        before = rows_of_everything()
        answer = getattr(client, how)(f"/api/v1/{path}", body, format="json")
        problem = assert_problem(answer, status, code, *says)
        assert rows_of_everything() == before
        return problem

    return ask


@pytest.fixture
def challenged(wall):
    """Cem has challenged Bob."""
    challenge(wall, "Cem", "Bob")
    return wall


@each(
    "name, challenger, challenges, status, code, says",
    [
        ("Dai", "Dai", "Ann", 422, "challenge_out_of_range", "up to 2 above"),
        ("Ann", "Ann", "Bob", 422, "challenge_out_of_range", "Bob (place 2) is out of reach"),
        ("Dai", "Dai", "Dai", 422, "challenge_to_oneself", "Dai"),
        ("Dai", "Dai", "Bob", 409, "already_challenged", "Bob is already challenged"),
        ("Cem", "Cem", "Ann", 409, "already_challenging", "Cem has an open challenge"),
        ("Eva", "Eva", "Dai", 422, "not_on_ladder", "Eva is not on Wall"),
        ("Dai", "Dai", "Eva", 422, "not_on_ladder", "Eva is not on Wall"),
        ("Ann", "Dai", "Cem", 403, "not_allowed", "challenge_make"),
        (None, "Dai", "Cem", 401, "not_authenticated", ""),
    ],
)
def test_challenges_refused(challenged, refused, name, challenger, challenges, status, code, says):
    client = challenged.clients.get(name, api_as(None))
    path = f"ladders/{challenged.pk}/challenges/"
    refused(client, status, code, path, numbers(challenged, challenger, challenges), says)


def test_challenges_refused_for_who_has_just_met(wall, refused, director):
    services.ladder_edit(
        actor=director, ladder_id=wall.pk, kind_options={"above": 2, "cooldown": 9, "immunity": 5}
    )
    number = challenge(wall, "Cem", "Bob")["id"]
    match = reply(wall, "Bob", number, "accepted").json()["match"]
    report = {"score": {"one": 1, "two": 5}}
    response = api_as(director).post(f"/api/v1/matches/{match}/reports/", report, format="json")
    assert response.status_code == 202, response.content
    work_off()
    path = f"ladders/{wall.pk}/challenges/"
    immune = refused(
        wall.clients["Dai"], 409, "challenge_immune", path, numbers(wall, "Dai", "Bob"), "defended"
    )
    assert immune["until"]
    services.ladder_edit(actor=director, ladder_id=wall.pk, kind_options={"above": 2, "cooldown": 9})
    cool = refused(
        wall.clients["Cem"], 409, "challenge_cooldown", path, numbers(wall, "Cem", "Bob"), "just met"
    )
    assert cool["player"] == wall.field["Bob"].pk


def test_answers_refused(wall, refused):
    number = challenge(wall, "Cem", "Bob")["id"]
    at = f"challenges/{number}/answer/"
    refused(wall.clients["Cem"], 403, "not_allowed", at, {"reply": "accepted"})
    refused(wall.clients["Bob"], 403, "not_allowed", at, {"reply": "withdrawn"})
    refused(wall.clients["Bob"], 400, "invalid_request", at, {"reply": "lapsed"})
    refused(wall.clients["Bob"], 400, "invalid_request", at, {})
    assert reply(wall, "Bob", number, "refused").status_code == 201
    refused(wall.clients["Bob"], 409, "challenge_answered", at, {"reply": "accepted"}, "was refused")
    refused(wall.clients["Bob"], 404, "not_found", "challenges/999/answer/", {"reply": "accepted"})


def test_joining_and_leaving_refused(wall, refused, client):
    of = {name: {"player": player.pk} for name, player in wall.field.items()}
    joins, leaves = f"ladders/{wall.pk}/joins/", f"ladders/{wall.pk}/leaves/"
    refused(wall.clients["Ann"], 409, "already_on_ladder", joins, of["Ann"], "Ann is already on Wall")
    refused(wall.clients["Ann"], 403, "not_allowed", joins, of["Eva"])
    refused(wall.clients["Eva"], 422, "not_on_ladder", leaves, of["Eva"])
    refused(wall.clients["Eva"], 403, "not_allowed", leaves, of["Ann"])
    refused(client, 422, "unknown_player", joins, {"player": 10**9})
    refused(client, 400, "invalid_request", joins, {"player": "Ann"})
    refused(client, 404, "not_found", "ladders/999/joins/", of["Eva"])
    team = PlayerFactory(name="The Blots", kind="team")
    refused(client, 422, "team_by_boards", joins, {"player": team.pk})


@each(
    "changed, status, code",
    [
        ({"kind": "staircase"}, 400, "invalid_request"),
        ({"length": 4}, 422, "invalid_length"),
        ({"kind_options": {"above": 0}}, 422, "invalid_option"),
        ({"kind_options": {"above": None}}, 422, "invalid_option"),
        ({"kind_options": {"colour": "red"}}, 422, "invalid_option"),
        ({"kind_options": {"movement": ["swap"]}}, 422, "invalid_option"),
        ({"kind_options": []}, 400, "invalid_request"),
        ({"kind": "stairs", "kind_options": {"above": 4}}, 422, "invalid_option"),
        ({"options": {"crawford": "maybe"}}, 422, "invalid_option"),
        ({"regulations": {"preset": "nowhere"}}, 422, "invalid_regulation"),
        ({"club": 10**9}, 422, "unknown_club"),
        ({"name": ""}, 400, "invalid_request"),
    ],
)
def test_ladders_that_cannot_be(refused, client, club, changed, status, code):
    whole = {"club": club.pk, "name": "Wall", "kind": "position", "length": 5}
    refused(client, status, code, "ladders/", {**whole, **changed})


def test_only_directors_announce_and_edit(wall, refused, club):
    whole = {"club": club.pk, "name": "Wall", "kind": "position", "length": 5}
    refused(wall.clients["Ann"], 403, "not_allowed", "ladders/", whole)
    refused(wall.clients["Ann"], 403, "not_allowed", f"ladders/{wall.pk}/", {"name": "Mine"}, how="patch")


def test_what_would_move_players_stays(wall, refused, client):
    at = f"ladders/{wall.pk}/"
    challenge(wall, "Cem", "Bob")
    problem = refused(
        client, 409, "ladder_begun", at, {"kind_options": {"movement": "swap"}}, "movement", how="patch"
    )
    assert problem["options"] == ["movement"]
    refused(client, 422, "invalid_option", at, {"kind_options": {"above": -1}}, how="patch")
    refused(client, 422, "invalid_length", at, {"length": 2}, how="patch")


@each("answered, status", [("true", 200), ("False", 200), ("0", 200), ("", 200), ("maybe", 400)])
def test_a_word_that_is_neither_true_nor_false_is_not_taken_for_no_filter(wall, answered, status):
    answer = api_as(None).get(f"/api/v1/ladders/{wall.pk}/challenges/?answered={answered}")
    assert answer.status_code == status, answer.content


def test_tokens_need_the_scope_to_report(wall, director):
    reader = api_as(wall.field["Dai"].user, ["read"])
    sent = numbers(wall, "Dai", "Cem")
    assert_problem(
        reader.post(f"/api/v1/ladders/{wall.pk}/challenges/", sent, format="json"), 403, "missing_scope"
    )
    assert not Challenge.objects.exists()


def test_reading_costs_as_many_queries_for_a_long_ladder(
    wall, director, client, django_assert_max_num_queries
):
    for number in range(20):
        services.ladder_join(
            actor=director, ladder_id=wall.pk, player=PlayerFactory(name=f"Another {number}")
        )
    with django_assert_max_num_queries(16):
        assert api_as(None).get(f"/api/v1/ladders/{wall.pk}/").status_code == 200
    with django_assert_max_num_queries(20):
        client.get(f"/api/v1/ladders/{wall.pk}/opponents/?player={wall.field['Ann'].pk}")


def test_every_reply_but_a_lapse_is_given_by_somebody():
    assert [reply for reply in Reply if reply is not Reply.LAPSED] == ["accepted", "refused", "withdrawn"]
