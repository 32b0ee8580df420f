"""Notices that wait are spread together, each to whom it concerns."""

import pytest

from matches.notifications import tasks
from matches.notifications.models import NOTICE_SPREAD, Delivery, Notice
from matches.play.services import report_submit, report_verify
from matches.work.models import Outbox
from tests.factories import MatchFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def notices(ann, bob):
    """Three that nobody has spread: of reports that Bob is to confirm."""
    for _ in range(3):
        match = MatchFactory(one=ann, two=bob, length=5)
        report_verify(report_id=report_submit(match_id=match.pk, actor=ann.user, score=(5, 3)).pk)
    found = [*Notice.objects.order_by("pk")]
    assert [notice.kind for notice in found] == ["report_to_confirm"] * 3
    assert due(NOTICE_SPREAD) == [notice.pk for notice in found]
    return found


def due(kind):
    return sorted(Outbox.objects.filter(kind=kind).values_list("subject", flat=True))


def told():
    rows = Delivery.objects.filter(channel=Delivery.Channel.PAGE).order_by("notice")
    return [*rows.values_list("notice", "login__username")]


def test_one_task_spreads_all(notices):
    tasks.notices_spread(notices[1].pk)
    assert told() == [(notice.pk, "bob") for notice in notices]
    assert not Notice.objects.filter(spread_at=None).exists()
    assert due(NOTICE_SPREAD) == []


def test_twice_is_as_good_as_once(notices):
    for notice in (*notices, *notices):
        tasks.notices_spread(notice.pk)
    assert told() == [(notice.pk, "bob") for notice in notices]
