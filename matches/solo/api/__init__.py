"""Solo games over HTTP."""

from .bests import SoloBestList, SoloStandingsView
from .games import (
    SoloActsView,
    SoloBeginView,
    SoloEndView,
    SoloGameList,
    SoloGameView,
    SoloGiveUpView,
    SoloTranscriptView,
)

__all__ = [
    "SoloActsView",
    "SoloBeginView",
    "SoloBestList",
    "SoloEndView",
    "SoloGameList",
    "SoloGameView",
    "SoloGiveUpView",
    "SoloStandingsView",
    "SoloTranscriptView",
]
