"""The browser of the machine."""

from tests.chromium import CHROMIUM, NO_CHROMIUM


def chromium_path() -> str:
    """Raises SystemExit where there is none."""
    if CHROMIUM is None:
        raise SystemExit(NO_CHROMIUM)
    return CHROMIUM
