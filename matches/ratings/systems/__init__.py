"""Rating systems. To add one: write a module here, then add its class to RATINGS."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.words import Text
from engine.words import gettext_lazy as _

from .base import EXPERIENCE, VALUE, RatedMatch, Rating, RatingSystem, Step
from .elo import Elo
from .fibs import Fibs
from .glicko2 import Glicko2
from .jbf import Jbf


@dataclass(frozen=True)
class RatingPreset:
    """A rating system with the parameters by which somebody rates."""

    code: str
    name: Text
    description: Text
    system: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


RATINGS: dict[str, type[RatingSystem]] = {system.code: system for system in (Fibs, Jbf, Elo, Glicko2)}

PRESETS: dict[str, RatingPreset] = {
    preset.code: preset
    for preset in (
        RatingPreset("fibs", _("FIBS"), Fibs.description, "fibs"),
        RatingPreset(
            "macfibs",
            _("macFIBS"),
            _("FIBS, with the match that is rated counted as experience, too."),
            "fibs",
            {"experience": "with"},
        ),
        RatingPreset(
            "flat",
            _("FIBS without a ramp"),
            _("FIBS with newcomers who move no faster, as the Belgian federation rates."),
            "fibs",
            {"factor": 1.0, "ramp": 0},
        ),
        RatingPreset(
            "brass_city",
            _("Brass City"),
            _("FIBS with newcomers who move twice as fast, as the Brass City club rates."),
            "fibs",
            {"factor": 2.0},
        ),
        RatingPreset("jbf", _("JBF"), Jbf.description, "jbf"),
        RatingPreset("elo", _("Elo"), Elo.description, "elo"),
        RatingPreset("glicko2", _("Glicko-2"), Glicko2.description, "glicko2"),
    )
}
"""Systems with parameters, by name. Sources: docs/ratings.md."""


def rating_system(code: str, parameters: Mapping[str, Any]) -> RatingSystem:
    """The system of this code with these parameters. Raises InvalidRating."""
    return RATINGS[code].from_mapping(parameters)


__all__ = [
    "EXPERIENCE",
    "PRESETS",
    "RATINGS",
    "VALUE",
    "RatedMatch",
    "Rating",
    "RatingPreset",
    "RatingSystem",
    "Step",
    "rating_system",
]
