"""Solo games over HTTP."""

from .bests import SoloBestList, SoloStandingsView
from .bots import SoloBotsView
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
    "SoloBotsView",
    "SoloEndView",
    "SoloGameList",
    "SoloGameView",
    "SoloGiveUpView",
    "SoloStandingsView",
    "SoloTranscriptView",
]
