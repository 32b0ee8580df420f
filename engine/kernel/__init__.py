"""The parts of the engine that exist a second time in C, for speed: optional, and of no opinion of their own.

Each is None where the kernel has not been built (build.py), was built from other sources, does not load, or
is switched off by the environment variable GOLDEN_KERNEL=off.
"""

import os
from binascii import crc32
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..verdict import RecordVerdict

if TYPE_CHECKING:
    from .estimates import Estimates, Layers

FOLDER = os.path.dirname(os.path.abspath(__file__))


def source_checksum() -> int:
    """Return what marks these sources: compiled in, and compared with what is there on import."""
    total = 0
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith((".pxd", ".pxi", ".pyx")):
            with open(os.path.join(FOLDER, name), "rb") as source:
                total = crc32(source.read(), total)
    return total


verify: Callable[[bytes, str | None], RecordVerdict | None] | None = None
"""Transcript, name of the file -> the verdict if all but the last points is surely legal, else None."""

positions: Callable[[str, int, int, int], list[str] | None] | None = None
"""Position ID, higher die, lower die, checkers a side -> IDs of all legal results; None for no position."""

make_estimates: "Callable[..., Estimates] | None" = None
"""What an evaluation of a variant consists of, as engine.bots.compiled has it -> the same in C."""

make_layers: "Callable[..., Layers] | None" = None
"""The same of one with units between."""

if os.environ.get("GOLDEN_KERNEL", "").lower() not in ("off", "0", "no", "false"):
    try:
        from . import estimates, generation, transcripts

        if source_checksum() == estimates.SOURCE == generation.SOURCE == transcripts.SOURCE:
            verify, positions = transcripts.verify, generation.positions
            make_estimates, make_layers = estimates.Estimates, estimates.Layers
    except (ImportError, OSError):
        pass

KERNEL = verify is not None
"""Whether the kernel is at work."""
