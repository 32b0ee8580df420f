"""The pages on which anybody plays against the computer."""

from .bests import solo_bests_page
from .dice import solo_dice_page
from .game import solo_act_page, solo_begin_page, solo_game_page, solo_transcript_page
from .lobby import solo_keep_page, solo_page

__all__ = [
    "solo_act_page",
    "solo_begin_page",
    "solo_bests_page",
    "solo_dice_page",
    "solo_game_page",
    "solo_keep_page",
    "solo_page",
    "solo_transcript_page",
]
