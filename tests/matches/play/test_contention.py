"""Who acts on a match at the same instant, from processes of their own."""

import os
from collections import Counter

import pytest
from django.db import connection

from matches.play.models import Answer, LiveGame, Match, Report, ReportUndo, Result, Ruling, Verdict
from matches.play.selectors import match_games
from matches.play.services import game_record, report_submit, report_verify
from matches.work.services import caches_compare
from tests.conftest import work_off
from tests.contenders import contending
from tests.effort import examples
from tests.factories import MatchFactory, UserFactory

from .contender import act

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = int(os.environ.get("CONTENTION", examples(5)))
"""How many matches are fought over; CONTENTION=1000 takes some minutes."""


@pytest.fixture
def reported(players):
    """Matches reported 5-3 by side one: side two may confirm, both may report anew, the director may rule."""
    ann, bob = players(2)
    director = UserFactory()
    made = []
    for _ in range(TIMES):
        match = MatchFactory(one=ann, two=bob, length=5, rated=False, created_by=director)
        report = report_submit(match_id=match.pk, actor=ann.user, score=(5, 3))
        report_verify(report_id=report.pk)
        actors = {
            "one": ann.user_id,
            "two": bob.user_id,
            "confirming": bob.user_id,
            "director": director.pk,
        }
        made.append({"match": match.pk, "report": report.pk, "actors": actors})
    return made


@pytest.fixture
def live_scored(players):
    """Matches of which one game is recorded: the sides do not agree who has won the second."""
    ann, bob = players(2)
    director = UserFactory()
    made = []
    for _ in range(TIMES):
        match = MatchFactory(one=ann, two=bob, length=5, rated=False, created_by=director)
        game_record(match_id=match.pk, actor=ann.user, number=1, winner=0, points=1)
        actors = {
            "reporting": ann.user_id,
            "recording": bob.user_id,
            "taking back": bob.user_id,
            "penalising": director.pk,
            "processing": director.pk,
        }
        winners = {"reporting": 0, "recording": 1}
        made.append({"match": match.pk, "actors": actors, "winners": winners})
    return made


@pytest.fixture
def entered(players):
    """Matches whose result the director has entered: the director and staff undo it, somebody rules."""
    ann, bob = players(2)
    director, staff = UserFactory(), UserFactory(is_staff=True)
    made = []
    for _ in range(TIMES):
        match = MatchFactory(one=ann, two=bob, length=5, rated=False, created_by=director)
        report = report_submit(match_id=match.pk, actor=director, score=(5, 3))
        report_verify(report_id=report.pk)
        actors = {"undoing": director.pk, "undoing too": staff.pk, "director": director.pk}
        made.append({"match": match.pk, "report": report.pk, "actors": actors})
    return made


def fight(jobs, refusals):
    """What everybody has come to in each match: "done", or one of the refusals."""
    context = contending()
    people = list(jobs[0]["actors"])
    barrier, results = context.Barrier(len(people)), context.Queue()
    database = {"NAME": connection.settings_dict["NAME"]}
    processes = [context.Process(target=act, args=(who, database, jobs, barrier, results)) for who in people]
    for process in processes:
        process.start()
    outcomes = dict(results.get(timeout=60 + 2 * TIMES) for _ in people)
    for process in processes:
        process.join(30)
        assert process.exitcode == 0
    work_off()
    seen = {who: Counter(said) for who, said in outcomes.items()}
    assert set().union(*seen.values()) <= {"done", *refusals}, seen
    return [dict(zip(outcomes, said, strict=True)) for said in zip(*outcomes.values(), strict=True)]


@pytest.mark.timeout(60 + 2 * TIMES)
def test_one_outcome_no_lost_report_no_deadlock(reported):
    refusals = {"match_final", "answer_not_due", "match_disputed", "preview_missing"}
    for job, said in zip(reported, fight(reported, refusals), strict=True):
        match = Match.objects.get(pk=job["match"])
        assert match.state == "final", said
        results_written = Result.objects.filter(match=match).count()
        ruled = Ruling.objects.filter(match=match).count()
        assert ruled == (said["director"] == "done")
        assert results_written in (1, 1 + ruled), said
        taken = [job["report"], *(who for who in ("one", "two") if said[who] == "done")]
        assert Report.objects.filter(match=match).count() == len(taken), "no report that was taken is lost"
        assert Verdict.objects.filter(report__match=match).count() == len(taken)
        assert Answer.objects.filter(report__match=match).count() == (said["confirming"] == "done")
        if ruled:
            assert match.result.ruling_id is not None
    assert list(caches_compare()) == []


@pytest.mark.timeout(60 + 2 * TIMES)
def test_a_report_is_undone_once_and_a_ruling_decides(entered):
    refusals = {"nothing_to_undo", "preview_missing"}
    for job, said in zip(entered, fight(entered, refusals), strict=True):
        match = Match.objects.get(pk=job["match"])
        undone = [said["undoing"], said["undoing too"]].count("done")
        assert undone == ReportUndo.objects.filter(report=job["report"]).count() == 1, said
        # A ruling on a match that is decided takes a preview: it came before the undo, or after it.
        ruled = said["director"] == "done"
        assert (match.state, match.rulings.count()) == (("final", 1) if ruled else ("open", 0)), said
    assert list(caches_compare()) == []


@pytest.mark.timeout(60 + 2 * TIMES)
def test_one_log_whoever_records_takes_back_and_penalises(live_scored):
    refusals = {"game_conflict", "game_out_of_order", "penalty_too_late"}
    for job, said in zip(live_scored, fight(live_scored, refusals), strict=True):
        match = Match.objects.get(pk=job["match"])
        log = match_games(match.pk)
        assert [fact.number for fact in log.facts] == list(range(1, len(log.facts) + 1)), said
        assert LiveGame.objects.filter(match=match, taken_back=True).count() == (
            said["taking back"] == "done"
        )
        second = LiveGame.objects.filter(match=match, number=2).count()
        assert second == [said["reporting"], said["recording"]].count("done") <= 1, said
        assert match.penalties.exists() == (said["penalising"] == "done"), said
        if match.penalties.exists():
            assert not log.facts, "penalty points come before the first game"
    assert list(caches_compare()) == []
