"""What is written about leagues."""

from .leagues import league_create, league_edit, league_edit_undo, league_remove
from .seasons import division_name, season_open, season_preview, seasons_restore

__all__ = [
    "division_name",
    "league_create",
    "league_edit",
    "league_edit_undo",
    "league_remove",
    "season_open",
    "season_preview",
    "seasons_restore",
]
