"""Penalty points: what lateness costs, and the score a match starts at. Plain data: no Django, no clock.

Source: JBF international rule 39 (after 15 minutes one point for each further 5, credited to the opponent,
who is the winner once they are a majority of the match); NOVA club (the first point after 5 minutes).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from .regulations import DAY, Regulations


@dataclass(frozen=True, slots=True)
class Penalised:
    """Penalty points of a side for a cause; the last of each counts, and 0 points take it back."""

    side: int
    cause: str
    points: int


@dataclass(frozen=True, slots=True)
class Lateness:
    """What coming late costs: points in the opponent's score, or the match."""

    points: int
    lost: bool


@dataclass(frozen=True, slots=True)
class LateSide:
    """How late a side is that is not there yet, or was when it came.

    since: when it was to be there. until: when it came; None while it has not. minutes: whole ones between,
    or so far. penalty: what they cost. next_point_at: when another point falls, if it does not come first;
    None where none does.
    """

    since: datetime
    until: datetime | None
    minutes: int
    penalty: Lateness
    next_point_at: datetime | None


def late_side(
    since: datetime, until: datetime | None, now: datetime, length: int, regulations: Regulations
) -> LateSide:
    """A side that was to be there `since`, in a match to `length`, as things are at `now`."""
    minutes = minutes_between(since, now if until is None else until)
    penalty = lateness_penalty(minutes, length, regulations)
    minute = None if until is not None or penalty.lost else next_penalty_minute(minutes, regulations)
    next_point_at = None if minute is None else since + timedelta(minutes=minute)
    return LateSide(since, until, minutes, penalty, next_point_at)


def minutes_between(since: datetime, until: datetime) -> int:
    """Whole minutes, a day at most, as lateness is counted."""
    return min(max(0, int((until - since).total_seconds() // 60)), DAY)


def next_penalty_minute(minutes: int, regulations: Regulations) -> int | None:
    """With how many minutes the next point falls, of a side that is `minutes` late; None if none does."""
    step, grace = regulations.late_step, regulations.late_grace
    if step is None:
        return None
    first = max(grace, 1) if regulations.late_first == "grace" else grace + step
    return first if minutes < first else grace + ((minutes - grace) // step + 1) * step


def lateness_penalty(minutes: int, length: int, regulations: Regulations) -> Lateness:
    """What it costs to come `minutes` late to a match to `length`.

    Nobody gets more points than it takes to lose the match. Where the first point falls when the grace ends,
    it does as soon as that many minutes are over; whoever comes on time has none even without any grace.
    """
    step = regulations.late_step
    over = minutes - regulations.late_grace
    if step is None or minutes <= 0 or over < 0:
        return Lateness(0, lost=False)
    due = over // step + (regulations.late_first == "grace")
    enough = penalty_points_that_lose(length, regulations)
    return Lateness(min(due, enough), lost=due >= enough)


def minutes_to_next_point(minutes: int, length: int, regulations: Regulations) -> int | None:
    """In how many minutes coming late costs more than `minutes` late do; None where it never will."""
    step = regulations.late_step
    if step is None or lateness_penalty(minutes, length, regulations).lost:
        return None
    over = minutes - regulations.late_grace
    if over >= 0 and minutes > 0:
        return step - over % step
    first = regulations.late_grace + (0 if regulations.late_first == "grace" else step)
    return max(first, 1) - minutes


def penalty_points_that_lose(length: int, regulations: Regulations) -> int:
    """How many penalty points for lateness lose a match to `length`: a majority of it unless set."""
    return min(regulations.late_forfeit or length // 2 + 1, length)


def standing_penalties(penalties: Iterable[Penalised]) -> dict[tuple[int, str], int]:
    """Of penalties in the order they were given, what stands: points by side and cause."""
    latest = {(each.side, each.cause): each.points for each in penalties}
    return {key: points for key, points in latest.items() if points}


def start_score(length: int, penalties: Iterable[Penalised]) -> tuple[int, int]:
    """The score of a match before its first game: each side has the other's penalty points.

    Penalty points alone win no match; what they are past `length` - 1 counts for nothing.
    """
    start = [0, 0]
    for (side, _), points in standing_penalties(penalties).items():
        start[1 - side] += points
    return min(start[0], length - 1), min(start[1], length - 1)
