from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy

# The lowest first: in this order they are asked, and locks are taken.
ROOMS = (
    "clubs",
    "webhooks",
    "venues",
    "ladders",
    "ponds",
    "events",
    "leagues",
    "money",
    "points",
    "series",
    "records",
    "exchange",
    "desk",
    "screens",
    "embeds",
    "home",
)


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = pgettext_lazy("app", "Clubs, tournaments, ladders")

    def ready(self) -> None:
        from matches import hooks
        from matches.base.translation import name_models

        name_models(self)
        for room in ROOMS:
            hooks.register_room(import_module(f"tournaments.{room}.hooks").ROOM)
