"""The matches of an event as a director works through them: round by round, in the order of their numbers."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from matches.accounts.models import User
from matches.accounts.permissions import Caller, Role, allowed_roles, reach_of, roles_towards
from matches.play.models import Answer, Ruling
from matches.play.rules.deciding import Stated
from matches.play.rules.refereeing import capped_match_score
from matches.play.rules.results import EFFECTS, ResultKind
from matches.play.selectors import Case
from matches.players.models import Player
from tournaments.events.models import Tournament
from tournaments.events.rules.numbers import match_label
from tournaments.events.rules.slots import OVER, TO_PLAY, EventSlot, SlotState
from tournaments.events.words import part_of_whole, tournament_part_name, tournament_round_name
from tournaments.formats import Part

from .slots import EntryRow, EventSlots, MatchRow, event_slots

Score = tuple[int, int]

WHOLE_PARTS = frozenset({"main", "final", "third_place"})
"""The parts whose rounds are named by themselves alone."""


class MatchAction(StrEnum):
    """What somebody may do with a match; the words are those of the API's operations."""

    REPORT = "report"
    ANSWER = "answer"
    RULE = "rule"
    CORRECT = "correct"
    PENALISE = "penalise"
    SCHEDULE = "schedule"
    UNDO = "undo"


class GridSide(NamedTuple):
    """Who sits on a side: an entry, and of a team who plays on the board; or which match decides who will.

    from_match: the number of that, from_label what it is called; loser: whether it is its loser who comes.
    """

    entry: int | None = None
    name: str = ""
    seed: int | None = None
    player: int | None = None
    board_player: str = ""
    from_match: int | None = None
    loser: bool = False
    from_label: str = ""


class GridClaim(NamedTuple):
    """What was said of a match that is not decided: by a side (0 or 1), or by an official.

    objection: what the other side said against it.
    """

    report: int
    side: int | None
    score: Score
    at: datetime
    objection: str = ""


class GridResult(NamedTuple):
    """How a match ended: without a score where it has none."""

    kind: str
    grounds: str
    winner: int | None
    score: Score | None
    at: datetime
    report: int | None
    ruling: int | None


@dataclass(frozen=True, slots=True)
class GridRow:
    """A match. start: the score before its first game, if not 0-0. running: the score so far, live-scored.

    may: what the viewer may do with it. undo: the report of an official that the viewer may undo.
    """

    slot: EventSlot
    one: GridSide
    two: GridSide
    length: int
    table: str | None = None
    starts_at: datetime | None = None
    play_by: datetime | None = None
    start: Score | None = None
    running: Score | None = None
    claims: tuple[GridClaim, ...] = ()
    result: GridResult | None = None
    may: tuple[MatchAction, ...] = ()
    undo: int | None = None


@dataclass(frozen=True)
class GridRound:
    """A round of a part, with its matches in the order of their numbers."""

    part: Part
    number: int
    length: int
    rows: tuple[GridRow, ...]

    @property
    def part_name(self) -> str:
        return tournament_part_name(self.part.code)

    @property
    def name(self) -> str:
        rounds, is_bracket = self.part.rounds, self.part.is_bracket
        slots = len(rounds[self.number - 1])
        return tournament_round_name(self.part.code, self.number, len(rounds), slots, is_bracket=is_bracket)

    @property
    def full_name(self) -> str:
        """With that of its part, where an event has several: "Losers bracket, Round 2"."""
        return self.name if self.part.code in WHOLE_PARTS else part_of_whole(self.part_name, self.name)

    @property
    def decided(self) -> int:
        return sum(row.slot.state in OVER for row in self.rows)


@dataclass(frozen=True, slots=True)
class ViewerRights:
    """What a viewer may do with the matches of an event, asked once for all of them."""

    login: int | None = None
    keeps_score: bool = False
    directs: bool = False
    is_staff: bool = False
    players: frozenset[int] = frozenset()

    def side_of(self, row: MatchRow) -> int | None:
        for side, player in enumerate((row.player_one, row.player_two)):
            if player in self.players:
                return side
        return None


