"""What a match takes in the database: of each table, its indexes with it.

    ./run bench sizes [--events 32] [--transcripts FOLDER ...]

Knockouts of 64 are played, each match reported by its score, then a match for each transcript of the
folders; whatever follows is done as workers do it. What the tables have grown by, after VACUUM, is divided
by the matches.
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db import connection

import engine
from benchmarks.brackets import drawn_field
from benchmarks.referee import DEFAULT
from matches.accounts.models import User
from matches.play.models import Match
from matches.play.services import match_create, report_submit
from matches.players.models import Player
from tests.conftest import work_off
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_create

FIELD = 64
# Tables below this share are named together.
SMALL = 0.02
_TABLES = """
    SELECT relname, pg_total_relation_size(oid), greatest(reltuples, 0)::bigint FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench sizes", description=__doc__.partition("\n")[0])
    parser.add_argument("--events", type=int, default=32)
    parser.add_argument("--transcripts", type=Path, nargs="*", default=[DEFAULT])
    asked = parser.parse_args(arguments)
    director = User.objects.create(username="director", is_staff=True)
    club = club_create(actor=director, name="Golden Club")
    # What the first rows of a table take, whatever comes after them.
    play_event(club, director)
    yield from grown(
        "reported by its score, in a knockout of 64",
        lambda: sum(play_event(club, director) for _ in range(asked.events)),
    )
    files = [path for folder in asked.transcripts for path in sorted(folder.iterdir()) if path.is_file()]
    yield from grown("with its transcript", lambda: sum(play_transcript(path, director) for path in files))


def grown(what: str, play: Callable[[], int]) -> Iterator[str]:
    before, (matches, after) = sizes(), (play(), sizes())
    by_table = {name: (after[name][0] - before[name][0]) / matches for name in after}
    rows = sum(after[name][1] - before[name][1] for name in after) / matches
    total = sum(by_table.values())
    yield f"Sizes: a match {what}: {total:,.0f} bytes, {rows:.1f} rows ({matches:,} matches)"
    large = {name: taken for name, taken in by_table.items() if taken >= SMALL * total}
    for name, taken in sorted(large.items(), key=lambda each: -each[1]):
        yield f"    {name}: {taken:,.0f}"
    yield f"    all others: {total - sum(large.values()):,.0f}"


def sizes() -> dict[str, tuple[int, int]]:
    """Bytes and rows of each table."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute(_TABLES)
        return {name: (size, rows) for name, size, rows in cursor.fetchall()}


def play_event(club: Club, director: User) -> int:
    """Its matches."""
    event = drawn_field(club, director, FIELD)
    work_off()
    played, playable = 0, event.fixtures.filter(match__state=Match.State.OPEN).order_by("pk")
    while open_ones := list(playable.values_list("match", flat=True)):
        for match in open_ones:
            report_submit(match_id=match, actor=director, score=(5, match % 5))
            work_off()
            played += 1
    return played


def play_transcript(path: Path, director: User) -> int:
    """1, or 0 where the referee does not take it."""
    content = path.read_bytes()
    try:
        record = engine.read(content)
    except engine.Unreadable:
        return 0
    if record.length % 2 == 0 or record.variant != "backgammon":
        return 0
    one, two = (Player.objects.create(name=f"Player of {path.name}") for _ in range(2))
    match = match_create(one=one, two=two, length=record.length, actor=director, rated=True)
    names = dict(zip(("one", "two"), record.players, strict=True))
    report_submit(match_id=match.pk, actor=director, transcript=content, names=names)
    work_off()
    return int(Match.objects.get(pk=match.pk).state == Match.State.FINAL)
