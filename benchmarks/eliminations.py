"""A double elimination in the pure core: to build, to play, to keep in memory.

The fastest that was found elsewhere is npm tournament-organizer 4.1.1: 99 ms for the start of 1,024 entries
and 112 ms for their 2,047 results, by the clock on the wall. brackets-manager 1.11.1 took 55 ms and 426 ms
where it was least hindered.
"""

import time
import tracemalloc
from collections.abc import Iterator
from functools import partial
from random import Random

from benchmarks.compare import in_turn, spread
from tournaments.formats import DoubleElimination, History, PairingResult
from tournaments.formats.elimination.format import planned_elimination
from tournaments.formats.running import Running

SIZES = (64, 1024, 4096)
ROUNDS = 7


def run() -> Iterator[str]:
    """What it takes of the processor, and of memory in the largest field."""
    for what, way in (("start", build), ("start and all results", play)):
        times = in_turn([partial(way, size) for size in SIZES], rounds=ROUNDS)
        for size, taken in zip(SIZES, times, strict=True):
            milliseconds = [1000 * seconds for seconds in taken]
            yield f"Double elimination, field of {size}, {what}: {spread(milliseconds, 'ms')}"
    tracemalloc.start()
    planned_elimination.cache_clear()
    running = played(SIZES[-1])
    DoubleElimination().standings(running.history)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    yield f"The same of {SIZES[-1]} entries, most memory on the way: {most / 1e6:.0f} MB"


def build(size: int) -> float:
    """Seconds of processor time to plan a field and pair its first round."""
    planned_elimination.cache_clear()
    history = History(tuple(range(size)))
    began = time.process_time()
    DoubleElimination().pairings(history)
    return time.process_time() - began


def play(size: int) -> float:
    """Seconds of processor time to plan a field and play it to the end."""
    planned_elimination.cache_clear()
    began = time.process_time()
    played(size)
    return time.process_time() - began


def played(size: int) -> Running:
    """A double elimination that is over, all its matches toss-ups."""
    random = Random(size)
    running = Running(DoubleElimination(), History(tuple(range(size))))
    while running.due:
        pairing = next(iter(running.due.values()))
        winner = random.choice((pairing.one, pairing.two))
        running.decide_slot(pairing.key, PairingResult(pairing.one, pairing.two, winner))
    return running
