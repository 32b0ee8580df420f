"""The order of a draw, from the entries and a seed that is printed beside it.

Randomness is SHA-256 of "<seed>:<entry>", smallest first, so anybody can recompute a draw in any
language with the published numbers.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from tournaments.tiebreaks.lots import draw_lot


class Seeding(StrEnum):
    RATING = "rating"
    RANKING = "ranking"
    MANUAL = "manual"
    RANDOM = "random"


def draw_order(
    seeding: Seeding,
    entries: Sequence[int],
    seed: str,
    ratings: Mapping[int, float] | None = None,
    seeded: Sequence[int] = (),
    *,
    ranks: Mapping[int, int] | None = None,
    protected: int | None = None,
) -> tuple[int, ...]:
    """The entries, seed 1 first.

    RATING: highest of `ratings` first, equals by lot. RANKING: lowest of `ranks` first, equals by lot,
    whoever has none behind them by lot. MANUAL: the entries of `seeded` in that order, the others behind
    them by lot. RANDOM: all by lot.

    protected: how many of the best keep their places; the others are drawn into the places behind them by
    lot. None: all keep theirs.

    >>> draw_order(Seeding.RANKING, [11, 12, 13, 14, 15], "spring", ranks={15: 1, 12: 4, 13: 8, 14: 40})
    (15, 12, 13, 14, 11)
    >>> draw_order(
    ...     Seeding.RANKING, [11, 12, 13, 14, 15], "spring", ranks={15: 1, 12: 4, 13: 8, 14: 40}, protected=2
    ... )
    (15, 12, 11, 14, 13)
    """
    by_lot = sorted(entries, key=lambda entry: draw_lot(seed, entry))
    order = _placed_entries(seeding, by_lot, ratings or {}, ranks or {}, seeded)
    if protected is None:
        return order
    heads = order[:protected]
    return (*heads, *(entry for entry in by_lot if entry not in heads))


def _placed_entries(
    seeding: Seeding,
    by_lot: list[int],
    ratings: Mapping[int, float],
    ranks: Mapping[int, int],
    seeded: Sequence[int],
) -> tuple[int, ...]:
    # Stable sorts: equals stay in the order of the lots.
    match seeding:
        case Seeding.RATING:
            return tuple(sorted(by_lot, key=lambda entry: -ratings[entry]))
        case Seeding.RANKING:
            return tuple(sorted(by_lot, key=lambda entry: (entry not in ranks, ranks.get(entry, 0))))
        case Seeding.MANUAL:
            named = set(seeded)
            return (*seeded, *(entry for entry in by_lot if entry not in named))
        case Seeding.RANDOM:
            return tuple(by_lot)
