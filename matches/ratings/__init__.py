"""Rating systems. To add one: write a module here, then add its object to RATINGS."""

from .base import RatedMatch, Rating, RatingSystem, Step, fold
from .fibs import Fibs

RATINGS: dict[str, RatingSystem] = {system.code: system for system in (Fibs(),)}

__all__ = ["RATINGS", "RatedMatch", "Rating", "RatingSystem", "Step", "fold"]
