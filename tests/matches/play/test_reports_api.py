"""What the referee refuses, at the address of the report; what is refused at once."""

import pytest

from matches.play.api.reports import REPORT_FORM, ReportInput
from tests.answers import assert_problem, post_report
from tests.conftest import DATA, api_as, work_off
from tests.each import each

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_text()
SEVEN = (DATA / "clubnight" / "std_07p_0005.mat").read_text()


@each(
    "transcript, names, code",
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
)
def test_a_transcript_that_does_not_hold_is_refused_and_changes_nothing(first, transcript, names, code):
    client = api_as(first.one.user)
    response = post_report(client, first, transcript=transcript, **({"names": names} if names else {}))
    assert response.status_code == 202
    work_off()
    report = client.get(response["Location"]).json()
    assert report["state"] == "refused"
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


def test_a_form_takes_what_is_described_of_it(first):
    taken = set()
    for name, field in ReportInput().fields.items():
        taken |= {f"{name}.{member}" for member in getattr(field, "fields", ())} or {name}
    assert {*REPORT_FORM["properties"], "games"} == taken
    client, path = api_as(first.one.user), f"/api/v1/matches/{first.pk}/reports/"
    misspelt = client.post(path, {"score.one": 5, "score.tow": 3}, format="multipart")
    errors = assert_problem(misspelt, 400, "invalid_request")["errors"]
    assert {error["pointer"]: error["code"] for error in errors} == {
        "/score/two": "required",
        "/score/tow": "unknown_field",
    }
    twice = client.post(path, {"score.one": [4, 5], "score.two": 3}, format="multipart")
    (error,) = assert_problem(twice, 400, "invalid_request")["errors"]
    assert (error["pointer"], error["code"]) == ("/score.one", "repeated_field")
    assert client.post(path, {"score.one": 5, "score.two": 3}, format="multipart").status_code == 202
