"""How much random tests try."""

import os
import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

EFFORT = int(os.environ.get("EFFORT", "1"))


def examples(number: int) -> int:
    """As many examples as in an ordinary run, times EFFORT."""
    return number * EFFORT


def few_of(every: Iterable[T], part: int = 4, draw: random.Random | None = None) -> list[T]:
    """One in `part` of many alike, others in each ordinary run; all with EFFORT.

    draw: for what every process has to find the same.
    """
    found = list(every)
    return found if EFFORT > 1 else (draw or random).sample(found, -(-len(found) // part))


def every(number: int) -> int:
    """The step through many alike: one of so many in an ordinary run, each with EFFORT."""
    return number if EFFORT == 1 else 1
