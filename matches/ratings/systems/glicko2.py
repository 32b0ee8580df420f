"""Glicko-2: a rating that knows how certain it is.

Source: M. Glickman, Example of the Glicko-2 system (http://www.glicko.net/glicko/glicko2.pdf); its steps are
named beside the code. Results of one rating period count as if they had come at once, against the ratings
with which the opponents began it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from math import exp, hypot, log, pi, sqrt

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.bounds import Choice, Quantity, field_with_bounds

from .base import VALUE, RatedMatch, Rating, RatingSystem, Step

SCALE = 173.7178
"""Rating points in one unit of Glickman's own scale (step 2)."""

PRECISION = 1e-6
"""How exactly the volatility is found (step 5)."""

ROUNDS_MAX = 200


@dataclass(frozen=True)
class Glicko2(RatingSystem):
    """Glicko-2, in calendar periods (UTC).

    Every match has its step: after it the rating is that of a period which ends there, so after the last
    match of a period it is the published one. What a rating carries on: deviation, volatility, the period,
    and what the period began with and has gathered.

    deviation: of a newcomer, and the highest there is. volatility: of a newcomer.
    tau: how much the volatility may change; Glickman advises 0.3 to 1.2.
    period: how long a period is; 10 to 15 matches of a player in each are advised.
    """

    code = "glicko2"
    name = _("Glicko-2")
    description = _("A rating that knows how certain it is: the less certain, the further a result moves it.")

    start_deviation: float = field_with_bounds(350.0, Quantity(_("rating points"), 30, 1000, whole=False))
    volatility: float = field_with_bounds(0.06, Quantity(_("units"), 0.001, 0.5, whole=False))
    tau: float = field_with_bounds(0.5, Quantity(_("units"), 0.2, 1.2, whole=False))
    period: str = field_with_bounds("month", Choice(("day", "week", "month", "quarter")))

    def describe_parameters(self) -> Iterator[Text]:
        yield {
            "day": _("The matches of a day are rated together (UTC)."),
            "week": _("The matches of a week are rated together (UTC)."),
            "month": _("The matches of a month are rated together (UTC)."),
            "quarter": _("The matches of a quarter of a year are rated together (UTC)."),
        }[self.period]
        yield _(
            "A newcomer has a deviation of %(deviation)s and a volatility of %(volatility)s; tau is %(tau)s."
        ) % {
            "deviation": f"{self.start_deviation:g}",
            "volatility": f"{self.volatility:g}",
            "tau": f"{self.tau:g}",
        }

    @property
    def newcomer_rating(self) -> Rating:
        return self.opened_rating(float(self.start), 0, float(self.start_deviation), self.volatility, 0.0)

    @staticmethod
    def opened_rating(
        value: float, experience: float, deviation: float, volatility: float, period: float
    ) -> Rating:
        """A rating at the beginning of a period: value, experience, deviation, volatility; the period;

        value, deviation and volatility with which it began; sums of 1/v and of g(s - E) so far (steps 3, 4).
        """
        return (value, experience, deviation, volatility, period, value, deviation, volatility, 0.0, 0.0)

    def period_number(self, moment: datetime) -> float:
        """The number of the period that a moment lies in."""
        day = moment.astimezone(UTC)
        match self.period:
            case "day":
                return day.toordinal()
            case "week":
                return (day.toordinal() - 1) // 7
            case "month":
                return day.year * 12 + day.month - 1
        return day.year * 4 + (day.month - 1) // 3

    def begin_period(self, rating: Rating, period: float) -> Rating:
        """A rating as it begins `period`: less certain by the periods without a match (step 6)."""
        value, experience, deviation, volatility, last = rating[:5]
        if last == period:
            return rating
        idle = max(period - last - 1, 0.0) if last else 0.0
        grown = hypot(deviation, sqrt(idle) * volatility * SCALE)
        return self.opened_rating(
            value, experience, min(grown, float(self.start_deviation)), volatility, period
        )

    def rating_at(self, rating: Rating, moment: datetime) -> Rating:
        """The rating with the periods that have ended since its last match counted as idle."""
        period, last = self.period_number(moment), rating[4]
        if not last or period <= last:
            return rating
        return self.begin_period(rating, period)

    def rating_deviation(self, rating: Rating) -> float | None:
        return rating[2]

    def win_probability(self, one: Rating, two: Rating, length: int) -> float:
        """With the uncertainty of both, as Glickman advises for predictions; the length does not enter."""
        return glicko_expected_score((one[VALUE] - two[VALUE]) / SCALE, hypot(one[2], two[2]) / SCALE)

    def fold_matches(self, matches: Iterable[RatedMatch], ratings: dict[int, Rating]) -> Iterator[Step]:
        for match in matches:
            period = self.period_number(match.completed_at)
            before = [ratings.get(player, self.newcomer_rating) for player in (match.winner, match.loser)]
            one, two = (self.begin_period(rating, period) for rating in before)
            ratings[match.winner] = won = self.rate_after(one, two, 1, match.length)
            ratings[match.loser] = lost = self.rate_after(two, one, 0, match.length)
            yield match, before[0], won, before[1], lost

    def rate_after(self, own: Rating, other: Rating, score: int, length: int) -> Rating:
        """`own` after one more match of its period, won (1) or lost (0) against `other`."""
        value, experience, _, _, period, base, deviation, volatility, information, surprise = own
        phi = deviation / SCALE
        weight = glicko_opponent_weight(other[6] / SCALE)
        chance = 1 / (1 + exp(weight * (other[5] - base) / SCALE))
        information += weight * weight * chance * (1 - chance)  # step 3: 1/v
        surprise += weight * (score - chance)  # step 4: delta / v
        volatile = self.new_volatility(phi, volatility, 1 / information, surprise / information)
        phi = 1 / sqrt(1 / (phi * phi + volatile * volatile) + information)  # steps 6 and 7
        after = base + SCALE * phi * phi * surprise
        if self.clamp:
            after = max(after, value) if score else min(after, value)
        return (
            *(after, experience + length, phi * SCALE, volatile, period),
            *(base, deviation, volatility, information, surprise),
        )

    def new_volatility(self, phi: float, volatility: float, v: float, delta: float) -> float:
        """Step 5: the volatility after a period, by the Illinois algorithm."""
        a = log(volatility * volatility)
        square, spread = delta * delta, phi * phi + v

        def volatility_equation(x: float) -> float:
            grown = exp(x)
            return grown * (square - spread - grown) / (2 * (spread + grown) ** 2) - (x - a) / self.tau**2

        low = a
        if square > spread:
            high = log(square - spread)
        else:
            high = a - self.tau
            while volatility_equation(high) < 0:
                high -= self.tau
        f_low, f_high = volatility_equation(low), volatility_equation(high)
        for _round in range(ROUNDS_MAX):
            if abs(high - low) <= PRECISION:
                break
            middle = low + (low - high) * f_low / (f_high - f_low)
            f_middle = volatility_equation(middle)
            if f_middle * f_high <= 0:
                low, f_low = high, f_high
            else:
                f_low /= 2
            high, f_high = middle, f_middle
        return exp(low / 2)


def glicko_opponent_weight(phi: float) -> float:
    """How much an opponent's uncertainty weakens what a result says (step 3)."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def glicko_expected_score(difference: float, phi: float) -> float:
    """E of step 3, for a difference in Glickman's units."""
    return 1 / (1 + exp(-glicko_opponent_weight(phi) * difference))
