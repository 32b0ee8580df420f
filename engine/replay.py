"""Replays one game of a record, entry by entry: ordinary rolls flow by, all else is looked at closely."""

from collections.abc import Callable

from . import doubling, ending
from .claims import JudgedPlay, PlayFault
from .cube import Cube
from .dice import is_roll
from .errors import InvalidPosition
from .notation import play_text, roll_text
from .packed import ONE_ON_BAR, SECOND, TOPS, pack_side, play_reading
from .position import BAR, Position, Side
from .record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    GameRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from .referee_log import MOST_SET_UPS, MOST_WRONG_PLAYS, RefereeLog
from .score import Score
from .table import RefereeTable
from .terms import Terms
from .variants import Variant
from .words import gettext_lazy as _

STRETCH = 256
"""Rolls looked at in one go where a game goes on from: copying all that are left would take too long."""


Watcher = Callable[[RefereeTable, int], None]
"""Is shown the table before each entry, with the entry's index; and at last as the game leaves it."""


def replay_game(
    game: GameRecord,
    score: Score,
    terms: Terms,
    referee_log: RefereeLog,
    is_last: bool,
    open_end: bool = False,
    watch: Watcher | None = None,
) -> RefereeTable:
    """Replay a game, write faults and notes in the log, and return the table as the game leaves it.

    A game without an end is a fault unless it is the last of the record. With `open_end` its last entry may
    be half an entry.
    """
    table = RefereeTable(game, score, terms, referee_log)
    doubling.set_starting_cube(table)
    entries = game.entries
    if open_end:
        table.half = len(entries) - 1
    at = 0
    while at < len(entries):
        if watch is not None:
            watch(table, at)
        if _rolls_may_follow(table):
            began, at = at, _replay_ordinary_rolls(table, at, STRETCH if watch is None else 1)
            if at == len(entries) or (watch is not None and at > began):
                continue
        table.index = at
        replay_action(table, entries[at])
        at += 1
    ending.close_game(table, is_last)
    if watch is not None:
        watch(table, at)
    return table


def _rolls_may_follow(table: RefereeTable) -> bool:
    """Whether ordinary rolls may follow: the game is on, the board known, and nothing waits."""
    return (
        table.terms.by_steps
        and table.board_known
        and table.result is None
        and table.doubler is None
        and table.beaverer is None
        and table.resigner is None
    )


def _replay_ordinary_rolls(table: RefereeTable, at: int, stretch: int) -> int:
    """Replay rolls from entry `at` on as long as they are played in turn and are legal by their sums.

    Returns the index of the first entry that needs a closer look. Nearly all of a match passes here. It looks
    at `stretch` rolls at most; at all of them from the first entry on, where that is STRETCH.
    """
    entries, referee_log, began = table.game.entries, table.referee_log, at
    row = referee_log.turn
    player = entries[at].player if table.on_roll is None else table.on_roll
    if table.opening and not _may_open_game(table, entries[at].action):
        return at
    own, opponent = table.boards[player], table.boards[1 - player]
    last_off = 0x80 | table.terms.variant.checker_count
    ahead = entries if at == 0 and stretch == STRETCH else entries[at : at + stretch]
    for turn, side, action in ahead:
        if type(action) is not Rolled or side != player or not row <= turn <= row + 1:
            break
        change, empty, faced, marked, special = action.reading or play_reading(action)
        after = own + change
        if after & empty == TOPS:
            met = opponent & faced
            if met:
                if met & SECOND:
                    break
                opponent += met.bit_count() * ONE_ON_BAR - met
        elif special is not None and (made := special.make_play(own, opponent, marked)):
            after, opponent, met = made
        else:
            break
        if met != marked:
            referee_log.turn = turn
            _compare_hit_marks(table, action, met, marked)
        at += 1
        row = turn
        own, opponent, player = opponent, after, 1 - player
        if after & 0xFF == last_off:
            break
    if at > began:
        table.opening = False
        table.rolls[player] += (at - began) // 2
        table.rolls[1 - player] += (at - began + 1) // 2
        table.boards[player], table.boards[1 - player] = own, opponent
        table.on_roll = player
        table.declined_points = [0, 0]
        table.referee_log.turn = row
        table.index = at - 1
        if opponent & 0xFF == last_off:
            ending.finish_by_play(table, 1 - player)
    return at


