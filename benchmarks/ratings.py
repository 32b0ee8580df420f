"""Ratings: the pure fold beside openskill.py; a correction and a rebuild of many matches in PostgreSQL."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from django.db import connection, transaction

from benchmarks.compare import compare, spread
from matches.ratings.systems import PRESETS, RatedMatch, Rating, RatingSystem, rating_system

PLAYERS = 2_000
NOON = datetime(2020, 1, 1, 12, tzinfo=UTC)
LENGTHS = (3, 5, 7, 9, 11)


def drawn(count: int) -> list[RatedMatch]:
    """Matches between two players out of many, an hour after each other."""
    random = Random(1)
    return [
        RatedMatch(number, *random.sample(range(PLAYERS), 2), random.choice(LENGTHS), NOON + number * HOUR)
        for number in range(count)
    ]


HOUR = timedelta(hours=1)


def fold(count: int = 20_000) -> Iterator[str]:
    """Every preset against openskill.py's rating of the same matches, two players a match."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        yield "Ratings: openskill.py is not installed."
        return
    matches, model = drawn(count), PlackettLuce()

    def theirs() -> None:
        ratings = {player: model.rating() for player in range(PLAYERS)}
        for match in matches:
            (one,), (two,) = model.rate([[ratings[match.winner]], [ratings[match.loser]]])
            ratings[match.winner], ratings[match.loser] = one, two

    for name, preset in PRESETS.items():
        ours = partial(fold_through, rating_system(preset.system, preset.parameters), matches)
        found = compare(ours, theirs, pairs=7)
        rates = [count / seconds / 1000 for seconds in found.ours]
        against = [count / seconds / 1000 for seconds in found.theirs]
        yield (
            f"Ratings by {name}, against openskill.py: {found}; {spread(rates, 'thousand matches a second')} "
            f"against {spread(against, 'thousand')}"
        )


def fold_through(system: RatingSystem, matches: list[RatedMatch]) -> None:
    ratings: dict[int, Rating] = {}
    for _ in system.fold_matches(matches, ratings):
        pass


def database(corrected: int = 100_000, rebuilt: int = 1_000_000) -> Iterator[str]:
    """The first of many matches corrected until every rating shows it; all matches folded anew."""
    from matches.accounts.models import User
    from matches.play.models import Match
    from matches.play.services import ruling_make, ruling_preview, ruling_undo, ruling_undo_preview
    from matches.ratings.services import ratings_rebuild, ratings_update

    staff = User.objects.create(username="benchmark", is_staff=True)
    load(corrected)
    ratings_rebuild()
    first = Match.objects.order_by("result__finalised_at").first()
    assert first is not None
    times = []
    for _ in range(3):
        wanted = {"match_id": first.pk, "actor": staff, "kind": "played", "points": (0, first.length)}
        if first.result.winner == 1:
            wanted["points"] = (first.length, 0)
        looked = ruling_preview(**wanted)
        began = time.perf_counter()
        ruling = ruling_make(**wanted, reason="Benchmark.", preview=looked.token)
        ratings_update()
        times.append(time.perf_counter() - began)
        undone = ruling_undo_preview(ruling_id=ruling.pk, actor=staff)
        ruling_undo(ruling_id=ruling.pk, actor=staff, reason="Benchmark.", preview=undone.token)
        ratings_update()
    yield f"The first of {corrected:,} matches corrected, until every rating shows it: {spread(times, 's')}"
    load(rebuilt - corrected)
    times = [clock(ratings_rebuild) for _ in range(2)]
    yield f"{rebuilt:,} matches folded anew, with history: {times[0]:.1f} s, once more {times[1]:.1f} s"


def clock(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


@transaction.atomic
def load(count: int) -> None:
    """So many final matches, each ruled on, as if they had been played one a minute."""
    from matches.players.models import Player

    if not Player.objects.exists():
        Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(PLAYERS))
    with connection.cursor() as cursor:
        cursor.execute(MADE, {"players": PLAYERS, "count": count})
        write_made(cursor)
        cursor.execute("DROP TABLE made")


def write_made(cursor: Any) -> None:
    """Write the matches of the table `made` as they would be by now: each final, and ruled on."""
    for statement in WRITTEN:
        cursor.execute(statement)


MADE = """
CREATE TEMP TABLE made AS
SELECT nextval('matches_match_id_seq') AS match, nextval('matches_ruling_id_seq') AS ruling,
    nextval('matches_result_id_seq') AS result,
    (SELECT min(id) FROM matches_player) + (n * 7919) %% %(players)s AS one,
    (SELECT min(id) FROM matches_player)
        + (n * 7919 + 1 + (n * 104729) %% (%(players)s - 1)) %% %(players)s AS two,
    3 + 2 * (n %% 5) AS length, (n * 31 / 7) %% 2 AS winner,
    'backgammon' AS variant, timestamptz '2020-01-01' + n * interval '1 minute' AS at
FROM (SELECT g + (SELECT count(*) FROM matches_match) AS n FROM generate_series(1, %(count)s) g) numbers
"""

WRITTEN = (
    # Nobody counts a table of a moment by itself: it would be taken for a small one.
    "ANALYZE made",
    """
    INSERT INTO matches_match (id, one_id, two_id, length, variant, options, regulations, rated, created_at,
        self_arranged, superseded, ruled_void, state)
    SELECT match, one, two, length, variant, '{}', '{}', true, now(), false, false, false, 'open'
    FROM made
    """,
    """
    INSERT INTO matches_ruling (id, recorded_at, request_id, kind, winner, points_one, points_two, grounds,
        reason, match_id)
    SELECT ruling, now(), '', 'played', winner, length * (1 - winner), length * winner, 'director',
        'Benchmark.', match
    FROM made
    """,
    """
    INSERT INTO matches_result (id, recorded_at, request_id, kind, grounds, winner, points_one, points_two,
        games, rated, finalised_at, match_id, ruling_id)
    SELECT result, now(), '', 'played', 'ruling', winner, length * (1 - winner), length * winner, '[]', true,
        at, match, ruling
    FROM made
    """,
    "UPDATE matches_match SET state = 'final', result_id = made.result FROM made WHERE id = made.match",
)
