"""Rating pools of clubs: opened by them, and what counts in them."""

from collections.abc import Collection, Iterator

from django.db import transaction

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.ratings.models import EVERY_MATCH, RATINGS_UPDATE, RatingPool
from matches.ratings.services import rating_pools_numbered
from matches.work import outbox
from tournaments.clubs.selectors import rating_pools_open_to
from tournaments.clubs.services import check_rating_pool_open
from tournaments.events.models import Counting, Fixture, Tournament, TournamentRatingPool
from tournaments.events.selectors import rating_pools_counted

from .locks import tournament_lock


@transaction.atomic
def tournament_count(
    *, actor: User, tournament_id: int, rating_pools: Collection[int], reason: str = ""
) -> list[RatingPool]:
    """Have the matches of a tournament, played or to come, count in these rating pools and in no others.

    In those of everybody every rated match counts. Raises NotAllowed, UnknownRatingPool, RatingPoolClosed.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    wanted = rating_pools_numbered(rating_pools)
    counted = {rating_pool for _, rating_pool in rating_pools_counted([tournament])}
    check_rating_pool_open(
        tournament.club, [rating_pool for rating_pool in wanted if rating_pool.pk not in counted]
    )
    tournament_countings_write(tournament, {rating_pool.pk for rating_pool in wanted}, counted, actor, reason)
    # Whoever is to fold them takes no lock of ours: the outbox comes last.
    for match in (
        Fixture.objects.filter(tournament=tournament).order_by("match").values_list("match", flat=True)
    ):
        if match is not None:
            outbox.make_due(RATINGS_UPDATE, match)
    return wanted


def tournament_counts(tournament: Tournament, rating_pools: Collection[int] | None, actor: User) -> None:
    """Have a new tournament count in rating pools; in all that are open to its club if none are named.

    Raises UnknownPool, PoolClosed.
    """
    open_to = rating_pools_open_to(tournament.club)
    wanted = list(open_to) if rating_pools is None else rating_pools_numbered(rating_pools)
    if rating_pools is not None:
        check_rating_pool_open(tournament.club, wanted)
    tournament_countings_write(tournament, {rating_pool.pk for rating_pool in wanted}, set(), actor, "")


def tournament_countings_write(
    tournament: Tournament, wanted: set[int], counted: set[int], actor: User, reason: str
) -> None:
    Counting.record_all(
        Counting(
            tournament=tournament,
            rating_pool_id=rating_pool,
            counts=rating_pool in wanted,
            reason=reason,
            recorded_by=actor,
        )
        for rating_pool in sorted(wanted ^ counted)
    )
    counted_pools_write([tournament.pk], {(tournament.pk, rating_pool) for rating_pool in wanted})


def counted_pools_write(tournaments: Collection[int], held: set[tuple[int, int]]) -> None:
    TournamentRatingPool.objects.filter(tournament__in=tournaments).delete()
    TournamentRatingPool.objects.bulk_create(
        TournamentRatingPool(tournament_id=tournament, rating_pool_id=rating_pool)
        for tournament, rating_pool in sorted(held)
    )


@transaction.atomic
def tournament_countings_compare(*, repair: bool = False) -> Iterator[str]:
    """Every difference between the rating pools stored for tournaments and those by the facts."""
    stored = set(TournamentRatingPool.objects.values_list("tournament", "rating_pool"))
    found = rating_pools_counted()
    for tournament, rating_pool in sorted(stored ^ found):
        yield (
            f"tournament {tournament}: stored as one that "
            f"{'counts' if (tournament, rating_pool) in stored else 'does not count'} in rating pool "
            f"{rating_pool}; the facts say that "
            f"it {'does' if (tournament, rating_pool) in found else 'does not'}"
        )
    if repair and stored != found:
        counted_pools_write({tournament for tournament, _ in stored | found}, found)
        outbox.make_due(RATINGS_UPDATE, EVERY_MATCH)


def tournament_countings_restore() -> None:
    """Write the rating pools of tournaments by the facts."""
    found = rating_pools_counted()
    counted_pools_write({tournament for tournament, _ in found}, found)
