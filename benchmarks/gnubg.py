"""GNU Backgammon as a fellow process: imports .mat files on request, and reports how long that took."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from benchmarks.compare import LEAST

PROGRAM = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")

# What runs inside: a line names a file with one path a line; the answer is processor time in seconds, of one
# round as compare.clock() measures it.
SCRIPT = """
import os, time
import gnubg
for words in ("confirm new off", "confirm save off", "display off"):
    gnubg.command("set " + words)
orders = open(os.environ["GOLDEN_ORDERS"])
answers = open(os.environ["GOLDEN_ANSWERS"], "w")
for order in orders:
    paths = open(order.rstrip("\\n")).read().splitlines()
    rounds, taken, began = 0, 0.0, time.process_time()
    while taken < float(os.environ["GOLDEN_LEAST"]):
        for path in paths:
            gnubg.command('import mat "%s"' % path)
        rounds += 1
        taken = time.process_time() - began
    answers.write("%r\\n" % (taken / rounds))
    answers.flush()
"""


class Gnubg:
    """One running program; a context manager. Raises EOFError where it dies over a file."""

    def __enter__(self) -> "Gnubg":
        assert PROGRAM is not None
        self.folder = tempfile.TemporaryDirectory(prefix="golden-gnubg-")
        folder = Path(self.folder.name)
        (folder / "script.py").write_text(SCRIPT)
        pipes = {"GOLDEN_ORDERS": folder / "orders", "GOLDEN_ANSWERS": folder / "answers"}
        for pipe in pipes.values():
            os.mkfifo(pipe)
        self.program = subprocess.Popen(
            [PROGRAM, "-t", "-q", "-r", "-p", "script.py"],
            cwd=folder,
            env=os.environ
            | {name: str(pipe) for name, pipe in pipes.items()}
            | {"HOME": str(folder), "GOLDEN_LEAST": str(LEAST)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.orders = pipes["GOLDEN_ORDERS"].open("w")
        self.answers = pipes["GOLDEN_ANSWERS"].open()
        return self

    def __exit__(self, *_: object) -> None:
        self.program.kill()
        self.program.wait()
        self.answers.close()
        with suppress(BrokenPipeError):
            self.orders.close()
        self.folder.cleanup()

    def imports(self, paths: Sequence[Path]) -> float:
        """Import the files one after the other; seconds of processor time it took once."""
        listed = Path(self.folder.name, "paths")
        listed.write_text("".join(f"{path}\n" for path in paths))
        self.orders.write(f"{listed}\n")
        self.orders.flush()
        answer = self.answers.readline()
        if not answer:
            raise EOFError
        return float(answer)


def survived(paths: Sequence[Path]) -> list[Path]:
    """Those of the files that do not kill the program, found by halving."""
    with Gnubg() as gnubg:
        try:
            gnubg.imports(paths)
            return [*paths]
        except EOFError:
            pass
    if len(paths) == 1:
        return []
    half = len(paths) // 2
    return survived(paths[:half]) + survived(paths[half:])
