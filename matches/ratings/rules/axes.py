"""Where a chart has its lines: at round numbers, and at times at which a clock or a calendar turns."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count, takewhile
from math import ceil, floor, log10
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Tick(Generic[Value]):
    """A line across a chart. at: in per cent, from the left or from the top. form: how a time is written."""

    value: Value
    at: float
    form: str = ""

    @property
    def anchor(self) -> str:
        """Which end of its label is at the line: near an edge it would be beside the chart."""
        return "start" if self.at < 8 else "end" if self.at > 92 else "middle"


# By hours, days, months: a step, and how a time at such is written (config.formats).
CLOCK = [(hours, "TIME_FORMAT") for hours in (1, 2, 3, 6)]
DAYS = [(days, "SHORT_DATE_FORMAT") for days in (1, 2, 3, 7, 14)]
MONTHS = [(months, "SHORT_MONTH_FORMAT") for months in (1, 2, 3, 6)]
YEARS = [(12 * years, "YEAR_FORMAT") for years in (1, 2, 5, 10, 20, 50)]

MOST_TIMES = 5


def value_ticks(low: float, high: float) -> list[Tick[int]]:
    """Round whole numbers from below `low` to above `high`, the highest first: at least two."""
    step = round_step((high - low) / 4)
    bottom, top = floor(low / step) * step, ceil(high / step) * step
    if bottom == top:
        bottom, top = bottom - step, top + step
    return [
        Tick(value, round(100 * (top - value) / (top - bottom), 3))
        for value in range(top, bottom - step, -step)
    ]


def round_step(at_least: float) -> int:
    """The least of 1, 2, 5, 10, 20, 50 and so on that is as much."""
    if at_least <= 1:
        return 1
    power: int = 10 ** floor(log10(at_least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= at_least)


def time_ticks(start: datetime, end: datetime, *, most: int = MOST_TIMES) -> list[Tick[datetime]]:
    """Times from `start` to `end` in their zone: hours within a day, else days, months or years.

    Where none or one falls between the two, the days of both.
    """
    found: list[Tick[datetime]] = []
    for form, moments in time_series(start, end):
        within = [moment for moment in takewhile(lambda at: at <= end, moments) if moment >= start]
        if len(within) <= most:
            found = [Tick(moment, percent_of(moment, start, end), form) for moment in within]
            break
    if len(found) >= 2:
        return found
    ends = [Tick(start, 0.0, "DATE_FORMAT"), Tick(end, 100.0, "DATE_FORMAT")]
    return ends[1:] if start.date() == end.date() else ends


def percent_of(moment: datetime, start: datetime, end: datetime) -> float:
    whole = end.timestamp() - start.timestamp()
    return round(100 * (moment.timestamp() - start.timestamp()) / whole, 3)


def time_series(start: datetime, end: datetime) -> Iterator[tuple[str, Iterator[datetime]]]:
    """Steps from the finest to the coarsest: how a time is written, and times from before `start` on."""
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
    monday = midnight - timedelta(days=midnight.weekday())
    if end - start <= timedelta(days=1):
        yield from ((form, each_of(midnight, timedelta(hours=hours))) for hours, form in CLOCK)
    for days, form in DAYS:
        # Weeks begin on Mondays, whenever the first of them is.
        yield form, each_of(midnight if days < 7 else monday, timedelta(days=days))
    for months, form in (*MONTHS, *YEARS):
        yield form, each_month(midnight, months)


def each_of(moment: datetime, step: timedelta) -> Iterator[datetime]:
    """By the clock on the wall: a day is a day when clocks are changed, too."""
    while True:
        yield moment
        moment += step


def each_month(midnight: datetime, step: int) -> Iterator[datetime]:
    """First days of months whose number, counted from the year 0, the step divides."""
    number = 12 * midnight.year + midnight.month - 1
    for month in count(number - number % step, step):
        yield midnight.replace(year=month // 12, month=month % 12 + 1, day=1)
