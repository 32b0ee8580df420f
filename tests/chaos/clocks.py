"""A clock for each process, as if each were on a host whose clock is wrong; the database's is right."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")
NAMES = ("web", "solo", "worker", "background", "dispatcher", "beat")
# Seconds: a clock that drifts, one that nobody has set, a time zone taken for another.
WRONG = (0, 5, -5, 90, -90, 3600, -3600)
FIRST = {"web": 90, "solo": 90, "worker": -90, "background": -3600, "dispatcher": 3600, "beat": -90}


def compiler() -> str | None:
    return shutil.which("cc")


@dataclass
class Clocks:
    """Each reads from a file in `directory` how many seconds it is wrong."""

    directory: Path

    @classmethod
    def made(cls, directory: Path) -> Clocks:
        clocks = cls(directory)
        command = [str(compiler()), "-shared", "-fPIC", "-O2", "-o", str(clocks.library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True)
        for name, seconds in FIRST.items():
            clocks.set(name, seconds)
        return clocks

    @property
    def library(self) -> Path:
        return self.directory / "clock.so"

    def set(self, name: str, seconds: int) -> None:
        """The clock jumps, forward or back."""
        file = self._file(name)
        new = file.with_suffix(".new")
        new.write_text(f"{seconds}\n")
        new.rename(file)

    def before(self) -> dict[str, list[str]]:
        """What is put before the command of each process."""
        return {
            name: ["env", f"LD_PRELOAD={self.library}", f"CHAOS_CLOCK={self._file(name)}"] for name in NAMES
        }

    def _file(self, name: str) -> Path:
        return self.directory / f"{name}.clock"
