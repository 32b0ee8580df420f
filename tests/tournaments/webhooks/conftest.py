"""A club with a tournament under way, and a program of it that listens on this machine."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.notifications.services import notice_post
from matches.work.models import Outbox
from matches.work.services import work_wake
from tests.conftest import work_off
from tests.receivers import reachable, receiver
from tournaments.webhooks.models import WEBHOOK_SEND, Webhook
from tournaments.webhooks.services import webhook_add, webhook_send


@pytest.fixture(scope="module")
def listening():
    with receiver() as box:
        yield box


@pytest.fixture
def box(listening, settings):
    listening.empty()
    reachable(settings)
    settings.PUBLIC_URL = "https://club.example"
    return listening


@pytest.fixture
def matches(knockout):
    """The matches of the first round; what was posted of them is told."""
    fixtures = knockout(4).fixtures.exclude(match=None).select_related("match").order_by("pk")
    found = [fixture.match for fixture in fixtures]
    work_off()
    return found


@pytest.fixture
def added(box, matches, club, director):
    """A webhook for all events, and its secret."""
    return webhook_add(actor=director, club_id=club.pk, url=box.url)


@pytest.fixture
def webhook(added):
    return added[0]


def happens(match, occasion, kind="match_superseded"):
    notice_post(kind, match.pk, occasion, data={"superseded": True})


def spread():
    """Tell who listens, but send nothing yet."""
    from matches.notifications.models import NOTICE_SPREAD
    from matches.notifications.services import notice_spread

    for row in Outbox.objects.filter(kind=NOTICE_SPREAD).order_by("pk"):
        notice_spread(notice_id=row.subject)


def later(**duration):
    """As if some time had passed: what is due by then is sent."""
    at(timezone.now() + timedelta(**duration))


def at(now):
    work_wake(now=now)
    for row in Outbox.objects.filter(kind=WEBHOOK_SEND):
        webhook_send(webhook_id=row.subject, now=now)


def ids(box):
    return [got.headers["webhook-id"] for got in box.received]


def again(webhook):
    return Webhook.objects.get(pk=webhook.pk)
