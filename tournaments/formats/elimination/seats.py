"""Where seeds sit in a bracket, so that the best meet last and have the byes.

Seeds are laid out so that 1 and 2 can meet only in the final, 1 to 4 only in the semi-finals, and
so on. A field that is no power of two leaves the lowest numbers of the layout empty: whoever is
drawn against one has a bye, so seed 1 gets the first of them, seed 2 the second.
"""

from tournaments.formats.seeding.seats import bracket_layout

from .plan import Seed, Source


def seeds_in_bracket_order(size: int) -> list[Source]:
    """The seeds of a field in bracket order, None for nobody: three of them give [1, None, 3, 2]."""
    seats = 1 << max(size - 1, 0).bit_length()
    return [Seed(seed) if seed <= size else None for seed in bracket_layout(seats)]
