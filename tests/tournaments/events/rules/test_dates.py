"""Held again: when, and what it is called then."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from tournaments.events.rules.dates import (
    following_name,
    moment_of,
    name_of_kind,
    next_on_weekday,
    next_week_of,
    shifted,
    wall_time,
    written_dates,
)

AMSTERDAM, TOKYO, NEW_YORK = (
    ZoneInfo("Europe/Amsterdam"),
    ZoneInfo("Asia/Tokyo"),
    ZoneInfo("America/New_York"),
)
WEEK = timedelta(weeks=1)


def shown(moment, zone):
    return f"{moment.astimezone(zone):%a %Y-%m-%d %H:%M %z}"


@pytest.mark.parametrize(
    ("starts", "now", "zone", "expected"),
    [
        # Clocks go back on 25 October 2026 in Amsterdam: half past seven stays half past seven.
        ("2026-10-20T19:30", "2026-10-21T12:00", AMSTERDAM, "Tue 2026-10-27 19:30 +0100"),
        ("2026-03-24T19:30", "2026-03-24T21:00", AMSTERDAM, "Tue 2026-03-31 19:30 +0200"),
        ("2026-11-24T19:30", "2026-11-24T19:00", AMSTERDAM, "Tue 2026-12-01 19:30 +0100"),
        ("2026-11-24T19:30", "2026-12-01T19:29", AMSTERDAM, "Tue 2026-12-01 19:30 +0100"),
        ("2026-11-24T19:30", "2026-12-01T19:30", AMSTERDAM, "Tue 2026-12-08 19:30 +0100"),
        # Of a year ago, and one that is yet to come.
        ("2025-03-28T20:00", "2026-03-30T09:00", NEW_YORK, "Fri 2026-04-03 20:00 -0400"),
        ("2027-01-05T13:00", "2026-11-24T12:00", TOKYO, "Tue 2027-01-12 13:00 +0900"),
        # A week less an hour has passed since, as clocks were put forward: it is not yet half past seven.
        ("2026-03-24T19:30", "2026-03-31T19:00", AMSTERDAM, "Tue 2026-03-31 19:30 +0200"),
        ("2026-03-24T19:30", "2026-03-31T19:45", AMSTERDAM, "Tue 2026-04-07 19:30 +0200"),
        # More than a week has, as they were put back.
        ("2026-10-20T19:30", "2026-10-27T19:15", AMSTERDAM, "Tue 2026-10-27 19:30 +0100"),
    ],
)
def test_the_next_such_weekday(starts, now, zone, expected):
    starts, now = (moment_of(datetime.fromisoformat(each), zone) for each in (starts, now))
    found = next_week_of(starts, now, zone)
    assert shown(found, zone) == expected
    assert found > max(now, starts)
    assert shifted(found, -WEEK, zone) <= max(now, starts)


@pytest.mark.parametrize(
    ("weekday", "hour", "now", "expected"),
    [
        (1, time(19, 30), "2026-11-24T19:29", "Tue 2026-11-24 19:30 +0100"),
        (1, time(19, 30), "2026-11-24T19:30", "Tue 2026-12-01 19:30 +0100"),
        (0, time(10), "2026-11-24T12:00", "Mon 2026-11-30 10:00 +0100"),
        (6, time(11), "2026-10-24T12:00", "Sun 2026-10-25 11:00 +0100"),
    ],
)
def test_the_next_time_on_a_weekday(weekday, hour, now, expected):
    now = moment_of(datetime.fromisoformat(now), AMSTERDAM)
    assert shown(next_on_weekday(weekday, hour, now, AMSTERDAM), AMSTERDAM) == expected


def test_what_clocks_never_show_is_an_hour_later_and_what_they_show_twice_is_the_first():
    # At two on 29 March 2026 clocks go to three; at three on 25 October back to two.
    assert (
        shown(moment_of(datetime(2026, 3, 29, 2, 30), AMSTERDAM), AMSTERDAM) == "Sun 2026-03-29 03:30 +0200"
    )
    assert (
        shown(moment_of(datetime(2026, 10, 25, 2, 30), AMSTERDAM), AMSTERDAM) == "Sun 2026-10-25 02:30 +0200"
    )


def test_clocks_of_a_place():
    assert wall_time(datetime(2026, 12, 1, 18, 30, tzinfo=UTC), TOKYO) == datetime(2026, 12, 2, 3, 30)
    assert wall_time(moment_of(datetime(2026, 12, 2, 3, 30), TOKYO), UTC) == datetime(2026, 12, 1, 18, 30)


BEFORE, AFTER = date(2026, 11, 24), date(2026, 12, 1)


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Tuesday knockout 12", "Tuesday knockout 13"),
        ("Tuesday knockout #9", "Tuesday knockout #10"),
        ("Tuesday knockout 099", "Tuesday knockout 100"),
        ("第12回例会", "第13回例会"),
        ("例会 第9回", "例会 第10回"),
        ("Tuesday knockout", "Tuesday knockout"),
        # Lengths, years and what is in the middle are no numbers of an event.
        ("Double elimination, 7/5", "Double elimination, 7/5"),
        ("Swiss, 5 rounds", "Swiss, 5 rounds"),
        ("Leiden Open 2026", "Leiden Open 2026"),
        ("Club 12-point", "Club 12-point"),
        ("Tuesday, 24 November 2026", "Tuesday, 1 December 2026"),
        ("Tuesday, 24 November", "Tuesday, 1 December"),
        ("November 24, 2026: knockout 3", "December 1, 2026: knockout 3"),
        ("Knockout Nov 24", "Knockout Dec 1"),
        ("24. November, Knockout", "1. December, Knockout"),
        ("2026-11-24 knockout", "2026-12-01 knockout"),
        ("Dienstag 24.11.2026", "Dienstag 01.12.2026"),
        ("Dienstag 24.11.", "Dienstag 1.12."),
        ("11/24/2026", "12/01/2026"),
        ("11月24日例会", "12月1日例会"),
        ("2026年11月24日の例会", "2026年12月1日の例会"),
        ("2026/11/24例会", "2026/12/01例会"),
        # Another day's date is a part of the name.
        ("Since 25 November", "Since 25 November"),
        ("In memory of 1 January 12", "In memory of 1 January 13"),
    ],
)
def test_the_name_of_the_next_one(name, following):
    assert following_name(name, BEFORE, AFTER) == following


def test_without_a_day_only_a_number_is_counted():
    assert following_name("Tuesday 12") == "Tuesday 13"
    assert following_name("24 November 2026") == "24 November 2027"
    assert following_name("24 November 2026", BEFORE) == "24 November 2026"


def test_a_date_is_not_found_within_another():
    assert following_name("21 January", date(2026, 1, 1), date(2026, 1, 8)) == "21 January"
    assert following_name("1 January", date(2026, 1, 1), date(2026, 1, 8)) == "8 January"
    assert following_name("January 12", date(2026, 1, 1), date(2026, 1, 8)) == "January 13", "a number"
    assert following_name("11月1日", date(2026, 1, 1), date(2026, 1, 8)) == "11月1日"


def test_every_way_to_write_a_day_is_moved_on():
    before, after = date(2026, 3, 5), date(2026, 3, 12)
    for old, new in zip(written_dates(before), written_dates(after), strict=True):
        assert following_name(f"Club, {old}", before, after) == f"Club, {new}"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Tuesday knockout 12", "Tuesday Knockout 13", True),
        ("Tuesday knockout", "Tuesday knockout 13", True),
        ("24 November 2026", "24 November 2026 late", False),
        ("第12回例会", "第13回例会", True),
        ("Tuesday knockout", "Thursday knockout", False),
        ("Leiden Open 2026", "Leiden Open", False),
    ],
)
def test_what_is_held_again_and_again_is_of_one_kind(one, other, same):
    assert (name_of_kind(one, BEFORE) == name_of_kind(other, BEFORE)) is same
