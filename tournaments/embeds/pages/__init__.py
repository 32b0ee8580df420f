"""The doors: an event's bracket or standings, a ladder, and the script that makes room for them elsewhere."""

from .events import bracket_embed, standings_embed
from .files import tournament_file
from .framing import embed_script
from .ladders import ladder_embed

__all__ = ["bracket_embed", "embed_script", "ladder_embed", "standings_embed", "tournament_file"]
