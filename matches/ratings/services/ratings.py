"""A rating pool folded anew from a place on, and its entries and standings written."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import Any

from django.db import connection

from matches import hooks
from matches.facts import versions
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings.selectors import (
    Place,
    RatingRecord,
    rated_matches,
    rated_results,
    rating_pool_list,
    rating_pools_kept,
    ratings_and_records_before,
    results_from_place_on,
)
from matches.ratings.systems import EXPERIENCE, VALUE, RatedMatch, Rating, Step
from matches.ratings.words import EVERYBODY

# Matches whose entries are written at once.
BATCH = 25_000
# Who follows one of so many matches or players is notified that ratings moved; of more nobody is.
ANNOUNCED = 1_000

# So many players who were rated anew make the database take its statistics.
MANY = 100

Progress = Callable[[int], object]

# The columns of an entry and their types in the database, in the order in which `rows` has them.
COLUMNS = {
    "rating_pool_id": "int8",
    "player_id": "int8",
    "opponent_id": "int8",
    "match_id": "int8",
    "result_id": "int8",
    "won": "bool",
    "finalised_at": "timestamptz",
    "expected": "float8",
    "value_before": "float8",
    "value_after": "float8",
    "experience_before": "int4",
    "experience_after": "int4",
    "carried": "float8[]",
    "matches_after": "int4",
    "won_after": "int4",
    "peak_after": "float8",
}
COPY = f"COPY matches_ratingentry ({', '.join(COLUMNS)}) FROM STDIN (FORMAT BINARY)"


def opened_rating_pools() -> list[RatingPool]:
    """Every rating pool; the first of all opens itself with the first rated match, with everybody in it."""
    rating_pools = rating_pools_kept()
    if rating_pools[0].pk is not None:
        return rating_pools
    if rated_results(rating_pools[0]).exists():
        everybody_rating_pool_open()
    return list(rating_pool_list())


def everybody_rating_pool_open() -> None:
    """Open the rating pool of everybody, if there is none at all: it is the first."""
    if not RatingPool.objects.exists():
        RatingPool.objects.get_or_create(name=EVERYBODY, defaults={"everybody": True})


def rating_terms_folded(rating_pool: RatingPool) -> None:
    """Note that the entries of a rating pool are those of its terms in force."""
    if rating_pool.folding:
        rating_pool.folded = rating_pool.terms
        rating_pool.save(update_fields=["folded"])
        versions.announce_change(f"rating_pool-{rating_pool.pk}")


def refold_rating_pool(
    rating_pool: RatingPool,
    start: Place | None,
    progress: Progress | None = None,
    *,
    most: int | None = None,
) -> bool:
    """Drop a pool's entries from `start` on, all of them without, and fold the results from there again.

    Where more than `most` matches are to be dropped, nothing is done. Returns whether it was.
    """
    dropped = RatingEntry.objects.filter(rating_pool=rating_pool.pk)
    if start is not None:
        dropped = dropped.filter(results_from_place_on(start))
    touched: set[int] = set()
    # The matches that were entered; in the end, those that are no more.
    uncounted: set[int] = set()
    for player, match in dropped.values_list("player", "match").iterator(chunk_size=20_000):
        touched.add(player)
        uncounted.add(match)
        if most is not None and len(uncounted) > most:
            return False
    if uncounted:
        variant_records_uncount(rating_pool, start)
    dropped._raw_delete(dropped.db)
    ratings: dict[int, Rating] = {}
    matches = rated_matches(rating_pool, start)
    rating_entries_write(rating_pool, matches, ratings, start, progress, uncounted)
    touched.update(ratings)
    if len(touched) > MANY:
        with connection.cursor() as cursor:
            # By the statistics of what was there before, looking at what is there now takes minutes.
            cursor.execute("ANALYZE matches_ratingentry")
    rating_standings_write(rating_pool, touched)
    variant_records_count(rating_pool, start)
    ratings_announce("match", uncounted)
    ratings_announce("player", touched)
    shown = hooks.topics_showing_ratings(touched if len(touched) <= ANNOUNCED else None)
    versions.announce_change(f"rating_pool-{rating_pool.pk}", *shown)
    return True


def rating_entries_write(
    rating_pool: RatingPool,
    matches: Iterable[RatedMatch],
    ratings: dict[int, Rating],
    start: Place | None,
    progress: Progress | None,
    uncounted: set[int],
) -> None:
    """Fold `matches`, bring `ratings` forward from those before `start`, and write two entries for each.

    Whoever is written is taken from `uncounted`.
    """
    matches = iter(matches)
    records: dict[int, RatingRecord] = {}
    # One connection reads or writes: a part is read whole, and while it is folded the database takes it in.
    while batch := list(islice(matches, BATCH)):
        if start is not None:
            # Asked for when it is known who plays: a result may have come in since anything else was read.
            players = {player for match in batch for player in (match.winner, match.loser)}
            found = ratings_and_records_before(rating_pool, players - ratings.keys(), start)
            for player, (rating, record) in found.items():
                ratings[player], records[player] = rating, record
        with connection.cursor() as cursor, cursor.copy(COPY) as copy:
            copy.set_types(list(COLUMNS.values()))
            steps = rating_pool.system.fold_matches(batch, ratings)
            for row in rating_entry_rows(rating_pool, steps, records):
                copy.write_row(row)
        if progress is not None:
            progress(len(batch))
        written = [match.id for match in batch]
        uncounted.difference_update(written)
        ratings_announce("match", written)


def ratings_announce(kind: str, subjects: Collection[int]) -> None:
    """Announce that matches, or players, have other ratings than before; of very many nobody is notified."""
    if len(subjects) > ANNOUNCED:
        versions.versions_raise_silently(kind, subjects)
    else:
        versions.announce_change(*(f"{kind}-{subject}" for subject in subjects))


def rating_entry_rows(
    rating_pool: RatingPool, steps: Iterable[Step], records: dict[int, RatingRecord]
) -> Iterator[tuple[Any, ...]]:
    """Each step as two rows of COLUMNS: the winner's and the loser's. Brings `records` forward."""
    number, system, provisional = rating_pool.pk, rating_pool.system, rating_pool.in_force.provisional
    nothing = RatingRecord()
    for (match, winner, loser, length, at, result), one, won, two, lost in steps:
        expected = system.win_probability(system.rating_at(one, at), system.rating_at(two, at), length)
        record = records[winner] = records.get(winner, nothing).after(
            True, won[VALUE], won[EXPERIENCE] >= provisional
        )
        yield (
            *(number, winner, loser, match, result, True, at, expected),
            *(one[VALUE], won[VALUE], one[EXPERIENCE], won[EXPERIENCE], list(won[2:]), *record),
        )
        record = records[loser] = records.get(loser, nothing).after(
            False, lost[VALUE], lost[EXPERIENCE] >= provisional
        )
        yield (
            *(number, loser, winner, match, result, False, at, 1 - expected),
            *(two[VALUE], lost[VALUE], two[EXPERIENCE], lost[EXPERIENCE], list(lost[2:]), *record),
        )


def rating_standings_write(rating_pool: RatingPool, players: Collection[int]) -> None:
    """Write where players stand after the last match of each; drop who has none any more."""
    standings = RatingStanding.objects.filter(rating_pool=rating_pool.pk, player__in=players)
    standings._raw_delete(standings.db)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO matches_ratingstanding
                (rating_pool_id, player_id, value, experience, carried, matches, won, peak, last_at)
            SELECT %(rating_pool)s, player.id, value_after, experience_after, carried, matches_after,
                won_after, peak_after, finalised_at
            FROM unnest(%(players)s::bigint[]) AS player (id) CROSS JOIN LATERAL (
                SELECT * FROM matches_ratingentry AS entry
                WHERE entry.rating_pool_id = %(rating_pool)s AND entry.player_id = player.id
                ORDER BY finalised_at DESC, match_id DESC
                LIMIT 1
            ) AS latest
            """,
            {"rating_pool": rating_pool.pk, "players": sorted(players)},
        )


