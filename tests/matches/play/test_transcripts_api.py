"""The referee for everybody: /transcripts/verify/, and the exports of matches and transcripts."""

import json

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

import engine
from matches.play.models import Report
from matches.play.services import report_verify
from tests.answers import assert_problem, facts
from tests.conftest import DATA, api_as
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tests.matches.play.test_reports_api import post_report

VERIFY = "/api/v1/transcripts/verify/"
CLUB_NIGHT = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()

pytestmark = pytest.mark.django_db


def test_the_verdict_is_the_engine_s_and_leaves_no_row():
    before = facts()
    answer = api_as(None).post(VERIFY, {"transcript": CLUB_NIGHT.decode()})
    assert answer.status_code == 200
    assert answer.json() == json.loads(json.dumps(engine.verify(CLUB_NIGHT).as_dict()))
    file = SimpleUploadedFile("night.mat", CLUB_NIGHT)
    assert api_as(None).post(VERIFY, {"transcript": file}, format="multipart").json() == answer.json()
    assert facts() == before


def test_what_is_unreadable_illegal_or_too_long():
    client = api_as(None)
    unreadable = client.post(VERIFY, {"transcript": "Dear Sir or Madam"}).json()
    assert (unreadable["verdict"], unreadable["error"]["code"]) == ("unreadable", "unreadable")
    cut = CLUB_NIGHT.replace(b"8/5", b"8/2", 1)
    assert client.post(VERIFY, {"transcript": cut.decode()}).json()["violations"]
    long = "x" * (settings.TRANSCRIPT_AT_ONCE_BYTES + 1)
    assert_problem(client.post(VERIFY, {"transcript": long}), 413, "transcript_too_large")
    assert_problem(client.post(VERIFY, {"transcript": 5}), 400, "invalid_request")
    assert_problem(client.post(VERIFY, {}), 400, "invalid_request")


def lines(address: str) -> list[dict]:
    answer = api_as(None).get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson")
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def test_an_export_has_what_the_list_has():
    ann, bob = PlayerFactory(name="Ann"), PlayerFactory(name="Bob")
    match = MatchFactory(one=ann, two=bob)
    MatchFactory()
    listed = api_as(None).get("/api/v1/matches/").json()["results"]
    assert lines("/api/v1/matches/export/") == listed[::-1]
    assert [row["id"] for row in lines(f"/api/v1/matches/export/?player={ann.pk}")] == [match.pk]
    assert lines("/api/v1/matches/export/?state=void") == []


def test_an_export_refuses_what_the_list_refuses():
    for name in ("matches", "transcripts"):
        for query in ("player=x", "stat=final", "page_size=5", "state=lost"):
            answer = api_as(None).get(f"/api/v1/{name}/export/?{query}")
            assert_problem(answer, 400, "invalid_request")


def test_transcripts_of_whom_names_are_kept_from_are_left_out():
    director = UserFactory(is_staff=True)
    match = MatchFactory(length=5)
    names = {"one": "Bot_expert_A", "two": "Bot_expert_B"}
    post_report(api_as(director), match, transcript=CLUB_NIGHT.decode(), names=names)
    report_verify(report_id=Report.objects.get().pk)
    (row,) = lines("/api/v1/transcripts/export/")
    assert (row["match"], row["encoding"]) == (match.pk, "utf-8")
    assert row["transcript"].encode() == CLUB_NIGHT
    type(match.one).objects.filter(pk=match.one.pk).update(anonymised=True)
    assert lines("/api/v1/transcripts/export/") == []
