"""The report on dice: counts beside what fair dice give, and checks with their p-values."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ..dice import ROLLS
from .chance import binomial_p, chi_square_p, normal_p
from .throws import PIPS, WEIGHTS, RecordDice, Tally, tally_dice

FEWEST_EXPECTED = 5
"""A chi-square test is not made with cells that expect fewer; doubles are pooled first (Cochran 1954)."""

FEWEST_FOR_PIPS = 100
"""From here on the mean of rolls is near enough to a normal distribution: p-values of 0.001 are right to a
tenth in simulations, at 50 rolls they come twice as often as they should."""

MEAN_PIPS = sum(share * pips for share, pips in zip(WEIGHTS, PIPS, strict=True)) / 36
_SQUARES = sum(share * pips * pips for share, pips in zip(WEIGHTS, PIPS, strict=True)) / 36
PIPS_DEVIATION = sqrt(_SQUARES - MEAN_PIPS**2)
"""Mean, 8 1/6, and standard deviation, about 4.30, of the pips of one ordinary roll."""

DOUBLE = 1 / 6
REPEAT = sum(share * share for share in WEIGHTS) / 36**2
"""The chance that a roll equals the one before: 11 in 216."""


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison with fair dice. `side` is None for both sides together.

    `sample` is how many rolls, or opened games, it rests on, `needed` how many it takes; with fewer there is
    no p-value. `observed` and `expected` are counts, or mean pips. `statistic` is chi-square with `degrees`
    degrees of freedom, or, without them, standard deviations from the mean.
    """

    code: str
    side: int | None
    sample: int
    needed: int
    observed: float | None = None
    expected: float | None = None
    statistic: float | None = None
    degrees: int | None = None
    p_value: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """The check as plain JSON values."""
        return {
            "code": self.code,
            "side": self.side,
            "sample": self.sample,
            "needed": self.needed,
            "observed": self.observed,
            "expected": self.expected,
            "statistic": self.statistic,
            "degrees": self.degrees,
            "p_value": self.p_value,
        }


