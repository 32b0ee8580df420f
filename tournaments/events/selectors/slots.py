"""Every match of an event as plain data, loaded at once: what the control desk shows and is asked about.

No row of a model for each: an event may have thousands of matches. Only of those that are yet to be decided
the facts are loaded.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from json import dumps
from typing import Any, NamedTuple

from matches.play.models import Match
from matches.play.rules.regulations import Regulations, regulations_of
from matches.play.selectors import Case, GameLog, cases_of, live_game_log, live_prefetch
from tournaments.events.models import Entry, PublishedRound, Tournament
from tournaments.events.rules.reconciling import FixtureFacts, pairings_still_standing
from tournaments.events.rules.slots import (
    EventSlot,
    MatchStanding,
    late_match,
    slots_waited_for,
    state_of_match,
    state_of_slot,
)
from tournaments.formats import Empty, Format, History, Part, RoundPairings
from tournaments.formats.by_hand import ties_to_play_off
from tournaments.formats.teams import team_match_of_slot

from .history import COLUMNS, Row, field_of_tournament, fixture_facts, history_of_draw, history_with_pending
from .numbers import numbers_of_draw


class EntryRow(NamedTuple):
    """An entry with its player, who may have been merged into another."""

    entry: int
    serial: int
    alternate: bool
    left: int | None
    comes: int | None
    leaves: int | None
    home: str
    family: str
    player: int
    name: str
    stand_in: int | None
    stand_in_name: str | None

    @property
    def as_row(self) -> Row:
        """The columns of history.COLUMNS."""
        return (
            self.entry,
            self.serial,
            self.alternate,
            self.left,
            self.comes,
            self.leaves,
            self.home,
            self.family,
        )

    @property
    def shown_name(self) -> str:
        return self.name if self.stand_in_name is None else self.stand_in_name

    @property
    def shown_player(self) -> int:
        return self.stand_in or self.player


ENTRY_COLUMNS = (*COLUMNS, "player", "player__name", "player__stand_in", "player__stand_in__name")


class MatchRow(NamedTuple):
    """A fixture with its match and the result of that."""

    fixture: int
    match: int
    key: str
    one: int
    two: int
    length: int
    kind: str | None
    winner: int | None
    points_one: int | None
    points_two: int | None
    ruled_void: bool
    void: bool
    superseded: bool
    board: int
    table: str | None
    created_at: datetime
    player_one: int
    player_two: int
    state: str
    starts_at: datetime | None
    play_by: datetime | None
    confirms_at: datetime | None
    grounds: str | None
    decided_at: datetime | None
    report: int | None
    report_side: int | None
    reported_by: int | None
    ruling: int | None
    ruling_grounds: str | None

    @property
    def as_meeting(self) -> FixtureFacts:
        return fixture_facts(
            self.fixture,
            self.match,
            self.key,
            self.one,
            self.two,
            self.length,
            self.kind,
            self.winner,
            self.points_one,
            self.points_two,
            self.ruled_void,
            self.void,
            self.superseded,
            self.created_at,
        )


MATCH_COLUMNS = (
    "pk",
    "match",
    "key",
    "one",
    "two",
    "match__length",
    "match__result__kind",
    "match__result__winner",
    "match__result__points_one",
    "match__result__points_two",
    "match__ruled_void",
    "void",
    "match__superseded",
    "board",
    "match__seating__table",
    "created_at",
    "match__one",
    "match__two",
    "match__state",
    "match__starts_at",
    "match__play_by",
    "match__confirms_at",
    "match__result__grounds",
    "match__result__recorded_at",
    "match__result__report",
    "match__result__report__side",
    "match__result__report__recorded_by",
    "match__result__ruling",
    "match__result__ruling__grounds",
)


@dataclass(frozen=True)
class EventSlots:
    """An event with every match of it, at `now`.

    entries: by number, in the order of entering. rows: every fixture there has been. cases, logs: of the
    matches that are not decided, by number; the log where games are live-scored.
    """

    tournament: Tournament
    now: datetime
    entries: Mapping[int, EntryRow]
    rows: tuple[MatchRow, ...]
    history: History
    published_rounds: tuple[PublishedRound, ...]
    cases: Mapping[int, Case]
    logs: Mapping[int, GameLog]
    _regulations_by_choice: dict[str, Regulations] = field(default_factory=dict)

    @cached_property
    def format(self) -> Format:
        return self.tournament.played_as

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return self.format.draw_parts(self.history) if self.history.entries else ()

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every slot, by key."""
        set_up = ((row.created_at, row.key) for row in self.rows)
        return numbers_of_draw(self.format, len(self.history.entries), self.published_rounds, set_up)

    @cached_property
    def row_of_match(self) -> dict[int, MatchRow]:
        """Every fixture there has been, by its match."""
        return {row.match: row for row in self.rows}

    @cached_property
    def rows_by_slot(self) -> dict[str, list[MatchRow]]:
        """The fixtures that count, by slot: one, or those of its boards in order."""
        rows = {row.fixture: row for row in self.rows}
        meetings = [row.as_meeting for row in self.rows]
        stands = pairings_still_standing(self.format.pairings(self.history), meetings)
        found: dict[str, list[MatchRow]] = defaultdict(list)
        for pairing, meeting in stands.values():
            # One that was withdrawn is set up again by a worker, where the same two are paired anew.
            row = None if meeting is None else rows[meeting.fixture]
            if row is not None and (row.state != Match.State.VOID or row.ruled_void):
                slot = team_match_of_slot(pairing.key) if pairing.board else pairing.key
                found[slot].append(row)
        return {slot: sorted(boards, key=lambda row: row.board) for slot, boards in found.items()}

    @cached_property
    def slots(self) -> tuple[EventSlot, ...]:
        """Every match, part by part and round by round; byes are none."""
        return tuple(self._event_slots())

    @cached_property
    def due_round(self) -> RoundPairings | None:
        """The round that the format would publish now, whether it waits for the director or not."""
        return self.format.due_round_pairings(replace(self.history, held=False))

    @cached_property
    def ties(self) -> tuple[tuple[int, ...], ...]:
        """Who shares a place that can be played off now."""
        return ties_to_play_off(self.format, self.history)

    def standing_of(self, row: MatchRow) -> MatchStanding:
        """What is known of a match that is set up."""
        case = self.cases.get(row.match)
        return MatchStanding(
            row.state,
            row.length,
            self._regulations({} if case is None else case.match.regulations),
            row.kind,
            row.starts_at,
            row.play_by,
            begun=row.match in self.logs,
            judging=case is not None and bool(case.pending),
        )

    def _numbers_of(self, keys: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.numbers[key] for key in keys if key in self.numbers)

    def _regulations(self, chosen: Mapping[str, Any]) -> Regulations:
        """Nearly all matches of an event have the same."""
        key = dumps(chosen, sort_keys=True)
        if key not in self._regulations_by_choice:
            self._regulations_by_choice[key] = regulations_of(chosen)
        return self._regulations_by_choice[key]

    def _event_slots(self) -> Iterator[EventSlot]:
        size, off = len(self.history.entries), self.tournament.called_off
        placed = [
            (part.code, number, slot)
            for part in self.parts
            for number, slots in enumerate(part.rounds, 1)
            for slot in slots
            if Empty.BYE not in (slot.one, slot.two)
        ]
        origins = {
            slot.key: (self.format.seat_origin(slot.key, 0, size), self.format.seat_origin(slot.key, 1, size))
            for _, _, slot in placed
        }
        waiting = slots_waited_for(placed, origins, self.numbers, self.rows_by_slot.keys())
        for part, round, slot in placed:
            number, rows = self.numbers.get(slot.key), self.rows_by_slot.get(slot.key)
            seats = origins[slot.key]
            if rows is None:
                waits_for = self._numbers_of(waiting.get(slot.key, ()))
                state = state_of_slot(slot, blocked=bool(waits_for), called_off=off)
                yield EventSlot(slot, part, round, state, number, 0, seats, waits_for)
                continue
            for row in rows:
                standing = self.standing_of(row)
                yield EventSlot(
                    slot,
                    part,
                    round,
                    state_of_match(standing, self.now),
                    number,
                    row.board,
                    seats,
                    match=row.match,
                    confirms_at=row.confirms_at,
                    late=late_match(standing, self.now),
                )