def rights_in_tournament(viewer: Caller, tournament: Tournament) -> ViewerRights:
    """Two queries for a login; none for anybody else."""
    if not isinstance(viewer, User):
        return ViewerRights()
    held, reach = roles_towards(viewer, tournament), reach_of(viewer)
    plays = not viewer.is_service and (reach is None or reach.carries(Role.PLAYER))
    own = Player.objects.of_login(viewer).values_list("pk", flat=True) if plays else ()
    return ViewerRights(
        viewer.pk,
        bool(held & (allowed_roles()["match_report"] - {Role.PLAYER})),
        bool(held & allowed_roles()["match_rule"]),
        Role.STAFF in held,
        frozenset(own),
    )


def results_grid(tournament: Tournament, viewer: Caller, now: datetime) -> list[GridRound]:
    """Every round, that with the lowest number first; none before the draw.

    Of a tournament that is loaded with its draw: the queries of event_slots, two where a login looks, one
    where a match is disputed, one where teams play; at any size.
    """
    event = event_slots(tournament, now)
    return grid_of_slots(event, rights_in_tournament(viewer, tournament)) if event.slots else []


def grid_of_slots(event: EventSlots, rights: ViewerRights) -> list[GridRound]:
    """The same of an event whose matches are loaded, for a viewer whose rights in it are known."""
    return ResultsGrid(event, rights).rounds


