"""Files made to do harm, handed in as transcripts: the worker answers each, and soon."""

import time

import pytest

from matches.play.services import report_submit
from tests.conftest import work_off
from tests.engine.test_work import FILES
from tests.factories import MatchFactory, UserFactory

pytestmark = pytest.mark.django_db

SGF = b"(;FF[4]GM[6]MI[length:5]PW[Ann]PB[Bea]"


@pytest.mark.parametrize(
    "transcript",
    [
        SGF + b";\0[)",
        SGF + b";W[\0\x1b[31m])",
        SGF.replace(b"Ann", b"\0\xed\xa0\x80") + b";W[31hefe])",
        b"5;0;0;0;0;\0;\xff;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;",
        *(FILES[name]() for name in ("wrong plays of Plakoto", "records", "moves", "games", "nodes")),
    ],
    ids=range(9),
)
def test_a_hostile_transcript_is_refused_in_time(transcript):
    director = UserFactory()
    match = MatchFactory(length=5, created_by=director)
    report = report_submit(
        match_id=match.pk, actor=director, transcript=transcript, names={"one": "Ann", "two": "Bea"}
    )
    started = time.process_time()
    work_off()
    assert time.process_time() - started < 15
    report.refresh_from_db()
    assert report.status == "refused"
    assert report.verdict.problem["code"] != "referee_failed"
    assert report.verdict.problem["detail"].isprintable()