@dataclass(frozen=True, slots=True)
class Scrutiny:
    """What the dice of one or more transcripts look like, side by side and together."""

    transcripts: int
    games: int
    sides: tuple[Tally, Tally]
    checks: tuple[Check, ...]

    @property
    def both_sides(self) -> Tally:
        """Both sides' counts."""
        return self.sides[0] + self.sides[1]

    @property
    def checks_made(self) -> int:
        """How many checks had enough rolls."""
        return sum(check.p_value is not None for check in self.checks)

    @property
    def lowest_check(self) -> Check | None:
        """The check with the lowest p-value, None if none could be made."""
        made = [check for check in self.checks if check.p_value is not None]
        return min(made, key=_require_p_value, default=None)

    @property
    def adjusted_p_value(self) -> float | None:
        """The lowest p-value times the number of checks made, at most 1: a bound on the chance that any check
        of a report on fair dice is as low (Bonferroni).
        """
        return (
            None
            if self.lowest_check is None
            else min(1.0, _require_p_value(self.lowest_check) * self.checks_made)
        )

    def as_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, the keys in the documented order (docs/scrutiny.md)."""
        lowest = self.lowest_check
        return {
            "transcripts": self.transcripts,
            "games": self.games,
            "sides": [_tally_as_dict(tally) for tally in self.sides],
            "together": _tally_as_dict(self.both_sides),
            "checks": [check.as_dict() for check in self.checks],
            "summary": {
                "checks": self.checks_made,
                "lowest": None
                if lowest is None
                else {"code": lowest.code, "side": lowest.side, "p_value": lowest.p_value},
                "adjusted": self.adjusted_p_value,
            },
        }


def scrutinise_dice(records: Iterable[RecordDice], first: Iterable[int] | None = None) -> Scrutiny:
    """Count and check the dice of one or more records of different matches.

    `first` names for each record the side that counts as side 0 of the report, so that the records of one
    player add up; without it left columns are side 0.
    """
    records = list(records)
    one, two = tally_dice(records, first)
    checks = [
        check
        for side, tally in ((None, one + two), (0, one), (1, two))
        for check in _make_checks(side, tally)
    ]
    opened, games = sum(one.openings), sum(one.openings) + sum(two.openings)
    checks.append(_check_share("opener", 0, opened, games, 1 / 2))
    return Scrutiny(len(records), sum(len(dice.games) for dice in records), (one, two), tuple(checks))


def _make_checks(side: int | None, tally: Tally) -> Iterable[Check]:
    rolls = sum(tally.rolls)
    yield _check_rolls(side, tally, rolls)
    # Two independent dice each: the opening rolls, which cannot be doubles, are left to a check of their own.
    yield _check_chi_square("faces", side, rolls, tally.face_counts, [1 / 6] * 6, throws=2)
    yield _check_share("doubles", side, tally.double_count, rolls, DOUBLE)
    yield _check_pips(side, tally, rolls)
    yield _check_share("repeats", side, tally.repeats, tally.followed, REPEAT)
    yield _check_share("own_repeats", side, tally.own_repeats, tally.returned, REPEAT)
    # A double cannot open a game by lot; a record where one does breaks a rule, which the referee reports.
    openings = [count for count, share in zip(tally.openings, WEIGHTS, strict=True) if share == 2]
    yield _check_chi_square("openings", side, sum(openings), openings, [1 / 15] * 15)


def _check_rolls(side: int | None, tally: Tally, rolls: int) -> Check:
    """Compare the 21 rolls with 1 and 2 in 36; as long as doubles are few, they count as one cell."""
    if rolls < 36 * FEWEST_EXPECTED:
        others = [count for count, share in zip(tally.rolls, WEIGHTS, strict=True) if share == 2]
        return _check_chi_square("rolls", side, rolls, [tally.double_count, *others], [1 / 6, *[1 / 18] * 15])
    return _check_chi_square("rolls", side, rolls, tally.rolls, [share / 36 for share in WEIGHTS])


def _check_chi_square(
    code: str, side: int | None, sample: int, counts: Sequence[int], shares: Sequence[float], throws: int = 1
) -> Check:
    """Pearson's chi-square of `counts`, which are `throws` for each of the sample, against fixed shares."""
    needed = -round(-FEWEST_EXPECTED / min(shares) / throws)
    if sample < needed:
        return Check(code, side, sample, needed)
    expected = [share * sample * throws for share in shares]
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    degrees = len(shares) - 1
    return Check(
        code,
        side,
        sample,
        needed,
        statistic=statistic,
        degrees=degrees,
        p_value=chi_square_p(statistic, degrees),
    )


def _check_share(code: str, side: int | None, seen: int, sample: int, probability: float) -> Check:
    """Compare a count with a binomial distribution, exactly: one roll is enough to ask."""
    p_value = binomial_p(seen, sample, probability) if sample else None
    return Check(code, side, sample, 1, seen, sample * probability, p_value=p_value)


def _check_pips(side: int | None, tally: Tally, rolls: int) -> Check:
    if not rolls:
        return Check("pips", side, 0, FEWEST_FOR_PIPS, expected=MEAN_PIPS)
    mean = tally.pips_rolled / rolls
    if rolls < FEWEST_FOR_PIPS:
        return Check("pips", side, rolls, FEWEST_FOR_PIPS, mean, MEAN_PIPS)
    distance = (mean - MEAN_PIPS) / PIPS_DEVIATION * sqrt(rolls)
    return Check("pips", side, rolls, FEWEST_FOR_PIPS, mean, MEAN_PIPS, distance, p_value=normal_p(distance))


def _tally_as_dict(tally: Tally) -> dict[str, Any]:
    rolls = sum(tally.rolls)
    openings = sum(count for count, share in zip(tally.openings, WEIGHTS, strict=True) if share == 2)
    return {
        "rolls": rolls,
        "openings": openings,
        "doubles": tally.double_count,
        "pips": tally.pips_rolled,
        "faces": list(tally.face_counts),
        "counts": [
            {
                "roll": f"{high}{low}",
                "count": tally.rolls[index],
                "expected": rolls * WEIGHTS[index] / 36,
                "openings": tally.openings[index],
                "openings_expected": openings / 15 if high != low else 0.0,
            }
            for index, (high, low) in enumerate(ROLLS)
        ],
    }


def _require_p_value(check: Check) -> float:
    assert check.p_value is not None
    return check.p_value
