"""A club's own rating pool, and admission to a federation's."""

from collections.abc import Iterable
from typing import Unpack

from django.db import transaction

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.ratings.models import RatingPool
from matches.ratings.services import RatingTerms, pool_write
from tournaments.clubs.errors import InvalidAdmission, PoolClosed
from tournaments.clubs.models import Admission, Club, ClubPool
from tournaments.clubs.selectors import pools_open_to


@transaction.atomic
def club_pool_open(*, actor: User, club: Club, name: str, **terms: Unpack[RatingTerms]) -> RatingPool:
    """Open a rating pool that a club keeps. Raises NotAllowed, InvalidRating, PoolNameTaken."""
    require_permission(actor, "club_pool_open", club)
    pool = pool_write(actor=actor, name=name, **terms)
    ClubPool.objects.create(pool=pool, club=club)
    return pool


@transaction.atomic
def club_admit(*, actor: User, pool_id: int, club: Club, admitted: bool = True) -> None:
    """Let tournaments of a club count in a pool from now on, or no more of them; those that do, still do.

    Raises NotAllowed, and InvalidAdmission where that is not for anybody to say.
    """
    pool = RatingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
    require_permission(actor, "pool_keep", pool)
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
