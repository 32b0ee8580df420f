"""The gate before the service's own processes: they load while the database is still being prepared.

Each inherits the end of a pipe and waits at it, when it has loaded everything and before it does anything.
Standard library only.
"""

import os

DESCRIPTOR = "GOLDEN_GATE"


class StartGate:
    """Closed until it is opened for good; `descriptor` is what processes inherit and find in GOLDEN_GATE."""

    def __init__(self) -> None:
        self.descriptor, self._held = os.pipe()

    def open(self) -> None:
        """Let all go on that wait, and pass whoever comes later."""
        os.close(self._held)


def pass_gate() -> None:
    """Return when the database is prepared; at once in a process that no supervisor started."""
    if descriptor := os.environ.get(DESCRIPTOR):
        # Nothing is ever written: this ends when the other end is closed.
        os.read(int(descriptor), 1)
