"""/rating-pools/ and /results/import/: what they answer, and what they refuse without a trace."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from matches.ratings import services
from matches.ratings.models import RatingPool
from tests.answers import rows_of_everything
from tests.conftest import api_as, work_off
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    return UserFactory(username="federation", is_staff=True)


@pytest.fixture
def api(staff):
    return api_as(staff)


def result(one, two, **other):
    return {
        "one": one.pk,
        "two": two.pk,
        "length": 5,
        "score": {"one": 5, "two": 2},
        "completed_at": "2026-03-07T12:00:00Z",
        **other,
    }


def test_a_rating_pool_is_opened_renamed_and_rated_by_other_terms(api):
    made = api.post(
        "/api/v1/rating-pools/",
        {"name": "National", "everybody": True, "rating_system": "elo", "parameters": {"k_factor": 20}},
        format="json",
    )
    assert made.status_code == 201
    rating_pool = made.data["id"]
    assert made.data == {
        "id": rating_pool,
        "name": "National",
        "text": "",
        "contact": "",
        "picture": None,
        "everybody": True,
        "closed_at": None,
        "terms": {
            "rating_system": "elo",
            "parameters": {"k_factor": 20},
            "variants": [],
            "shortest": 1,
            "provisional": 0,
            "inactive_after": None,
        },
        "folding": True,
    }
    work_off()
    assert api.get(f"/api/v1/rating-pools/{rating_pool}/").data["folding"] is False
    renamed = api.patch(f"/api/v1/rating-pools/{rating_pool}/", {"name": "Federal"}, format="json")
    assert renamed.data["name"] == "Federal"
    rated = api.post(
        f"/api/v1/rating-pools/{rating_pool}/terms/",
        {"rating_system": "glicko2", "parameters": {"period": "week"}, "reason": "Voted."},
        format="json",
    )
    assert rated.status_code == 202
    assert api.get(f"/api/v1/rating-pools/{rating_pool}/terms/").data == rated.data
    assert [row["name"] for row in api.get("/api/v1/rating-pools/").data["results"]] == [
        "Federal",
        "Everybody",
    ]


def test_every_rating_system_says_what_may_be_chosen(client):
    found = client.get("/api/v1/rating-systems/").json()
    elo = next(system for system in found["systems"] if system["code"] == "elo")
    assert {"name": "scale", "default": 400.0, "allowed": "a number of rating points from 50 to 4000"} in elo[
        "parameters"
    ]
    macfibs = found["presets"]["macfibs"]
    assert macfibs["name"] == "macFIBS"
    assert macfibs["description"]
    assert macfibs["rating_system"] == "fibs"
    assert macfibs["parameters"] == {"experience": "with"}


def test_results_from_elsewhere_move_ratings_at_their_own_time(api, players, client):
    ann, bob = players(2)
    national = api.post("/api/v1/rating-pools/", {"name": "National", "shortest": 5}, format="json").data[
        "id"
    ]
    taken = api.post(
        "/api/v1/results/import/",
        {
            "reason": "The open.",
            "rating_pools": [national],
            "results": [
                result(ann, bob),
                result(bob, ann, length=7, score={"one": 7, "two": 2}, completed_at="2026-03-08T12:00:00Z"),
            ],
        },
        format="json",
    )
    assert taken.status_code == 201
    work_off()
    assert len(taken.data["matches"]) == 2
    board = client.get(f"/api/v1/rating-pools/{national}/leaderboard/").json()["results"]
    assert [row["player"]["name"] for row in board] == ["Bob", "Ann"]
    assert {
        "matches": 2,
        "won": 1,
        "experience": 12,
        "provisional": False,
        "inactive": False,
    }.items() <= board[0].items()
    history = client.get(f"/api/v1/players/{ann.pk}/ratings/?rating_pool={national}").json()["results"]
    assert [(row["opponent"]["name"], row["won"], row["finalised_at"][:10]) for row in history] == [
        ("Bob", False, "2026-03-08"),
        ("Bob", True, "2026-03-07"),
    ]
    assert history[1]["expected"] == 0.5
    ratings = client.get(f"/api/v1/players/{ann.pk}/").json()["ratings"]
    assert [rating["rating_pool"]["name"] for rating in ratings] == ["Everybody", "National"]
    early = client.get(f"/api/v1/rating-pools/{national}/leaderboard/?until=2026-03-08T00:00:00Z").json()
    assert [row["player"]["name"] for row in early["results"]] == ["Ann", "Bob"]
    asked = f"/api/v1/rating-pools/{national}/expectation/?one={ann.pk}&two={bob.pk}&length=9"
    expected = client.get(asked).json()
    assert 0 < expected["chance"] < 0.5
    assert expected["if_lost"] < ratings[1]["rating"] < expected["if_won"]


def test_a_leaderboard_is_read_page_by_page(api, players, client):
    field = players(5)
    rows = [
        result(one, two, completed_at=f"2026-03-0{day}T12:00:00Z")
        for day, (one, two) in enumerate(pairwise(field), 1)
    ]
    api.post("/api/v1/results/import/", {"reason": "Open.", "results": rows}, format="json")
    work_off()
    rating_pool = RatingPool.objects.get()
    for query in ("", "&since=2026-01-01T00:00:00Z"):
        address, seen = f"/api/v1/rating-pools/{rating_pool.pk}/leaderboard/?page_size=2{query}", []
        while address:
            page = client.get(address).json()
            seen += [row["rating"] for row in page["results"]]
            address = page["next"]
        assert len(seen) == 5
        assert seen == sorted(seen, reverse=True)


REFUSED = [
    ("rating-pools/", {"name": "N", "rating_system": "bkr"}, 400, "invalid_request"),
    (
        "rating-pools/",
        {"name": "N", "rating_system": "elo", "parameters": {"k_factor": -1}},
        422,
        "invalid_rating",
    ),
    (
        "rating-pools/",
        {"name": "N", "rating_system": "glicko2", "parameters": {"tau": 5}},
        422,
        "invalid_rating",
    ),
    ("rating-pools/", {"name": "N", "parameters": {"start": "high"}}, 422, "invalid_rating"),
    ("rating-pools/", {"name": "N", "parameters": {"start": None}}, 422, "invalid_rating"),
    ("rating-pools/", {"name": "N", "parameters": {"nothing": 1}}, 422, "invalid_rating"),
    ("rating-pools/", {"name": "N", "parameters": []}, 400, "invalid_request"),
    ("rating-pools/", {"name": "N", "variants": ["chess"]}, 400, "invalid_request"),
    ("rating-pools/", {"name": "N", "inactive_after": -1}, 422, "invalid_rating"),
    ("rating-pools/", {"name": "N", "shortest": 2**40}, 422, "invalid_rating"),
    ("rating-pools/", {"name": "open"}, 409, "rating_pool_name_taken"),
    ("rating-pools/", {"name": " "}, 400, "invalid_request"),
    (
        "rating-pools/{rating_pool}/terms/",
        {"rating_system": "elo", "parameters": {"k_factor": 0}},
        422,
        "invalid_rating",
    ),
    ("rating-pools/0/terms/", {}, 404, "not_found"),
    ("results/import/", {"reason": "x", "results": []}, 422, "invalid_import"),
    ("results/import/", {"reason": "x", "results": [{}]}, 400, "invalid_request"),
    (
        "results/import/",
        {"reason": "x", "rating_pools": [0], "results": ["{good}"]},
        422,
        "unknown_rating_pool",
    ),
    ("results/import/", {"reason": "x", "results": ["{good}", "{stranger}"]}, 422, "unknown_player"),
    ("results/import/", {"reason": "x", "results": ["{good}", "{future}"]}, 422, "invalid_import"),
    ("results/import/", {"reason": "x", "results": ["{good}", "{good}"]}, 422, "invalid_import"),
    ("results/import/", {"reason": "x", "results": ["{even}"]}, 422, "invalid_length"),
    ("results/import/", {"reason": "x", "results": ["{undecided}"]}, 422, "score_impossible"),
    ("results/import/", {"reason": "x", "results": ["{himself}"]}, 422, "same_player"),
]


@pytest.mark.parametrize(("path", "sent", "status", "code"), REFUSED, ids=lambda value: str(value)[:60])
def test_what_makes_no_sense_is_refused_and_changes_nothing(api, staff, players, path, sent, status, code):
    ann, bob = players(2)
    rating_pool = services.rating_pool_open(actor=staff, name="Open")
    rows = {
        "{good}": result(ann, bob),
        "{stranger}": {**result(ann, bob), "two": 0},
        "{future}": result(ann, bob, completed_at=(timezone.now() + timedelta(hours=1)).isoformat()),
        "{even}": result(ann, bob, length=4),
        "{undecided}": result(ann, bob, score={"one": 4, "two": 2}),
        "{himself}": result(ann, ann),
    }
    if "results" in sent:
        sent = {
            **sent,
            "results": [rows.get(row, row) if isinstance(row, str) else row for row in sent["results"]],
        }
    before = rows_of_everything()
    answer = api.post(f"/api/v1/{path.format(rating_pool=rating_pool.pk)}", sent, format="json")
    assert (answer.status_code, answer.data["code"]) == (status, code), answer.data
    assert answer["Content-Type"] == "application/problem+json"
    assert rows_of_everything() == before


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("leaderboard/?since=2026-03-07T00:00:00Z&until=2026-03-06T00:00:00Z", 422, "invalid_period"),
        ("leaderboard/?since=yesterday", 400, "invalid_request"),
        ("leaderboard/?variant=chess", 400, "invalid_request"),
        ("leaderboard/?matches=0", 400, "invalid_request"),
        ("expectation/?one=1&two=2", 400, "invalid_request"),
        ("expectation/?one={ann}&two={ann}&length=5", 422, "same_player"),
        ("expectation/?one={ann}&two=0&length=5", 404, "not_found"),
        ("expectation/?one={ann}&two={bob}&length=0", 400, "invalid_request"),
        ("expectation/?one={ann}&two={bob}&length=4", 422, "invalid_length"),
    ],
)
def test_questions_that_make_no_sense_are_refused(client, staff, players, query, status, code):
    ann, bob = players(2)
    rating_pool = services.rating_pool_open(actor=staff, name="Open")
    answer = client.get(f"/api/v1/rating-pools/{rating_pool.pk}/{query.format(ann=ann.pk, bob=bob.pk)}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_others_than_staff_and_strangers_hear_whom_to_ask(players):
    (ann,) = players(1)
    for user, status, code in ((ann.user, 403, "not_allowed"), (None, 401, "not_authenticated")):
        for path, sent in (
            ("rating-pools/", {"name": "Mine"}),
            ("results/import/", {"reason": "x", "results": []}),
        ):
            answer = api_as(user).post(f"/api/v1/{path}", sent, format="json")
            assert (answer.status_code, answer.data["code"]) == (status, code)
