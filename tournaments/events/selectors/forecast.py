"""What an event would come to that is announced so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from matches.play.rules.regulations import regulations_of
from tournaments.clubs.models import Club
from tournaments.events.errors import InvalidDates
from tournaments.events.rules.forecast import Forecast
from tournaments.events.rules.remedies import ForecastQuestion, Remedy, remedies
from tournaments.events.rules.timing import usual_minutes

from .pace import club_pace


@dataclass(frozen=True, slots=True)
class LengthPace:
    """How long a match of a length is taken to take: the middle of so many of the club's `matches`.

    None of them where too few are known: then it is the usual for a club.
    """

    length: int
    minutes: float
    matches: int | None = None


@dataclass(frozen=True, slots=True)
class TimedForecast:
    """A forecast by the clock: `starts_at` may be open, and then nothing is said of the end."""

    forecast: Forecast
    starts_at: datetime | None

    @property
    def ends_at(self) -> datetime | None:
        return self._after(self.forecast.minutes)

    @property
    def late_at(self) -> datetime | None:
        return self._after(self.forecast.late_minutes)

    def _after(self, minutes: int) -> datetime | None:
        return None if self.starts_at is None else self.starts_at + timedelta(minutes=minutes)


@dataclass(frozen=True, slots=True)
class EventForecast(TimedForecast):
    """The forecast of an event, and what was known of how long matches take.

    remedies: where it ends too late, what could be announced otherwise.
    """

    entries: int
    pace: Sequence[LengthPace]
    remedies: Sequence["TimedRemedy"]


@dataclass(frozen=True, slots=True)
class TimedRemedy(TimedForecast):
    remedy: Remedy


def event_forecast(
    announced: Mapping[str, Any],
    *,
    entries: int,
    tables: int | None = None,
    club: Club | None = None,
    starts_at: datetime | None = None,
    closes_at: datetime | None = None,
) -> EventForecast:
    """What an announcement comes to that was checked (services.checked_announcement): one query for a club.

    `closes_at` is when the house closes. Raises FormatMisfit, PlacesMissing, ForecastTooLarge, InvalidDates.
    """
    known = {} if club is None else club_pace(club, announced["variant"])
    question = ForecastQuestion(
        format=announced["format"],
        format_options=announced["format_options"],
        lengths=announced["lengths"],
        rounds=announced["rounds"],
        entries=entries,
        tables=tables,
        minutes=tuple((length, pace.minutes) for length, pace in known.items()),
        shortest=regulations_of(announced["regulations"]).shortest,
    )
    paces = [
        LengthPace(length, *known[length]) if length in known else LengthPace(length, usual_minutes(length))
        for length in question.lengths_played
    ]
    forecast = question.forecast()
    check_end(starts_at, forecast.late_minutes)
    found = [] if closes_at is None else remedies(question, minutes_open(starts_at, closes_at))
    timed = [TimedRemedy(remedy.forecast, starts_at, remedy) for remedy in found]
    return EventForecast(forecast, starts_at, entries, paces, timed)


def check_end(starts_at: datetime | None, minutes: int) -> None:
    """Raises InvalidDates where an event of so many minutes would end after the calendar does."""
    # Less a day: a zone may be so far ahead.
    last = datetime.max.replace(tzinfo=UTC) - timedelta(days=1)
    if starts_at is not None and last - starts_at < timedelta(minutes=minutes):
        raise InvalidDates(
            "It would end after the last day that there is: give an earlier starts_at.", fields=["starts_at"]
        )


def minutes_open(starts_at: datetime | None, closes_at: datetime) -> int:
    """How long an event may take. Raises InvalidDates."""
    if starts_at is None:
        raise InvalidDates(
            "Whether it ends before the house closes hangs on when it starts: give starts_at as well.",
            fields=["starts_at", "closes_at"],
        )
    if closes_at <= starts_at:
        raise InvalidDates(
            "The house closes before it starts: give a later closes_at, or leave it out.",
            fields=["starts_at", "closes_at"],
        )
    return (closes_at - starts_at) // timedelta(minutes=1)
