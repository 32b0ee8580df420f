"""How many attempts something may have: pure rules of when the next one is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class AttemptRule(Protocol):
    """Whether one more attempt fits; attempts are counted for `within` seconds, wherever that is laid."""

    @property
    def within(self) -> float: ...

    def wait(self, attempts: Sequence[float], now: float) -> float:
        """How many seconds the next attempt has to wait after these, at their times; 0 for none."""
        ...


@dataclass(frozen=True, slots=True)
class SlidingBudget:
    """At most `limit` attempts in any `within` seconds."""

    limit: int
    within: float

    def wait(self, attempts: Sequence[float], now: float) -> float:
        recent = recent_attempts(attempts, self.within, now)
        return 0.0 if len(recent) < self.limit else recent[-self.limit] + self.within - now


@dataclass(frozen=True, slots=True)
class SlowingBudget:
    """`free` attempts cost nothing; each further one waits twice as long: `first` to `longest` seconds."""

    free: int
    first: float
    longest: float
    within: float

    def wait(self, attempts: Sequence[float], now: float) -> float:
        recent = recent_attempts(attempts, self.within, now)
        if len(recent) < self.free:
            return 0.0
        # Beyond any number of doublings that still counts: no power grows without end.
        doublings = min(len(recent) - self.free, 64)
        due = recent[-1] + min(self.first * 2.0**doublings, self.longest)
        return max(due - now, 0.0)


def recent_attempts(attempts: Sequence[float], within: float, now: float) -> list[float]:
    """Those that still count, in the order of their times."""
    return sorted(moment for moment in attempts if moment > now - within)
