"""Processes that let others go first."""

import contextlib
import os
from pathlib import Path

GIVES_WAY = 10
"""The niceness of what nobody waits for, and of solo games: a report goes before somebody's game."""


def give_way(niceness: int = GIVES_WAY) -> None:
    """Let other processes go first."""
    os.nice(niceness)
    # Linux may weigh whole sessions against each other: niceness counts only within one then.
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(niceness))
