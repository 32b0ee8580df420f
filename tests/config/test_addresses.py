"""Addresses in groups lead where they led."""

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.urls.resolvers import RegexPattern

import matches.urls
import tournaments.urls
from config.addresses import first_word, grouped


def view(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def resolver(addresses) -> URLResolver:
    return URLResolver(RegexPattern(r"^"), addresses)


ADDRESSES = [
    path("", view, name="home"),
    path("players/", view, name="players"),
    path("clubs/<int:pk>/", view, name="club"),
    path("players/<int:pk>/", view, {"shown": "whole"}, name="player"),
    path("players/new/", view, name="new"),
    path("players/<slug:name>/", view, name="named"),
    path("clubs/", include([path("<int:pk>/people/", view, name="people")])),
    path("<slug:word>/", view, name="word"),
    re_path(r"^old-(?P<year>\d+)/$", view, name="old"),
    path("alone", view, name="alone"),
]
PATHS = [
    "", "players/", "players/7/", "players/new/", "players/old/", "clubs/3/", "clubs/3/people/", "other/",
    "old-1999/", "alone",
]  # fmt: skip


def test_addresses_in_groups_lead_where_they_led():
    one_by_one, together = resolver(ADDRESSES), resolver(grouped(ADDRESSES))
    for asked in PATHS:
        expected, found = one_by_one.resolve(asked), together.resolve(asked)
        assert (found.url_name, found.kwargs, found.route) == (
            expected.url_name, expected.kwargs, expected.route,
        )  # fmt: skip
    assert together.resolve("players/7/").kwargs == {"pk": 7, "shown": "whole"}
    assert together.reverse("people", pk=3) == one_by_one.reverse("people", pk=3) == "clubs/3/people/"


def test_what_begins_with_the_same_word_stands_together():
    assert [str(address.pattern) for address in grouped(ADDRESSES)] == [
        "", "players/", "clubs/", "<slug:word>/", r"^old-(?P<year>\d+)/$", "alone",
    ]  # fmt: skip


def test_a_request_is_compared_with_each_word_once():
    rooms = (matches.urls.api, matches.urls.pages, tournaments.urls.api, tournaments.urls.pages)
    for addresses in map(grouped, rooms):
        words = [word for address in addresses if (word := first_word(address))]
        assert len(words) == len(set(words))
        assert sum(isinstance(address, URLPattern) for address in addresses) < 10
