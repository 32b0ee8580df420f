"""The browser of the machine."""

import shutil

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


def chromium_path() -> str:
    """Raises SystemExit where there is none."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        raise SystemExit("no Chromium on this machine (Debian: apt-get install chromium-headless-shell)")
    return found
