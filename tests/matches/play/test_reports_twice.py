"""The same report again is the same report."""

import pytest

from matches.accounts.models import User
from matches.play.models import Report
from matches.play.rules.results import ResultKind
from matches.play.services import report_undo, ruling_make
from tests.answers import assert_problem, facts, post_report
from tests.conftest import DATA, api_as, work_off

pytestmark = pytest.mark.django_db

TRANSCRIPT = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
CONTENTS = {
    "score": {"score": {"one": 5, "two": 3}},
    "games": {"games": 5 * [{"winner": "one", "points": 1}]},
    "transcript": {"transcript": TRANSCRIPT, "names": {"one": "Bot_expert_A", "two": "Bot_expert_B"}},
}


@pytest.fixture
def ann(first):
    return api_as(User.objects.get(username="ann"))


@pytest.fixture
def dai(first):
    return api_as(User.objects.get(username="dai"))


@pytest.mark.parametrize("judged", [False, True])
@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_the_same_again_is_answered_with_the_first(ann, first, content, judged):
    taken = post_report(ann, first, **content)
    assert taken.status_code == 202
    if judged:
        work_off()
    before = facts()
    again = post_report(ann, first, **content)
    assert again.status_code == 202
    assert again["Location"] == taken["Location"]
    assert again.json()["id"] == taken.json()["id"]
    assert facts() == before


@pytest.mark.parametrize(
    "other", [{"score": {"one": 5, "two": 2}}, CONTENTS["games"], CONTENTS["transcript"]], ids=str
)
def test_another_content_is_another_report(ann, first, other):
    taken = post_report(ann, first, **CONTENTS["score"])
    assert post_report(ann, first, **other).json()["id"] != taken.json()["id"]
    assert post_report(ann, first, **CONTENTS["score"]).json()["id"] != taken.json()["id"]


def test_the_same_of_the_other_side_is_another(ann, dai, first):
    ids = [post_report(client, first, **CONTENTS["score"]).json()["id"] for client in (ann, dai, ann, dai)]
    assert ids[:2] == ids[2:]
    assert ids[0] != ids[1]


def test_the_same_of_another_official_is_another(first, director, club):
    staff = User.objects.create(username="staff", is_staff=True)
    ids = [post_report(api_as(user), first, **CONTENTS["score"]).json()["id"] for user in (director, staff)]
    assert ids[0] != ids[1]


def test_the_report_that_decided_is_answered_though_the_match_is_over(ann, dai, first, director):
    decided = [post_report(client, first, **CONTENTS["score"]) for client in (ann, dai)]
    work_off()
    first.refresh_from_db()
    assert first.is_over
    for client, told in zip((ann, dai), decided, strict=True):
        assert post_report(client, first, **CONTENTS["score"])["Location"] == told["Location"]
    assert_problem(post_report(ann, first, score={"one": 5, "two": 4}), 409, "match_final")


def test_once_there_is_a_ruling_nothing_was_said_before(ann, dai, first, director):
    post_report(ann, first, **CONTENTS["score"])
    work_off()
    ruling_make(
        match_id=first.pk, actor=director, kind=ResultKind.PLAYED, winner=1, points=(2, 5), reason="Seen."
    )
    assert_problem(post_report(ann, first, **CONTENTS["score"]), 409, "match_final")


def test_what_was_refused_is_looked_at_anew(ann, dai, first):
    post_report(dai, first, **CONTENTS["score"])
    work_off()
    wrong = {"score": {"one": 4, "two": 3}}
    ids = set()
    for _ in range(2):
        ids.add(post_report(ann, first, **wrong).json()["id"])
        work_off()
    assert len(ids) == 2


def test_what_was_taken_back_is_reported_anew(first, director):
    client = api_as(director)
    taken = post_report(client, first, **CONTENTS["score"]).json()["id"]
    work_off()
    report_undo(report_id=taken, actor=director)
    assert post_report(client, first, **CONTENTS["score"]).json()["id"] != taken
    assert Report.objects.filter(match=first).count() == 2
