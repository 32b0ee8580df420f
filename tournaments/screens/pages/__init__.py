"""The pages for screens on walls."""

from .club import club_screen_page
from .event import tournament_screen_page

__all__ = ["club_screen_page", "tournament_screen_page"]
