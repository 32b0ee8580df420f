"""A match moment by moment: what a record says happened, and the board on which it did, for a replay."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from .adjudicate import replay_record
from .dice import is_roll
from .doubling import waiting_offer
from .ids import MatchState, Situation
from .notation import format_hops, roll_text
from .options import DEFAULT, Options
from .position import Position, Side
from .record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    Hop,
    MatchRecord,
    Passed,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from .table import RefereeTable
from .variants import Variant
from .verdict import GameVerdict, Note, RecordVerdict, Violation
from .words import Text, pgettext_lazy
from .words import gettext_lazy as _


class Moment(NamedTuple):
    """One action, and the game as it stands before it; without an action, how the game is left.

    `turn` is the number printed before the row, and `player` the side in whose column it stands. `boards` are
    the checkers of side 0 and of side 1, each from its own view, None where they cannot be known; `on_roll`
    is whose turn it is, None where that is not known. The cube shows `cube`, `owner` alone may turn it, None
    if both may; `offered` is what it will show if the offer of `offered_by` is taken. `faults` and `notes`
    are what the referee finds in the action. `stuck`: the roll could not be played.
    """

    turn: int
    player: int | None
    action: Action | None
    boards: tuple[Side, Side] | None
    on_roll: int | None
    cube: int
    owner: int | None
    offered: int | None = None
    offered_by: int | None = None
    faults: tuple[Violation, ...] = ()
    notes: tuple[Note, ...] = ()
    stuck: bool = False

    @property
    def text(self) -> Text:
        """What the player does, as it is written beside the name: "31: 8/5 6/5", "doubles to 2"."""
        if self.stuck and isinstance(self.action, Rolled):
            return _("%(roll)s: cannot move") % {"roll": roll_text(self.action.dice)}
        return Text("") if self.action is None else action_text(self.action)


class GameMoments(NamedTuple):
    """A game of a record: its number and the score before it, its moments, and how it ended, if it did.

    The last moment is the one it is left at. `faults` and `notes` are those of the game as a whole.
    """

    number: int
    score: tuple[int, int]
    crawford: bool
    moments: tuple[Moment, ...]
    result: GameVerdict | None
    faults: tuple[Violation, ...] = ()
    notes: tuple[Note, ...] = ()


class MatchMoments(NamedTuple):
    """A record moment by moment, with the referee's verdict and the variant it was judged by."""

    verdict: RecordVerdict
    variant: Variant
    games: tuple[GameMoments, ...]


def match_moments(record: MatchRecord, options: Options = DEFAULT) -> MatchMoments:
    """Replay a record for whoever wants to see it; like adjudicate, which it follows in every doubt.

    Games that are not judged, after the end of the match, are left out. Raises InvalidOption if the options
    do not fit the record.
    """
    match, verdict = replay_record(record, options, _Watched)
    assert isinstance(match.watch, _Watched)
    return MatchMoments(verdict, match.terms.variant, match.watch.game_moments(verdict))


def moment_situation(
    match: MatchMoments, game: GameMoments, moment: Moment, bottom: int = 0
) -> Situation | None:
    """Return a moment as identifiers describe it; side `bottom` is side 1, which XGIDs have at the bottom.

    None where they cannot: checkers that move in their own way, nobody on roll yet or any more. What waits
    for an answer is told, what is answered at the moment too; before a double the player is on roll.
    """
    player = moment.on_roll if moment.player is None or moment.offered else moment.player
    if moment.boards is None or player is None or type(match.variant).judge_play is not Variant.judge_play:
        return None
    own, opponent = moment.boards[player], moment.boards[1 - player]
    if match.variant.problems(position := Position(own, opponent)):
        return None
    rolled = moment.action.dice if isinstance(moment.action, Rolled) else None
    side = (1, 0) if bottom == 0 else (0, 1)
    waits = moment.offered is not None and moment.offered_by is not None and rolled is None
    state = MatchState(
        length=match.verdict.length or 0,
        score=(game.score[1 - bottom], game.score[bottom]),
        cube=moment.cube,
        owner=None if moment.owner is None else side[moment.owner],
        on_roll=side[player],
        turn=side[1 - moment.offered_by] if waits and moment.offered_by is not None else side[player],
        dice=(max(rolled), min(rolled)) if rolled and is_roll(rolled) else None,
        doubled=int(waits),
        crawford=game.crawford,
    )
    return Situation(position, state)


