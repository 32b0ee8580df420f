"""Two reports, a confirmation and a ruling at the same instant, from processes of their own."""

import multiprocessing
import os
from collections import Counter

import pytest
from django.db import connection

from matches import services
from matches.models import Answer, Match, Report, Result, Ruling, Verdict
from tests.conftest import work_off
from tests.contender import act
from tests.factories import MatchFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = int(os.environ.get("CONTENTION", "20"))
"""How many matches are fought over; CONTENTION=1000 takes some minutes."""


@pytest.fixture
def jobs(players):
    """Matches reported 5-3 by side one: side two may confirm, both may report anew, the director may rule."""
    ann, bob = players(2)
    director = UserFactory()
    made = []
    for _ in range(TIMES):
        match = MatchFactory(one=ann, two=bob, length=5, rated=False, created_by=director)
        report = services.report_submit(match_id=match.pk, actor=ann.user, score=(5, 3))
        services.report_verify(report_id=report.pk)
        made.append(
            {
                "match": match.pk,
                "report": report.pk,
                "one": ann.user_id,
                "two": bob.user_id,
                "confirming": bob.user_id,
                "director": director.pk,
            }
        )
    return made


@pytest.mark.timeout(60 + 2 * TIMES)
def test_one_outcome_no_lost_report_no_deadlock(jobs):
    spawning = multiprocessing.get_context("spawn")
    barrier, results = spawning.Barrier(4), spawning.Queue()
    database = {"NAME": connection.settings_dict["NAME"]}
    people = ("one", "two", "confirming", "director")
    processes = [spawning.Process(target=act, args=(who, database, jobs, barrier, results)) for who in people]
    for process in processes:
        process.start()
    outcomes = dict(results.get(timeout=60 + 2 * TIMES) for _ in people)
    for process in processes:
        process.join(30)
        assert process.exitcode == 0
    seen = {who: Counter(said) for who, said in outcomes.items()}
    assert set().union(*seen.values()) <= {
        "done",
        "match_final",
        "answer_not_due",
        "match_disputed",
        "preview_missing",
    }, seen
    work_off()
    for number, job in enumerate(jobs):
        match = Match.objects.get(pk=job["match"])
        said = {who: outcomes[who][number] for who in people}
        assert match.state == "final", said
        results_written = Result.objects.filter(match=match).count()
        ruled = Ruling.objects.filter(match=match).count()
        assert ruled == (said["director"] == "done")
        assert results_written in (1, 1 + ruled), said
        reported = [job["report"], *(who for who in ("one", "two") if said[who] == "done")]
        assert Report.objects.filter(match=match).count() == len(reported), "no report that was taken is lost"
        assert Verdict.objects.filter(report__match=match).count() == len(reported)
        assert Answer.objects.filter(report__match=match).count() == (said["confirming"] == "done")
        if ruled:
            assert match.result.ruling_id is not None
    assert list(services.match_caches_compare()) == []
