from django.apps import AppConfig
from django.utils import timezone

from matches.work.postgresql import clock

# Before the models of other apps are loaded, which have it for a default.
timezone.now = clock.now


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # Tasks and the health check find the broker through the current Celery application: ours.
        from config import celery  # noqa: F401
        from config.monitoring.hooks import start_watching

        start_watching()
