"""The cube in a game: doubles, takes, passes and beavers, the rules each must keep, and what follows."""

from typing import NamedTuple

from .cube import Cube
from .record import MOST_CUBE, Beavered, Doubled
from .results import GameResult
from .table import RefereeTable
from .words import Text
from .words import gettext_lazy as _

HOLLAND_ROLLS = 2

_REFUSALS = {
    "crawford": ("crawford", _("doubled in the Crawford game")),
    "owner": ("cube_owner", _("doubled while the opponent owns the cube")),
    "dead": ("dead_cube", _("doubled although the cube at %(cube)s is already enough to win the match")),
}


class Offer(NamedTuple):
    """A double, beaver or raccoon that waits: who answers it, what a pass costs, the cube once taken."""

    name: str
    answerer: int
    passed: int
    taken: int


def set_starting_cube(table: RefereeTable) -> None:
    """Put the cube on the table: at 1, or at what automatic doubles have turned it to."""
    value, most = table.game.cube, table.terms.automatic_doubles
    if value == 1:
        return
    if not table.terms.variant.cube or not is_cube_value(value) or (most is not None and value > 1 << most):
        message = _("game %(game)s begins with the cube at %(cube)s")
        table.referee_log.add_fault("cube_begins", message % {"game": table.game.number, "cube": value})
    else:
        message = _("automatic doubles have turned the cube to %(cube)s")
        table.referee_log.add_note("automatic_double", message % {"cube": value})
    table.cube = Cube(value if is_cube_value(value) else 1)


def is_cube_value(value: int) -> bool:
    """Whether a cube can show this: 1 before it is turned, then powers of two."""
    return 1 <= value <= MOST_CUBE and value.bit_count() == 1


def offer_double(table: RefereeTable, player: int, action: Doubled) -> None:
    """A double is offered. A false one that is answered turns the cube all the same, if not annulled."""
    close_unanswered_double(table, player)
    faults = len(table.referee_log)
    refused = double_refusal(table, player, action.value)
    table.doubler, table.on_roll_before = player, table.on_roll
    table.on_roll = None if table.opening else player
    if refused and refused[0] == "crawford" and table.terms.crawford_doubles_annulled:
        table.referee_log.add_note("double_annulled", _("a double in the Crawford game is annulled"))
        table.offered = action.value
        table.annullable = table.annulled = True
        return
    if refused:
        table.referee_log.add_fault(*refused, player)
    table.offered = check_cube_value(table, player, action.value, 2 * table.cube.value)
    table.annullable = len(table.referee_log) > faults


def double_refusal(table: RefereeTable, player: int, value: int) -> tuple[str, Text] | None:
    """Say which rule forbids `player` to double to `value` now, and in words; None if he may."""
    terms = table.terms
    if not terms.variant.cube:
        message = _("doubled in %(variant)s, which is played without a cube")
        return "no_cube", message % {"variant": terms.variant.name}
    if table.opening:
        return "double_before_roll", _("doubled before the first roll of the game")
    if not table.may_act(player):
        return "turns_alternate", _("doubled out of turn")
    if reason := table.cube.double_refusal(
        player, table.score.points_needed(player), table.score.is_crawford
    ):
        rule, message = _REFUSALS[reason]
        return rule, message % {"cube": table.cube.value}
    after_crawford = terms.crawford and table.score.crawford_played
    if terms.holland and after_crawford and min(table.rolls) < HOLLAND_ROLLS:
        return "holland", _("doubled after the Crawford game before both players had rolled twice")
    return limit_refusal(table, value)


def limit_refusal(table: RefereeTable, value: int) -> tuple[str, Text] | None:
    """The same of the limit that the record names, whoever turns the cube to `value`."""
    limit = table.terms.cube_limit
    if limit is None or value <= limit:
        return None
    message = _("doubled to %(value)s; the record limits the cube to %(limit)s")
    return "cube_limit", message % {"value": value, "limit": limit}


def may_turn_back(table: RefereeTable, offer: Offer) -> bool:
    """Whether the double, beaver or raccoon that waits may be answered by turning the cube once more."""
    terms = table.terms
    may_turn = terms.beavers if offer.name == "double" else terms.raccoons
    return may_turn and limit_refusal(table, 2 * offer.taken) is None


