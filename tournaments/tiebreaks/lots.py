"""Lots: what decides when nothing else does (section 4.2), recomputable from the seed of the draw."""

from collections.abc import Sequence
from hashlib import sha256

from .base import Among, Crosstable


class Lots(Among):
    """The SHA-256 of "<seed>:standings:<entry>", smallest first: not the lots of the draw again."""

    def order_tied(self, table: Crosstable, tied: Sequence[int], seed: str) -> list[list[int]]:
        return [[entry] for entry in sorted(tied, key=lambda entry: draw_lot(f"{seed}:standings", entry))]


def draw_lot(seed: str, entry: int) -> str:
    return sha256(f"{seed}:{entry}".encode()).hexdigest()
