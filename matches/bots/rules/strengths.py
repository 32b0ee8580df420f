"""The strengths of the network: the weakest first, each noticeably better than the one before it."""

from engine.words import gettext_lazy as _

from .sage import SageBot

CASUAL = SageBot(
    code="casual",
    name=_("Casual player"),
    description=_("Knows what matters, and often takes the second best play for the best."),
    noise=0.2,
)
CLUB = SageBot(
    code="club",
    name=_("Club player"),
    description=_("Plays soundly, and errs where plays are close."),
    noise=0.08,
)
EXPERT = SageBot(
    code="expert",
    name=_("Expert"),
    description=_("Looks at every roll that can follow, and hardly ever errs."),
    plies=2,
)

SAGES: dict[str, SageBot] = {known.code: known for known in (CASUAL, CLUB, EXPERT)}
"""Bot code -> bot. A game keeps the code of its bot for good."""

PLAYED = ("backgammon",)
"""The variants that the network has learned."""
