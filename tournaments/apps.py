from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        # Importing registers them.
        from tournaments import archive, corrections, permissions, receivers, rosters, sentences  # noqa: F401
