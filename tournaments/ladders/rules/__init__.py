"""Ladders: pure folds over joins, challenges, answers, results, time. A new kind: one file, one line here."""

from .base import DAYS_MAX, MEMBERS_MAX, ChallengeIneligibility, Ineligibility, LadderKind
from .events import (
    Challenged,
    ChallengePlayed,
    ChallengeReplied,
    Closed,
    Event,
    Joined,
    LadderOrder,
    Left,
    Open,
    Reopened,
    Reply,
    Step,
    StepCause,
)
from .position import PositionLadder
from .presets import PRESETS, LadderPreset
from .pyramid import Pyramid
from .rating import RatingLadder
from .stairs import Stairs
from .terms import ChallengeTerms, Cost, UnplayedChallenge

LADDERS: dict[str, type[LadderKind]] = {
    kind.code: kind for kind in (PositionLadder, Stairs, RatingLadder, Pyramid)
}

__all__ = [
    "DAYS_MAX",
    "LADDERS",
    "MEMBERS_MAX",
    "PRESETS",
    "ChallengeIneligibility",
    "ChallengePlayed",
    "ChallengeReplied",
    "ChallengeTerms",
    "Challenged",
    "Closed",
    "Cost",
    "Event",
    "Ineligibility",
    "Joined",
    "LadderKind",
    "LadderOrder",
    "LadderPreset",
    "Left",
    "Open",
    "PositionLadder",
    "Pyramid",
    "RatingLadder",
    "Reopened",
    "Reply",
    "Stairs",
    "Step",
    "StepCause",
    "UnplayedChallenge",
]
