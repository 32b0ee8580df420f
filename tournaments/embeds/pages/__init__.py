"""The doors: an event's bracket or standings, a ladder, and files that other sites load."""

from .events import bracket_embed, standings_embed
from .files import tournament_file
from .ladders import ladder_embed
from .loaded import embed_script, event_schema

__all__ = [
    "bracket_embed",
    "embed_script",
    "event_schema",
    "ladder_embed",
    "standings_embed",
    "tournament_file",
]
