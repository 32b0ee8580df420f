"""Head-to-head: the matches of the tied against each other (section 6, direct encounter)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from engine.words import gettext_lazy as _

from .base import ZERO, Among, Cell, Crosstable, UnplayedRounds
from .results import Share


class DirectEncounter(Among):
    """Ranks the tied by a table of their own matches (6.2), those equal there by a smaller table again.

    A match not played does not count, except in a round robin (6.1.1, 15.2). Of two who met more than once
    the average counts (6.1.2). Where not all have met, only who stays alone at the top however the missing
    matches might end is ranked, and the next likewise; whoever is left is looked at anew (6.3).
    """

    share_name = _("Points against the opponent")

    def order_tied(self, table: Crosstable, tied: Sequence[int], seed: str) -> list[list[int]]:
        if len(tied) < 2:
            return [[*tied]] if tied else []
        scores, missing = self._table_of_tied(table, tied)
        if missing:
            ahead = certain_order(tied, scores, missing, table.scale.loss, table.scale.win)
            if not ahead:
                return [[*tied]]
            rest = [entry for entry in tied if entry not in ahead]
            return [[entry] for entry in ahead] + self.order_tied(table, rest, seed)
        groups = [
            [entry for entry in tied if scores[entry] == score]
            for score in sorted({*scores.values()}, reverse=True)
        ]
        if len(groups) == 1:
            return groups
        return [equals for group in groups for equals in self.order_tied(table, group, seed)]

    def tiebreak_shares(self, table: Crosstable, entry: int, tied: Sequence[int]) -> Iterable[Share]:
        return (
            Share(cell.points, cell.round, cell.opponent)
            for cell in direct_encounters(table, entry, set(tied))
        )

    def _table_of_tied(
        self, table: Crosstable, tied: Sequence[int]
    ) -> tuple[dict[int, Fraction], dict[int, int]]:
        """The scores of the tied among themselves, and how many of the others each has yet to meet."""
        among = set(tied)
        scores: dict[int, Fraction] = {}
        missing: dict[int, int] = {}
        for entry in tied:
            against: dict[int, list[Fraction]] = {}
            for cell in direct_encounters(table, entry, among):
                against.setdefault(cell.opponent or 0, []).append(cell.points)
            scores[entry] = sum((sum(points, ZERO) / len(points) for points in against.values()), ZERO)
            if lacking := len(among) - 1 - len(against):
                missing[entry] = lacking
        return scores, missing


def direct_encounters(table: Crosstable, entry: int, among: set[int]) -> list[Cell]:
    """The matches of an entry against some of the others that count between them."""
    scheduled = table.unplayed is UnplayedRounds.SCHEDULED
    return [cell for cell in table.rows[entry] if cell.opponent in among and (cell.played or scheduled)]


def certain_order(
    tied: Sequence[int], scores: dict[int, Fraction], missing: dict[int, int], loss: Fraction, win: Fraction
) -> list[int]:
    """Who is first, second and so on, whatever comes of the matches that are missing.

    Losing all of one's own must be enough against everybody who wins all of theirs.
    """
    ahead: list[int] = []
    rest = [*tied]
    while rest:
        first = max(rest, key=lambda entry: scores[entry] + missing.get(entry, 0) * loss)
        worst = scores[first] + missing.get(first, 0) * loss
        if any(scores[other] + missing.get(other, 0) * win >= worst for other in rest if other != first):
            break
        ahead.append(first)
        rest.remove(first)
    return ahead
