"""What screens show, each view as much as is read from across a room."""

from .club import ClubScreen, club_screen, club_screen_version
from .event import EventScreen, event_screen
from .views import ScreenView, ShownMatch

__all__ = [
    "ClubScreen",
    "EventScreen",
    "ScreenView",
    "ShownMatch",
    "club_screen",
    "club_screen_version",
    "event_screen",
]
