"""Run the benchmarks and print them: a ratio with its spread where there is somebody to compare with.

    python -m benchmarks [referee [FOLDER...] | formats | ratings | search [PLAYERS] | requests [OPTION...] |
        viewers [OPTION...] | pages [ENTRIES] | versions | storm [OPTION...] | load [OPTION...] |
        frames [OPTION...] | wall [OPTION...] | guesses [OPTION...] |
        bots [GAMES [MATCHES [BOT [VARIANT]]]] | solo [OPTION...] | growth [OPTION...] |
        sizes [OPTION...] | evening [OPTION...] | commits [OPTION...] | restore [OPTION...] |
        replica [OPTION...]]

`referee` measures the engine alone, with the transcripts of each folder; `formats` events in the pure core;
`ratings` the fold of ratings, pure and in PostgreSQL; `search` how soon a player is found among a million;
`requests` what requests cost over HTTP, beside bare Django views; `viewers` how soon hundreds of open pages
have a result, beside pages that are loaded again; `pages` what the page of a large event costs; `versions`
where the number is kept that all reports of an event raise. Not among the others are `storm`, whether writes
with a key are done once though web processes are killed, `load`, results of several clients at once,
`growth`, what is slow when there is very much of everything, `frames`, what a browser does when a result
comes, `wall`, a screen on the wall through an evening, `guesses`, which takes twenty minutes, what is looked
at of passwords that are guessed, `bots`, which plays for as long, the computer players against random plays
and each other, `solo`, games against them by the pages, a thousand and two hundred at once, `sizes`, what a
match takes in the database, `evening`, the busiest one of very many clubs, simulated, `commits`, what it
costs that a transaction notifies, `restore`, the drill: a service that is destroyed under load, and made
again of its last backup, and `replica`, what of its work a primary has left where visitors read at another.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from benchmarks import eliminations, plays, referee, rematches, swiss

OVER_SERVICE = {
    "search": "searches",
    "requests": "requests",
    "viewers": "viewers",
    "pages": "pages",
    "versions": "versions",
}
"""What needs a database, by how it is asked for: the module."""
OVER_SERVICE_IF_NAMED = {
    "storm": "storm",
    "load": "load",
    "frames": "frames",
    "solo": "solo",
    "growth": "growth",
    "sizes": "sizes",
    "evening": "evening",
    "replica": "replicas",
}
BY_THEMSELVES_IF_NAMED = {
    "guesses": "guesses",
    "bots": "bots",
    "wall": "wall",
    "commits": "commits",
    "restore": "restores",
}
"""What starts all that it needs."""


def main() -> None:
    wanted, arguments = sys.argv[1:2], sys.argv[2:]
    if wanted in ([], ["referee"]):
        engine(arguments)
    if wanted in ([], ["formats"]):
        formats()
    if wanted in ([], ["ratings"]):
        with service():
            ratings()
    for name, module in (OVER_SERVICE | OVER_SERVICE_IF_NAMED).items():
        if wanted == [name] or (not wanted and name in OVER_SERVICE):
            with service():
                say(import_module(f"benchmarks.{module}").run(arguments))
    for name, module in BY_THEMSELVES_IF_NAMED.items():
        if wanted == [name]:
            say(import_module(f"benchmarks.{module}").run(arguments))
    if not wanted:
        with service():
            api()


def say(lines: Iterator[str]) -> None:
    for line in lines:
        print(line, flush=True)


def engine(folders: list[str]) -> None:
    """The referee and the plays of positions, with the transcripts of each folder named."""
    named = [Path(name) for name in folders]
    say(referee.run(named))
    say(plays.run([path for folder in named or [referee.DEFAULT] for path in referee.transcripts(folder)]))


def formats() -> None:
    """Events in the pure core."""
    for part in (eliminations, rematches, swiss):
        say(part.run())


def ratings() -> None:
    """The fold of ratings, pure and in PostgreSQL."""
    from benchmarks import ratings

    for part in (ratings.fold, ratings.database):
        say(part())


def api() -> None:
    """Requests against a bare Django view; what a result costs in fields of different sizes."""
    from benchmarks import brackets, reads

    for name, comparison in reads.run():
        print(f"API, {name}, against a bare Django view: {comparison}")
    say(brackets.run())


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
        # A worker that was killed may have left a statement going.
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        connection.creation.destroy_test_db(usual, verbosity=0)


if __name__ == "__main__":
    main()
