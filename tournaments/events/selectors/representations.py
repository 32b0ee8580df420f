"""Events as the API answers them: plain mappings, as `tournaments.events.api` describes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from matches.play.models import Match
from matches.play.rules.refereeing import capped_match_score
from matches.play.selectors import match_mappings
from matches.work.statements import Statement
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.events.rules.numbers import match_label
from tournaments.formats import Figure

from .course import BracketSlot, StandingsRow, TournamentCourse, course_of_rows
from .history import COLUMNS
from .numbers import numbers_of_keys

Mapped = dict[str, Any]

FIXTURE_COLUMNS = (
    "id", "key", "part", "round", "one", "two", "board", "void", "match", "match__state",
    "match__seating__table",
)  # fmt: skip


def fixture_mappings(tournament: Tournament, rows: Sequence[Mapping[str, Any]]) -> list[Mapped]:
    """Fixtures of a tournament that is loaded with its draw, from FIXTURE_COLUMNS: one query.

    Those of numbers_of_keys besides.
    """
    numbers = numbers_of_keys(tournament, [(row["key"], row["board"]) for row in rows])
    matches = match_mappings([row["match"] for row in rows])
    return [
        {
            "key": row["key"],
            "number": number,
            "label": match_label(row["part"], number),
            "part": row["part"],
            "round": row["round"],
            "one": row["one"],
            "two": row["two"],
            "board": row["board"],
            "table": row["match__seating__table"] if row["match__state"] == Match.State.OPEN else None,
            "void": row["void"],
            "match": matches[row["match"]],
        }
        for row, number in zip(rows, numbers, strict=True)
    ]


def bracket_mappings(course: TournamentCourse) -> list[Mapped]:
    """Every round of every part of a course_of_columns: one query."""
    matches = match_mappings([fixture.match_id for fixture in course.fixtures])
    return [
        {
            "part": round.part,
            "number": round.number,
            "length": round.length,
            "slots": [_slot_mapping(slot, matches) for slot in round.slots],
        }
        for round in course.rounds
    ]


def _slot_mapping(slot: BracketSlot, matches: Mapping[int, Mapped]) -> Mapped:
    one, two, winner = (getattr(entry, "mapping", None) for entry in (slot.one, slot.two, slot.winner))
    return {
        "key": slot.slot.key,
        "number": slot.number,
        "label": slot.label,
        "one": one,
        "two": two,
        "bye": slot.is_bye,
        "walkover": slot.is_walkover,
        "winner": None if winner is None else winner["id"],
        "match": None if slot.fixture is None else matches[slot.fixture.match_id],
        "boards": [_board_mapping(board, matches) for board in slot.boards],
    }


def _board_mapping(fixture: Fixture, matches: Mapping[int, Mapped]) -> Mapped:
    return {
        "key": fixture.key,
        "number": fixture.number,
        "label": match_label(fixture.part, fixture.number),
        "part": fixture.part,
        "round": fixture.round,
        "one": fixture.one_id,
        "two": fixture.two_id,
        "board": fixture.board,
        "table": fixture.table,
        "void": fixture.void,
        "match": matches[fixture.match_id],
    }


def standings_mappings(rows: Sequence[StandingsRow]) -> list[Mapped]:
    """Everybody's place in a course_of_columns: no query."""
    entries: Iterable[Any] = (row.entry for row in rows)
    return [
        {
            "first": row.place.first,
            "last": row.place.last,
            "clinched": row.place.clinched,
            "entry": entry.mapping,
            "seed": row.seed,
            "won": row.won,
            "lost": row.lost,
            "points_won": row.points_won,
            "points_lost": row.points_lost,
            "points": None if row.place.points is None else float(row.place.points),
            "figures": [*map(_figure_mapping, row.place.figures)],
        }
        for row, entry in zip(rows, entries, strict=True)
    ]


def _figure_mapping(figure: Figure) -> Mapped:
    return {
        "code": figure.code,
        "value": float(figure.value),
        "shares": [
            {
                "round": share.round,
                "opponent": share.opponent,
                "value": float(share.value),
                "counted": share.counted,
            }
            for share in figure.shares
        ],
    }


