"""Two ways to do a thing, timed in turn in one process, so that the machine's moods fall on both."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Comparison:
    """Seconds a round of ours and of theirs, pair by pair."""

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """How many times as fast as theirs ours is, pair by pair: above 1 we are faster."""
        return sorted(theirs / ours for ours, theirs in zip(self.ours, self.theirs, strict=True))

    def __str__(self) -> str:
        ratios = self.ratios
        return f"{statistics.median(ratios):.2f} times as fast ({ratios[0]:.2f} to {ratios[-1]:.2f})"


def compare(ours: Callable[[], object], theirs: Callable[[], object], *, pairs: int = 9) -> Comparison:
    """Time both in turn, after one round of each that is not counted. Processor time of this process."""
    ours()
    theirs()
    timed = [(clock(ours), clock(theirs)) for _ in range(pairs)]
    return Comparison(tuple(ours for ours, _ in timed), tuple(theirs for _, theirs in timed))


def clock(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
