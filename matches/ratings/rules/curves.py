"""A rating match by match as a curve: which matches have a point of their own, and where everything lies."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from .axes import Tick, percent_of, time_ticks, value_ticks

POINTS_MAX = 120
"""With more matches than this, a stretch of time has three points: the highest, the lowest, the last."""

STRETCHES = POINTS_MAX // 3

SCALE = 1000
"""The line's own units, along both axes; a page stretches them."""


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What one match did to a rating, and when, in the zone in which times are said."""

    match: int
    at: datetime
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A match on the curve; x and y in per cent, from the left and from the top."""

    step: RatingStep
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """A drawn curve. first: the rating before the first match; highest and lowest with their times.

    line: the path of the rating, in units of SCALE; area: what lies between it and the axis of time.
    """

    matches: int
    first: Tick[float]
    points: Sequence[CurvePoint]
    highest: RatingStep
    lowest: RatingStep
    values: Sequence[Tick[int]]
    times: Sequence[Tick[datetime]]
    line: str
    area: str

    @property
    def began(self) -> datetime:
        return self.points[0].step.at

    @property
    def last(self) -> CurvePoint:
        return self.points[-1]

    @property
    def is_thinned(self) -> bool:
        """Whether matches have no point of their own."""
        return len(self.points) < self.matches


def lay_out_curve(steps: Sequence[RatingStep]) -> RatingCurve | None:
    """The curve of a rating's steps, the oldest first; of none, none."""
    if not steps:
        return None
    newcomer = RatingStep(steps[0].match, steps[0].at, steps[0].before, steps[0].before)
    highest = max((newcomer, *steps), key=lambda step: step.after)
    lowest = min((newcomer, *steps), key=lambda step: step.after)
    end = steps[-1].at
    # The first match is not on the edge: what was before it is seen.
    start = steps[0].at - ((end - steps[0].at) / 30 or timedelta(minutes=30))
    values = value_ticks(lowest.after, highest.after)
    top, bottom = values[0].value, values[-1].value

    def down(value: float) -> float:
        return round(100 * (top - value) / (top - bottom), 3)

    points = [
        CurvePoint(step, percent_of(step.at, start, end), down(step.after))
        for step in thin(steps, start, end)
    ]
    first = Tick(steps[0].before, down(steps[0].before))
    line = f"M0 {units(first.at)}" + "".join(f"H{units(point.x)}V{units(point.y)}" for point in points)
    return RatingCurve(
        matches=len(steps),
        first=first,
        points=points,
        highest=highest,
        lowest=lowest,
        values=values,
        times=time_ticks(start, end),
        line=line,
        area=f"{line}V{SCALE}H0Z",
    )


def units(percent: float) -> str:
    return f"{percent * SCALE / 100:g}"


def thin(steps: Sequence[RatingStep], start: datetime, end: datetime) -> Sequence[RatingStep]:
    """As many steps as a chart can show: all, or of each stretch of time the highest, lowest and last."""
    if len(steps) <= POINTS_MAX:
        return steps
    return list(kept_of_stretches(steps, start, end))


def kept_of_stretches(steps: Sequence[RatingStep], start: datetime, end: datetime) -> Iterator[RatingStep]:
    def stretch(place: int) -> int:
        return min(int(percent_of(steps[place].at, start, end) * STRETCHES / 100), STRETCHES - 1)

    def after(place: int) -> float:
        return steps[place].after

    for _, places in groupby(range(len(steps)), stretch):
        within = list(places)
        kept = {max(within, key=after), min(within, key=after), within[-1]}
        yield from (steps[place] for place in sorted(kept))