# -- The course of an event over columns


@dataclass(frozen=True, slots=True)
class _CourseEntry:
    """What a course asks of an Entry, and how it is answered."""

    pk: int
    mapping: Mapped


@dataclass(frozen=True, slots=True)
class _CourseResult:
    """What it asks of a Result."""

    kind: str
    winner: int | None
    points_one: int
    points_two: int
    length: int

    @property
    def score(self) -> tuple[int, int]:
        return capped_match_score((self.points_one, self.points_two), self.length)


@dataclass(frozen=True, slots=True)
class _CourseMatch:
    """What it asks of a Match."""

    pk: int
    length: int
    ruled_void: bool
    superseded: bool
    result: _CourseResult | None

    @property
    def final_result(self) -> _CourseResult | None:
        return self.result


@dataclass(slots=True)
class _CourseFixture:
    """What it asks of a Fixture."""

    pk: int
    key: str
    part: str
    round: int
    one_id: int
    two_id: int
    board: int
    void: bool
    created_at: datetime
    match_id: int
    match: _CourseMatch
    table: str | None
    number: int | None = None


_FIXTURES = Statement("""
SELECT fixture.id, fixture.key, fixture.part, fixture.round, fixture.one_id, fixture.two_id, fixture.board,
    fixture.void, fixture.created_at, match.id, match.length, match.ruled_void, match.superseded,
    result.kind, result.winner, result.points_one, result.points_two,
    CASE WHEN match.state = 'open' THEN seating.table END
FROM tournaments_fixture AS fixture
JOIN matches_match AS match ON match.id = fixture.match_id
LEFT JOIN matches_result AS result ON result.id = match.result_id
LEFT JOIN tournaments_seating AS seating ON seating.match_id = match.id
WHERE fixture.tournament_id = %(tournament)s
ORDER BY fixture.step, fixture.id
""")

ENTRY_COLUMNS = (
    *COLUMNS, "recorded_at", "player", "player__name", "player__anonymised", "player__stand_in",
    "player__stand_in__name",
)  # fmt: skip


def course_of_columns(tournament: Tournament) -> TournamentCourse:
    """A course without rows of models, of a tournament that is loaded with its draw: two queries at any size.

    What it says is for bracket_mappings and standings_mappings. More queries as tournament_history explains.
    """
    listed = Entry.objects.filter(tournament=tournament).with_withdrawn().order_by("pk")
    rows = list(listed.values_list(*ENTRY_COLUMNS))
    entries: Any = {row[0]: _CourseEntry(row[0], _entry_mapping(*row)) for row in rows}
    fixtures: Any = [_fixture_of_columns(*row) for row in _FIXTURES(tournament=tournament.pk)]
    return course_of_rows(tournament, entries, fixtures, [row[: len(COLUMNS)] for row in rows])


def _entry_mapping(
    pk: int,
    serial: int,
    alternate: bool,
    left: int | None,
    comes: int | None,
    leaves: int | None,
    home: str,
    family: str,
    entered_at: datetime,
    player: int,
    name: str,
    anonymised: bool,
    stand_in: int | None,
    stand_in_name: str | None,
) -> Mapped:
    return {
        "id": pk,
        "player": {"id": stand_in or player, "name": stand_in_name or name},
        "entered_at": entered_at,
        "home": "" if anonymised else home,
        "family": "" if anonymised else family,
        "alternate": alternate,
        # Said of an entry before the draw; here it is in one.
        "waiting": False,
        "withdrawn": left is not None,
    }


def _fixture_of_columns(
    pk: int,
    key: str,
    part: str,
    round: int,
    one: int,
    two: int,
    board: int,
    void: bool,
    created_at: datetime,
    match: int,
    length: int,
    ruled_void: bool,
    superseded: bool,
    kind: str | None,
    winner: int | None,
    points_one: int,
    points_two: int,
    table: str | None,
) -> _CourseFixture:
    result = None if kind is None else _CourseResult(kind, winner, points_one, points_two, length)
    played = _CourseMatch(match, length, ruled_void, superseded, result)
    return _CourseFixture(pk, key, part, round, one, two, board, void, created_at, match, played, table)
