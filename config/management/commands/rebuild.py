from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from config.management.commands.ensure_login import USERNAME
from engine import RuleError
from matches.facts.services import export_load
from matches.work.services import caches_restore, work_sweep


class Command(BaseCommand):
    help = (
        "Make of an export (see `export`) what it was made of, in an empty database. The file is checked "
        "first; nothing is written unless all of it is valid."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            with open(file, "rb") as export, transaction.atomic():
                count = export_load(file=export, spare={USERNAME})
                caches_restore()
                work_sweep()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except RuleError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(
            f"{count} rows rebuilt. Workers take out the dice of transcripts as soon as they run."
        )
