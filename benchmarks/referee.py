"""The referee: verifying whole matches, against GNU Backgammon's import of the same files, and its limits.

GNU Backgammon 1.07 checks no rules; the referee checks every play, double and score. Both read from disk,
one file after the other in one process.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import engine
from benchmarks.compare import Comparison, clock, in_turn, spread
from benchmarks.gnubg import PROGRAM, Gnubg, survived
from engine import kernel

ROOT = Path(__file__).parents[1]
DEFAULT = ROOT / "tests" / "data" / "engine" / "gnubg"
# In a process of its own; the most it ever held, in kB. getrusage() would count what its parent held, too.
MEMORY = """
import sys
if len(sys.argv) > 1:
    import engine
    for verdict in engine.verify_files(sys.argv[1:]):
        pass
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def run(folders: Sequence[Path]) -> Iterator[str]:
    """Measure with the transcripts of each folder, or those of the tests; yield lines to print."""
    missing = "" if engine.KERNEL else " (it is not built or switched off: docs/engine.md)"
    yield f"Python {sys.version.split()[0]}, kernel: {engine.KERNEL}{missing}"
    if PROGRAM is None:
        yield "GNU Backgammon is not installed (Debian: apt install gnubg): nothing to compare matches with."
    longest: list[Path] = []
    for folder in folders or [DEFAULT]:
        paths = transcripts(folder)
        if not paths:
            yield f"{folder}: no .mat transcripts that can be read"
            continue
        yield from corpus(folder.name, paths)
        longest += [path for path in paths if engine.read(path.read_bytes()).length == 25]
    yield from limits(longest or transcripts(DEFAULT)[-1:])


def transcripts(folder: Path) -> list[Path]:
    """The .mat files of a folder, whatever they are called."""
    found = []
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        try:
            if engine.read(path.read_bytes()).format == "mat":
                found.append(path.resolve())
        except engine.Unreadable:
            continue
    return found


def corpus(name: str, paths: Sequence[Path]) -> Iterator[str]:
    """Verify these files by every way there is, and import them by GNU Backgammon."""
    usable = paths if PROGRAM is None else survived(paths)
    if len(usable) < len(paths):
        gone = ", ".join(path.name for path in paths if path not in usable)
        yield f"{name}: left out, since GNU Backgammon dies of them: {gone}"
    ways: dict[str, Callable[[], float]] = {"pure Python": lambda: clock(lambda: verify_pure(usable))}
    if engine.KERNEL:
        ways = {"kernel": lambda: clock(lambda: verify(usable))} | ways
    with ExitStack() as stack:
        if PROGRAM is not None:
            gnubg = stack.enter_context(Gnubg())
            ways["GNU Backgammon"] = lambda: gnubg.imports(usable)
        timed = dict(zip(ways, in_turn([*ways.values()]), strict=True))
    yield f"{name}: {len(usable)} matches, {sum(path.stat().st_size for path in usable) // 1000} kB"
    for way, times in timed.items():
        line = f"  {way}: {spread([seconds / len(usable) * 1e6 for seconds in times], 'µs a match')}"
        if PROGRAM is not None and way != "GNU Backgammon":
            line += f", {Comparison(times, timed['GNU Backgammon'])}"
        yield line


def verify(paths: Sequence[Path]) -> None:
    """As a program does that looks at each verdict and plays on."""
    for _ in engine.verify_files(paths):
        pass


def verify_pure(paths: Sequence[Path]) -> None:
    """The same, with the kernel switched off."""
    there, kernel.verify = kernel.verify, None
    try:
        verify(paths)
    finally:
        kernel.verify = there


def limits(paths: Sequence[Path]) -> Iterator[str]:
    """The slowest of the longest matches, and the memory they take above the interpreter."""
    for way, judge in {"kernel": verify, "pure Python": verify_pure}.items():
        if way == "kernel" and not engine.KERNEL:
            continue
        slowest = max(clock(partial(judge, [path])) for path in paths)
        yield f"slowest of {len(paths)} matches to {length(paths)} points, {way}: {slowest * 1000:.2f} ms"
    if not Path("/proc/self/status").exists():
        return
    for way, switch in {"kernel": "on", "pure Python": "off"}.items():
        if way == "kernel" and not engine.KERNEL:
            continue
        environment = os.environ | {"GOLDEN_KERNEL": switch}
        used, bare = (
            int(subprocess.check_output([sys.executable, "-c", MEMORY, *words], cwd=ROOT, env=environment))
            for words in (paths, [])
        )
        yield f"memory above the interpreter, {way}: {(used - bare) / 1024:.1f} MiB"


def length(paths: Sequence[Path]) -> int:
    return engine.read(paths[0].read_bytes()).length
