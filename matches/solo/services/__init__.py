"""What changes solo games, for pages, the API and the worker alike."""

from .keeping import solo_games_keep, solo_listing_set
from .playing import solo_act, solo_begin, solo_end, solo_give_up, solo_prepare, solo_settings_change
from .pruning import solo_prune
from .tables import Table, table_of, transcript_of

__all__ = [
    "Table",
    "solo_act",
    "solo_begin",
    "solo_end",
    "solo_games_keep",
    "solo_give_up",
    "solo_listing_set",
    "solo_prepare",
    "solo_prune",
    "solo_settings_change",
    "table_of",
    "transcript_of",
]