def check_cube_value(table: RefereeTable, player: int, claimed: int, right: int) -> int:
    """Check the value a double claims and return the one to go on with."""
    if claimed == right:
        return right
    if table.index == table.half and str(right).startswith(str(claimed)):
        table.referee_log.add_note(
            "record_cut", _("the double to %(value)s is cut short") % {"value": claimed}
        )
        return right
    message = _("doubled to %(value)s; the cube goes to %(cube)s")
    table.referee_log.add_fault("cube_doubles", message % {"value": claimed, "cube": right}, player)
    return claimed if is_cube_value(claimed) else right


def turn_beaver(table: RefereeTable, player: int, action: Beavered) -> None:
    """The doubled player turns the cube once more and keeps it; the doubler may turn it back, and so on."""
    referee_log, terms = table.referee_log, table.terms
    if limited := limit_refusal(table, action.value):
        referee_log.add_fault(*limited, player)
    if table.beaverer == 1 - player:  # the cube stays with the player who was doubled
        if not terms.raccoons:
            referee_log.add_fault("no_raccoon", _("a beaver was turned back"), player)
        table.cube = Cube(
            check_cube_value(table, player, action.value, 2 * table.cube.value), table.cube.owner
        )
        table.beaverer = player
        return
    if table.doubler is None:
        referee_log.add_fault("double_offered", _("beavered without a double"), player)
        return
    if player == table.doubler:
        referee_log.add_fault("turns_alternate", _("beavered his own double"), player)
    elif not terms.beavers:
        message = _("beavered in a match") if terms.length else _("beavered in a session without beavers")
        referee_log.add_fault("no_beaver", message, player)
    table.cube = table.cube.taken_by(player, check_cube_value(table, player, action.value, 2 * table.offered))
    table.doubler, table.beaverer = None, player


def take_double(table: RefereeTable, player: int) -> None:
    """The double is taken and the doubler rolls."""
    if table.doubler is None:
        if table.beaverer != 1 - player:
            table.referee_log.add_fault("double_offered", _("took without a double"), player)
        table.beaverer = None
        return
    if player == table.doubler:
        table.referee_log.add_fault("turns_alternate", _("took his own double"), player)
    if table.annulled:
        table.claimed_cube = table.offered
    else:
        table.cube = table.cube.taken_by(1 - table.doubler, table.offered)
    table.doubler, table.annulled = None, False


def pass_double(table: RefereeTable, player: int) -> None:
    """The double is passed: the game is over for the cube before the offer, also where that is annulled.

    Without an offer a pass ends the game only if nothing but its result follows.
    """
    value = table.cube.value
    if table.doubler is None:
        if table.beaverer == 1 - player:
            value //= 2
        else:
            table.referee_log.add_fault("double_offered", _("passed without a double"), player)
            if not table.nothing_follows():
                return
    elif player == table.doubler:
        table.referee_log.add_fault("turns_alternate", _("passed his own double"), player)
        player = 1 - player
    table.result = GameResult(1 - player, value, "pass", value, value, 1 - player)


def waiting_offer(table: RefereeTable) -> Offer | None:
    """What waits for an answer."""
    if table.doubler is not None:
        return Offer("double", 1 - table.doubler, table.cube.value, table.offered)
    if table.beaverer is not None:
        name = "beaver" if table.beaverer == table.cube.owner else "raccoon"
        return Offer(name, 1 - table.beaverer, table.cube.value // 2, table.cube.value)
    return None


def close_unanswered_double(table: RefereeTable, player: int) -> None:
    """Something else happens while a double waits for its answer.

    A legal double counts as taken. One against the rules needed no answer: it is annulled (Danish Backgammon
    Federation 4.4.4).
    """
    table.beaverer = None
    if table.doubler is None:
        return
    if not table.annullable:
        table.referee_log.add_fault("double_answered", _("the double was neither taken nor passed"), player)
        table.cube = table.cube.taken_by(1 - table.doubler, table.offered)
    table.doubler, table.annulled = None, False
    table.on_roll = None if table.opening else player
