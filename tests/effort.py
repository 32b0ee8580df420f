"""How much random tests try."""

import os

EFFORT = int(os.environ.get("EFFORT", "1"))


def examples(number: int) -> int:
    """As many examples as in an ordinary run, times EFFORT."""
    return number * EFFORT


def every(number: int) -> int:
    """The step through many alike: one of so many in an ordinary run, each with EFFORT."""
    return number if EFFORT == 1 else 1
