"""Where a match stands that is not over: the position, the cube, the score, and who is to do what."""

from typing import Any, NamedTuple

from .adjudicate import replay_record
from .dice import is_roll
from .doubling import waiting_offer
from .errors import InvalidPosition
from .ids import MatchState, Situation, write_id
from .ids.position_id import encode_position
from .options import DEFAULT, Options
from .position import Position, Side, count_pips
from .record import GameRecord, MatchRecord
from .referee_log import RefereeLog
from .table import RefereeTable
from .unfinished import PossibleRuling, list_possible_rulings, pip_score_of_game


class Standing(NamedTuple):
    """A match as the record leaves it. Sides are 0 and 1, as in the record; what is not known is None.

    `game` is the number of the game in progress; if the last one has ended, of the next, not yet `begun`.
    `score` are raw points, `boards` both sides' checkers, each from its own view (position.py), and `pips`
    what each still has to move.

    `on_roll` is whose turn it is, None before the first roll, and `turn` who decides next: the other side
    while a double waits. `dice` are what the player on roll has thrown and, as far as is recorded, not
    played. `cube` is what the game is played for, `owner` who may turn it, None for both sides, and `offered`
    what it will show if the double or beaver that waits is taken.

    `position_id`, `match_id` and `xgid` give the same as identifiers, as far as they can (engine.IDS).
    `pip_score` is SoloGammon's. `faults` says how many faults the referee found on the way; with any, where
    the match stands is open to question. `possible_rulings` are what a director can make of it.
    """

    game: int
    begun: bool
    variant: str
    length: int
    players: tuple[str, str]
    score: tuple[int, int]
    crawford: bool
    boards: tuple[Side, Side] | None
    pips: tuple[int, int] | None
    on_roll: int | None
    turn: int | None
    dice: tuple[int, int] | None
    cube: int
    owner: int | None
    offered: int | None
    position_id: str | None
    match_id: str | None
    xgid: str | None
    pip_score: tuple[int, int] | None
    faults: int
    possible_rulings: tuple[PossibleRuling, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values (docs/engine.md)."""
        plain = {
            name: [list(side) for side in value]
            if name == "boards" and value
            else list(value)
            if isinstance(value, tuple)
            else value
            for name, value in self._asdict().items()
        }
        return plain | {"possible_rulings": [way.as_dict() for way in self.possible_rulings]}


def match_standing(record: MatchRecord, options: Options = DEFAULT) -> Standing | None:
    """Return where a match stands by its record and the options of an event; None if it is over.

    Like adjudicate, which it follows in every doubt, it raises nothing for what a record says, and
    InvalidOption if the options do not fit it.
    """
    match, _ = replay_record(record, options)
    if match.score.winner is not None:
        return None
    table = match.table
    if table is None:
        number = record.games[-1].number + 1 if record.games else 1
        table = RefereeTable(GameRecord(number, match.score.points), match.score, match.terms, RefereeLog())
    terms, offer = table.terms, waiting_offer(table)
    boards = (table.sides_of(0)[0], table.sides_of(1)[0]) if table.board_known else None
    moment = _match_state(table)
    return Standing(
        game=table.game.number,
        begun=table.has_begun,
        variant=record.variant,
        length=record.length,
        players=record.players,
        score=table.score.points,
        crawford=table.score.is_crawford and terms.variant.cube,
        boards=boards,
        pips=None if boards is None else (count_pips(boards[0]), count_pips(boards[1])),
        on_roll=table.on_roll,
        turn=_side_to_decide(table),
        dice=_unplayed_dice(table),
        cube=table.cube.value if offer is None else offer.passed,
        owner=table.cube.owner,
        offered=None if offer is None else offer.taken,
        position_id=_position_id(table),
        match_id=None if moment is None else write_id("gnubg", Situation(None, moment)),
        xgid=None if moment is None else write_id("xgid", Situation(_position_on_roll(table), moment)),
        pip_score=pip_score_of_game(table),
        faults=len(match.referee_log),
        possible_rulings=list_possible_rulings(table, record.players),
    )


def _side_to_decide(table: RefereeTable) -> int | None:
    """Who decides next."""
    offer = waiting_offer(table)
    return table.on_roll if offer is None else offer.answerer


def _unplayed_dice(table: RefereeTable) -> tuple[int, int] | None:
    """The roll that is not played; a record may also know that there was one and not which."""
    return table.last_roll if is_roll(table.last_roll) else None


def _position_on_roll(table: RefereeTable) -> Position | None:
    """The position with the player on roll first; before the first roll both sides are the same."""
    return table.position_of(table.on_roll or 0) if table.board_known else None


def _position_id(table: RefereeTable) -> str | None:
    position = _position_on_roll(table)
    if position is None or table.terms.variant.problems(position):
        return None
    try:
        return encode_position(position)
    except InvalidPosition:
        return None


def _match_state(table: RefereeTable) -> MatchState | None:
    """The match as identifiers describe it.

    Those know only checkers that move as in backgammon, have somebody on roll, and disagree on beavers.
    """
    terms, turn = table.terms, _side_to_decide(table)
    if not terms.by_steps or table.on_roll is None or turn is None or table.beaverer is not None:
        return None
    return MatchState(
        length=terms.length,
        score=table.score.points,
        cube=table.cube.value,
        owner=table.cube.owner,
        on_roll=table.on_roll,
        turn=turn,
        dice=_unplayed_dice(table),
        doubled=int(table.doubler is not None),
        crawford=table.score.is_crawford,
        jacoby=terms.jacoby is True,
        beavers=terms.beavers,
        cube_limit=terms.cube_limit,
    )
