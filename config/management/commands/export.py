import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.facts.selectors import export_lines
from tournaments.events.models import Tournament


class Command(BaseCommand):
    help = (
        "Write every fact and what facts are about to FILE, as JSON Lines each chained to the one before by "
        "its hash; `-` is standard output. `rebuild` makes a database of it again. See docs/audit.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--tournament", default="all", metavar="N|all", help="one tournament, or everything"
        )

    def handle(self, *args: Any, file: str, tournament: str, **options: Any) -> None:
        number = None if tournament == "all" else self.number_of(tournament)
        lines, last = 0, b""
        with open_target(file) as out:
            for last in export_lines(number):
                out.write(last)
                lines += 1
        self.stderr.write(f"{lines} lines; the last one is {last.decode().strip()}")

    def number_of(self, tournament: str) -> int:
        if not tournament.isdecimal() or not Tournament.objects.filter(pk=tournament).exists():
            raise CommandError(f"There is no tournament {tournament!r}.")
        return int(tournament)


@contextmanager
def open_target(file: str) -> Iterator[BinaryIO]:
    """Standard output, or a file that is there when all of it is."""
    if file == "-":
        try:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            # Whoever reads has had enough, as `head` has; Python must not try again at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise CommandError("Nobody reads on; the export is not complete.") from None
        return
    path = Path(file)
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as out:
            yield out
        part.replace(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)