def _may_open_game(table: RefereeTable, action: Action) -> bool:
    """Whether a game may begin like this."""
    return isinstance(action, Rolled) and table.terms.variant.may_open_with(action.dice)


def _compare_hit_marks(table: RefereeTable, action: Rolled, hit: int, marked: int) -> None:
    """Note a hit that is marked where none was made."""
    if marked.bit_count() > hit.bit_count():
        table.referee_log.add_note(
            "hit_mark", _REMARKS["hit_mark"] % {"play": play_text(action.dice, action.hops)}
        )


_REMARKS = {
    "hit_mark": _("%(play)s: a hit is marked where nothing was hit"),
    "last_checker_short": _("%(play)s bears off the last checker with fewer dice than could be played"),
}


def replay_action(table: RefereeTable, entry: RecordedAction) -> None:
    """Look at whatever happens next: `entry`, the one at `table.index`."""
    turn, player, action = entry
    before, table.referee_log.turn = table.referee_log.turn, turn
    if not 0 <= turn - before <= 1 and table.rows_in_order:
        table.rows_in_order = False
        table.referee_log.add_note(
            "row_number", _("row %(row)s follows row %(before)s") % {"row": turn, "before": before}
        )
    match action:
        case Rolled():
            _replay_roll(table, player, action)
        case Won():
            ending.record_win(table, player, action)
        case Resigned():
            ending.record_resignation(table, player, action)
        case SetUp():
            _set_up_position(table, action)
        case _ if table.result is not None:
            table.fault_after_end(_AFTER_THE_END[type(action)], player)
        case Doubled():
            doubling.offer_double(table, player, action)
        case Took() if table.resigner == 1 - player:
            ending.accept_resignation(table, table.resigner)
        case Took():
            doubling.take_double(table, player)
        case Passed():
            doubling.pass_double(table, player)
        case Beavered():
            doubling.turn_beaver(table, player, action)
        case Declined():
            ending.decline_resignation(table, player)


_AFTER_THE_END = {
    Doubled: _("a double after the game was over"),
    Took: _("a take after the game was over"),
    Passed: _("a pass after the game was over"),
    Beavered: _("a beaver after the game was over"),
    Declined: _("a refusal to accept a resignation after the game was over"),
}


def _replay_roll(table: RefereeTable, player: int, action: Rolled) -> None:
    """Dice, and the play claimed for them."""
    referee_log, rolled = table.referee_log, {"roll": roll_text(action.dice)}
    if table.result is not None:
        table.fault_after_end(_("%(roll)s was rolled after the game was over") % rolled, player)
        return
    doubling.close_unanswered_double(table, player)
    table.rolls[player] += 1
    opening, table.opening = table.opening, False
    if not table.may_act(player):
        referee_log.add_fault("turns_alternate", _("%(roll)s was rolled out of turn") % rolled, player)
    table.on_roll = 1 - player
    table.declined_points = [0, 0]
    if action.written is Written.UNKNOWN and table.nothing_follows():
        table.leave_unplayed(player, action.dice)
        return
    if not is_roll(action.dice):
        referee_log.add_fault("dice_shown", _("%(roll)s is not a roll of two dice") % rolled, player)
        table.lose_board()
        return
    if opening and not table.terms.variant.may_open_with(action.dice):
        message = _("the first roll of the game is %(roll)s; equal dice are thrown again")
        referee_log.add_fault("opening_roll", message % rolled, player)
    if table.board_known:
        _judge_play(table, player, action)


