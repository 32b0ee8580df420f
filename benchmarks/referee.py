"""The referee on the transcripts of the tests: how long a match takes, read, replayed and judged."""

import statistics
import subprocess
import sys
from pathlib import Path

import engine
from benchmarks.compare import clock

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "clubnight"
ROUNDS = 9
# What the first file of a new process costs more: nothing is remembered of plays seen before.
COLD = """
import sys, time
import engine
transcripts = [open(path, "rb").read() for path in sys.argv[1:]]
began = time.process_time()
for transcript in transcripts:
    engine.adjudicate(engine.read(transcript))
print((time.process_time() - began) / len(transcripts) * 1000)
"""


def run() -> str:
    paths = sorted(FOLDER.glob("std_*.mat"))
    transcripts = [path.read_bytes() for path in paths]

    def work() -> None:
        for transcript in transcripts:
            engine.adjudicate(engine.read(transcript))

    work()
    warm = [clock(work) / len(transcripts) * 1000 for _ in range(ROUNDS)]
    command = [sys.executable, "-c", COLD, *map(str, paths)]
    cold = [float(subprocess.check_output(command, cwd=FOLDER.parents[2])) for _ in range(ROUNDS)]
    return f"{spread(cold)} in a new process, {spread(warm)} in one that has seen the like"


def spread(times: list[float]) -> str:
    return f"{statistics.median(times):.2f} ms a match ({min(times):.2f} to {max(times):.2f})"
