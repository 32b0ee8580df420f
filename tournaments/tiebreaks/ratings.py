"""Tie-breaks by ratings (section 10): of matches played at the table against opponents who have one.

Ratings are taken as whole numbers of the scale FIDE's tables are made for, on which 400 points are about
ten to one. The tables are those of the FIDE Rating Regulations, B.02 section 8.1.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from engine.words import gettext_lazy as _

from .base import HALF, ONE, ZERO, Crosstable, Ending, Own, nearest_integer
from .results import Figure, Share

NOTHING = -800
"""What a performance without any point is below the opponents."""

# The difference in rating that goes with 50, 51, ... 99 and 100 % of the points (8.1.1).
# fmt: off
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)
# The greatest difference at which 50, 51, ... 99 % are expected (8.1.2); beyond the last one, all of them.
EXPECTED = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68,
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)
# fmt: on


@dataclass(frozen=True, slots=True)
class Faced:
    """A match at the table against a rated opponent, worth 1, 1/2 or 0 whatever the event gives."""

    share: Share
    rating: int
    points: Fraction


def rated_opponents(table: Crosstable, entry: int) -> list[Faced]:
    """The matches of an entry that count here."""
    worth = {Ending.WIN: ONE, Ending.DRAW: HALF, Ending.LOSS: ZERO}
    return [
        Faced(Share(Fraction(rating), cell.round, cell.opponent), rating, worth[cell.ending])
        for cell in table.rows[entry]
        if cell.opponent is not None
        and cell.played
        and (rating := table.ratings.get(cell.opponent)) is not None
    ]


def rating_difference_of(percent: int) -> int:
    """The difference in rating that so many per cent of the points amount to: 76 gives 202, 24 gives -202."""
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]


def expected_percent(difference: int) -> int:
    """The points expected of one match at a difference in rating, in per cent, with no limit of 400."""
    percent = 50 + bisect_left(EXPECTED, abs(difference))
    return percent if difference >= 0 else 100 - percent


def average_opponent_rating(values: Iterable[int | Fraction]) -> Fraction:
    """The average as a whole number, halves up; of nothing 0."""
    found = [Fraction(value) for value in values]
    return Fraction(nearest_integer(sum(found, ZERO) / len(found))) if found else ZERO


class Rating(Own):
    """Its own rating (10.6)."""

    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        return Figure(self.code, Fraction(table.ratings.get(entry, 0)))


@dataclass(frozen=True)
class AverageRating(Own):
    """The average rating of the opponents (10.1), without the `cut` lowest."""

    share_name = _("Rating of the opponent")
    made = _("On average, as a whole number.")

    cut: int = 0

    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        shares = [match.share for match in rated_opponents(table, entry)]
        for place in sorted(range(len(shares)), key=lambda place: (shares[place].value, place))[: self.cut]:
            shares[place] = replace(shares[place], counted=False)
        return Figure(
            self.code,
            average_opponent_rating(share.value for share in shares if share.counted),
            tuple(shares),
        )


class Performance(Own):
    """The average rating of the opponents and the difference the points against them amount to (10.2)."""

    share_name = AverageRating.share_name
    made = _("Their average, and the difference that the points against them amount to.")

    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        matches = rated_opponents(table, entry)
        return Figure(
            self.code,
            Fraction(performance_ratings(table).get(entry, 0)),
            tuple(match.share for match in matches),
        )


class PerfectPerformance(Own):
    """The lowest rating of which the points scored, or more, are expected against these opponents (10.3)."""

    share_name = AverageRating.share_name
    made = _("The lowest rating of which the points against them would be expected.")

    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        matches = rated_opponents(table, entry)
        value = Fraction(perfect_performances(table).get(entry, 0))
        return Figure(self.code, value, tuple(match.share for match in matches))


class OpponentsPerformance(Own):
    """The average performance of the opponents met at the table (10.4)."""

    share_name = _("Performance of the opponent")
    made = AverageRating.made

    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        return self.average_figure(table, entry, performance_ratings(table))

    def average_figure(self, table: Crosstable, entry: int, of: Mapping[int, int]) -> Figure:
        shares = tuple(
            Share(Fraction(of[cell.opponent]), cell.round, cell.opponent)
            for cell in table.rows[entry]
            if cell.opponent is not None and cell.played and cell.opponent in of
        )
        return Figure(self.code, average_opponent_rating(share.value for share in shares), shares)


class OpponentsPerfectPerformance(OpponentsPerformance):
    """The average perfect performance of the opponents met at the table (10.5)."""

    share_name = _("Perfect performance of the opponent")

    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        return self.average_figure(table, entry, perfect_performances(table))


@lru_cache(maxsize=4)
def performance_ratings(table: Crosstable) -> dict[int, int]:
    """The performance of every entry that has met a rated opponent."""
    found = {}
    for entry in table.rows:
        if matches := rated_opponents(table, entry):
            percent = nearest_integer(100 * sum((match.points for match in matches), ZERO) / len(matches))
            found[entry] = int(
                average_opponent_rating(match.rating for match in matches)
            ) + rating_difference_of(percent)
    return found


@lru_cache(maxsize=4)
def perfect_performances(table: Crosstable) -> dict[int, int]:
    """The perfect performance of every entry that has met a rated opponent."""
    return {
        entry: perfect_performance(matches)
        for entry in table.rows
        if (matches := rated_opponents(table, entry))
    }


def perfect_performance(matches: list[Faced]) -> int:
    """The lowest whole rating that expects the points scored; of no points 800 below the lowest opponent."""
    scored = sum((match.points for match in matches), ZERO)
    ratings = [match.rating for match in matches]
    if not scored:
        return min(ratings) + NOTHING
    low, high = min(ratings) + NOTHING, max(ratings) + EXPECTED[-1] + 1
    # What is expected only grows with the rating: halve the range until one is left.
    while low < high:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) >= 100 * scored:
            high = middle
        else:
            low = middle + 1
    return low


RATINGS: tuple[Own, ...] = (
    AverageRating(
        "average_rating",
        _("Average rating of opponents"),
        "ARO",
        description=_("The average rating of those met at the table."),
    ),
    AverageRating(
        "average_rating_cut_1",
        _("Average rating of opponents, cut 1"),
        "ARO-C1",
        description=_("The average rating of those met at the table, without the lowest."),
        cut=1,
    ),
    Performance(
        "performance",
        _("Performance"),
        "TPR",
        description=_("The rating that the points against these opponents amount to, by FIDE's table."),
    ),
    PerfectPerformance(
        "perfect_performance",
        _("Perfect performance"),
        "PTP",
        description=_("The lowest rating of which the points scored would be expected."),
    ),
    OpponentsPerformance(
        "opponents_performance",
        _("Average performance of opponents"),
        "APRO",
        description=_("How those met at the table have performed, on average."),
    ),
    OpponentsPerfectPerformance(
        "opponents_perfect_performance",
        _("Average perfect performance of opponents"),
        "APPO",
        description=_("The perfect performance of those met at the table, on average."),
    ),
    Rating("rating", _("Rating"), "RTNG", description=_("The entry's own rating at the draw.")),
)
