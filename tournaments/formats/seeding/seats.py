"""Where seeds sit in a bracket, so that the best meet last and have the byes.

Seeds are laid out so that 1 and 2 can meet only in the final, 1 to 4 only in the semi-finals, and
so on. A field that is no power of two leaves the lowest numbers of the layout empty: whoever is
drawn against one has a bye, so seed 1 gets the first of them, seed 2 the second.
"""

from .plan import Seed, Source


def seeds(size: int) -> list[Source]:
    """The seeds of a field in bracket order, None for nobody: three of them give [1, None, 3, 2]."""
    seats = 1 << max(size - 1, 0).bit_length()
    return [Seed(seed) if seed <= size else None for seed in layout(seats)]


def layout(size: int) -> list[int]:
    """Seeds in bracket order for `size` seats, a power of two: 4 -> [1, 4, 3, 2].

    Each round's pairs add up to the same number: 1 meets the lowest, 2 the lowest but one.
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [seed for half, high in enumerate(seeds) for seed in _pair(half, high, total)]
    return seeds


def _pair(half: int, high: int, total: int) -> tuple[int, int]:
    # Better seeds stand at the outside of every half: the bracket reads from 1 at the top to 2 at the foot.
    return (high, total - high) if half % 2 == 0 else (total - high, high)
