"""Ways to do a thing, timed in turn, so that the machine's moods fall on all of them."""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

LEAST = 0.03
"""Seconds that are timed at once: less is lost among what else the machine does."""


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


def compare(ours: Callable[[], object], theirs: Callable[[], object], *, pairs: int = 25) -> Comparison:
    """Time both in turn, after one round of each that is not counted. Processor time of this process."""
    return Comparison(*in_turn([lambda: clock(ours), lambda: clock(theirs)], rounds=pairs))


def in_turn(ways: Sequence[Callable[[], float]], *, rounds: int = 25) -> list[tuple[float, ...]]:
    """Take each way in turn, after one round that is not counted; they report themselves how long they took.

    What is there before is not searched for garbage meanwhile, as in the service.
    """
    for way in ways:
        way()
    gc.collect()
    gc.freeze()
    timed = [[way() for way in ways] for _ in range(rounds)]
    gc.unfreeze()
    return [tuple(times) for times in zip(*timed, strict=True)]


def clock(work: Callable[[], object]) -> float:
    """Processor time of one round: the work is done for LEAST seconds, again and again, with caches warm."""
    rounds, began = 0, time.process_time()
    while True:
        work()
        rounds += 1
        taken = time.process_time() - began
        if taken >= LEAST:
            return taken / rounds


def spread(times: Sequence[float], unit: str) -> str:
    """The median and the extremes."""
    return f"{statistics.median(times):.4g} {unit} ({min(times):.4g} to {max(times):.4g})"
