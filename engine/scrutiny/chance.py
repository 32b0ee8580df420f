"""How rare an outcome is when nothing but chance is at work: three p-values, in a few lines each."""

from math import ceil, erfc, exp, floor, lgamma, log, log1p, pi, sqrt


def chi_square_p(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable with `degrees` degrees of freedom is at least `statistic`.

    The finite series for whole degrees of freedom: Abramowitz and Stegun, Handbook of Mathematical Functions,
    26.4.4 (odd) and 26.4.5 (even).
    """
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if degrees % 2:
        total, term, first = erfc(sqrt(half)), exp(-half) * sqrt(4 * half / pi), 3
    else:
        total, term, first = 0.0, exp(-half), 2
    for divisor in range(first, degrees + 1, 2):
        total += term
        term *= statistic / divisor
    return min(total, 1.0)


def binomial_p(successes: int, trials: int, probability: float) -> float:
    """The exact two-sided p-value of `successes` in `trials`: all outcomes that are no more probable.

    Outcomes as probable as the one seen count with it, rounding aside. Work grows with the square root of
    `trials`.
    """
    seen = _log_binomial(successes, trials, probability) + 1e-7
    mode = min(floor((trials + 1) * probability), trials)
    if _log_binomial(mode, trials, probability) <= seen:
        return 1.0
    # On either side of the mode the probabilities only fall: find where they have fallen to the one seen.
    low = _tail_boundary(-1, mode, seen, trials, probability)
    high = _tail_boundary(trials + 1, mode, seen, trials, probability)
    return min(
        _tail_probability(low, -1, trials, probability) + _tail_probability(high, 1, trials, probability), 1.0
    )


def normal_p(distance: float) -> float:
    """The chance of a deviation of at least `distance` standard deviations, up or down."""
    return erfc(abs(distance) / sqrt(2))


def _log_binomial(successes: int, trials: int, probability: float) -> float:
    ways = lgamma(trials + 1) - lgamma(successes + 1) - lgamma(trials - successes + 1)
    return ways + successes * log(probability) + (trials - successes) * log1p(-probability)


def _tail_boundary(outside: int, mode: int, seen: float, trials: int, probability: float) -> int:
    """The outcome nearest to `mode`, on the side of `outside`, that is no more probable than the one seen."""
    near, far = mode, outside
    while abs(far - near) > 1:
        middle = floor((near + far) / 2) if far > near else ceil((near + far) / 2)
        if _log_binomial(middle, trials, probability) <= seen:
            far = middle
        else:
            near = middle
    return far


def _tail_probability(first: int, step: int, trials: int, probability: float) -> float:
    """The probability of `first` and everything beyond it, until nothing more is added."""
    total, outcome = 0.0, first
    while 0 <= outcome <= trials:
        added = exp(_log_binomial(outcome, trials, probability))
        total += added
        if added < total * 1e-17 or not added:
            break
        outcome += step
    return total
