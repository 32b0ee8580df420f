"""A small disk under all that the service keeps, which is full for a while."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

BYTES = 3_000_000_000


@dataclass
class SmallDisk:
    """The file system at `place`, in memory."""

    place: Path

    @classmethod
    @contextmanager
    def mounted(cls, place: Path) -> Iterator[SmallDisk]:
        place.mkdir(mode=0o700)
        options = f"size={BYTES},mode=700"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "chaos", str(place)], check=True)
        try:
            yield cls(place)
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=True)

    @contextmanager
    def full(self) -> Iterator[None]:
        """It has what it has, and not a byte more: the same as if something else filled it."""
        found = os.statvfs(self.place)
        self._resize((found.f_blocks - found.f_bfree) * found.f_frsize)
        try:
            yield
        finally:
            self._resize(BYTES)

    def _resize(self, size: int) -> None:
        # What is written meanwhile makes a size too small: the system refuses that one.
        for more in (0, 1 << 20, 1 << 24, 1 << 28):
            command = ["mount", "-o", f"remount,size={size + more}", str(self.place)]
            if subprocess.run(command, capture_output=True).returncode == 0:
                return
        raise RuntimeError(f"{self.place} cannot be made {size} bytes large")
