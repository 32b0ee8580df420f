"""Time zones: what they are called, and which one times are said in."""

from collections.abc import Sequence
from functools import cache
from zoneinfo import available_timezones

from .errors import UnknownTimeZone

# Old names and those of no place; people look for a city.
PLACES = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def time_zones() -> Sequence[str]:
    """The IANA's names of time zones by city, and UTC, in order."""
    return ["UTC", *sorted(name for name in available_timezones() if name.split("/")[0] in PLACES)]


def check_time_zone(name: str) -> None:
    """Raises UnknownTimeZone; no name at all is for whoever asks to fill."""
    if name and name not in time_zones():
        raise UnknownTimeZone(
            "There is no time zone %(time_zone)s. Name one of the IANA's by its city, such as Asia/Tokyo.",
            {"time_zone": repr(name)},
            time_zone=name,
        )
