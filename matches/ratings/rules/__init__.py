"""What a rating's curve shows: its points, its axes."""

from .axes import Tick, time_ticks, value_ticks
from .curves import CurvePoint, RatingCurve, RatingStep, lay_out_curve

__all__ = ["CurvePoint", "RatingCurve", "RatingStep", "Tick", "lay_out_curve", "time_ticks", "value_ticks"]
