import time
from argparse import ArgumentParser

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection


class Command(BaseCommand):
    help = "Bring the database up to date and make the first login: what `./run serve` does before it serves."

    # They are lint's; a start does not wait for them.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--wait", type=float, default=0, help="seconds that the database may take to start"
        )

    def handle(self, wait: float = 0, **options: object) -> None:
        self.wait(wait)
        call_command("migrate", verbosity=1, interactive=False)
        call_command("ensure_login")

    def wait(self, seconds: float) -> None:
        """Return when the database answers, or has not for too long: what comes next then says so."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                connection.ensure_connection()
                return
            except OperationalError:
                time.sleep(0.05)
