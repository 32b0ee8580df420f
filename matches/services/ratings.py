"""Ratings follow results: whatever happened since the last update is folded in, however late it came."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice

from django.db import connection, transaction

from matches import live, outbox
from matches.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings import EXPERIENCE, VALUE, Rating, Step
from matches.selectors.merges import stands_for
from matches.selectors.ratings import (
    EVERYBODY,
    Place,
    first_unrated,
    pool_list,
    pools_concerned,
    pools_kept,
    rated_matches,
    rated_results,
    ratings_before,
    since,
)

# The advisory lock under which ratings are written: one writer at a time, readers never wait.
LOCK = 0x60D_E10

# The subject of an outbox row that asks for every match to be looked at.
EVERY_MATCH = 0

# Matches whose entries are written at once.
BATCH = 25_000
# Open pages of so many matches, the latest, are told that their ratings moved.
TOLD = 1_000

# So many players who were rated anew make the database take its statistics.
MANY = 100

Progress = Callable[[int], object]

COPY = """
    COPY matches_ratingentry (
        pool_id, player_id, opponent_id, match_id, result_id, won, settled_at, expected,
        value_before, value_after, experience_before, experience_after, carried
    ) FROM STDIN
"""


def ratings_update() -> None:
    """Bring every pool up to date with the results. Twice is as good as once.

    Looks at the matches that the outbox names, and at all of them only if it says so: what a new result costs
    does not grow with the results there are.
    """
    with transaction.atomic():
        take_turns()
        due = outbox.seen_all(outbox.RATINGS_UPDATE)
        matches = None if EVERY_MATCH in due else due.keys()
        pools = pools_opened()
        for pool in pools if matches is None else pools_concerned(pools, matches):
            start = first_unrated(pool, matches)
            if start is not None:
                refold(pool, start)
            terms_folded(pool)
        for row in due.values():
            outbox.close(row)


def ratings_rebuild(*, progress: Progress | None = None) -> None:
    """Throw every rating away and fold all results anew; ends where the updates had led.

    `progress` hears of every so many matches how many they were.
    """
    with transaction.atomic():
        take_turns()
        due = outbox.seen_all(outbox.RATINGS_UPDATE)
        with connection.cursor() as cursor:
            for model in (RatingEntry, RatingStanding):
                # Not TRUNCATE: whoever reads meanwhile sees the ratings as they were.
                cursor.execute(f"DELETE FROM {model._meta.db_table}")
        for pool in pools_opened():
            refold(pool, None, progress)
            terms_folded(pool)
        for row in due.values():
            outbox.close(row)


def ratings_are_written() -> bool:
    """Whether somebody is writing ratings just now, so that an update would wait."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        row = cursor.fetchone()
    return not (row and row[0])


def take_turns() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def pools_opened() -> list[RatingPool]:
    """Every pool; the first of all opens itself with the first rated match, with everybody in it."""
    for pool in pools_kept():
        if pool.pk is None and rated_results(pool).exists():
            everybody_opened()
    return list(pool_list())


def everybody_opened() -> None:
    """Open the pool of everybody, if there is none at all: it is the first."""
    if not RatingPool.objects.exists():
        RatingPool.objects.get_or_create(name=EVERYBODY, defaults={"everybody": True})


def terms_folded(pool: RatingPool) -> None:
    """Note that the entries of a pool are those of its terms in force."""
    if pool.folded_id != pool.terms_id:
        pool.folded = pool.terms
        pool.save(update_fields=["folded"])


def refold(pool: RatingPool, start: Place | None, progress: Progress | None = None) -> None:
    """Drop a pool's entries from `start` on, all of them without, and fold the results from there again."""
    dropped = RatingEntry.objects.filter(pool=pool.pk)
    if start is not None:
        dropped = dropped.filter(since(start))
    touched = set(dropped.values_list("player", flat=True).distinct())
    dropped._raw_delete(dropped.db)
    standing = stands_for()
    ratings = {} if start is None else ratings_before(pool, players_since(pool, start, standing), start)
    steps = pool.system.fold(rated_matches(pool, start, standing=standing), ratings)
    touched.update(entries_write(pool, steps, progress))
    standings_write(pool, touched)
    if len(touched) > MANY:
        # Without statistics of what has just been written the next look at it takes minutes, not moments.
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE matches_ratingentry, matches_ratingstanding")


