"""The time zone of this machine."""

from zoneinfo import ZoneInfo

from tzlocal import get_localzone_name


def local_time_zone() -> str:
    """Its IANA name; UTC where the machine does not say, or says something else."""
    try:
        return ZoneInfo(get_localzone_name()).key
    except (LookupError, ValueError, OSError):
        return "UTC"
