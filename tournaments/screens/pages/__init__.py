"""The pages for screens on walls."""

from .event import tournament_screen_page

__all__ = ["tournament_screen_page"]
