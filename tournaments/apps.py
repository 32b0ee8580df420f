from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments import permissions, receivers, sentences  # noqa: F401  (importing registers them)
