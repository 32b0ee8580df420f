"""Tie-breaks: how equals are told apart. To add one: write it in a module here, then add it to TIEBREAKS."""

from .base import Among, Bye, Crosstable, Met, Sat, Scale, Tiebreak, Total, Unplayed, crosstable
from .play_off import play_offs
from .ranking import check_tiebreaks, ranked
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
    "Unplayed",
    "check_tiebreaks",
    "crosstable",
    "play_offs",
    "ranked",
]
