"""Tournaments and the facts about them."""

from .announced import Announced, format_choices
from .application import EntryApplication, EntryApplicationAnswer
from .counting import Counting, TournamentRatingPool
from .draw import Draw, PublishedRound, RoundRelease, RoundWithdrawal, TiebreakOrder
from .entry import (
    CheckIn,
    CheckInWithdrawal,
    Entries,
    Entry,
    LineUp,
    Reentry,
    Substitution,
    Withdrawal,
)
from .fixture import Fixture, Passage, fixture_of
from .tournament import (
    ENTRIES_MAX,
    FIXTURE_ADVANCE,
    TOURNAMENT_ADVANCE,
    Tournament,
    TournamentEdit,
    Tournaments,
    assignment_choices,
)

__all__ = [
    "ENTRIES_MAX",
    "FIXTURE_ADVANCE",
    "TOURNAMENT_ADVANCE",
    "Announced",
    "CheckIn",
    "CheckInWithdrawal",
    "Counting",
    "Draw",
    "Entries",
    "Entry",
    "EntryApplication",
    "EntryApplicationAnswer",
    "Fixture",
    "LineUp",
    "Passage",
    "PublishedRound",
    "Reentry",
    "RoundRelease",
    "RoundWithdrawal",
    "Substitution",
    "TiebreakOrder",
    "Tournament",
    "TournamentEdit",
    "TournamentRatingPool",
    "Tournaments",
    "Withdrawal",
    "assignment_choices",
    "fixture_of",
    "format_choices",
]
