from importlib import import_module

from django.apps import AppConfig

# The lowest first: in this order they are asked, and locks are taken.
ROOMS = ("clubs", "venues", "ladders", "ponds", "events", "leagues", "money", "points", "exchange")


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from matches import hooks

        for room in ROOMS:
            hooks.register_room(import_module(f"tournaments.{room}.hooks").ROOM)
