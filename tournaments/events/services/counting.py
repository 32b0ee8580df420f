"""Rating pools of clubs: opened by them, and what counts in them."""

from collections.abc import Collection, Iterator

from django.db import transaction

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.ratings.models import EVERY_MATCH, RATINGS_UPDATE, RatingPool
from matches.ratings.services import pools_numbered
from matches.work import outbox
from tournaments.clubs.selectors import pools_open_to
from tournaments.clubs.services import check_open
from tournaments.events.models import Counting, Fixture, Tournament, TournamentPool
from tournaments.events.selectors import pools_counted

from .locks import tournament_lock


@transaction.atomic
def tournament_count(
    *, actor: User, tournament_id: int, pools: Collection[int], reason: str = ""
) -> list[RatingPool]:
    """Have the matches of a tournament, played or to come, count in these pools and in no others.

    In the pools of everybody every rated match counts. Raises NotAllowed, UnknownPool, PoolClosed.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    wanted = pools_numbered(pools)
    counted = {pool for _, pool in pools_counted([tournament])}
    check_open(tournament.club, [pool for pool in wanted if pool.pk not in counted])
    countings_write(tournament, {pool.pk for pool in wanted}, counted, actor, reason)
    # Whoever is to fold them takes no lock of ours: the outbox comes last.
    for match in (
        Fixture.objects.filter(tournament=tournament).order_by("match").values_list("match", flat=True)
    ):
        if match is not None:
            outbox.make_due(RATINGS_UPDATE, match)
    return wanted


def tournament_counts(tournament: Tournament, pools: Collection[int] | None, actor: User) -> None:
    """Have a new tournament count in pools; in all that are open to its club if none are named.

    Raises UnknownPool, PoolClosed.
    """
    open_to = pools_open_to(tournament.club)
    wanted = list(open_to) if pools is None else pools_numbered(pools)
    if pools is not None:
        check_open(tournament.club, wanted)
    countings_write(tournament, {pool.pk for pool in wanted}, set(), actor, "")


def countings_write(
    tournament: Tournament, wanted: set[int], counted: set[int], actor: User, reason: str
) -> None:
    Counting.objects.bulk_create(
        Counting(tournament=tournament, pool_id=pool, counts=pool in wanted, reason=reason, recorded_by=actor)
        for pool in sorted(wanted ^ counted)
    )
    cache_write([tournament.pk], {(tournament.pk, pool) for pool in wanted})


def cache_write(tournaments: Collection[int], held: set[tuple[int, int]]) -> None:
    TournamentPool.objects.filter(tournament__in=tournaments).delete()
    TournamentPool.objects.bulk_create(
        TournamentPool(tournament_id=tournament, pool_id=pool) for tournament, pool in sorted(held)
    )


@transaction.atomic
def countings_compare(*, repair: bool = False) -> Iterator[str]:
    """Every difference between the pools stored for tournaments and what the facts say."""
    stored = set(TournamentPool.objects.values_list("tournament", "pool"))
    said = pools_counted()
    for tournament, pool in sorted(stored ^ said):
        yield (
            f"tournament {tournament}: stored as one that "
            f"{'counts' if (tournament, pool) in stored else 'does not count'} in rating pool {pool}; the "
            f"facts say that it {'does' if (tournament, pool) in said else 'does not'}"
        )
    if repair and stored != said:
        cache_write({tournament for tournament, _ in stored | said}, said)
        outbox.make_due(RATINGS_UPDATE, EVERY_MATCH)


def countings_restore() -> None:
    """Write the pools of tournaments as the facts say."""
    said = pools_counted()
    cache_write({tournament for tournament, _ in said}, said)
