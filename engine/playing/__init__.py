"""Matches in play: what each side may do now, every step of it legal (docs/recordings.md, docs/solo.md)."""

from .ahead import plays_ahead
from .match import MatchInPlay
from .recorded import RECORDED_ACTIONS, RecordedMatch, RecordedTerms
from .situations import situation_of
from .steps import DieStep, TurnSteps, steps_of_play

__all__ = [
    "RECORDED_ACTIONS",
    "DieStep",
    "MatchInPlay",
    "RecordedMatch",
    "RecordedTerms",
    "TurnSteps",
    "plays_ahead",
    "situation_of",
    "steps_of_play",
]