def players_since(pool: RatingPool, start: Place, standing: Mapping[int, int]) -> set[int]:
    """Who plays in the matches of a pool from a place on."""
    results = rated_results(pool, start).order_by()
    sides = (results.values_list(f"match__{side}", flat=True).distinct() for side in ("one", "two"))
    return {standing.get(player, player) for players in sides for player in players}


def entries_write(pool: RatingPool, steps: Iterator[Step], progress: Progress | None) -> set[int]:
    """Write two entries for each step, as they come; returns who plays in them."""
    touched: set[int] = set()
    latest: deque[int] = deque(maxlen=TOLD)
    while batch := list(islice(steps, BATCH)):
        with connection.cursor() as cursor, cursor.copy(COPY) as copy:
            copy.write("".join(rows(pool, batch)))
        for match, *_ in batch:
            touched.update((match.winner, match.loser))
            latest.append(match.id)
        if progress is not None:
            progress(len(batch))
    for number in latest:
        live.changed(f"match-{number}")
    return touched


def rows(pool: RatingPool, steps: Iterable[Step]) -> Iterator[str]:
    """Steps as COPY's text, each of them two rows: the winner's and the loser's."""
    number, chance = pool.pk, pool.system.win_probability
    # Of a float repr reads back as the same float. Millions of rows are written at once.
    for match, one, won, two, lost in steps:
        at, expected = match.completed_at.isoformat(), chance(one, two, match.length)
        winner, loser, result = match.winner, match.loser, f"{match.id}\t{match.result}"
        yield (
            f"{number}\t{winner}\t{loser}\t{result}\tt\t{at}\t{expected!r}\t{one[VALUE]!r}\t{won[VALUE]!r}\t"
            f"{one[EXPERIENCE]}\t{won[EXPERIENCE]}\t{carried(won)}\n"
            f"{number}\t{loser}\t{winner}\t{result}\tf\t{at}\t{1 - expected!r}\t{two[VALUE]!r}\t"
            f"{lost[VALUE]!r}\t{two[EXPERIENCE]}\t{lost[EXPERIENCE]}\t{carried(lost)}\n"
        )


def carried(rating: Rating) -> str:
    """What a rating carries on, as COPY's text has an array."""
    return f"{{{','.join(map(repr, rating[2:]))}}}" if len(rating) > 2 else "{}"


def standings_write(pool: RatingPool, players: Collection[int]) -> None:
    """Write where players stand after the last match of each; drop who has none any more."""
    standings = RatingStanding.objects.filter(pool=pool.pk, player__in=players)
    standings._raw_delete(standings.db)
    provisional = pool.in_force.provisional
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH latest AS (
                SELECT DISTINCT ON (player_id) player_id, value_after, experience_after, carried
                FROM matches_ratingentry WHERE pool_id = %(pool)s AND player_id = ANY(%(players)s)
                ORDER BY player_id, settled_at DESC, match_id DESC
            ), summed AS (
                SELECT player_id, count(*) AS matches, count(*) FILTER (WHERE won) AS won,
                    max(value_after) FILTER (WHERE experience_after >= %(provisional)s) AS peak,
                    max(settled_at) AS last_at
                FROM matches_ratingentry WHERE pool_id = %(pool)s AND player_id = ANY(%(players)s)
                GROUP BY player_id
            )
            INSERT INTO matches_ratingstanding
                (pool_id, player_id, value, experience, carried, matches, won, peak, last_at)
            SELECT %(pool)s, player_id, value_after, experience_after, carried, matches, won, peak, last_at
            FROM latest JOIN summed USING (player_id)
            """,
            {"pool": pool.pk, "players": sorted(players), "provisional": provisional},
        )
