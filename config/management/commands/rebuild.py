from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from config.management.commands.ensure_login import USERNAME
from engine import RuleError
from matches.services import (
    export_load,
    matches_restore,
    players_restore,
    ratings_rebuild,
    terms_restore,
    work_sweep,
)
from tournaments.services import (
    countings_restore,
    ladders_restore,
    ladders_sweep,
    ponds_restore,
    ponds_sweep,
    tournaments_restore,
    tournaments_sweep,
)


class Command(BaseCommand):
    help = (
        "Make of an export (see `export`) what it was made of, in an empty database. The file is checked "
        "first; nothing is written unless all of it is sound."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            with open(file, "rb") as export, transaction.atomic():
                count = export_load(file=export, spare={USERNAME})
                players_restore()
                matches_restore()
                tournaments_restore()
                countings_restore()
                ponds_restore()
                terms_restore()
                ratings_rebuild()
                ladders_restore()
                work_sweep()
                tournaments_sweep()
                ponds_sweep()
                ladders_sweep()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except RuleError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(
            f"{count} rows rebuilt. Workers take out the dice of transcripts as soon as they run."
        )
