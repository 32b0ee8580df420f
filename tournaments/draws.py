"""The order of a draw, from the entries and a seed that is printed beside it.

Randomness is SHA-256 of "<seed>:<entry>", smallest first, so anybody can recompute a draw in any
language with the numbers on the sheet.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from hashlib import sha256


class Seeding(StrEnum):
    RATING = "rating"
    MANUAL = "manual"
    RANDOM = "random"


def draw_order(
    seeding: Seeding,
    entries: Sequence[int],
    seed: str,
    ratings: Mapping[int, float] | None = None,
    seeded: Sequence[int] = (),
) -> tuple[int, ...]:
    """The entries, seed 1 first.

    RATING: highest of `ratings` first, equals by lot. MANUAL: the entries of `seeded` in that
    order, the others behind them by lot. RANDOM: all by lot.
    """
    by_lot = sorted(entries, key=lambda entry: lot(seed, entry))
    match seeding:
        case Seeding.RATING:
            values = ratings or {}
            # A stable sort: equals stay in the order of the lots.
            return tuple(sorted(by_lot, key=lambda entry: -values[entry]))
        case Seeding.MANUAL:
            named = set(seeded)
            return (*seeded, *(entry for entry in by_lot if entry not in named))
        case Seeding.RANDOM:
            return tuple(by_lot)


def lot(seed: str, entry: int) -> str:
    return sha256(f"{seed}:{entry}".encode()).hexdigest()
