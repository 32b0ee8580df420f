"""Dice scrutiny: what was thrown, how that compares with fair dice, and dice that two records share.

Information for a director, never a verdict; docs/scrutiny.md says what each figure can show and what not.
"""

from .chance import binomial_p, chi_square_p, normal_p
from .report import Check, Scrutiny, scrutinise
from .shared import (
    CHANCE,
    MOST_PARTNERS,
    SHORTEST,
    DiceOverlap,
    Run,
    chance_of,
    common_runs,
    comparisons,
    least_length,
    marks,
    probes,
    shared_dice,
)
from .throws import GameDice, RecordDice, Tally, dice_of, tallies

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
    "chance_of",
    "chi_square_p",
    "common_runs",
    "comparisons",
    "dice_of",
    "least_length",
    "marks",
    "normal_p",
    "probes",
    "scrutinise",
    "shared_dice",
    "tallies",
]
