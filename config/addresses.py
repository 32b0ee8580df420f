"""Addresses in groups: a request is compared with the first words of all, then with the rest of one group."""

from collections.abc import Iterable

from django.urls import URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

Address = URLPattern | URLResolver


def grouped(addresses: Iterable[Address]) -> list[Address]:
    """The same addresses; those that begin with the same word such as "players/" stand together.

    The order within a group stays. What does not begin with a word, such as the home page, stands alone.
    """
    groups: dict[str, list[Address]] = {}
    for number, address in enumerate(addresses):
        groups.setdefault(first_word(address) or str(number), []).append(address)
    return [
        path(word, include([without_word(address, word) for address in group]))
        if len(group) > 1
        else group[0]
        for word, group in groups.items()
    ]


def first_word(address: Address) -> str:
    """Up to the first slash, with it; empty where that is no fixed text."""
    word, slash, _ = str(address.pattern).partition("/")
    is_fixed = isinstance(address.pattern, RoutePattern) and "<" not in word
    return word + slash if is_fixed and slash else ""


def without_word(address: Address, word: str) -> Address:
    route = str(address.pattern).removeprefix(word)
    if isinstance(address, URLResolver):
        return path(route, include(address.url_patterns))
    return path(route, address.callback, address.default_args, address.name)
