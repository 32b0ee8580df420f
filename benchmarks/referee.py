"""The referee on the transcripts of the tests: how long a match takes, read, replayed and judged."""

import statistics
from pathlib import Path

import engine
from benchmarks.compare import clock

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "clubnight"
ROUNDS = 9


def run() -> str:
    transcripts = [path.read_bytes() for path in sorted(FOLDER.glob("std_*.mat"))]

    def work() -> None:
        for transcript in transcripts:
            engine.adjudicate(engine.read(transcript))

    work()
    times = sorted(clock(work) / len(transcripts) * 1000 for _ in range(ROUNDS))
    return f"{statistics.median(times):.2f} ms a match ({times[0]:.2f} to {times[-1]:.2f})"