class _Watched:
    """Writes down what the referee has before him at each entry, and what he finds there."""

    def __init__(self) -> None:
        self.tables: list[RefereeTable] = []
        self.moments: list[list[Moment]] = []
        # The moment that an entry of the log belongs to: the list's index of a game, then that in the game.
        self.faults: dict[tuple[int, int], list[Violation]] = defaultdict(list)
        self.notes: dict[tuple[int, int], list[Note]] = defaultdict(list)
        self.seen = (0, 0)

    def __call__(self, table: RefereeTable, at: int) -> None:
        """Called before each entry of a game, and at its end: see `engine.replay.Watcher`."""
        entries = table.game.entries
        if not self.tables or self.tables[-1] is not table:
            self.tables.append(table)
            self.moments.append([])
            self.seen = len(table.referee_log.violations), len(table.referee_log.notes)
        # The result of a game has no moment of its own: what is wrong with it is of the one after it.
        of_result = at > 0 and isinstance(entries[at - 1].action, Won)
        if at > 0 and not of_result:
            self._assign_findings(table)
        if at == len(entries):
            turn = entries[-1].turn if entries else 0
            self.moments[-1].append(_moment_of(table, turn, None, None))
        elif not isinstance(entries[at].action, Won):
            turn, player, action = entries[at]
            self.moments[-1].append(_moment_of(table, turn, player, action))
        if of_result:
            self._assign_findings(table)

    def _assign_findings(self, table: RefereeTable) -> None:
        """What was found since the last moment, is of that; the result of a game is of how it is left."""
        log, key = table.referee_log, (len(self.moments) - 1, len(self.moments[-1]) - 1)
        known_faults, known_notes = self.seen
        self.faults[key] += [fault for fault in log.violations[known_faults:] if fault.player is not None]
        self.notes[key] += [note for note in log.notes[known_notes:] if note.turn]
        self.seen = len(log.violations), len(log.notes)

    def game_moments(self, verdict: RecordVerdict) -> tuple[GameMoments, ...]:
        results = list(verdict.games)
        games = []
        for index, table in enumerate(self.tables):
            moments = tuple(
                moment._replace(
                    faults=tuple(self.faults[index, at]),
                    notes=tuple(self.notes[index, at]),
                    # With the last roll of a game something else may have been done.
                    stuck=_is_unplayed(moment.action)
                    and not self.faults[index, at]
                    and at < len(self.moments[index]) - 2,
                )
                for at, moment in enumerate(self.moments[index])
            )
            found: set[Violation | Note] = {each for moment in moments for each in moment.faults}
            found |= {each for moment in moments for each in moment.notes}
            number = table.game.number
            games.append(
                GameMoments(
                    number=number,
                    score=table.score.points,
                    crawford=table.score.is_crawford and table.terms.variant.cube,
                    moments=moments,
                    result=results.pop(0) if table.result is not None and results else None,
                    faults=_of_game(verdict.violations, number, found),
                    notes=_of_game(verdict.notes, number, found),
                )
            )
        return tuple(games)


Finding = TypeVar("Finding", Violation, Note)


def _of_game(
    findings: Sequence[Finding], number: int, assigned: set[Violation | Note]
) -> tuple[Finding, ...]:
    """Those of a game that are of none of its moments."""
    return tuple(each for each in findings if each.game == number and each not in assigned)


def _is_unplayed(action: Action | None) -> bool:
    return isinstance(action, Rolled) and not action.hops and action.written is Written.NOTHING


def _moment_of(table: RefereeTable, turn: int, player: int | None, action: Action | None) -> Moment:
    offer = None if table.result is not None else waiting_offer(table)
    return Moment(
        turn=turn,
        player=player,
        action=action,
        boards=(table.sides_of(0)[0], table.sides_of(1)[0]) if table.board_known else None,
        on_roll=None if table.result is not None else table.on_roll,
        cube=table.cube.value if offer is None else offer.passed,
        owner=table.cube.owner,
        offered=None if offer is None else offer.taken,
        offered_by=None if offer is None else 1 - offer.answerer,
    )


ACTIONS: dict[str, type] = {
    "roll": Rolled,
    "double": Doubled,
    "beaver": Beavered,
    "take": Took,
    "pass": Passed,
    "resign": Resigned,
    "decline": Declined,
    "set_up": SetUp,
}
"""Code of an action -> its class. What wins a game has no moment: it is how the game is left."""


def action_code(action: Action) -> str:
    """The code of an action of a moment."""
    return next(code for code, kind in ACTIONS.items() if isinstance(action, kind))


def action_text(action: Action) -> Text:
    """Say what a record has of a player's action: "31: 8/5 6/5", "doubles to 2"."""
    match action:
        case Rolled():
            return _roll_text(action.dice, action.hops, action.written)
        case Doubled():
            return _("doubles to %(cube)s") % {"cube": action.value}
        case Beavered():
            return _("beavers: the cube to %(cube)s") % {"cube": action.value}
        case Took():
            return pgettext_lazy("a player", "takes")
        case Passed():
            return pgettext_lazy("a player", "passes")
        case Resigned(points=None):
            return _("resigns")
        case Resigned():
            return _("resigns: %(points)s points") % {"points": action.points}
        case Declined():
            return _("declines the resignation")
        case SetUp():
            return _("the position is set up")
        case Won():
            return _("wins: %(points)s points") % {"points": action.points}


@lru_cache(maxsize=4096)
def _roll_text(dice: tuple[int, int], hops: tuple[Hop, ...], written: Written) -> Text:
    """What is said of a roll. Kept, as a page lists every turn of a game again after each step."""
    said = {"roll": roll_text(dice), "play": format_hops(hops)}
    if hops:
        return _("%(roll)s: %(play)s") % said
    if written is Written.CANNOT_MOVE:
        return _("%(roll)s: cannot move") % said
    if written is Written.UNKNOWN:
        return _("%(roll)s: not recorded") % said
    if written is Written.ILLEGAL:
        return _("%(roll)s: an illegal play") % said
    return _("%(roll)s: no play") % said
