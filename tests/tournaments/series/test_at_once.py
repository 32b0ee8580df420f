"""Several workers, and a director beside them, over one series."""

from datetime import date, timedelta

import pytest

from matches.work.models import Outbox
from tests.effort import examples
from tests.test_concurrency import at_once
from tournaments.events.models import Tournament
from tournaments.series.models import SERIES_PROCESS_DUE, Series, SeriesAnnouncement
from tournaments.series.services import (
    series_create,
    series_process_due,
    series_skip,
    series_sweep,
)

from .conftest import TUESDAY

pytestmark = pytest.mark.django_db(transaction=True)

ATTEMPTS = examples(3)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_workers_that_sweep_at_once_announce_an_event_once(series, night, attempt):
    def sweep():
        series_sweep(now=TUESDAY)
        series_process_due(series_id=series.pk, now=TUESDAY)

    assert at_once(*[sweep] * 4) == [None] * 4
    assert SeriesAnnouncement.objects.get().day == date(2099, 10, 27)
    assert Tournament.objects.exclude(pk=night.pk).count() == 1
    # What was asked for meanwhile is looked at once more, and comes to nothing.
    while Outbox.objects.filter(kind=SERIES_PROCESS_DUE).exists():
        assert series_process_due(series_id=series.pk, now=TUESDAY) is None
        series_sweep(now=TUESDAY)
    assert SeriesAnnouncement.objects.count() == 1


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_one_left_out_while_it_is_announced_is_one_or_the_other(series, director, attempt):
    at_once(
        lambda: series_process_due(series_id=series.pk, now=TUESDAY),
        lambda: series_skip(actor=director, series_id=series.pk, now=TUESDAY),
    )
    announced = list(SeriesAnnouncement.objects.values_list("day", flat=True))
    following = Series.objects.get().next_day
    assert (announced, following) in [
        ([], date(2099, 11, 3)),
        ([date(2099, 10, 27)], date(2099, 11, 10)),
    ]


def test_an_event_that_two_hold_every_week_at_once_is_held_once(night, director):
    made = at_once(*[lambda: series_create(actor=director, source=night)] * 2)
    assert sorted(type(each).__name__ for each in made) == ["AlreadyInSeries", "Series"]
    assert Series.objects.count() == 1


def test_the_weeks_of_a_winter_are_announced_one_by_one(series):
    """As the clock goes: each sweep announces one at most, and all start when clocks show half past seven."""
    for day in range(0, 7 * 30, 3):
        now = TUESDAY + timedelta(days=day)
        series_sweep(now=now)
        while Outbox.objects.filter(kind=SERIES_PROCESS_DUE).exists():
            series_process_due(series_id=series.pk, now=now)
    events = Tournament.objects.order_by("pk")
    zone = events[0].zone
    shown = [event.starts_at.astimezone(zone) for event in events if event.starts_at]
    assert {(each.weekday(), each.hour, each.minute) for each in shown} == {(1, 19, 30)}
    days = [each.date() for each in shown]
    assert days == [days[0] + timedelta(weeks=week) for week in range(len(days))]
    assert len(days) == 1 + 30
