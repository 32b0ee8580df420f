"""Stored ratings, compared with a fold from scratch."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Count, F, Q, Sum

from matches.ratings.models import RatingEntry, RatingPool, RatingStanding, RatingVariantRecord
from matches.ratings.selectors import RatingRecord, rated_matches, rating_pools_kept
from matches.ratings.systems import EXPERIENCE, VALUE, Rating

from .rating_pools import rating_terms_compare
from .updates import ratings_rebuild

TRACE = 5e-7
"""By how much sums of the same changes differ at most that were added in another order."""


def rating_pools_compare(*, repair: bool = False) -> Iterator[str]:
    """What is stored of rating pools: terms, and ratings."""
    yield from rating_terms_compare(repair=repair)
    wrong = list(ratings_compare())
    yield from wrong
    if wrong and repair:
        ratings_rebuild()


def ratings_compare() -> Iterator[str]:
    for rating_pool in rating_pools_kept():
        ratings: dict[int, Rating] = {}
        records: dict[int, RatingRecord] = {}
        provisional = rating_pool.in_force.provisional
        computed = {}
        for match, _, won, _, lost in rating_pool.system.fold_matches(rated_matches(rating_pool), ratings):
            for player, rating, has_won in ((match.winner, won, True), (match.loser, lost, False)):
                established = rating[EXPERIENCE] >= provisional
                record = records.get(player, RatingRecord()).after(has_won, rating[VALUE], established)
                records[player] = record
                computed[match.id, player] = (*rating, *record)
        entries = rating_pool.entries.all() if rating_pool.pk else RatingEntry.objects.none()
        rows = entries.values_list(
            *("match", "player", "value_after", "experience_after", "carried"),
            *("matches_after", "won_after", "peak_after"),
        )
        stored = {
            (match, player): (value, experience, *carried, *record)
            for match, player, value, experience, carried, *record in rows.iterator()
        }
        yield from rating_differences(f"{rating_pool.name} after (match, player)", stored, computed)
        standings = rating_pool.standings.all() if rating_pool.pk else RatingStanding.objects.none()
        held = {row.player_id: (*row.as_rating, row.matches, row.won, row.peak) for row in standings}
        ends = {player: (*rating, *records[player]) for player, rating in ratings.items()}
        yield from rating_differences(f"{rating_pool.name} of player", held, ends)
        yield from variant_records_compare(rating_pool)


def variant_records_compare(rating_pool: RatingPool) -> Iterator[str]:
    entries = RatingEntry.objects.filter(rating_pool=rating_pool.pk).values("match__variant", "player")
    counted = entries.annotate(
        count=Count("match"),
        count_won=Count("match", filter=Q(won=True)),
        sum_gained=Sum(F("value_after") - F("value_before")),
    )
    rows = RatingVariantRecord.objects.filter(rating_pool=rating_pool.pk)
    stored, computed = (
        {(variant, player): done for variant, player, *done in found}
        for found in (
            rows.values_list("variant", "player", "matches", "won", "gained"),
            counted.values_list("match__variant", "player", "count", "count_won", "sum_gained"),
        )
    )
    for key in stored.keys() & computed.keys():
        # What is counted in and off again leaves a trace in the last digits.
        if abs(stored[key][-1] - computed[key][-1]) < TRACE:
            stored[key][-1] = computed[key][-1]
    yield from rating_differences(f"{rating_pool.name} by (variant, player)", stored, computed)


def rating_differences(what: str, stored: Mapping[Any, Any], computed: Mapping[Any, Any]) -> Iterator[str]:
    for key in sorted(stored.keys() | computed.keys()):
        if stored.get(key) != computed.get(key):
            yield f"{what} {key}: stored as {stored.get(key)}; the facts say {computed.get(key)}"