def _judge_play(table: RefereeTable, player: int, action: Rolled) -> None:
    """Judge the play of a roll and set the board after it."""
    variant, referee_log = table.terms.variant, table.referee_log
    if referee_log.wrong_plays == MOST_WRONG_PLAYS:
        message = _("after %(most)s wrong plays no more are judged")
        table.lose_board(message % {"most": MOST_WRONG_PLAYS})
        return
    own, opponent = table.sides_of(player)
    dice = max(action.dice), min(action.dice)
    judged = variant.judge_play(own, opponent, dice, action.hops)
    fault = judged.fault
    if fault is not None:
        if not action.hops and action.written is not Written.CANNOT_MOVE:
            if table.nothing_follows():
                table.leave_unplayed(player, action.dice)
                return
            if action.written is not Written.NOTHING:
                rolled = {"roll": roll_text(action.dice)}
                fault = PlayFault("play_recorded", _("%(roll)s: the play is not recorded"), rolled)
                judged = JudgedPlay(None, None)
        if table.index == table.half and variant.begins_legal_play(own, opponent, dice, action.hops):
            played = {"play": play_text(action.dice, action.hops)}
            referee_log.add_note("record_cut", _("%(play)s is cut short") % played)
            table.on_roll, table.last_roll = player, action.dice
            return
        referee_log.wrong_plays += 1
        if table.terms.wrong_plays_stand and judged.own is not None and table.rolls_next(1 - player):
            message = _("%(fault)s; the opponent has rolled, so it stands")
            referee_log.add_note("play_stands", message % {"fault": fault.message})
        else:
            referee_log.add_fault(fault.rule, fault.message, player, table.legal_alternatives(player, dice))
    if judged.own is None or judged.opponent is None:
        table.lose_board()
        return
    if judged.note is not None:
        referee_log.add_note(
            judged.note, _REMARKS[judged.note] % {"play": play_text(action.dice, action.hops)}
        )
    table.boards[player], table.boards[1 - player] = pack_side(judged.own), pack_side(judged.opponent)
    ending.finish_by_play(table, player)


def _set_up_position(table: RefereeTable, action: SetUp) -> None:
    """The game goes on from a position of its own, if the record says which, with its cube and turn."""
    if not table.was_set_up:
        table.was_set_up = True
        message = _("game %(game)s is set up from another position")
        table.referee_log.add_fault("starting_position", message % {"game": table.game.number})
    value, owner, on_roll = action.cube, action.owner, action.on_roll
    if not doubling.is_cube_value(value):
        message = _("game %(game)s is set up with the cube at %(cube)s")
        table.referee_log.add_fault("cube_begins", message % {"game": table.game.number, "cube": value})
        value = 1
    table.opening = False
    table.doubler = table.beaverer = table.resigner = None
    table.on_roll = on_roll if on_roll in (0, 1) else None
    table.cube = Cube(value, owner if owner in (0, 1) else None)
    table.referee_log.set_ups += 1
    position = None if action.boards is None else _position_of_sides(table.terms.variant, *action.boards)
    if table.referee_log.set_ups > MOST_SET_UPS:
        table.lose_board(_("after %(most)s positions set up no more are followed") % {"most": MOST_SET_UPS})
    elif position is None:
        table.lose_board()
    else:
        table.boards, table.board_known = [pack_side(position.own), pack_side(position.opponent)], True


def _position_of_sides(variant: Variant, one: Side, two: Side) -> Position | None:
    """The position of two sides; None if the variant knows none, or more than one, such as this."""
    try:
        if _is_side(one, variant.checker_count) and _is_side(two, variant.checker_count):
            return variant.position_of_counts(Position(one, two), {})
    except InvalidPosition:
        pass
    return None


def _is_side(side: Side, checkers: int) -> bool:
    """Whether these can be one side's checkers."""
    return len(side) == BAR + 1 and min(side) >= 0 and sum(side) == checkers
