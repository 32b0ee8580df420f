"""The computer players. To add one: a file beside this one that has a Bot, and a line in BOTS."""

from ..words import gettext_lazy as _
from .base import BEAVER, PASS, TAKE, Bot, BotQuestion
from .learned import LearnedBot

__all__ = ["BEAVER", "BOTS", "PASS", "TAKE", "Bot", "BotQuestion"]

BEGINNER = LearnedBot(
    code="beginner",
    name=_("Beginner"),
    description=_("Often misjudges a position, and leaves shots it need not leave."),
    noise=0.04,
)
INTERMEDIATE = LearnedBot(
    code="intermediate",
    name=_("Intermediate"),
    description=_("Judges every position by what it has learned, and looks no further."),
    noise=0.02,
)
ADVANCED = LearnedBot(
    code="advanced",
    name=_("Advanced"),
    description=_("Looks at every roll of yours, and your best reply, before it moves."),
    looked_at=3,
)

BOTS: dict[str, Bot] = {known.code: known for known in (BEGINNER, INTERMEDIATE, ADVANCED)}
"""Bot code -> bot, the weakest first. All play every variant that the referee knows."""
