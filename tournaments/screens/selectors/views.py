"""Views, and the matches that they show."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tournaments.events.models import Tournament
from tournaments.events.rules.slots import TO_PLAY, SlotState
from tournaments.events.selectors import GridRow, GridSide
from tournaments.screens.rules import MOST, SECONDS, in_sections

from .clocks import SideClock

if TYPE_CHECKING:
    from .event import EventScreen

NOW_PLAYED = TO_PLAY - {SlotState.SCHEDULED} | {SlotState.JUDGING}
CALLED = TO_PLAY - {SlotState.PLAYING}


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A view: its code, what is in it, of which event, and which of how many sections it is, from 1.

    event: None where all events of the screen are in it. of_several: whether the screen shows other events.
    """

    code: str
    content: Any
    event: "EventScreen | None" = None
    section: int = 1
    sections: int = 1
    of_several: bool = False

    @property
    def seconds(self) -> int:
        return SECONDS[self.code]

    @property
    def key(self) -> str:
        """By which its address and the script know it: standings-2, or standings-7-2 among several events."""
        event = f"-{self.event.tournament.pk}" if self.event is not None and self.of_several else ""
        return f"{self.code}{event}-{self.section}"


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match, and the event it is of. is_timed: whether it may have clocks, one for each side."""

    row: GridRow
    event: Tournament
    is_timed: bool = False
    clocks: Sequence[SideClock] = ()

    @property
    def sides(self) -> list[tuple[GridSide, SideClock | None]]:
        """Both sides, each with its clock where that is known."""
        return [*zip((self.row.one, self.row.two), self.clocks or (None, None), strict=True)]


def sectioned(code: str, lines: Sequence[Any], event: "EventScreen | None" = None) -> Iterator[ScreenView]:
    """The views of one kind: as many as hold its lines."""
    sections = in_sections(lines, MOST[code])
    for number, section in enumerate(sections, 1):
        yield ScreenView(code, section, event, number, len(sections))


def by_tables(matches: Iterable[ShownMatch]) -> list[ShownMatch]:
    """In the order of their tables: numbers before names, those without a table last."""
    return sorted(matches, key=place_in_room)


def place_in_room(match: ShownMatch) -> tuple[bool, int, str, int, int]:
    table = match.row.table or ""
    number = int(table) if table.isdecimal() else 10**6
    return not table, number, table, match.event.pk, match.row.slot.number or 0


def called_of(matches: Iterable[ShownMatch]) -> list[ShownMatch]:
    """Those that have been called to a table, and have not begun as far as anybody says."""
    return [each for each in matches if each.row.table and each.row.slot.state in CALLED]


def latest_first(matches: Iterable[ShownMatch]) -> list[ShownMatch]:
    """Those that are decided, the latest before the others."""
    decided = [(each.row.result.at, each) for each in matches if each.row.result is not None]
    return [each for _, each in sorted(decided, key=lambda found: found[0], reverse=True)]
