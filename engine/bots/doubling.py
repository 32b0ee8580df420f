"""When to double, take, pass and beaver, by the chance to win the game.

What a game is worth is counted in points for money, and in the chance to win the match otherwise
(match_equity.py). From that follow two points: above the pass point the opponent passes, and from the
doubling point on, some way from where a dead cube would be turned to there, it is turned. An owner who can
turn it again takes a little more. Source: R. Janowski, "Take-points in money games", for the way between dead
and live cubes.
"""

from typing import NamedTuple

from .base import BEAVER, PASS, TAKE, BotQuestion
from .match_equity import match_chance

LIVE = 0.14
"""Which part of what a dead cube leaves the taker gains by being able to turn it."""
WINDOW, REDOUBLED = 0.75, 0.83
"""How far up the window between dead double and pass one doubles, and redoubles: in a race of 100 pips by
these and LIVE as R. Trice has it, 8 pips ahead and 9, taken up to 12 behind."""
BEAVER_FROM = 0.53
GAMMONS_MEETING = 0.2
"""How many wins are gammons while the sides can still meet and the loser has nothing off."""


class CubePoints(NamedTuple):
    """The chances of the side on roll from which on it doubles, and from which on the opponent passes.

    `risk` says whether doubling can cost anything at all.
    """

    double: float
    passed: float
    risk: bool


def cube_points(question: BotQuestion, meeting: bool) -> CubePoints:
    """The points for a double by the asked side; `meeting` says whether the sides can still meet."""
    cube = question.cube
    gammons = GAMMONS_MEETING if meeting and 2 in question.rules.possible_wins else 0.0

    def worth(points: int, doubler_wins: bool, played: bool = True) -> float:
        """What the doubler has when so many points are won; if played out, by a gammon at times."""
        often = gammons if played else 0.0
        one, two = (_worth(question, each if doubler_wins else -each) for each in (points, 2 * points))
        return (1 - often) * one + often * two

    win, loss = worth(2 * cube, True), worth(2 * cube, False)
    win_now, loss_now = worth(cube, True), worth(cube, False)
    passed = _between(worth(cube, True, played=False), loss, win)
    # Where holding the cube as it is and turning it, dead, are worth the same.
    gain, risk = win - win_now, loss_now - loss
    even = risk / (gain + risk) if gain + risk > 0 else 1.0
    if question.away is None or 2 * cube < question.away[1]:
        passed += LIVE * (1 - passed)
        up = WINDOW if question.owner is None else REDOUBLED
    else:
        up = WINDOW - 0.25
    return CubePoints(even + up * max(passed - even, 0.0), passed, risk > 1e-9)


def wants_to_double(question: BotQuestion, chance: float, meeting: bool) -> bool:
    """Whether the side on roll, with this chance to win the game, doubles."""
    points = cube_points(question, meeting)
    return not points.risk or chance >= points.double


def answer_double(question: BotQuestion, chance: float, meeting: bool) -> str:
    """What the doubled side, with this chance to win the game, answers."""
    if question.beavers and question.away is None and chance >= BEAVER_FROM:
        return BEAVER
    seen_by_doubler = BotQuestion(
        variant=question.variant,
        own=question.opponent,
        opponent=question.own,
        away=None if question.away is None else (question.away[1], question.away[0]),
        cube=question.cube,
        owner=None if question.owner is None else 1 - question.owner,
        crawford_played=question.crawford_played,
        jacoby=question.jacoby,
        options=question.options,
    )
    return TAKE if 1 - chance <= cube_points(seen_by_doubler, meeting).passed else PASS


def _worth(question: BotQuestion, points: int) -> float:
    """What the side asked has after winning so many points, or losing them."""
    if question.away is None:
        return float(points)
    own, opponent = question.away
    played = question.crawford_played or 1 in (own, opponent)
    return match_chance(own - max(points, 0), opponent + min(points, 0), played)


def _between(value: float, low: float, high: float) -> float:
    return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 1.0
