import sys
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backups.archive import BackupRefused
from config.backups.taking import backup_path, take_backup, take_backup_to


class Command(BaseCommand):
    help = (
        "Write a backup: the database as it is at this moment, and the secrets that the service keeps "
        "beside it. The service may run. `restore` puts it back. The file is as secret as the service itself."
    )

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            default="",
            metavar="FILE",
            help="the file, or a directory; `-` is standard output. Default: golden-YYYYMMDD-HHMM.tar here",
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            if file == "-":
                where, manifest = "standard output", take_backup_to(sys.stdout.buffer, self.stderr.write)
            else:
                path = backup_path(file, datetime.now())
                where, manifest = str(path), take_backup(path, self.stderr.write)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from None
        self.stderr.write(
            f"{where}: {sum(manifest.facts.values()):,} facts, {sum(manifest.rows.values()):,} rows in all, "
            f"{sum(part.bytes for part in manifest.parts.values()) / 1e6:.1f} MB, as of {manifest.taken_at}."
        )
        for name, kept in manifest.secrets.items():
            if kept.fingerprint and not kept.part:
                self.stderr.write(
                    f"{name} is not in it, a variable holds it (fingerprint {kept.fingerprint}): "
                    "keep that elsewhere."
                )
