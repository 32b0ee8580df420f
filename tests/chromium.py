"""The browser of the machine, where there is one."""

import shutil

# The first works half as much as the others: it is the browser without its windows.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next(filter(None, map(shutil.which, CHROMIUMS)), None)
NO_CHROMIUM = "no Chromium on this machine (Debian: apt-get install chromium-headless-shell)"
