from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from matches.work.services import caches_compare


class Command(BaseCommand):
    help = (
        "Compare what is stored for speed (states of matches, tournaments and ponds, rungs of ladders, "
        "ratings, dice) with what the facts say. Prints every difference; with --repair the facts win."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--repair", action="store_true", help="put right what differs")

    def handle(self, *args: Any, repair: bool, **options: Any) -> None:
        try:
            found = list(caches_compare(repair=repair))
        except OperationalError as error:
            raise CommandError(f"No database ({error}). Is the service up? ./run serve starts it.") from None
        for difference in found:
            self.stdout.write(difference)
        if found and not repair:
            raise CommandError(f"{len(found)} differences. ./run manage compare --repair puts them right.")
        right = "All put right, or due to be by the workers."
        self.stdout.write(right if found else "Everything stored is what the facts say.")
