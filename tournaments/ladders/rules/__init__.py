"""Ladders: pure folds over joins, challenges, answers, results, time. A new kind: one file, one line here."""

from .base import DAYS_MAX, MEMBERS_MAX, Hindered, Hindrance, Ladder
from .events import Answered, Cause, Challenged, Event, Joined, Left, Open, Played, Reply, Standing, Step
from .position import PositionLadder
from .presets import PRESETS, Preset
from .pyramid import Pyramid
from .rating import RatingLadder
from .stairs import Stairs
from .terms import Cost, Terms, Unplayed

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
]
