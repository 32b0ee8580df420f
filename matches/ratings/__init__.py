"""Rating systems. To add one: write a module here, then add its class to RATINGS."""

from collections.abc import Mapping
from typing import Any

from .base import EXPERIENCE, VALUE, RatedMatch, Rating, RatingSystem, Step
from .elo import Elo
from .fibs import Fibs
from .glicko2 import Glicko2
from .jbf import Jbf

RATINGS: dict[str, type[RatingSystem]] = {system.code: system for system in (Fibs, Jbf, Elo, Glicko2)}

PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "fibs": ("fibs", {}),
    "macfibs": ("fibs", {"experience": "with"}),
    "flat": ("fibs", {"factor": 1.0, "ramp": 0}),
    "brass_city": ("fibs", {"factor": 2.0}),
    "jbf": ("jbf", {}),
    "elo": ("elo", {}),
    "glicko2": ("glicko2", {}),
}
"""Systems with parameters, by name. Sources: docs/ratings.md."""


def rating_system(code: str, parameters: Mapping[str, Any]) -> RatingSystem:
    """The system of this code with these parameters. Raises InvalidRating."""
    return RATINGS[code].of(parameters)


__all__ = [
    "EXPERIENCE",
    "PRESETS",
    "RATINGS",
    "VALUE",
    "RatedMatch",
    "Rating",
    "RatingSystem",
    "Step",
    "rating_system",
]
