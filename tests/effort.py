"""How much random tests try."""

import os


def examples(number: int) -> int:
    """As many examples as in an ordinary run, times EFFORT."""
    return number * int(os.environ.get("EFFORT", "1"))
