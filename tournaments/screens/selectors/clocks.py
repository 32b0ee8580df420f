"""The clocks of what is played: of recorded matches whose recording keeps them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from matches.play.rules.regulations import regulations_of
from matches.recordings.rules.clock import ClockFace, clock_time
from matches.recordings.selectors import face_shown, match_clocks
from tournaments.events.models import Tournament


@dataclass(frozen=True, slots=True)
class SideClock:
    """The clock of a side: its time, such as 4:07, whether it runs, and whether nothing is left of it."""

    time: str
    runs: bool
    is_over: bool


def side_clocks(face: ClockFace, now: datetime) -> list[SideClock]:
    """Both sides, as they are now."""
    left = face.left_at(now)
    return [SideClock(clock_time(each), face.running == side, each <= 0) for side, each in enumerate(left)]


def is_timed(tournament: Tournament) -> bool:
    """Whether there may be clocks at an event."""
    return regulations_of(tournament.regulations).clock != "off"


def event_clocks(tournaments: Iterable[Tournament]) -> Mapping[int, ClockFace]:
    """By match, of all that is played at events: three queries at most, none where nothing is timed."""
    numbers = [tournament.pk for tournament in tournaments if is_timed(tournament)]
    return match_clocks(Q(match__fixture__tournament__in=numbers)) if numbers else {}


def clocks_shown(clocks: Mapping[int, ClockFace], now: datetime) -> dict[str, Any]:
    """For the script of the screen, by the number of the match."""
    return {str(match): face_shown(face, now) for match, face in clocks.items()}
