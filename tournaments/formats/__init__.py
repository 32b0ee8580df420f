"""Tournament formats. To add one: write a module here, then add its class to FORMATS."""

from .base import (
    MAIN,
    MOST_IN_FIELD,
    Decided,
    Empty,
    Feed,
    Figure,
    Format,
    History,
    Meet,
    Origin,
    Pairing,
    Part,
    Place,
    Seat,
    Share,
    Sheet,
    Slot,
)
from .consolation import Consolation
from .double_elimination import DoubleElimination
from .groups import Groups
from .lives import Lives
from .round_robin import RoundRobin
from .sections import Sections
from .single_elimination import SingleElimination
from .stages import Stages
from .swiss import Swiss
from .teams import Teams

FORMATS: dict[str, type[Format]] = {
    format.code: format
    for format in (
        SingleElimination,
        DoubleElimination,
        Consolation,
        RoundRobin,
        Groups,
        Stages,
        Swiss,
        Lives,
        Sections,
        Teams,
    )
}

__all__ = [
    "FORMATS",
    "MAIN",
    "MOST_IN_FIELD",
    "Consolation",
    "Decided",
    "DoubleElimination",
    "Empty",
    "Feed",
    "Figure",
    "Format",
    "History",
    "Lives",
    "Meet",
    "Origin",
    "Pairing",
    "Part",
    "Place",
    "Seat",
    "Share",
    "Sheet",
    "SingleElimination",
    "Slot",
    "Swiss",
    "Teams",
]
