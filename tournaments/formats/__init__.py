"""Tournament formats. To add one: write a module here, then add its object to FORMATS."""

from .base import Decided, Empty, Feed, Format, History, Meet, Pairing, Place, Seat, Slot
from .single_elimination import SingleElimination

FORMATS: dict[str, Format] = {format.code: format for format in (SingleElimination(),)}

__all__ = [
    "FORMATS",
    "Decided",
    "Empty",
    "Feed",
    "Format",
    "History",
    "Meet",
    "Pairing",
    "Place",
    "Seat",
    "Slot",
]
