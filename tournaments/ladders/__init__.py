"""Ladders: pure folds over joins, challenges, answers, results, time. A new kind: one file, one line here."""

from .base import DAYS_MAX, MEMBERS_MAX, Cost, Hindered, Hindrance, Ladder, Terms, Unplayed
from .events import (
    Answered,
    Cause,
    Challenged,
    Event,
    Joined,
    Left,
    Open,
    Played,
    Reply,
    Standing,
    Step,
)
from .position import PositionLadder
from .presets import PRESETS, Preset
from .pyramid import Pyramid, row_of
from .rating import RatingLadder
from .stairs import Stairs

LADDERS: dict[str, type[Ladder]] = {
    kind.code: kind for kind in (PositionLadder, Stairs, RatingLadder, Pyramid)
}

__all__ = [
    "DAYS_MAX",
    "LADDERS",
    "MEMBERS_MAX",
    "PRESETS",
    "Answered",
    "Cause",
    "Challenged",
    "Cost",
    "Event",
    "Hindered",
    "Hindrance",
    "Joined",
    "Ladder",
    "Left",
    "Open",
    "Played",
    "PositionLadder",
    "Preset",
    "Pyramid",
    "RatingLadder",
    "Reply",
    "Stairs",
    "Standing",
    "Step",
    "Terms",
    "Unplayed",
    "row_of",
]
