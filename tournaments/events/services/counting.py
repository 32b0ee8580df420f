"""Rating pools of clubs: opened by them, and what counts in them."""

from collections.abc import Collection, Iterable, Iterator
from typing import Unpack

from django.db import transaction

from matches import outbox
from matches.models import RatingPool, User
from matches.permissions import require
from matches.services.rating_pools import Terms, pool_write, pools_numbered
from tournaments.errors import InvalidAdmission, PoolClosed
from tournaments.models import Admission, Club, ClubPool, Counting, Fixture, Tournament, TournamentPool
from tournaments.selectors import pools_counted, pools_open_to

from .locks import tournament_lock


@transaction.atomic
def club_pool_open(*, actor: User, club: Club, name: str, **terms: Unpack[Terms]) -> RatingPool:
    """Open a rating pool that a club keeps. Raises NotAllowed, InvalidRating, PoolNameTaken."""
    require(actor, "club_pool_open", club)
    pool = pool_write(actor=actor, name=name, **terms)
    ClubPool.objects.create(pool=pool, club=club)
    return pool


@transaction.atomic
def club_admit(*, actor: User, pool_id: int, club: Club, admitted: bool = True) -> None:
    """Let tournaments of a club count in a pool from now on, or no more of them; those that do, still do.

    Raises NotAllowed, and InvalidAdmission where that is not for anybody to say.
    """
    pool = RatingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
    require(actor, "pool_keep", pool)
    if pool.everybody:
        raise InvalidAdmission(f"In {pool.name} every rated match counts. Admit clubs to another pool.")
    if ClubPool.objects.filter(pool=pool, club=club).exists():
        raise InvalidAdmission(
            f"{club.name} keeps {pool.name}, and what it plays can count there. Name another club, or have a "
            "tournament not count by its own list of pools."
        )
    held = pools_open_to(club).filter(pk=pool.pk).exists()
    if held != admitted:
        Admission.objects.create(pool=pool, club=club, admitted=admitted, recorded_by=actor)


@transaction.atomic
def tournament_count(
    *, actor: User, tournament_id: int, pools: Collection[int], reason: str = ""
) -> list[RatingPool]:
    """Have the matches of a tournament, played or to come, count in these pools and in no others.

    In the pools of everybody every rated match counts. Raises NotAllowed, UnknownPool, PoolClosed.
    """
    tournament = tournament_lock(tournament_id)
    require(actor, "tournament_direct", tournament)
    wanted = pools_numbered(pools)
    counted = {pool for _, pool in pools_counted([tournament])}
    check_open(tournament.club, [pool for pool in wanted if pool.pk not in counted])
    countings_write(tournament, {pool.pk for pool in wanted}, counted, actor, reason)
    # Whoever is to fold them takes no lock of ours: the outbox comes last.
    for match in (
        Fixture.objects.filter(tournament=tournament).order_by("match").values_list("match", flat=True)
    ):
        if match is not None:
            outbox.add(outbox.RATINGS_UPDATE, match)
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


def check_open(club: Club, pools: Iterable[RatingPool]) -> None:
    """Raises PoolClosed."""
    open_to = set(pools_open_to(club))
    for pool in pools:
        if pool not in open_to:
            why = (
                "every rated match counts in it anyway; leave it out"
                if pool.everybody
                else "its keeper admits clubs"
            )
            raise PoolClosed(
                f"Tournaments of {club.name} are not for the rating pool {pool.name}: {why}.", pool=pool.pk
            )


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
        outbox.add(outbox.RATINGS_UPDATE, outbox.EVERY_MATCH)


def countings_restore() -> None:
    """Write the pools of tournaments as the facts say."""
    said = pools_counted()
    cache_write({tournament for tournament, _ in said}, said)
