"""Run the benchmarks and print them: a ratio with its spread where there is somebody to compare with.

    python -m benchmarks [referee [FOLDER...] | formats]

`referee` measures the engine alone, with the transcripts of each folder; `formats` events in the pure core.
"""

import os
import sys
from pathlib import Path

from benchmarks import eliminations, plays, referee, rematches, swiss


def main() -> None:
    if sys.argv[1:2] != ["formats"]:
        engine()
    if sys.argv[1:2] != ["referee"]:
        formats()
    if len(sys.argv) == 1:
        api()


def engine() -> None:
    """The referee and the plays of positions, with the transcripts of each folder named."""
    folders = [Path(name) for name in sys.argv[2:]]
    for line in referee.run(folders):
        print(line, flush=True)
    paths = [path for folder in folders or [referee.DEFAULT] for path in referee.transcripts(folder)]
    for line in plays.run(paths):
        print(line, flush=True)


def formats() -> None:
    """Events in the pure core."""
    for part in (eliminations, rematches, swiss):
        for line in part.run():
            print(line, flush=True)


def api() -> None:
    """Requests against a bare Django view; what a result costs in fields of different sizes."""
    import django
    from django.db import connection

    # Importing it starts a PostgreSQL and a Redis for as long as we run.
    import tests.servers  # noqa: F401

    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings", RATE_ANONYMOUS="1000000/min", LOG_LEVEL="WARNING"
    )
    django.setup()
    from benchmarks import brackets, reads

    usual = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        for name, comparison in reads.run():
            print(f"API, {name}, against a bare Django view: {comparison}")
        for line in brackets.run():
            print(line, flush=True)
    finally:
        connection.creation.destroy_test_db(usual, verbosity=0)


if __name__ == "__main__":
    main()
