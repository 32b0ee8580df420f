"""What notices say, who wants them how, and what waits to go out."""

from .chosen import (
    WAYS,
    is_wanted,
    settings_of,
    settings_of_login,
    wanted_ways,
)
from .listed import ListedNotice, notices_listed, notices_of_login, unread_notices, unread_of_login
from .told import LoadedNotice, kind_of, kinds_declared, notices_loaded, reading_as, several_notices_title

__all__ = [
    "WAYS",
    "ListedNotice",
    "LoadedNotice",
    "is_wanted",
    "kind_of",
    "kinds_declared",
    "notices_listed",
    "notices_loaded",
    "notices_of_login",
    "reading_as",
    "settings_of",
    "settings_of_login",
    "several_notices_title",
    "unread_notices",
    "unread_of_login",
    "wanted_ways",
]
