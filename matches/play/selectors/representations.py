"""Matches as the API answers them: plain mappings made of columns, as `matches.play.api.matches` describes.

What many ask for is read here, with no rows of models and no serializers: one statement for any number of
matches, one more where players of some were merged.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from orjson import loads

from matches.hooks import section_column, section_values
from matches.play.models import Match
from matches.play.rules.clocks import Clock
from matches.play.rules.lateness import Penalised, start_score
from matches.play.rules.refereeing import ReportTerms, capped_match_score, scores_after_games
from matches.play.rules.regulations import regulations_of
from matches.players.models import Player
from matches.work.statements import Row, Statement

from .games import GameLog, clock_at, game_log_of_terms, standing_live_games

Mapped = dict[str, Any]

SIDES = ("one", "two")

_COLUMNS = """
SELECT match.id, one.id, one.name, one.stand_in_id, two.id, two.name, two.stand_in_id, match.length,
    match.variant, match.options, match.regulations, match.rated, match.state, match.confirms_at,
    match.starts_at, match.play_by, match.created_at, result.kind, result.grounds, result.winner,
    result.points_one, result.points_two, result.games, result.rated, result.report_id, result.ruling_id,
    result.finalised_at,
    (
        SELECT jsonb_agg(jsonb_build_array(given.side, given.cause, given.points) ORDER BY given.serial)
        FROM matches_penalty AS given WHERE given.match_id = match.id
    ),
    CASE WHEN match.state NOT IN ('final', 'void') THEN (
        SELECT jsonb_agg(jsonb_build_array(game.serial, game.winner, game.points, game.taken_back))
        FROM matches_livegame AS game WHERE game.match_id = match.id
    ) END,
    {added}
FROM matches_match AS match
JOIN matches_player AS one ON one.id = match.one_id
JOIN matches_player AS two ON two.id = match.two_id
LEFT JOIN matches_result AS result ON result.id = match.result_id
WHERE match.id {which}
"""
_LISTED = Statement(_COLUMNS.format(added="NULL", which="= ANY (%(matches)s)"))


@cache
def _with_sections() -> Statement:
    """Of one match; when all rooms are there, which add to it.

    PostgreSQL plans for a list of any length; for one of one it would do so anew each time.
    """
    return Statement(_COLUMNS.format(added=section_column(Match, "match.id"), which="= %(match)s"))


class _MatchColumns(NamedTuple):
    """What is read of a match; what is JSON is still text."""

    id: int
    one: int
    one_name: str
    one_stand_in: int | None
    two: int
    two_name: str
    two_stand_in: int | None
    length: int
    variant: str
    options: str
    regulations: str
    rated: bool
    state: str
    confirms_at: datetime | None
    starts_at: datetime | None
    play_by: datetime | None
    created_at: datetime
    kind: str | None
    grounds: str
    winner: int | None
    points_one: int
    points_two: int
    games: str
    result_rated: bool
    report: int | None
    ruling: int | None
    finalised_at: datetime
    penalties: str | None
    live_games: str | None
    added: str | None

    @property
    def start(self) -> tuple[int, int]:
        """The score before the first game."""
        if self.penalties is None:
            return 0, 0
        return start_score(self.length, [Penalised(*penalty) for penalty in loads(self.penalties)])

    @property
    def log(self) -> GameLog | None:
        """What is live-scored of a match that is not decided."""
        if self.live_games is None:
            return None
        facts: Any = standing_live_games(_LiveColumns(*fact) for fact in loads(self.live_games))
        terms = ReportTerms(self.length, self.variant, ((), ()), loads(self.options), self.start)
        return game_log_of_terms(terms, facts) if facts else None


class _LiveColumns(NamedTuple):
    """What of a LiveGame makes the score."""

    serial: int
    winner: int | None
    points: int
    taken_back: bool


def match_mappings(matches: Collection[int]) -> dict[int, Mapped]:
    """Matches by number, as a list has them."""
    if not matches:
        return {}
    return {row.id: _match_mapping(row, row.log) for row in _with_players(_LISTED(matches=list(matches)))}


def match_detail_mapping(match: int) -> Mapped | None:
    """One match with its regulations, start, clock and what other rooms add to it; None if there is none."""
    rows = _with_players(_with_sections()(match=match))
    if not rows:
        return None
    (row,) = rows
    log = row.log
    regulations = regulations_of(loads(row.regulations))
    clock = clock_at(regulations, row.length, row.start, log)
    return {
        **_match_mapping(row, log),
        "regulations_in_force": asdict(regulations),
        "start": by_side(row.start),
        "clock": None if clock is None else _clock_mapping(clock),
        **section_values(Match, row.added or "[]"),
    }


def by_side(values: tuple[Any, Any]) -> Mapped:
    return {"one": values[0], "two": values[1]}


def side_name(side: int | None) -> str | None:
    return None if side is None else SIDES[side]


def _with_players(found: Iterable[Row]) -> list[_MatchColumns]:
    """The rows, with who a side is by now: after a merge the player who stands in, for one query more."""
    rows = [*map(_MatchColumns._make, found)]
    merged = {number for row in rows for number in (row.one_stand_in, row.two_stand_in) if number is not None}
    if not merged:
        return rows
    names = dict(Player.objects.filter(pk__in=merged).values_list("pk", "name"))
    return [_with_stand_ins(row, names) for row in rows]


def _with_stand_ins(row: _MatchColumns, names: Mapping[int, str]) -> _MatchColumns:
    if row.one_stand_in is not None:
        row = row._replace(one=row.one_stand_in, one_name=names[row.one_stand_in])
    if row.two_stand_in is not None:
        row = row._replace(two=row.two_stand_in, two_name=names[row.two_stand_in])
    return row


def _match_mapping(row: _MatchColumns, log: GameLog | None) -> Mapped:
    return {
        "id": row.id,
        "one": {"id": row.one, "name": row.one_name},
        "two": {"id": row.two, "name": row.two_name},
        "length": row.length,
        "variant": row.variant,
        "options": loads(row.options),
        "regulations": loads(row.regulations),
        "rated": row.rated,
        "state": row.state,
        "confirms_at": row.confirms_at,
        "live": None if log is None else _live_mapping(log),
        "starts_at": row.starts_at,
        "play_by": row.play_by,
        "result": None if row.kind is None else _result_mapping(row),
        "created_at": row.created_at,
    }


def _live_mapping(log: GameLog) -> Mapped:
    return {
        "games": len(log.facts),
        "score": by_side(log.running_score.capped_points),
        "crawford": log.is_crawford,
    }


def _result_mapping(row: _MatchColumns) -> Mapped:
    points = row.points_one, row.points_two
    games = loads(row.games)
    return {
        "kind": row.kind,
        "grounds": row.grounds,
        "winner": side_name(row.winner),
        "score": by_side(capped_match_score(points, row.length)),
        "points": by_side(points),
        "games": [
            _game_mapping(game, score)
            for game, score in zip(games, scores_after_games(games, points, row.length), strict=True)
        ],
        "rated": row.result_rated,
        "report": row.report,
        "ruling": row.ruling,
        "finalised_at": row.finalised_at,
    }


def _game_mapping(game: Mapping[str, Any], score: tuple[int, int]) -> Mapped:
    return {
        "number": game["number"],
        "winner": side_name(game["winner"]),
        "points": game["points"],
        "ending": game["ending"],
        "cube": game["cube"],
        "crawford": game["crawford"],
        "score": by_side(score),
    }


def _clock_mapping(clock: Clock) -> Mapped:
    return {**asdict(clock), "words": clock.setting_in_words}
