"""Reports that wait are judged together; each as if it had been judged alone."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.play import tasks
from matches.play.models import REPORT_VERIFY, Match, Report
from matches.play.services import report_submit
from matches.work.models import Outbox
from tests.factories import MatchFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


def due():
    return [*Outbox.objects.filter(kind=REPORT_VERIFY).order_by("pk").values_list("subject", flat=True)]


def open_match(**values):
    one, two = (PlayerFactory(user=UserFactory()) for _ in range(2))
    return MatchFactory(one=one, two=two, **values)


def reported(match, side=0, score=(5, 3)):
    return report_submit(match_id=match.pk, actor=(match.one, match.two)[side].user, score=score)


def states(*reports):
    return [Report.objects.get(pk=report.pk).status for report in reports]


def test_what_waits_is_judged_with_the_first():
    matches = [open_match() for _ in range(4)]
    reports = [
        reported(match, score=score) for match, score in zip(matches, [(5, 3)] * 3 + [(3, 2)], strict=True)
    ]
    tasks.reports_verify(reports[2].pk)
    assert states(*reports) == ["accepted", "accepted", "accepted", "refused"]
    assert [Match.objects.get(pk=match.pk).state for match in matches] == ["reported"] * 3 + ["open"]
    assert due() == []


def test_they_take_as_many_queries_as_two():
    def queries(number):
        reports = [reported(open_match()) for _ in range(number)]
        with CaptureQueriesContext(
            connection,
        ) as made:
            tasks.reports_verify(reports[0].pk)
        assert due() == []
        return len(made)

    few = queries(2)
    # Two for each who is told: the notice and its place in the outbox.
    assert queries(12) == few + 2 * 10


def test_both_sides_say_the_same_and_the_match_is_final():
    match, other = open_match(), open_match()
    first, second, third = reported(match), reported(match, side=1), reported(other)
    tasks.reports_verify(second.pk)
    assert states(first, second, third) == ["accepted"] * 3
    assert [Match.objects.get(pk=each.pk).state for each in (match, other)] == ["final", "reported"]
    assert due() == []


def test_the_other_side_says_otherwise_and_they_are_judged_one_after_the_other():
    match = open_match()
    first, second = reported(match), reported(match, side=1, score=(2, 5))
    tasks.reports_verify(second.pk)
    assert states(first, second) == ["accepted"] * 2
    assert Match.objects.get(pk=match.pk).state == "disputed"


def test_each_counts_as_said_by_who_said_it(director):
    staff = UserFactory(is_staff=True)
    one, two = open_match(created_by=director), open_match(created_by=staff)
    first = reported(one)
    second = report_submit(match_id=two.pk, actor=staff, score=(2, 5), role="director")
    tasks.reports_verify(first.pk)
    assert [Match.objects.get(pk=match.pk).state for match in (one, two)] == ["reported", "final"]
    assert states(second) == ["accepted"]