@dataclass(frozen=True)
class ResultsGrid:
    """Makes the rows of an event."""

    event: EventSlots
    rights: ViewerRights

    @property
    def rounds(self) -> list[GridRound]:
        parts = {part.code: part for part in self.event.parts}
        rows: dict[tuple[str, int], list[GridRow]] = defaultdict(list)
        for slot in sorted(self.event.slots, key=self._order_of_slot):
            rows[slot.part, slot.round].append(self._row(slot))
        return [
            GridRound(parts[part], number, self._length_of_round(part, number), tuple(found))
            for (part, number), found in rows.items()
        ]

    def _order_of_slot(self, slot: EventSlot) -> tuple[bool, int, int]:
        return slot.number is None, slot.number or 0, slot.board

    def _length_of_round(self, part: str, round: int) -> int:
        return self.event.tournament.terms_of(part, round).length_of(round)

    @cached_property
    def seeds(self) -> dict[int, int]:
        return {entry: seed for seed, entry in enumerate(self.event.history.entries, 1)}

    @cached_property
    def board_players(self) -> dict[int, str]:
        """Names of who plays on boards of teams."""
        sides = {side for row in self.event.rows if row.board for side in (row.player_one, row.player_two)}
        named = Player.objects.filter(pk__in=sides).values_list("pk", "name", "stand_in__name")
        return {number: stand_in or name for number, name, stand_in in named} if sides else {}

    @cached_property
    def objections(self) -> dict[int, str]:
        """What was said against reports of matches that are disputed, by report."""
        disputed = [number for number, case in self.event.cases.items() if case.decision.state == "disputed"]
        if not disputed:
            return {}
        said = Answer.objects.filter(report__match__in=disputed, agrees=False).order_by("serial")
        return dict(said.values_list("report", "reason"))

    def _row(self, slot: EventSlot) -> GridRow:
        row = None if slot.match is None else self.event.row_of_match[slot.match]
        if row is None:
            one, two = (self._empty_or_taken(slot, side) for side in (0, 1))
            return GridRow(slot, one, two, self._length_of_round(slot.part, slot.round))
        case, log = self.event.cases.get(row.match), self.event.logs.get(row.match)
        undo = self._report_to_undo(slot, row, case)
        start = None if case is None or case.starting_score == (0, 0) else case.starting_score
        return GridRow(
            slot,
            self._taken(row.one, row.player_one, row.board),
            self._taken(row.two, row.player_two, row.board),
            row.length,
            row.table,
            row.starts_at,
            row.play_by,
            start,
            None if log is None else log.running_score.capped_points,
            () if case is None else tuple(self._claims(case)),
            result_of_row(row),
            (*self._may(slot, row, case), *([MatchAction.UNDO] if undo else ())),
            undo,
        )

    def _taken(self, entry: int, player: int, board: int) -> GridSide:
        known = self.event.entries[entry]
        name = self.board_players[player] if board else ""
        number = player if board else known.shown_player
        return GridSide(entry, known.shown_name, self.seeds.get(entry), number, name)

    def _empty_or_taken(self, slot: EventSlot, side: int) -> GridSide:
        seat, origin = (slot.slot.one, slot.slot.two)[side], slot.origins[side]
        if isinstance(seat, int):
            known: EntryRow = self.event.entries[seat]
            return GridSide(seat, known.shown_name, self.seeds.get(seat), known.shown_player)
        if origin is None:
            return GridSide()
        number = self.event.numbers.get(origin.key)
        return GridSide(from_match=number, loser=origin.loser, from_label=self.labels.get(origin.key) or "")

    @cached_property
    def labels(self) -> dict[str, str | None]:
        """What the matches are called, by the keys of their slots."""
        return {each.slot.key: match_label(each.part, each.number) for each in self.event.slots}

    def _claims(self, case: Case) -> Iterator[GridClaim]:
        """The latest that each side has said, and an official, as long as the match is not decided."""
        length = case.match.length
        said = {event.side: event for event in case.in_force if isinstance(event, Stated)}
        for side, event in said.items():
            score = capped_match_score(event.match_score.points, length)
            objection = self.objections.get(event.report, "")
            yield GridClaim(event.report, side, score, event.at, objection)

    def _may(self, slot: EventSlot, row: MatchRow, case: Case | None) -> Iterator[MatchAction]:
        """What the viewer may do with a match; services decide, and say the same."""
        rights, side = self.rights, self.rights.side_of(row)
        waits = row.starts_at is not None and row.starts_at > self.event.now
        is_open = slot.state in TO_PLAY | {SlotState.REPORTED, SlotState.JUDGING}
        if is_open and not waits and (rights.keeps_score or side is not None):
            yield MatchAction.REPORT
        if case is not None and side is not None and case.decision.awaits == side:
            yield MatchAction.ANSWER
        if rights.directs and (slot.state not in OVER | {SlotState.APPEALED} or self._decides_appeal(slot)):
            yield MatchAction.RULE
        if rights.directs and row.kind is not None and (not is_by_committee(row) or rights.is_staff):
            yield MatchAction.CORRECT
        if rights.directs and slot.state in TO_PLAY - {SlotState.PLAYING}:
            yield MatchAction.PENALISE
        if rights.directs and slot.state not in OVER:
            yield MatchAction.SCHEDULE

    def _report_to_undo(self, slot: EventSlot, row: MatchRow, case: Case | None) -> int | None:
        """The official's report that a match rests on, or that was objected to, for whoever may undo it."""
        if row.report is not None and row.report_side is None:
            own = self.rights.keeps_score and row.reported_by == self.rights.login
            return row.report if own or self.rights.directs else None
        if case is None or slot.state is not SlotState.DISPUTED or not self.rights.directs:
            return None
        said = (event for event in case.in_force if isinstance(event, Stated) and event.side is None)
        return next((event.report for event in said), None)

    def _decides_appeal(self, slot: EventSlot) -> bool:
        return slot.state is SlotState.APPEALED and self.rights.is_staff


def result_of_row(row: MatchRow) -> GridResult | None:
    """How the match of a row ended; None while it has not."""
    if row.kind is None or row.grounds is None or row.decided_at is None:
        return None
    score = None
    if EFFECTS[ResultKind(row.kind)].score:
        score = capped_match_score((row.points_one or 0, row.points_two or 0), row.length)
    return GridResult(row.kind, row.grounds, row.winner, score, row.decided_at, row.report, row.ruling)


def is_by_committee(row: MatchRow) -> bool:
    """Whether the result is the decision of a committee, or of staff in its place."""
    return row.ruling_grounds in Ruling.ON_APPEAL
