"""Which seeds sit where in a bracket."""


def bracket_layout(size: int) -> list[int]:
    """Seeds in bracket order for `size` seats, a power of two: 4 -> [1, 4, 3, 2].

    Each round's pairs add up to the same number: 1 meets the lowest, 2 the lowest but one.
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [seed for half, high in enumerate(seeds) for seed in _pair_of_seeds(half, high, total)]
    return seeds


def _pair_of_seeds(half: int, high: int, total: int) -> tuple[int, int]:
    # Better seeds stand at the outside of every half: the bracket reads from 1 at the top to 2 at the foot.
    return (high, total - high) if half % 2 == 0 else (total - high, high)
