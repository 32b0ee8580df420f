"""When a delivery is tried again: RFC 9110, section 10.2.3, within a day."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.webhooks.rules.retries import PAUSES, TRIED_FOR, asked_to_wait_until, retry_at

NOON = datetime(2015, 10, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("120", 120),
        (" 120 ", 120),
        ("0", 0),
        ("Wed, 21 Oct 2015 12:28:00 GMT", 28 * 60),
        ("Wednesday, 21-Oct-15 12:28:00 GMT", 28 * 60),
        ("Wed Oct 21 12:28:00 2015", 28 * 60),
        ("Wed, 21 Oct 2015 11:28:00 GMT", -32 * 60),
        ("9" * 9, TRIED_FOR.total_seconds()),
        ("9" * 5000, TRIED_FOR.total_seconds()),
        ("Fri, 31 Dec 9999 23:59:59 GMT", TRIED_FOR.total_seconds()),
        ("Fri, 31 Dec 9999 23:59:59 -2359", TRIED_FOR.total_seconds()),
        ("", None),
        ("-5", None),
        ("1.5", None),
        ("+5", None),
        ("１２", None),
        ("soon", None),
        ("Wed, 32 Oct 2015 12:28:00 GMT", None),
    ],
)
def test_what_a_receiver_asks_for(said, seconds):
    found = asked_to_wait_until(said, NOON)
    assert found == (None if seconds is None else NOON + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("attempts", "hours_ago", "asked", "expected"),
    [
        (1, 0, None, PAUSES[0]),
        (1, 0, timedelta(minutes=5), timedelta(minutes=5)),
        (4, 0, timedelta(seconds=1), PAUSES[3]),  # never sooner than without it
        (1, 0, timedelta(days=2), TRIED_FOR),
        (1, 20, timedelta(hours=6), timedelta(hours=4)),
        (9, 20, None, timedelta(hours=4)),
        (9, 21, None, None),
        (9, 21, timedelta(hours=3), None),
        (1, 24, timedelta(hours=3), None),
    ],
)
def test_not_before_it_is_asked_for_and_within_the_day(attempts, hours_ago, asked, expected):
    since = NOON - timedelta(hours=hours_ago)
    found = retry_at(attempts, since, NOON, None if asked is None else NOON + asked)
    assert found == (None if expected is None else NOON + expected)
