"""What can be played, against whom."""

from engine.bots import BOTS, Bot

from ..errors import UnknownBot

LENGTHS = (1, 3, 5, 7, 9, 11, 13, 15)
"""The lengths of matches against the computer."""
BOTS_OFFERED = tuple(BOTS)
"""The codes of the computer players, the weakest first."""


def bot_of(code: str) -> Bot:
    """The computer player of a code. Raises UnknownBot."""
    if code not in BOTS:
        raise UnknownBot(
            'There is no computer player "%(bot)s": there are %(known)s.',
            {"bot": code[:40], "known": [*BOTS]},
            known=[*BOTS],
        )
    return BOTS[code]
