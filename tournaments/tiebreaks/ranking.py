"""Who ranks where: points first, then the tie-breaks of an event in their order (section 4.2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from .base import Among, Crosstable
from .errors import InvalidTiebreaks, UnknownTiebreak
from .registry import TIEBREAKS
from .results import Figure, Place, Share


def check_tiebreaks(codes: Sequence[str]) -> None:
    """Raises UnknownTiebreak, or InvalidTiebreaks where some of a list could never decide anything."""
    for code in codes:
        if code not in TIEBREAKS:
            raise UnknownTiebreak(
                "There is no tie-break %(code)r. Choose from: %(tiebreaks)s.",
                {"code": code, "tiebreaks": [*TIEBREAKS]},
                tiebreak=code,
                tiebreaks=[*TIEBREAKS],
            )
    if "lots" in codes[:-1]:
        raise InvalidTiebreaks("Lots leave no ties: name them last, or not at all.", tiebreak="lots")
    for code, times in Counter(codes).items():
        # What looks at the tied only may decide more when fewer are tied (4.3).
        if times > 1 and not isinstance(TIEBREAKS[code], Among):
            raise InvalidTiebreaks(
                "%(code)s decides nothing a second time. Name it once.", {"code": code}, tiebreak=code
            )


def rank_entries(
    table: Crosstable, tiebreaks: Sequence[str], *, seed: str, clinched: bool
) -> tuple[Place, ...]:
    """Every entry's place, best first; who is equal to the end shares places, lowest number of entry first.

    Points decide first; where "points" is named among the tie-breaks, they decide there instead. Each
    tie-break is applied to those whom everything before it left tied. The figures of a place are those of
    `tiebreaks`, in order; its points are the sum of its `point_shares`.

    Raises UnknownTiebreak, InvalidTiebreaks.
    """
    check_tiebreaks(tiebreaks)
    everybody = sorted(table.rows)
    groups = (
        [everybody] if "points" in tiebreaks or not everybody else split_tied_entries(everybody, table.points)
    )
    figures: dict[int, list[Figure]] = {entry: [] for entry in everybody}
    for code in tiebreaks:
        groups = [
            part
            for tied in groups
            for part in split_tied_entries(tied, _apply_tiebreak(code, table, tied, seed, figures))
        ]
    places: list[Place] = []
    for tied in groups:
        first, last = len(places) + 1, len(places) + len(tied)
        places += [
            Place(
                entry,
                first,
                last,
                clinched,
                table.points[entry],
                tuple(figures[entry]),
                tuple(Share(cell.points, cell.round, cell.opponent) for cell in table.rows[entry]),
            )
            for entry in tied
        ]
    return tuple(places)


def split_tied_entries(tied: Sequence[int], values: Mapping[int, Fraction]) -> list[list[int]]:
    """The tied in groups of equal value, highest first; in a group they keep their order."""
    ordered = sorted(tied, key=lambda entry: -values[entry])
    return [[*group] for _, group in groupby(ordered, key=lambda entry: values[entry])]


def _apply_tiebreak(
    code: str, table: Crosstable, tied: Sequence[int], seed: str, figures: dict[int, list[Figure]]
) -> dict[int, Fraction]:
    made = TIEBREAKS[code].tiebreak_figures(table, tied, seed)
    for entry, figure in made.items():
        figures[entry].append(figure)
    return {entry: figure.value for entry, figure in made.items()}
