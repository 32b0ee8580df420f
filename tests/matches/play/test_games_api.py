"""Matches reported game by game: in a report, and live."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.answers import assert_problem, facts, post_report
from tests.conftest import api_as, fixture_at, work_off
from tests.each import each
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

TO_FIVE = [
    {"winner": "one", "cube": 2, "ending": "gammon"},
    {"winner": "two", "points": 1},
    {"winner": "two", "points": 2, "cube": 2, "ending": "resignation"},
    {"winner": "one", "points": 2, "cube": 2, "ending": "single"},
]


def reported(client, match, games):
    response = post_report(client, match, games=games)
    assert response.status_code == 202, response.content
    work_off()
    return client.get(response["Location"]).json()


# -- In a report


def test_games_are_reported_and_the_result_shows_them_with_the_running_score(first, director):
    client = api_as(director)
    report = reported(client, first, TO_FIVE)
    assert (report["kind"], report["means"], report["state"]) == ("games", "api", "accepted")
    assert report["games"][1] == {"winner": "two", "points": 1, "cube": None, "ending": None}
    result = client.get(f"/api/v1/matches/{first.pk}/").json()["result"]
    assert (result["score"], result["points"]) == ({"one": 5, "two": 3}, {"one": 6, "two": 3})
    assert [game["score"] for game in result["games"]] == [
        {"one": 4, "two": 0},
        {"one": 4, "two": 1},
        {"one": 4, "two": 3},
        {"one": 5, "two": 3},
    ]
    assert [game["crawford"] for game in result["games"]] == [False, True, False, False]
    assert [game["ending"] for game in result["games"]] == ["gammon", "single", "resignation", "single"]


@each(
    "games, code, says, faulty",
    [
        ([*TO_FIVE, TO_FIVE[1]], "games_impossible", "Game 5: the match was over at 6-3", [5]),
        ([TO_FIVE[0], TO_FIVE[3]], "games_impossible", "Game 2: the cube at 2 cannot stand", [2]),
        ([TO_FIVE[0], {"winner": "one", "points": 2, "ending": "single"}], "games_impossible", "Game 2", [2]),
        (
            [{"winner": None, "points": 0, "ending": "draw"}],
            "games_impossible",
            "Game 1: reported as a draw",
            [1],
        ),
        ([{"winner": "one", "points": 2}], "games_impossible", "say its cube and ending", [1]),
        (TO_FIVE[:2], "games_incomplete", "lead to 4-1 in a 5-point match", []),
        ([{**TO_FIVE[0], "number": 2}], "game_out_of_order", "Game 2 stands in the place of game 1", []),
    ],
)
def test_games_that_do_not_hold_are_refused_and_named(first, games, code, says, faulty):
    problem = reported(api_as(first.one.user), first, games)["problem"]
    assert (problem["code"], problem["status"]) == (code, 422)
    assert says in problem["detail"]
    assert [fault["game"] for fault in problem.get("violations", [])] == faulty
    first.refresh_from_db()
    assert (first.state, first.result) == ("open", None)


@each(
    "games",
    [
        [],
        "all won by Ann",
        [{"points": 1}],
        [{"winner": "three"}],
        [{"winner": 0}],
        [{"winner": ["one"]}],
        [{"winner": "one", "points": -1}],
        [{"winner": "one", "points": "many"}],
        [{"winner": "one", "points": 10**30}],
        [{"winner": "one", "cube": 0}],
        [{"winner": "one", "cube": 2.5}],
        [{"winner": "one", "ending": "mars"}],
        [{"winner": "one", "number": 0}],
        [{"winner": "one"}] * 1001,
        [None],
        {"winner": "one"},
    ],
)
def test_games_of_the_wrong_shape_are_refused_at_once(first, games):
    client = api_as(first.one.user)
    before = facts()
    assert_problem(post_report(client, first, games=games), 400, "invalid_request")
    assert facts() == before


def test_a_report_says_one_thing(first):
    client = api_as(first.one.user)
    response = post_report(client, first, games=TO_FIVE, score={"one": 5, "two": 3})
    assert_problem(response, 400, "invalid_request")


# -- Live


def record_game(client, match, number, **game):
    return client.post(f"/api/v1/matches/{match.pk}/games/", {"number": number, **game})


def test_a_match_is_recorded_game_by_game_and_becomes_a_report(first, director):
    ann, dai = (api_as(player.user) for player in first.players)
    assert ann.get(f"/api/v1/matches/{first.pk}/").json()["live"] is None
    assert record_game(ann, first, 1, **TO_FIVE[0]).json() == {
        "games": [
            {
                "number": 1,
                "winner": "one",
                "points": 4,
                "ending": "gammon",
                "cube": 2,
                "crawford": False,
                "score": {"one": 4, "two": 0},
            }
        ],
        "score": {"one": 4, "two": 0},
        "needs": {"one": 1, "two": 5},
        "next": 2,
        "crawford": True,
        "may_double": {"one": False, "two": False},
    }
    shown = api_as(None).get(f"/api/v1/matches/{first.pk}/").json()["live"]
    assert shown == {"games": 1, "score": {"one": 4, "two": 0}, "crawford": True}
    listed = api_as(None).get("/api/v1/matches/").json()["results"]
    assert {row["id"]: row["live"] for row in listed}[first.pk] == shown
    log = record_game(dai, first, 2, **TO_FIVE[1]).json()
    assert (log["crawford"], log["may_double"]) == (False, {"one": False, "two": True})
    record_game(dai, first, 3, **TO_FIVE[2])
    response = record_game(ann, first, 4, **TO_FIVE[3])
    assert response.status_code == 201
    assert (response.json()["next"], response.json()["score"]) == (None, {"one": 5, "two": 3})
    work_off()
    (report,) = ann.get(f"/api/v1/matches/{first.pk}/reports/").json()["results"]
    assert (report["kind"], report["means"], report["side"], report["state"]) == (
        "games",
        "live",
        "one",
        "accepted",
    )
    assert record_game(ann, first, 4, **TO_FIVE[3]).status_code == 201, "again"
    assert len(ann.get(f"/api/v1/matches/{first.pk}/reports/").json()["results"]) == 1


def test_the_last_game_is_taken_back(first):
    client = api_as(first.one.user)
    record_game(client, first, 1, **TO_FIVE[0])
    for _ in range(2):
        response = client.post(f"/api/v1/matches/{first.pk}/games/take-back/", {"number": 1})
        assert response.status_code == 201
        assert (response.json()["games"], response.json()["next"]) == ([], 1)
    assert client.get(f"/api/v1/matches/{first.pk}/").json()["live"] is None


def test_what_the_live_score_refuses_it_names_and_does_not_write(first, director):
    ann, stranger = api_as(first.one.user), api_as(director)
    record_game(ann, first, 1, **TO_FIVE[0])
    before = facts(), ann.get(f"/api/v1/matches/{first.pk}/games/").json()
    problem = assert_problem(
        record_game(ann, first, 1, winner="two", points=1), 409, "game_conflict", "won by Ann"
    )
    assert problem["recorded"]["winner"] == "one"
    problem = assert_problem(
        record_game(ann, first, 3, **TO_FIVE[1]), 409, "game_out_of_order", "Record game 2 first"
    )
    assert problem["next"] == 2
    problem = assert_problem(
        record_game(ann, first, 2, winner="two", cube=2, ending="single"),
        422,
        "games_impossible",
        "the Crawford game",
    )
    assert [fault["code"] for fault in problem["violations"]] == ["illegal_double"]
    take_back = f"/api/v1/matches/{first.pk}/games/take-back/"
    assert_problem(
        ann.post(take_back, {"number": 2}), 409, "game_out_of_order", "last one reported is game 1"
    )
    assert_problem(record_game(api_as(None), first, 2, **TO_FIVE[1]), 401, "not_authenticated")
    assert_problem(
        record_game(api_as(first.one.user, ["read"]), first, 2, **TO_FIVE[1]), 403, "missing_scope"
    )
    outsider = api_as(UserFactory())
    assert_problem(record_game(outsider, first, 2, **TO_FIVE[1]), 403, "not_your_match")
    assert_problem(outsider.post(take_back, {"number": 1}), 403, "not_your_match")
    assert_problem(
        ann.post("/api/v1/matches/999999/games/", {"number": 1, "winner": "one"}), 404, "not_found"
    )
    assert_problem(ann.get("/api/v1/matches/999999/games/"), 404, "not_found")
    for body in ({}, {"number": 2}, {"winner": "one"}, {"number": 0, "winner": "one"}, {"number": "x"}):
        assert_problem(ann.post(f"/api/v1/matches/{first.pk}/games/", body), 400, "invalid_request")
    assert_problem(ann.post(take_back, {}), 400, "invalid_request")
    after = facts(), ann.get(f"/api/v1/matches/{first.pk}/games/").json()
    assert after[1] == before[1]
    assert {
        name: count - before[0][name] for name, count in after[0].items() if count != before[0][name]
    } == {
        "Token": 2,
        "User": 1,
    }
    assert stranger.get(f"/api/v1/matches/{first.pk}/games/").status_code == 200


def test_of_a_decided_match_no_games_are_recorded(first, director):
    client = api_as(director)
    post_report(client, first, score={"one": 5, "two": 0})
    work_off()
    assert_problem(record_game(client, first, 1, winner="one", points=1), 409, "match_final")


@pytest.mark.parametrize(("part", "most"), [("fixtures", 5), ("bracket", 6)])
def test_a_tournament_takes_as_many_queries_however_many_are_played(knockout, part, most):
    cup = knockout(8)
    client = api_as(None)
    counts = []
    for number in (1, 2, 3, 4):
        match = fixture_at(cup, f"R1-M{number}").match
        record_game(api_as(match.one.user), match, 1, winner="one", points=1)
        with CaptureQueriesContext(connection) as queries:
            content = client.get(f"/api/v1/tournaments/{cup.pk}/{part}/").content.decode()
        assert content.count('"live":{"games":1') == number
        counts.append(len(queries))
    assert counts == [most] * 4


def test_lists_of_matches_take_as_many_queries_however_many_are_played(knockout):
    cup = knockout(8)
    client = api_as(None)
    counts = []
    for number in (1, 2, 3, 4):
        match = fixture_at(cup, f"R1-M{number}").match
        record_game(api_as(match.one.user), match, 1, winner="one", points=1)
        with CaptureQueriesContext(connection) as queries:
            rows = client.get("/api/v1/matches/").json()["results"]
        assert sum(row["live"] is not None for row in rows) == number
        counts.append(len(queries))
    assert counts == [2] * 4, "which matches, and all of them"
