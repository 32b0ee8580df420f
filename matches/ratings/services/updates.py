"""Ratings follow results: whatever happened since the last update is folded in, however late it came.

What a result costs does not grow with the results there are, and nobody waits for a rating pool that is long
about something: that one has its matches noted, and is brought up to date by itself.
"""

from collections.abc import Callable, Collection

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, transaction

from matches.play.models import Match
from matches.ratings.models import (
    EVERY_MATCH,
    RATING_POOL_UPDATE,
    RATINGS_UPDATE,
    RatingDue,
    RatingEntry,
    RatingPool,
    RatingStanding,
    RatingVariantRecord,
)
from matches.ratings.selectors import (
    first_unrated,
    matches_to_rate,
    rated_results,
    rating_pool_list,
    rating_pools_kept,
    rating_pools_of_matches,
)
from matches.work import outbox
from matches.work.slices import next_slice
from matches.work.turns import Turn, take_turns, turn_taken

from .ratings import opened_rating_pools, rating_terms_folded, refold_rating_pool

# Matches that are folded at once where others wait.
MOST = 20_000
# Matches that a sweep looks at: as many of the latest, and of all of them in turn.
SWEPT = 200

Progress = Callable[[int], object]

log = structlog.get_logger(__name__)


class RatingPoolStuck(Exception):
    """A rating pool cannot be folded."""

    def __init__(self, rating_pool: RatingPool) -> None:
        super().__init__(f"rating pool {rating_pool.pk}")
        self.rating_pool = rating_pool


def ratings_update() -> None:
    """Bring the rating pools up to date with the results that are due. Twice is as good as once.

    A pool that somebody else is at, that would take long, or that cannot be folded, is left to
    `rating_pool_update`, with the matches that it is due for.
    """
    stuck: set[int] = set()
    while True:
        try:
            with transaction.atomic():
                return _ratings_update(stuck)
        except RatingPoolStuck as error:
            log.exception("rating_pool_stuck", rating_pool=error.rating_pool.pk)
            stuck.add(error.rating_pool.pk)


def _ratings_update(stuck: Collection[int]) -> None:
    due = outbox.outbox_seen_all(RATINGS_UPDATE)
    matches = matches_to_rate(due)
    rating_pools = opened_rating_pools()
    if matches is not None:
        rating_pools = rating_pools_of_matches(rating_pools, matches)
    late = [
        rating_pool.pk
        for rating_pool in rating_pools
        if rating_pool.pk in stuck or not turn_taken(Turn.RATINGS, rating_pool.pk)
    ]
    # What they were before their turn was ours, they need not be any more.
    ours = {rating_pool.pk for rating_pool in rating_pools} - {*late}
    for rating_pool in rating_pools_kept():
        if rating_pool.pk in ours and not _followed(rating_pool, matches):
            late.append(rating_pool.pk)
    if late:
        named = [EVERY_MATCH] if matches is None else sorted(matches)
        RatingDue.objects.bulk_create(
            (RatingDue(rating_pool_id=rating_pool, match=match) for rating_pool in late for match in named),
            ignore_conflicts=True,
        )
    outbox.close_outbox_rows(due.values())
    outbox.make_all_due((RATING_POOL_UPDATE, rating_pool) for rating_pool in late)


def _followed(rating_pool: RatingPool, matches: Collection[int] | None) -> bool:
    """Bring a rating pool up to date whose turn is ours, unless it takes long; returns whether it is."""
    if matches is not None and len(matches) > MOST:
        return False
    whole = rating_pool.folding or matches is None
    if whole and rated_results(rating_pool)[MOST : MOST + 1].exists():
        return False
    return _brought_up_to_date(rating_pool, matches, most=MOST)


def _brought_up_to_date(
    rating_pool: RatingPool, matches: Collection[int] | None, *, most: int | None = None
) -> bool:
    try:
        start = first_unrated(rating_pool, matches)
        if start is not None and not refold_rating_pool(rating_pool, start, most=most):
            return False
        rating_terms_folded(rating_pool)
    except (OperationalError, SoftTimeLimitExceeded):
        raise
    except Exception as error:
        raise RatingPoolStuck(rating_pool) from error
    return True


@transaction.atomic
def rating_pool_update(*, rating_pool_id: int) -> None:
    """Bring one rating pool up to date with the matches that are noted for it, however long that takes.

    While somebody is at it, it stays due.
    """
    if not turn_taken(Turn.RATINGS, rating_pool_id):
        return
    seen = outbox.open_outbox_row(RATING_POOL_UPDATE, rating_pool_id)
    noted = RatingDue.objects.filter(rating_pool=rating_pool_id)
    matches = set(noted.values_list("match", flat=True))
    rating_pool = rating_pool_list().filter(pk=rating_pool_id).first()
    if rating_pool is not None and (matches or rating_pool.folding):
        _brought_up_to_date(rating_pool, matches_to_rate(matches))
    # Others have been noted meanwhile, and are asked for again.
    noted.filter(match__in=matches).delete()
    outbox.close_outbox_row(seen)


def ratings_rebuild(*, progress: Progress | None = None) -> None:
    """Throw every rating away and fold all results anew; ends where the updates had led.

    `progress` hears of every so many matches how many they were.
    """
    with transaction.atomic():
        opened = (rating_pool.pk for rating_pool in opened_rating_pools())
        numbers = sorted(number for number in opened if number is not None)
        for number in numbers:
            take_turns(Turn.RATINGS, number)
        rating_pools = [rating_pool for rating_pool in rating_pool_list() if rating_pool.pk in numbers]
        due = outbox.outbox_seen_all(RATINGS_UPDATE)
        late = outbox.outbox_seen_of(RATING_POOL_UPDATE, numbers)
        RatingDue.objects.filter(rating_pool__in=numbers).delete()
        for model in (RatingEntry, RatingStanding, RatingVariantRecord):
            # Not TRUNCATE: whoever reads meanwhile sees the ratings as they were.
            rows = model._default_manager.filter(rating_pool__in=numbers)
            rows._raw_delete(rows.db)
        for rating_pool in rating_pools:
            refold_rating_pool(rating_pool, None, progress)
            rating_terms_folded(rating_pool)
        outbox.close_outbox_rows([*due.values(), *late.values()])


def ratings_are_written() -> bool:
    """Whether somebody is writing ratings just now, so that a rebuild would wait."""
    with transaction.atomic():
        return not all(turn_taken(Turn.RATINGS, rating_pool.pk) for rating_pool in rating_pool_list())


def ratings_sweep() -> None:
    """Have ratings looked at where they are not those of the results: of some matches, in turn."""
    rating_pools = rating_pools_kept()
    late = {rating_pool.pk for rating_pool in rating_pools if rating_pool.folding}
    late.update(RatingDue.objects.values_list("rating_pool", flat=True))
    outbox.make_missing_due((RATING_POOL_UPDATE, rating_pool) for rating_pool in sorted(late))
    # One that is yet to be folded by other terms is behind at every match.
    others = [rating_pool for rating_pool in rating_pools if rating_pool.pk not in late]
    latest = Match.objects.order_by("-pk").values_list("pk", flat=True)[:SWEPT]
    matches = sorted({*latest, *next_slice("ratings", Match.objects.all(), SWEPT)})
    counting = rating_pools_of_matches(others, matches) if matches else ()
    if any(first_unrated(rating_pool, matches) is not None for rating_pool in counting):
        outbox.make_missing_due((RATINGS_UPDATE, match) for match in matches)
