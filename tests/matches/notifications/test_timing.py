"""When a notice goes out: tables of clocks that anybody can check by hand."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from matches.notifications.rules.timing import (
    PAUSE,
    SETTLING,
    Habits,
    next_digest,
    notice_goes_at,
    quiet_hours_end,
)

TOKYO, NEW_YORK, BERLIN = map(ZoneInfo, ("Asia/Tokyo", "America/New_York", "Europe/Berlin"))


def habits(zone=TOKYO, quiet=(22, 7), *, urgent_at_night=True, daily=False):
    first, last = (time(hour) for hour in quiet)
    return Habits(zone, first, last, urgent_at_night, daily)


def at(text, zone=TOKYO):
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=zone).astimezone(UTC)


@pytest.mark.parametrize(
    ("zone", "quiet", "moment", "ends"),
    [
        (TOKYO, (22, 7), "03-07 21:59", "03-07 21:59"),
        (TOKYO, (22, 7), "03-07 22:00", "03-08 07:00"),
        (TOKYO, (22, 7), "03-07 23:30", "03-08 07:00"),
        (TOKYO, (22, 7), "03-08 00:00", "03-08 07:00"),
        (TOKYO, (22, 7), "03-08 06:59", "03-08 07:00"),
        (TOKYO, (22, 7), "03-08 07:00", "03-08 07:00"),
        (NEW_YORK, (22, 7), "12-31 23:00", "01-01 07:00"),
        (TOKYO, (13, 15), "03-07 14:00", "03-07 15:00"),
        (TOKYO, (13, 15), "03-07 12:59", "03-07 12:59"),
        (TOKYO, (0, 0), "03-07 00:00", "03-07 00:00"),
        # The night in which clocks go forward, and the one in which they go back.
        (BERLIN, (22, 7), "03-28 23:00", "03-29 07:00"),
        (BERLIN, (22, 7), "10-24 23:00", "10-25 07:00"),
    ],
)
def test_quiet_hours(zone, quiet, moment, ends):
    expected = at(ends, zone)
    if ends < moment:
        expected = expected.replace(year=2027)
    assert quiet_hours_end(at(moment, zone), habits(zone, quiet)) == expected


def test_the_same_moment_is_night_for_one_and_day_for_another():
    now = at("03-07 23:30")
    assert notice_goes_at(now, habits(TOKYO)) == at("03-08 07:00")
    assert notice_goes_at(now, habits(NEW_YORK)) == now + SETTLING


def test_what_is_urgent_passes_the_night_if_the_person_lets_it():
    night = at("03-07 23:30")
    assert notice_goes_at(night, habits(), urgent=True) == night
    assert notice_goes_at(night, habits(urgent_at_night=False), urgent=True) == at("03-08 07:00")


@pytest.mark.parametrize(
    ("last", "goes"),
    [
        (None, SETTLING),
        # One has just gone: this one waits until the pause is over.
        (timedelta(minutes=-3), PAUSE - timedelta(minutes=3)),
        (timedelta(minutes=-9, seconds=-50), SETTLING),
        (-PAUSE, SETTLING),
        # One is to go: this one goes with it.
        (timedelta(minutes=4), timedelta(minutes=4)),
        (timedelta(seconds=5), SETTLING),
        # That one waits for a morning which is none of this person's any more.
        (timedelta(hours=9), PAUSE),
    ],
)
def test_several_go_as_one(last, goes):
    now = at("03-07 12:00")
    found = notice_goes_at(now, habits(), last_at=None if last is None else now + last)
    assert found - now == goes


def test_a_digest_comes_in_the_morning_unless_it_would_be_too_late():
    daily, noon = habits(daily=True), at("03-07 12:00")
    assert notice_goes_at(noon, daily) == at("03-08 08:00")
    assert notice_goes_at(at("03-07 07:59"), daily) == at("03-07 08:00")
    assert notice_goes_at(noon, daily, deadline=at("03-07 20:00")) == noon + SETTLING
    assert notice_goes_at(noon, daily, deadline=at("03-09 20:00")) == at("03-08 08:00")
    assert notice_goes_at(noon, habits(quiet=(22, 9), daily=True)) == at("03-08 09:00")


def test_the_next_digest_is_to_come():
    assert next_digest(at("03-07 08:00"), habits()) == at("03-08 08:00")
