"""The days of a series, over changes of the clocks."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tournaments.series.rules import announced_at, day_to_come, held_at

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
# Half past seven in Amsterdam, in summer.
SUMMER = datetime(2026, 10, 20, 17, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "hour"), [(date(2026, 10, 20), 17), (date(2026, 10, 27), 18), (date(2027, 3, 30), 17)]
)
def test_an_event_starts_when_clocks_show_what_they_did(day, hour):
    assert held_at(day, SUMMER, AMSTERDAM) == datetime(day.year, day.month, day.day, hour, 30, tzinfo=UTC)


def test_it_is_announced_so_many_days_before_by_the_clocks_too():
    # Seven days before the first evening of winter it was summer.
    assert announced_at(date(2026, 10, 27), 7, SUMMER, AMSTERDAM) == SUMMER
    assert announced_at(date(2026, 10, 27), 0, SUMMER, AMSTERDAM) == SUMMER + timedelta(days=7, hours=1)


@pytest.mark.parametrize(
    ("weeks", "days_later", "found"),
    [
        (1, 0, date(2026, 10, 27)),
        (1, 6, date(2026, 10, 27)),
        # The second it starts it is not to come any more.
        (1, 7 + 1 / 24, date(2026, 11, 3)),
        (2, 7 + 1 / 24, date(2026, 11, 10)),
        (2, 100, date(2027, 2, 2)),
    ],
)
def test_the_next_day_is_the_first_that_is_to_come(weeks, days_later, found):
    now = SUMMER + timedelta(days=days_later)
    assert day_to_come(date(2026, 10, 27), weeks, SUMMER, AMSTERDAM, now) == found
