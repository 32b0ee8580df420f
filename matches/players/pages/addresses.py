"""Addresses of players' pages, of many players at once."""

from collections.abc import Callable

from django.urls import reverse


def player_addresses() -> Callable[[int], str]:
    """What makes of a player's number the address of the page: looked up once, however many there are."""
    # Who it is of stands last in it.
    before, _zero, behind = reverse("pages-matches:player", args=[0]).rpartition("0")
    return lambda number: f"{before}{number}{behind}"
