"""Who enters results of the same matches at the same instant, from processes of their own."""

import os
from collections import Counter

import pytest
from django.db import connection

from matches.play.models import Match, Report, Result, Verdict
from matches.work.services import caches_compare
from tests.conftest import work_off
from tests.contenders import contending
from tests.effort import examples
from tests.tournaments.events.test_random_events import Event
from tournaments.events.models import Fixture

from .contender import SCORES, act

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = int(os.environ.get("CONTENTION", examples(4)))
"""How many events are fought over."""


@pytest.fixture
def events(club, director):
    """Knockouts of sixteen, their first eight matches to be entered."""
    made = []
    for _ in range(TIMES):
        cup = Event(club, director, 16).cup
        work_off()
        matches = list(Match.objects.filter(fixture__tournament=cup).values_list("pk", flat=True))
        made.append({"cup": cup.pk, "director": director, "matches": matches, "numbers": range(1, 9)})
    return made


@pytest.mark.timeout(120 + 4 * TIMES)
def test_one_outcome_no_lost_report_no_deadlock(events):
    context = contending()
    people = [*SCORES, "one by one", "advancing", "rating"]
    barrier, results = context.Barrier(len(people)), context.Queue()
    database = {"NAME": connection.settings_dict["NAME"]}
    processes = [
        context.Process(target=act, args=(who, database, events, barrier, results)) for who in people
    ]
    for process in processes:
        process.start()
    outcomes = dict(results.get(timeout=90 + 4 * TIMES) for _ in people)
    for process in processes:
        process.join(30)
        assert process.exitcode == 0
    work_off()
    seen = Counter(said for each in outcomes.values() for answers in each for said in answers)
    assert seen.keys() <= {"taken", "done", "match_final"}, seen
    for number, job in enumerate(events):
        matches = Match.objects.filter(pk__in=job["matches"])
        assert {match.state for match in matches} == {Match.State.FINAL}
        assert Result.objects.filter(match__in=matches).count() == len(job["matches"])
        reports = Report.objects.filter(match__in=matches)
        said = sum(outcomes[who][number].count("taken") for who in SCORES)
        said += outcomes["one by one"][number].count("done")
        assert reports.count() == said == Verdict.objects.filter(report__in=reports).count()
        assert Fixture.objects.filter(tournament=job["cup"], void=False).count() == 8 + 4
    assert list(caches_compare()) == []
