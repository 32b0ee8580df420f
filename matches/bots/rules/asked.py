"""What a bot is asked, as the network has it."""

from typing import Any

from engine.bots import BotQuestion
from engine.position import BAR, Position

FARTHEST = 25
"""The network's table of matches ends there; longer matches are seen as shorter ones with such a lead."""


def signed_board(position: Position) -> list[int]:
    """A board as bgsage has it: own checkers above zero by own point, the opponent's below; bars at 25, 0.

    >>> from engine.variants import VARIANTS
    >>> signed_board(VARIANTS["backgammon"].start_position())[:14]
    [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5]
    """
    theirs = position.opponent[BAR:0:-1]
    points = [own - other for own, other in zip(position.own[:BAR], theirs, strict=True)]
    return [position.opponent[BAR], *points[1:], position.own[BAR]]


def match_state(question: BotQuestion) -> dict[str, Any]:
    """What both sides still need, as far as the table goes, and whether it is the Crawford game.

    Nothing in a session for money. Of more than FARTHEST points the same part is taken of both; who needs
    more than one still does then.
    """
    if question.away is None:
        return {}
    longest = max(*question.away, FARTHEST)
    own, opponent = (max(each * FARTHEST // longest, min(each, 2)) for each in question.away)
    crawford = not question.crawford_played and (own == 1) != (opponent == 1)
    return {"away1": own, "away2": opponent, "is_crawford": crawford}


def session_rules(question: BotQuestion) -> dict[str, bool]:
    """The rules that there are for money alone."""
    money = question.away is None
    return {"jacoby": money and question.jacoby, "beaver": money and question.beavers}
