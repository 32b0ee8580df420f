"""What the clocks of a recorded match show, worked out from when its acts were made.

A turn begins when the clock of its side begins to run, and the first seconds of it are free: the delay. What
takes longer comes out of the reserve. (US clock rules, docs/regulations.md.)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Protocol

from matches.play.rules.clocks import Clock


class TimedAct(Protocol):
    """An act: when it was made, and whose clock runs from then on."""

    @property
    def made_at(self) -> datetime: ...

    @property
    def clock(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What both clocks show, in seconds: `left` without the stretch that runs, which began `since`.

    `running` is whose clock runs, and `delay` how much of the stretch is free.
    """

    left: tuple[float, float]
    delay: int
    running: int | None
    since: datetime | None

    def left_at(self, now: datetime) -> tuple[float, float]:
        """What is left of both at a time; less than nothing for who has run out of it."""
        one, two = self.left
        if self.running is None or self.since is None:
            return one, two
        spent = spent_of_stretch(self.since, now, self.delay)
        return (one - spent, two) if self.running == 0 else (one, two - spent)


def spent_of_stretch(began: datetime, ended: datetime, delay: int) -> float:
    """What a stretch takes from the reserve."""
    return max(0.0, (ended - began).total_seconds() - delay)


def clock_time(seconds: float) -> str:
    """What a clock shows: 4:07; a second that has begun is not over, and none is less than nothing."""
    whole = max(0, ceil(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def clock_face(clock: Clock, acts: Iterable[TimedAct]) -> ClockFace:
    """What the clocks show after these acts. A stretch ends as soon as another clock runs, or none."""
    left = [float(clock.reserve), float(clock.reserve)]
    running: int | None = None
    since: datetime | None = None
    for act in acts:
        if act.clock == running:
            continue
        if running is not None and since is not None:
            left[running] -= spent_of_stretch(since, act.made_at, clock.delay)
        running, since = act.clock, act.made_at
    return ClockFace((left[0], left[1]), clock.delay, running, None if running is None else since)
