"""Coverage-guided fuzzing of everything in the engine that reads what strangers send: ./run fuzz

    ./run fuzz                     for an hour, beginning with the transcripts of the tests
    ./run fuzz 60                  for a minute
    ./run fuzz 60 DIRECTORY -jobs=1    inputs that reach new code are kept in DIRECTORY; libFuzzer's options

It stops at the first input that anything is wrong with, writes it to a file crash-... and says why. The same
file given alone (./run fuzz 60 crash-...) is tried once more.
"""

import sys
import tempfile
from pathlib import Path
from random import Random

try:
    import atheris
except ImportError:
    sys.exit("Atheris is not installed: there is one for Linux on x86_64 and Python 3.11 to 3.14.")

with atheris.instrument_imports(include=["engine"]):
    import engine  # noqa: F401

    from . import referee
from .mutation import mutated
from .seeds import seeds

HOUR = 3600
LIMITS = [
    "-max_len=16384",
    "-timeout=25",
    "-rss_limit_mb=1024",
    "-malloc_limit_mb=512",
    "-print_final_stats=1",
]


def mutator(data: bytes, most: int, seed: int) -> bytes:
    return mutated(bytes(data), most, Random(seed), atheris.Mutate)


def main() -> None:
    words = sys.argv[1:]
    seconds = int(words.pop(0)) if words and words[0].isdigit() else HOUR
    with tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(seeds()):
            (Path(folder) / f"{number:04d}").write_bytes(content)
        folders = [] if any(Path(word).is_file() for word in words) else [folder]
        arguments = [f"-max_total_time={seconds}", *LIMITS, *words, *folders]
        atheris.Setup([sys.argv[0], *arguments], referee.one, custom_mutator=mutator)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
