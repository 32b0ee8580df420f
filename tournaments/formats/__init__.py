"""Tournament formats. To add one: write a module here, then add its class to FORMATS."""

from tournaments.formats.elimination.consolation import Consolation
from tournaments.formats.elimination.double import DoubleElimination
from tournaments.formats.elimination.single import SingleElimination
from tournaments.formats.round_robin.format import RoundRobin
from tournaments.formats.staging.groups import Groups
from tournaments.formats.staging.sections import Sections
from tournaments.formats.staging.stages import Stages
from tournaments.formats.swiss.format import Swiss
from tournaments.formats.swiss.lives import Lives
from tournaments.tiebreaks.results import Figure, PairingResult, Place, Share

from .base import (
    FORMATS,
    MAIN,
    Empty,
    Feed,
    Format,
    History,
    Meet,
    Origin,
    Pairing,
    Part,
    PlannedSlot,
    RoundPairings,
    Seat,
    Slot,
)
from .teams import Teams
from .usual import MOST_IN_FIELD

FORMATS.update(
    (format.code, format)
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
)

__all__ = [
    "FORMATS",
    "MAIN",
    "MOST_IN_FIELD",
    "Consolation",
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
    "PairingResult",
    "Part",
    "Place",
    "PlannedSlot",
    "RoundPairings",
    "Seat",
    "Share",
    "SingleElimination",
    "Slot",
    "Swiss",
    "Teams",
]
