"""The engine's Japanese catalogue, read without Django."""

import gettext
from pathlib import Path

import engine

JAPANESE = gettext.translation("django", Path(engine.__file__).parent / "locale", ["ja"])
