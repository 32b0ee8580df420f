from django.core.management.base import BaseCommand

from config.dispatcher import Dispatcher
from config.embedded.gate import pass_gate


class Command(BaseCommand):
    help = "Carry what is due from the outbox to the workers, until stopped."
    requires_system_checks = []

    def handle(self, **options: object) -> None:
        pass_gate()
        Dispatcher().run_until_stopped()
