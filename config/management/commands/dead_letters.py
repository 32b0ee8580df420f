from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from matches.work import services
from matches.work.selectors import dead_letters


class Command(BaseCommand):
    help = (
        "Print what was set aside because no worker could carry it out: kind, subject, tries, since when, "
        "and the last line of the error (all of it with --verbosity 2). With --retry it is tried again, with "
        "--drop it is forgotten."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", nargs="?", help="of this kind alone: matches.report_verify")
        parser.add_argument("subject", nargs="?", type=int, help="and of this number alone")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--retry", action="store_true", help="try it again, when its cause is put right")
        what.add_argument("--drop", action="store_true", help="forget it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            letters = list(dead_letters(kind=options["kind"], subject=options["subject"]))
            if options["retry"]:
                self.stdout.write(f"Tried again: {services.dead_letters_retry(letters)}.")
            elif options["drop"]:
                self.stdout.write(f"Dropped: {services.dead_letters_drop(letters)}.")
            else:
                self._list(letters, whole=options["verbosity"] > 1)
        except OperationalError as error:
            raise CommandError(f"No database ({error}). Is the service up? ./run serve starts it.") from None

    def _list(self, letters: list[Any], whole: bool) -> None:
        for letter in letters:
            error = letter.error if whole else letter.error_line
            since = f"{letter.set_aside_at:%Y-%m-%d %H:%M:%S}"
            self.stdout.write(f"{letter.kind} {letter.subject}: {letter.failures} times, {since}: {error}")
        self.stdout.write(f"{len(letters)} set aside." if letters else "Nothing is set aside.")
