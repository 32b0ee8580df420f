"""Run the benchmarks and print them: a ratio with its spread where there is somebody to compare with.

    python -m benchmarks [referee [FOLDER...] | formats | ratings | search [PLAYERS] | requests [OPTION...] |
        viewers [OPTION...] | pages [ENTRIES] | versions | storm [OPTION...] | load [OPTION...] |
        guesses [OPTION...] | bots [GAMES [MATCHES [BOT [VARIANT]]]] | solo [OPTION...]]

`referee` measures the engine alone, with the transcripts of each folder; `formats` events in the pure core;
`ratings` the fold of ratings, pure and in PostgreSQL; `search` how soon a player is found among a million;
`requests` what requests cost over HTTP, beside bare Django views; `viewers` how soon hundreds of open pages
have a result, beside pages that are loaded again; `pages` what the page of a large event costs; `versions`
where the number is kept that all reports of an event raise. Not among the others are `storm`, whether writes
with a key are done once though web processes are killed, `load`, results of several clients at once,
`guesses`, which takes twenty minutes, what is looked at of passwords that are guessed, `bots`, which plays
for as long, the computer players against random plays and each other, and `solo`, games against them by the
pages, a thousand and two hundred at once.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import eliminations, plays, referee, rematches, swiss


def main() -> None:
    wanted = sys.argv[1:2]
    if wanted in ([], ["referee"]):
        engine()
    if wanted in ([], ["formats"]):
        formats()
    if wanted in ([], ["ratings"]):
        with service():
            ratings()
    if wanted in ([], ["search"]):
        with service():
            searches()
    if wanted in ([], ["requests"]):
        with service():
            requests()
    if wanted in ([], ["viewers"]):
        with service():
            viewers()
    if wanted in ([], ["pages"]):
        with service():
            pages()
    if wanted in ([], ["versions"]):
        with service():
            versions()
    if wanted == ["storm"]:
        with service():
            storm()
    if wanted == ["load"]:
        with service():
            load()
    if wanted == ["guesses"]:
        guesses()
    if wanted == ["bots"]:
        bots()
    if wanted == ["solo"]:
        with service():
            solo()
    if not wanted:
        with service():
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


def ratings() -> None:
    """The fold of ratings, pure and in PostgreSQL."""
    from benchmarks import ratings

    for part in (ratings.fold, ratings.database):
        for line in part():
            print(line, flush=True)


def searches() -> None:
    """Players found among a million, or as many as are named."""
    from benchmarks import searches

    for line in searches.run(*map(int, sys.argv[2:3])):
        print(line, flush=True)


def requests() -> None:
    """Requests over HTTP against bare Django views of the same rows."""
    from benchmarks import requests

    for line in requests.run(sys.argv[2:]):
        print(line, flush=True)


def pages() -> None:
    """The page of a large event, made anew and as it is kept."""
    from benchmarks import pages

    for line in pages.run(*map(int, sys.argv[2:3])):
        print(line, flush=True)


def viewers() -> None:
    """How soon all who look at an event see a result, and what that costs."""
    from benchmarks import viewers

    for line in viewers.run(sys.argv[2:]):
        print(line, flush=True)


def versions() -> None:
    """Where the version of a tournament lives, under the reports of a round's end."""
    from benchmarks import versions

    for line in versions.run():
        print(line, flush=True)


def storm() -> None:
    """Writes sent again and again while web processes are killed: each has to be done once."""
    from benchmarks import storm

    for line in storm.run(sys.argv[2:]):
        print(line, flush=True)


def solo() -> None:
    """Games against the computer by the pages."""
    from benchmarks import solo

    for line in solo.run(sys.argv[2:]):
        print(line, flush=True)


def load() -> None:
    """Results from several clients at once."""
    from benchmarks import load

    for line in load.run(sys.argv[2:]):
        print(line, flush=True)


def guesses() -> None:
    """Attempts at every door of a running service, and its owners meanwhile."""
    from benchmarks import guesses

    for line in guesses.run(sys.argv[2:]):
        print(line, flush=True)


def bots() -> None:
    """The computer players, against random plays in every variant and against each other."""
    from benchmarks import bots

    for line in bots.run(sys.argv[2:]):
        print(line, flush=True)


def api() -> None:
    """Requests against a bare Django view; what a result costs in fields of different sizes."""
    from benchmarks import brackets, reads

    for name, comparison in reads.run():
        print(f"API, {name}, against a bare Django view: {comparison}")
    for line in brackets.run():
        print(line, flush=True)


@contextmanager
def service() -> Iterator[None]:
    """A PostgreSQL and a Redis for as long as we run, with a database of our own."""
    from django.db import connection

    os.environ.update(RATE_ANONYMOUS="1000000/min", RATE_LOGIN="1000000/min", LOG_LEVEL="WARNING")
    # Importing it starts them.
    import tests.servers  # noqa: F401

    usual = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(usual, verbosity=0)


if __name__ == "__main__":
    main()
