"""What the page of a large event costs whoever opens it: made anew, and as it is kept for its version."""

import gzip
import time
from collections.abc import Iterator, Sequence

from django.core.cache import cache
from django.test import Client

from benchmarks.brackets import decide, drawn_field
from benchmarks.compare import in_turn, spread
from matches.accounts.models import User
from matches.play.models import Match
from tournaments.clubs.services import club_create
from tournaments.events.models import Tournament

FORMAT, ENTRIES, ROUNDS = "double_elimination", 256, 15
VISITOR = {"accept-language": "en"}


def run(arguments: Sequence[str]) -> Iterator[str]:
    """Half of it played; by the clock on the wall, through all that a request goes through but a socket."""
    size = int(arguments[0]) if arguments else ENTRIES
    director = User.objects.create(username="director")
    cup = drawn_field(club_create(actor=director, name="Club"), director, size, FORMAT)
    for _ in range(2):
        for fixture in cup.fixtures.filter(match__state=Match.State.OPEN).order_by("step", "pk"):
            decide(fixture, director)
    client = Client()
    anew, kept = in_turn([lambda: opened(client, cup, anew=True), lambda: opened(client, cup)], rounds=ROUNDS)
    milliseconds = [[1000 * each for each in times] for times in (anew, kept)]
    yield f"Page of {size} entries in {FORMAT}, made anew: {spread(milliseconds[0], 'ms')}"
    yield f"The same as it is kept: {spread(milliseconds[1], 'ms')}"
    page = client.get(f"/tournaments/{cup.pk}/", headers=VISITOR).content
    yield f"It has {len(page):,} bytes, {len(gzip.compress(page, 6)):,} compressed"


def opened(client: Client, cup: Tournament, *, anew: bool = False) -> float:
    """Seconds until a visitor without a login has the page."""
    if anew:
        cache.clear()
    began = time.perf_counter()
    response = client.get(f"/tournaments/{cup.pk}/", headers=VISITOR)
    taken = time.perf_counter() - began
    if response.status_code != 200:
        raise RuntimeError(f"The page answers {response.status_code}.")
    return taken
