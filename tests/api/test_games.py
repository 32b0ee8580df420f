"""Matches told game by game: in a report, and live."""

import pytest

from tests.api.answers import assert_problem, facts, post_report
from tests.conftest import api_as, work_off

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
    assert (report["kind"], report["means"], report["status"]) == ("games", "api", "accepted")
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


@pytest.mark.parametrize(
    ("games", "code", "says", "faulty"),
    [
        ([*TO_FIVE, TO_FIVE[1]], "games_impossible", "Game 5: the match was over at 6-3", [5]),
        ([TO_FIVE[0], TO_FIVE[3]], "games_impossible", "Game 2: the cube at 2 cannot stand", [2]),
        ([TO_FIVE[0], {"winner": "one", "points": 2, "ending": "single"}], "games_impossible", "Game 2", [2]),
        (
            [{"winner": None, "points": 0, "ending": "draw"}],
            "games_impossible",
            "Game 1: told as a draw",
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


@pytest.mark.parametrize(
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
