from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # Tasks and the health check find the broker through the current Celery application: ours.
        from config import celery  # noqa: F401
        from config.monitoring.hooks import start_watching

        start_watching()