def variant_records_count(rating_pool: RatingPool, start: Place | None) -> None:
    """Count the entries of a pool from `start` on for what players have done by variant."""
    _count_by_variant(
        rating_pool,
        start,
        """
        INSERT INTO matches_ratingvariantrecord AS record (
            rating_pool_id, variant, player_id, matches, won, gained
        )
        SELECT %(rating_pool)s, variant, player_id, matches, won, gained FROM counted
        ON CONFLICT (rating_pool_id, variant, player_id) DO UPDATE
        SET matches = record.matches + excluded.matches, won = record.won + excluded.won,
            gained = record.gained + excluded.gained
        """,
    )


def variant_records_uncount(rating_pool: RatingPool, start: Place | None) -> None:
    """The opposite, before those entries are dropped."""
    _count_by_variant(
        rating_pool,
        start,
        """
        , gone AS (
            DELETE FROM matches_ratingvariantrecord AS record USING counted
            WHERE record.rating_pool_id = %(rating_pool)s AND record.variant = counted.variant
                AND record.player_id = counted.player_id AND record.matches = counted.matches
        )
        UPDATE matches_ratingvariantrecord AS record
        SET matches = record.matches - counted.matches, won = record.won - counted.won,
            gained = record.gained - counted.gained
        FROM counted
        WHERE record.rating_pool_id = %(rating_pool)s AND record.variant = counted.variant
            AND record.player_id = counted.player_id AND record.matches > counted.matches
        """,
    )


def _count_by_variant(rating_pool: RatingPool, start: Place | None, statement: str) -> None:
    # A row that is compared as a whole is found in the index of what is rated in order.
    place = "AND (entry.finalised_at, entry.match_id) >= (%(at)s, %(match)s)" if start else ""
    at, match = start or (None, None)
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH counted AS (
                SELECT match.variant, entry.player_id, count(*) AS matches,
                    count(*) FILTER (WHERE entry.won) AS won,
                    sum(entry.value_after - entry.value_before) AS gained
                FROM matches_ratingentry AS entry JOIN matches_match AS match ON match.id = entry.match_id
                WHERE entry.rating_pool_id = %(rating_pool)s {place}
                GROUP BY match.variant, entry.player_id
            )
            {statement}
            """,
            {"rating_pool": rating_pool.pk, "at": at, "match": match},
        )
