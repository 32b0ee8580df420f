"""Tie-breaks: how ties are broken. To add one: write it in a module here, then add it to TIEBREAKS."""

from .base import Among, Bye, Crosstable, Met, Sat, Scale, Tiebreak, Total, UnplayedRounds, make_crosstable
from .play_off import play_offs
from .ranking import check_tiebreaks, rank_entries
from .registry import TIEBREAKS

__all__ = [
    "TIEBREAKS",
    "Among",
    "Bye",
    "Crosstable",
    "Met",
    "Sat",
    "Scale",
    "Tiebreak",
    "Total",
    "UnplayedRounds",
    "check_tiebreaks",
    "make_crosstable",
    "play_offs",
    "rank_entries",
]
