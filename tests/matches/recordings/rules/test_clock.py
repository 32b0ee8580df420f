"""What the clocks of a recorded match show."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from matches.play.rules.clocks import Clock
from matches.recordings.rules.clock import clock_face, clock_time
from tests.each import each

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
CLOCK = Clock(reserve=600, delay=12, use="required", expiry="director")


class Act(NamedTuple):
    """An act at a second of the match, and whose clock runs from then on."""

    second: int
    clock: int | None

    @property
    def made_at(self) -> datetime:
        return NOON + timedelta(seconds=self.second)


@each(
    "acts, now, left",
    [
        ([], 100, (600, 600)),
        # The first twelve seconds of a turn are free.
        ([(0, 0)], 10, (600, 600)),
        ([(0, 0)], 30, (582, 600)),
        ([(0, 0), (10, 1)], 20, (600, 600)),
        ([(0, 0), (20, 1), (52, 0)], 60, (592, 580)),
        # Dice and play of one turn are one stretch, and so free once.
        ([(0, 0), (8, 0), (16, 1)], 16, (596, 600)),
        # Between games nobody's clock runs.
        ([(0, 0), (20, None), (500, 1)], 510, (592, 600)),
        # Out of time is less than nothing.
        ([(0, 1)], 700, (600, -88)),
    ],
)
def test_what_is_left(acts, now, left):
    face = clock_face(CLOCK, [Act(*act) for act in acts])
    assert face.left_at(NOON + timedelta(seconds=now)) == left


def test_without_a_delay_every_second_counts():
    clock = Clock(reserve=60, delay=0, use="allowed", expiry="lose_match")
    face = clock_face(clock, [Act(0, 0), Act(5, 1), Act(7, 0)])
    assert (face.left, face.running) == ((55, 58), 0)


@each(
    "seconds, shown",
    [
        (600, "10:00"),
        (599.2, "10:00"),
        (59.9, "1:00"),
        (9, "0:09"),
        (0.1, "0:01"),
        (0, "0:00"),
        (-88, "0:00"),
    ],
)
def test_what_a_clock_shows(seconds, shown):
    assert clock_time(seconds) == shown
