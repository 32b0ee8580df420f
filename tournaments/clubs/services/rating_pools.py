"""A club's own rating pool, and what of a club may count in others."""

from collections.abc import Iterable
from typing import Unpack

from django.db import transaction

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.play.models import Match
from matches.ratings.models import RatingPool
from matches.ratings.selectors import rating_pool_list
from matches.ratings.services import RatingPoolAnnouncement, matches_count_in_rating_pools, rating_pool_write
from tournaments.clubs.errors import RatingPoolClosed
from tournaments.clubs.models import Club, ClubRatingPool
from tournaments.clubs.selectors import common_registrar, rating_pools_open_to


@transaction.atomic
def club_rating_pool_open(
    *, actor: User, club: Club, name: str, **announced: Unpack[RatingPoolAnnouncement]
) -> RatingPool:
    """Open a rating pool that a club manages. Raises NotAllowed, InvalidRating, RatingPoolNameTaken."""
    require_permission(actor, "club_rating_pool_open", club)
    rating_pool = rating_pool_write(actor=actor, name=name, **announced)
    ClubRatingPool.objects.create(rating_pool=rating_pool, club=club)
    return rating_pool


def check_rating_pool_open(club: Club, rating_pools: Iterable[RatingPool]) -> None:
    """Raises RatingPoolClosed."""
    open_to = set(rating_pools_open_to(club))
    for rating_pool in rating_pools:
        if rating_pool not in open_to:
            raise RatingPoolClosed(
                "Tournaments of %(club)s are not for the rating pool %(rating_pool)s: what a sanctioned club "
                "plays counts in it anyway; leave it out."
                if rating_pool.everybody
                else "Tournaments of %(club)s are not for the rating pool %(rating_pool)s: it is closed, and "
                "nothing counts in it any more. Leave it out."
                if rating_pool.is_closed
                else "Tournaments of %(club)s are not for the rating pool %(rating_pool)s: whoever manages "
                "it sanctions clubs for it.",
                {"club": club.name, "rating_pool": rating_pool.name},
                rating_pool=rating_pool.pk,
            )


def arranged_match_count(match: Match, actor: User) -> None:
    """Have a match that was set up outside any event count with the club that recorded both its players."""
    club = common_registrar([match.one, match.two]) if match.rated else None
    if club is not None:
        own = rating_pool_list().filter(kept_by__club=club, closed_at=None)
        matches_count_in_rating_pools([match], own, actor)
