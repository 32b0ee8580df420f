from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        # Importing registers them.
        from tournaments import (  # noqa: F401
            archive,
            corrections,
            holdings,
            merging,
            occasions,
            permissions,
            receivers,
            rosters,
            sentences,
            sentences_of_clubs,
        )
