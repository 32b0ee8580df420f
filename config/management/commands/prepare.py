from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Bring the database up to date and make the first login: what `./run serve` does before it serves."

    def handle(self, **options: object) -> None:
        call_command("migrate", verbosity=1, interactive=False)
        call_command("ensure_login")