def event_slots(tournament: Tournament, now: datetime) -> EventSlots:
    """An event, loaded with its draw, and all its matches: two queries before the draw.

    Then two more, one where tie-breaks count, two where rounds or play-offs may be published, three while
    anything is to be decided, two where somebody has withdrawn whose match is.
    """
    entries = {
        row.entry: row
        for row in map(
            EntryRow._make,
            Entry.objects.filter(tournament=tournament)
            .with_withdrawn()
            .order_by("serial")
            .values_list(*ENTRY_COLUMNS),
        )
    }
    if tournament.draw is None:
        return EventSlots(tournament, now, entries, (), History(()), (), {}, {})
    rows = tuple(map(MatchRow._make, tournament.fixtures.order_by("pk").values_list(*MATCH_COLUMNS)))
    field = field_of_tournament(tournament, tournament.draw, (entry.as_row for entry in entries.values()))
    meetings = history_with_pending([row.as_meeting for row in rows], field.withdrawn_entries)
    history, published_rounds = history_of_draw(tournament, field, meetings)
    undecided = undecided_matches(rows)
    logs = {match.pk: log for match in undecided if (log := live_game_log(match)) is not None}
    cases = cases_of(undecided, now)
    return EventSlots(tournament, now, entries, rows, history, tuple(published_rounds), cases, logs)


def undecided_matches(rows: Iterable[MatchRow]) -> list[Match]:
    """Those of the matches that are yet to be decided, with what was live-scored: none, or three queries."""
    numbers = [row.match for row in rows if row.state not in Match.OVER]
    if not numbers:
        return []
    return list(Match.objects.filter(pk__in=numbers).prefetch_related(*live_prefetch()))
