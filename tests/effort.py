"""How much random tests try."""

import os

EFFORT = int(os.environ.get("EFFORT", "1"))


def examples(number: int) -> int:
    """As many examples as in an ordinary run, times EFFORT."""
    return number * EFFORT
