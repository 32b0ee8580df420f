"""One person against the computer: the state of a solo game, every step of it legal (docs/solo.md)."""

from ..playing.steps import DieStep, TurnSteps
from .computer import act_as_bot, bot_question
from .game import ACTIONS, COMPUTER, PERSON, SoloGame
from .terms import MATCH, MONEY, PIPS, SCORINGS, SoloTerms

__all__ = [
    "ACTIONS",
    "COMPUTER",
    "MATCH",
    "MONEY",
    "PERSON",
    "PIPS",
    "SCORINGS",
    "DieStep",
    "SoloGame",
    "SoloTerms",
    "TurnSteps",
    "act_as_bot",
    "bot_question",
]
