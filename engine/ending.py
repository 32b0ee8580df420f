"""How a game ends: on the board, by resignation or by what its result line says, and for how many points."""

from .dice import is_roll
from .notation import roll_text
from .record import Declined, Resigned, Took, Won
from .referee_log import MOST_TRIED
from .results import GameResult, compare_points, resignation_result
from .table import RefereeTable
from .variants import ENDINGS, Finish
from .words import gettext_lazy as _


def finish_by_play(table: RefereeTable, player: int) -> None:
    """See whether the play of `player` has ended the game."""
    finish = table.terms.variant.game_finish(*table.sides_of(player))
    if finish is not None:
        _finish_game(table, player, finish)


def _finish_game(table: RefereeTable, player: int, finish: Finish) -> None:
    """The play of `player` ends the game; without a winner it is a draw, worth nothing."""
    cube = table.cube.value
    if finish.won is None:
        table.result = GameResult(None, 0, "draw", cube, 0, None)
        return
    winner = player if finish.won else 1 - player
    points = table.stakes_of(winner).points_worth(finish.wins)
    table.result = GameResult(winner, points, ENDINGS[finish.wins], cube, points, winner)


def record_resignation(table: RefereeTable, player: int, action: Resigned) -> None:
    """A side offers to give up, or, the game being over, its loss is written beside the win."""
    if table.result is None:
        _offer_resignation(table, player, action.points)
        if not (table.nothing_follows() or isinstance(table.next_action(), Took | Declined)):
            count_resignation(table, player)
    elif player == table.result.winner and not table.end_broken:
        table.end_broken = True
        table.referee_log.add_fault(
            "winner_of_game", _("the record has the winner of the game lose it"), player
        )


def _offer_resignation(table: RefereeTable, player: int, points: int | None) -> None:
    """After one that was declined only a larger resignation may be offered, until the next play."""
    declined = table.declined_points[player]
    if points is not None and points <= declined:
        message = _("offered to resign for %(points)s after %(declined)s had been declined")
        words = {"points": points, "declined": declined}
        table.referee_log.add_fault("resignation_more", message % words, player)
    table.resigner, table.resigned_points = player, points


def accept_resignation(table: RefereeTable, resigner: int) -> None:
    """The resignation is accepted: the game is over, for the points the result line says."""
    if not table.nothing_follows():
        count_resignation(table, resigner)


def decline_resignation(table: RefereeTable, player: int) -> None:
    """The resignation is declined, and the game goes on where it was."""
    if table.resigner is None:
        table.referee_log.add_fault(
            "resignation_offered", _("declined a resignation that was not offered"), player
        )
        return
    if player == table.resigner:
        table.referee_log.add_fault("turns_alternate", _("declined his own resignation"), player)
    offered = table.cube.value if table.resigned_points is None else table.resigned_points
    table.declined_points[table.resigner] = max(table.declined_points[table.resigner], offered)
    table.resigner = table.resigned_points = None


def record_win(table: RefereeTable, player: int, action: Won) -> None:
    """A result line: decides the game if nothing before did, else has to agree with what did."""
    if not action.placed:
        player = _winner_by_play(table, player)
    if table.result is None:
        if table.doubler == player:
            message = _("the win of the cube before the double shows that it was passed")
            table.referee_log.add_note("pass_unwritten", message)
            cube = table.cube.value
            table.result = GameResult(player, cube, "pass", cube, 0, player)
        elif not (table.unplayed == player and _last_roll_wins(table, player)):
            _end_by_resignation(table, player, action.points)
    assert table.result is not None
    if not table.result_written:
        table.result.claimed, table.result.claimed_winner = action.points, player
        table.result.match_claimed = action.and_match
    table.result_written = True
    if player == table.result.winner:
        compare_points(table.result, action.points, table.stakes_of(player), table.referee_log)
    elif not table.end_broken:
        table.end_broken = True
        message = (
            _("the record gives the game to a player, and it is a draw")
            if table.result.winner is None
            else _("the record gives the game to the player who lost it")
        )
        table.referee_log.add_fault("winner_of_game", message, player)


def _winner_by_play(table: RefereeTable, player: int) -> int:
    """Who won, where the result line does not say: `player` if nothing else does either."""
    if table.result is not None and table.result.winner is not None:
        return table.result.winner
    if table.resigner is not None:
        return 1 - table.resigner
    if table.doubler is not None:
        return table.doubler
    return player


def _last_roll_wins(table: RefereeTable, player: int) -> bool:
    """Whether the roll left unplayed takes the winner's last checkers off; if so, that ends the game."""
    if not table.board_known or not is_roll(table.last_roll):
        return False
    variant, referee_log = table.terms.variant, table.referee_log
    if referee_log.tried >= MOST_TRIED:
        return False
    plays = variant.legal_plays(table.position_of(player), table.last_roll)
    referee_log.tried += len(plays)
    for after in plays:
        finish = variant.game_finish(after.own, after.opponent)
        if finish is not None and finish.won:
            message = _("%(roll)s ends the game but is not played out")
            referee_log.add_note("last_roll_unplayed", message % {"roll": roll_text(table.last_roll)})
            _finish_game(table, player, finish)
            return True
    return False


def _end_by_resignation(table: RefereeTable, winner: int, points: int) -> None:
    """The game ends by resignation for `points`; whoever has resigned has lost it, whatever is written."""
    referee_log = table.referee_log
    stake = table.stakes_of(winner)
    if table.resigner == winner:
        referee_log.add_fault(
            "winner_of_game", _("the record gives the game to the player who resigned it"), winner
        )
        table.end_broken = True
        winner = 1 - winner
        stake = table.stakes_of(winner)._replace(concedable=False)
    table.result = resignation_result(winner, points, stake, referee_log)
    if not table.board_known:
        return
    if table.unplayed is not None and table.unplayed != winner:
        referee_log.add_note(
            "resigned_after_roll", _("the loser rolled and gave the game up without playing")
        )
    if table.terms.variant.has_contact(*table.sides_of(winner)):
        referee_log.add_note(
            "early_concession", _("the game was given up while the sides could still hit each other")
        )


def count_resignation(table: RefereeTable, resigner: int) -> None:
    """Let a resignation count whose result is not written: for the points it names, else the cube."""
    named = table.resigned_points
    _end_by_resignation(
        table, 1 - resigner, table.stakes_of(resigner).claimed_cube if named is None else named
    )


def close_game(table: RefereeTable, is_last: bool) -> None:
    """Decide what is left once the record of the game is exhausted."""
    referee_log = table.referee_log
    if table.result is None and table.resigner is not None:
        count_resignation(table, table.resigner)
    if table.result is None:
        if table.doubler is not None and table.annullable:  # unanswered, it is annulled
            table.doubler, table.on_roll = None, table.on_roll_before
        if table.unplayed is not None:
            message = _("%(roll)s is the last roll and is not played")
            referee_log.add_note("last_roll_unplayed", message % {"roll": roll_text(table.last_roll)})
        if not is_last:
            message = _("game %(game)s has no end, but another game follows")
            referee_log.add_fault("game_played_out", message % {"game": table.game.number})
    elif not table.result_written and table.result.winner is not None:
        referee_log.add_note("result_missing", _("the game has ended, but no result is written"))
