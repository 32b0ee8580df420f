"""The pages for screens on walls."""

from .clocks import club_clocks_page, tournament_clocks_page
from .club import club_screen_page
from .event import tournament_screen_page

__all__ = ["club_clocks_page", "club_screen_page", "tournament_clocks_page", "tournament_screen_page"]
