"""What screens show, each view as much as is read from across a room."""

from .clocks import clocks_shown, event_clocks
from .club import ClubScreen, club_clocks, club_screen, club_screen_version
from .event import EventScreen, event_screen
from .views import ScreenView, ShownMatch

__all__ = [
    "ClubScreen",
    "EventScreen",
    "ScreenView",
    "ShownMatch",
    "clocks_shown",
    "club_clocks",
    "club_screen",
    "club_screen_version",
    "event_clocks",
    "event_screen",
]
