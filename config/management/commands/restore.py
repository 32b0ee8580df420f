import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backups.archive import BLOCK, BackupRefused
from config.backups.restoring import Restoration, kept_in_words, restore_backup


class Command(BaseCommand):
    help = (
        "Put a backup (see `backup`) in the place of what is here. The service must not run. The file is "
        "checked before anything is touched, and whatever fails leaves all as it was."
    )

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="`-` is standard input")
        parser.add_argument(
            "--other-key",
            action="store_true",
            help="restore though SECRET_KEY is another: sessions end, secrets of webhooks are lost",
        )

    def handle(self, *args: Any, file: str, other_key: bool, **options: Any) -> None:
        try:
            if file == "-":
                with tempfile.NamedTemporaryFile(prefix="golden-") as whole:
                    shutil.copyfileobj(sys.stdin.buffer, whole, BLOCK)
                    whole.flush()
                    done = restore_backup(Path(whole.name), self.stdout.write, other_key=other_key)
            else:
                done = restore_backup(Path(file), self.stdout.write, other_key=other_key)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from None
        except OSError as error:
            raise CommandError(f"The backup cannot be read: {error.strerror}.") from None
        self.describe(done)

    def describe(self, done: Restoration) -> None:
        for line in done.differences:
            self.stdout.write(line)
        if not done.differences:
            self.stdout.write("Everything stored is what the facts say.")
        for line in (*done.warnings, *kept_in_words(done)):
            self.stdout.write(line)
        self.stdout.write(f"Restored: everything that was accepted before {done.manifest.taken_at}.")
