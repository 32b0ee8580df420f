"""How many queries each page makes; and that they are as many however long its lists are."""

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.browser.every_page import DIRECTOR, PLAYER, looked_at, page_address
from tests.effort import few_of
from tests.factories import UserFactory
from tests.grown import GrownEvening
from tests.page_forms import log_in

SMALL, LARGE = 4, 8

# By the player and by the director, whichever of them tests/browser/every_page.py names for the page; when it
# is asked for the second time.
QUERIES: dict[str, tuple[int, ...]] = {
    "home": (43, 38),
    "tournaments": (5, 5),
    "clubs": (5, 5),
    "players": (5, 5),
    "ladders": (5, 5),
    "leagues": (5, 5),
    "ponds": (5, 5),
    "search": (29, 28),
    "board": (2, 2),
    "tournament": (17, 15),
    "tournament-screen": (14, 14),
    "club-screen": (18, 18),
    "tournament-bracket-embed": (7, 7),
    "tournament-standings-embed": (7, 7),
    "ladder-embed": (7, 7),
    "tournament-facts": (19, 18),
    "tournament-master-points": (5, 5),
    "club": (22, 13),
    "club-members": (13, 11),
    "club-sanctions": (6, 6),
    "club-facts": (11, 10),
    "club-master-points": (6, 6),
    "club-records": (13, 13),
    "club-year": (5, 5),
    "player": (21, 19),
    "player-facts": (17, 17),
    "player-statistics": (11, 11),
    "player-against": (11, 11),
    "player-master-points": (6, 6),
    "match": (14, 17),
    "player-sessions": (10, 8),
    "match-facts": (11, 9),
    "replay": (3, 3),
    "leaderboard": (7, 5),
    "rating-pool-facts": (10, 8),
    "ladder": (12, 12),
    "ladder-steps": (8, 8),
    "ladder-facts": (11, 10),
    "league": (22, 21),
    "league-facts": (8, 7),
    "pond": (11, 8),
    "pond-rounds": (7, 7),
    "pond-facts": (11, 9),
    "venue": (7, 6),
    "solo": (4, 4),
    "solo-game": (3, 3),
    "solo-bests": (4, 4),
    "solo-dice": (2, 2),
    "account": (6, 6),
    "time-zone": (2, 2),
    "notices": (16, 7),
    "notice-settings": (4, 4),
    "reset-code": (5,),
    "account-close": (3, 3),
    "own-player": (3, 3),
    "claims": (4, 6),
    "invitations": (4, 4),
    "club-found": (3, 4),
    "profile": (9, 9),
    "report": (9,),
    "reported": (5,),
    "games": (5, 5),
    "record": (10, 8),
    "manage": (10, 9),
    "ladder-challenge": (8,),
    "session": (4,),
    "session-new": (3,),
    "session-replay": (4,),
    "line-up": (6,),
    "team": (4, 4),
    "merges": (4,),
    "player-dice": (8,),
    "match-dice": (7,),
    "tournament-new": (4,),
    "tournament-edit": (9,),
    "desk-draw": (11,),
    "tournament-dice": (7,),
    "club-edit": (4,),
    "club-players": (4,),
    "club-invite": (12,),
    "service-accounts": (9,),
    "service-account": (12,),
    "webhooks": (8,),
    "webhook": (10,),
    "desk": (5,),
    "desk-entries": (26,),
    "desk-entry": (38,),
    "desk-entry-list": (5,),
    "desk-check-in": (27,),
    "desk-kiosk": (27,),
    "desk-results": (13,),
    "desk-prizes": (27,),
    "desk-prize-pools": (6,),
    "desk-print": (13,),
    "desk-print-pairings": (11,),
    "desk-print-slips": (11,),
    "desk-print-scoresheets": (11,),
    "desk-print-wall": (9,),
    "desk-print-standings": (15,),
    "desk-print-prizes": (19,),
    "desk-print-entries": (17,),
    "desk-print-cards": (17,),
    "desk-print-certificate": (9,),
    "pond-new": (4,),
    "pond-edit": (3,),
    "rating-pool-new": (4,),
    "rating-pool-edit": (3,),
    "venue-new": (4,),
    "venue-edit": (3,),
    "series-new": (3,),
    "series-edit": (5,),
    "ladder-new": (4,),
    "ladder-edit": (3,),
    "league-new": (4,),
    "league-edit": (3,),
    "league-season": (25,),
    "status": (4,),
}

# The latest facts, with a query for each kind among them: where there are many, they are of fewer kinds.
BY_KIND = {"tournament-facts", "club-facts"}

# What makes more queries the more there is: by how many more it may be here.
DIVISIONS = (LARGE - SMALL) // 2
GROWING = {
    # Each division of a season is folded from what was played in it.
    "league": 7 * DIVISIONS,
    "league-season": 8 * DIVISIONS,
    # Each event of an evening is loaded as its own screen is.
    "club-screen": 9,
    # What a kind of notice is about is loaded for all of the kind at once.
    "notices": 12,
}


def queries_of(client, address: str) -> Counter[str]:
    """The queries of a page without their numbers, with how often each is made."""
    with CaptureQueriesContext(connection) as made:
        answer = client.get(address)
    elsewhere = answer.get("Location", "")
    assert not re.search("login|reauthenticate", elsewhere), f"{address} leads to {elsewhere}"
    return Counter(re.sub(r"\(%s(, %s)*\)|\d+|'[^']*'", "…", each["sql"]) for each in made)


Made = dict[str, list[Counter[str]]]


def queries_of_pages(client, names: list[str], evening: GrownEvening, director, warmed: bool) -> Made:
    """Of pages, by each of their readers."""
    found: Made = {name: [] for name in names}
    for viewer, user in ((PLAYER, evening.own.user), (DIRECTOR, director)):
        log_in(client, user)
        for name in (name for name in names if viewer in looked_at()[name]):
            address = page_address(name, evening.numbers)
            if not warmed:
                client.get(address)
            found[name].append(queries_of(client, address))
    return found


def said_of(queries: Counter[str]) -> str:
    """Those that are made several times, the most frequent first."""
    repeated = [(query, times) for query, times in queries.most_common() if times > 1]
    return "".join(f"\n    {times} times {short(query)}" for query, times in repeated)


def short(query: str) -> str:
    """What a query asks for and of which tables, without its columns."""
    return re.sub(r"^(\w+) .*? (FROM .{0,200}).*$", r"\1 … \2", query, flags=re.DOTALL)


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.timeout(300)
def test_every_page_makes_so_many_queries_however_long_its_lists_are(client, monkeypatch):
    # What is kept for whoever has no login makes none.
    monkeypatch.setattr("matches.facts.pages.KEPT_FOR", 0)
    director = UserFactory(username="director", is_staff=True)
    names = few_of(looked_at(), 5)
    small = queries_of_pages(client, names, GrownEvening(SMALL, director), director, warmed=False)
    large = queries_of_pages(client, names, GrownEvening(LARGE, director), director, warmed=True)
    faults = []
    for name, queries in small.items():
        made, pinned = tuple(each.total() for each in queries), QUERIES.get(name)
        if made != pinned:
            faults.append(f"{name}: {made} queries, not {pinned}" + "".join(map(said_of, queries)))
        for fewer, more in zip(queries, large[name], strict=True):
            most = fewer.total() + GROWING.get(name, 0)
            if more.total() > most or (more.total() < most and name not in BY_KIND | GROWING.keys()):
                faults.append(f"{name}: {more.total()} where more is listed, not {most}{said_of(more)}")
    assert not faults, "\n".join(faults)
    assert QUERIES.keys() == looked_at().keys(), "there is no such page"
