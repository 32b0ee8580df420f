"""A club's own rating pool, and admission to a federation's."""

from collections.abc import Iterable
from typing import Unpack

from django.db import transaction

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.ratings.models import RatingPool
from matches.ratings.services import RatingTerms, rating_pool_write
from tournaments.clubs.errors import InvalidAdmission, RatingPoolClosed
from tournaments.clubs.models import Admission, Club, ClubRatingPool
from tournaments.clubs.selectors import rating_pools_open_to


@transaction.atomic
def club_rating_pool_open(*, actor: User, club: Club, name: str, **terms: Unpack[RatingTerms]) -> RatingPool:
    """Open a rating pool that a club manages. Raises NotAllowed, InvalidRating, RatingPoolNameTaken."""
    require_permission(actor, "club_rating_pool_open", club)
    rating_pool = rating_pool_write(actor=actor, name=name, **terms)
    ClubRatingPool.objects.create(rating_pool=rating_pool, club=club)
    return rating_pool


@transaction.atomic
def club_admit(*, actor: User, rating_pool_id: int, club: Club, admitted: bool = True) -> None:
    """Let tournaments of a club count in a rating pool from now on, or no more; those that do, still do.

    Raises NotAllowed, and InvalidAdmission where that is not for anybody to decide.
    """
    rating_pool = RatingPool.objects.select_for_update(no_key=True).get(pk=rating_pool_id)
    require_permission(actor, "rating_pool_manage", rating_pool)
    if rating_pool.everybody:
        raise InvalidAdmission(
            f"In {rating_pool.name} every rated match counts. Admit clubs to another rating pool."
        )
    if ClubRatingPool.objects.filter(rating_pool=rating_pool, club=club).exists():
        raise InvalidAdmission(
            f"{club.name} manages {rating_pool.name}, and what it plays can count there. Name another club, "
            "or have a tournament not count by its own list of rating pools."
        )
    held = rating_pools_open_to(club).filter(pk=rating_pool.pk).exists()
    if held != admitted:
        Admission.objects.create(rating_pool=rating_pool, club=club, admitted=admitted, recorded_by=actor)


def check_rating_pool_open(club: Club, rating_pools: Iterable[RatingPool]) -> None:
    """Raises PoolClosed."""
    open_to = set(rating_pools_open_to(club))
    for rating_pool in rating_pools:
        if rating_pool not in open_to:
            why = (
                "every rated match counts in it anyway; leave it out"
                if rating_pool.everybody
                else "whoever manages it admits clubs"
            )
            raise RatingPoolClosed(
                f"Tournaments of {club.name} are not for the rating pool {rating_pool.name}: {why}.",
                rating_pool=rating_pool.pk,
            )
