"""Corrections over the API: look, then do."""

import pytest

from matches.play.models import Ruling
from tests.answers import assert_problem, facts
from tests.conftest import api_as, director_reports, fixture_at, work_off
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cup, first, director):
    for minute, key in enumerate(("R1-M1", "R1-M2", "R2-M1")):
        director_reports(fixture_at(cup, key).match, director, (5, 2), minute=minute)
    first.refresh_from_db()
    return first


CORRECTION = {"score": {"one": 2, "two": 5}, "reason": "Read the wrong way round."}


def test_a_correction_is_looked_at_made_looked_at_and_undone(cup, played, director):
    client = api_as(director)
    address, before = f"/api/v1/matches/{played.pk}/rulings/", facts()
    missing = assert_problem(client.post(address, CORRECTION), 409, "preview_missing", "preview")
    assert missing["preview"] == f"{address}preview/"
    looked = client.post(missing["preview"], CORRECTION)
    assert looked.status_code == 200
    assert facts() == before
    preview = looked.json()
    assert [row["key"] for row in preview["fixtures"]] == ["R2-M1"]
    parts = {"fixtures", "places", "ratings", "ratings_unseen"}
    assert {"token", "match", "counts", *parts} == preview.keys()
    assert preview["counts"] == {part: len(preview[part]) for part in parts}
    ruled = client.post(address, {**CORRECTION, "preview": preview["token"]})
    assert ruled.status_code == 201
    work_off()
    assert client.get(f"/api/v1/matches/{played.pk}/").json()["result"]["winner"] == "two"

    undoing = f"/api/v1/rulings/{ruled.json()['id']}/undo/"
    missing = assert_problem(client.post(undoing, {"reason": "No."}), 409, "preview_missing")
    token = client.post(missing["preview"], {}).json()["token"]
    assert client.post(undoing, {"reason": "No.", "preview": token}).status_code == 201
    work_off()
    assert client.get(f"/api/v1/matches/{played.pk}/").json()["result"]["winner"] == "one"
    fixtures = client.get(f"/api/v1/tournaments/{cup.pk}/fixtures/").json()["results"]
    assert sorted((row["key"], row["void"]) for row in fixtures) == [
        ("R1-M1", False),
        ("R1-M2", False),
        ("R2-M1", False),
        ("R2-M1", True),
    ]


@pytest.mark.parametrize("token", ["0" * 64, "", "x"])
def test_a_token_that_does_not_fit_is_answered_with_one_that_does(played, director, token):
    client = api_as(director)
    address = f"/api/v1/matches/{played.pk}/rulings/"
    response = client.post(address, {**CORRECTION, "preview": token})
    if not token:
        assert_problem(response, 400, "invalid_request")
        return
    stale = assert_problem(response, 409, "preview_stale")
    assert not Ruling.objects.exists()
    again = client.post(address, {**CORRECTION, "preview": stale["preview"]["token"]})
    assert again.status_code == 201


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"score": {"one": 4, "two": 3}}, 422, "score_impossible"),
        ({"kind": "void", "winner": "one"}, 422, "invalid_ruling"),
        ({"kind": "walkover"}, 422, "invalid_ruling"),
        ({"kind": "lost"}, 400, "invalid_request"),
    ],
)
def test_what_cannot_be_ruled_cannot_be_looked_at(played, director, body, status, code):
    client, before = api_as(director), facts()
    response = client.post(f"/api/v1/matches/{played.pk}/rulings/preview/", body)
    assert_problem(response, status, code)
    assert facts() == before


def test_who_may_not_rule_may_not_look(played, director):
    address = f"/api/v1/matches/{played.pk}/rulings/preview/"
    assert_problem(api_as(UserFactory()).post(address, CORRECTION), 403, "not_allowed")
    assert_problem(api_as(played.one.user).post(address, CORRECTION), 403, "not_allowed")
    assert_problem(api_as(None).post(address, CORRECTION), 401, "not_authenticated")
    assert_problem(api_as(director, ["report"]).post(address, CORRECTION), 403, "missing_scope")
    assert_problem(api_as(director).post("/api/v1/matches/0/rulings/preview/", CORRECTION), 404, "not_found")
    assert_problem(api_as(director).post("/api/v1/rulings/0/undo/preview/", {}), 404, "not_found")
