"""Tournaments and the facts about them."""

from .announced import Announced, format_choices
from .counting import Counting, TournamentPool
from .draw import Call, Draw, Posting, Retraction, TiebreakOrder
from .entry import CheckIn, Comeback, Entries, Entry, LineUp, Substitution, Withdrawal
from .fixture import Fixture, Passage, fixture_of
from .tournament import ENTRIES_MAX, FIXTURE_ADVANCE, TOURNAMENT_ADVANCE, Tournament

__all__ = [
    "ENTRIES_MAX",
    "FIXTURE_ADVANCE",
    "TOURNAMENT_ADVANCE",
    "Announced",
    "Call",
    "CheckIn",
    "Comeback",
    "Counting",
    "Draw",
    "Entries",
    "Entry",
    "Fixture",
    "LineUp",
    "Passage",
    "Posting",
    "Retraction",
    "Substitution",
    "TiebreakOrder",
    "Tournament",
    "TournamentPool",
    "Withdrawal",
    "fixture_of",
    "format_choices",
]
