"""Dice scrutiny: what was thrown, how that compares with fair dice, and dice that two records share.

Information for a director, never a verdict; docs/scrutiny.md says what each figure can show and what not.
"""

from .chance import binomial_p, chi_square_p, normal_p
from .report import Check, Scrutiny, scrutinise_dice
from .shared import (
    CHANCE,
    MOST_PARTNERS,
    SHORTEST,
    DiceOverlap,
    Run,
    chance_of_run,
    common_runs,
    count_comparisons,
    filed_fingerprints,
    least_reported_length,
    lookup_fingerprints,
    shared_dice,
)
from .throws import GameDice, RecordDice, Tally, dice_of, tally_dice

__all__ = [
    "CHANCE",
    "MOST_PARTNERS",
    "SHORTEST",
    "Check",
    "DiceOverlap",
    "GameDice",
    "RecordDice",
    "Run",
    "Scrutiny",
    "Tally",
    "binomial_p",
    "chance_of_run",
    "chi_square_p",
    "common_runs",
    "count_comparisons",
    "dice_of",
    "filed_fingerprints",
    "least_reported_length",
    "lookup_fingerprints",
    "normal_p",
    "scrutinise_dice",
    "shared_dice",
    "tally_dice",
]
