"""Which clubs are sanctioned for which rating pools, and what another sanction would do to the ratings.

A match of a club counts where the club was sanctioned when the match was finalised: not when its event was
announced, for whoever is trusted no more would go on counting for as long as that event lasts.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import reduce
from operator import or_

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now
from django.db.models.lookups import Exact

from matches.hooks import declared_by_rooms
from matches.play.models import Match, Result
from matches.ratings.models import RatingPool
from matches.ratings.selectors import counts_in_rating_pool, rating_pool_list
from tournaments.clubs.models import Club, ClubRatingPool, Sanction


def clubs_of_matches() -> list[str]:
    """The lookups from a match to the club whose event it is of."""
    return declared_by_rooms(lambda room: room.clubs_of_matches)


def matches_of_club(club: Club, match: str = "") -> Q:
    """The condition on matches to be of an event of the club; `match` leads to them."""
    return reduce(or_, (Q(**{f"{match}{lookup}": club.pk}) for lookup in clubs_of_matches()))


def sanction_scope(rating_pool: RatingPool | None) -> int | None:
    """The number that sanctions for a rating pool have; none for those of everybody."""
    return None if rating_pool is None or rating_pool.everybody else rating_pool.pk


def is_sanctioned(rating_pool: RatingPool | None, club: str, at: str = "") -> Exact:
    """The condition on rows that the club `club` leads to is sanctioned, or was when `at` leads to."""
    moment = Coalesce(OuterRef(at), Now()) if at else Now()
    reaching = Sanction.objects.filter(
        club=OuterRef(club), rating_pool=sanction_scope(rating_pool), since__lte=moment
    )
    latest = Subquery(reaching.order_by("-serial").values("sanctioned")[:1])
    return Exact(Coalesce(latest, False), True)


def sanctioned_matches(rating_pool: RatingPool, match: str, finalised_at: str) -> Q:
    """The condition on matches to be of no club, or of one that was sanctioned for the pool or manages it."""
    keeps = ClubRatingPool.objects.filter(rating_pool=rating_pool.pk).values("club")
    condition = Q()
    for lookup in clubs_of_matches():
        club = f"{match}{lookup}"
        counts = Q(**{f"{club}__isnull": True}) | Q(is_sanctioned(rating_pool, club, finalised_at))
        condition &= counts if rating_pool.everybody else counts | Q(**{f"{club}__in": keeps})
    return condition


def unsanctioned_clubs(matches: Collection[int]) -> QuerySet[Club]:
    """The clubs of some matches that are not sanctioned for the ratings of everybody."""
    return Club.objects.filter(club_has_one_of(matches)).exclude(is_sanctioned(None, "pk"))


def club_has_one_of(matches: Collection[int]) -> Q:
    """The condition on clubs that one of some matches is of an event of theirs."""
    some = Match.objects.filter(pk__in=matches)
    return reduce(or_, (Q(pk__in=some.values(lookup)) for lookup in clubs_of_matches()))


def rating_pools_unsanctioned(matches: Collection[int]) -> Iterator[tuple[RatingPool, Club]]:
    """The rating pools in which some matches count though their club is sanctioned there no more.

    One query where no club ever lost a sanction.
    """
    clubs = Club.objects.filter(club_has_one_of(matches))
    rated = matches_once_final(matches)
    for latest in latest_sanctions(sanction_list().select_related("club").filter(club__in=clubs)):
        for rating_pool in () if latest.sanctioned else sanctioned_rating_pools(latest):
            if rated.filter(counts_in_rating_pool(rating_pool, "", "at")).exists():
                yield rating_pool, latest.club


def matches_once_final(matches: Collection[int]) -> QuerySet[Match]:
    """Those of some matches that were final, be they reopened since, with `at`, when they first were."""
    results = Result.objects.filter(match=OuterRef("pk"), rated=True)
    return (
        Match.objects.filter(pk__in=matches)
        .annotate(at=Subquery(results.order_by("pk").values("finalised_at")[:1]))
        .exclude(at=None)
    )


def sanctioned_rating_pools(sanction: Sanction) -> QuerySet[RatingPool]:
    """The rating pools that a sanction is for: one query."""
    number, rating_pools = sanction.rating_pool_id, rating_pool_list()
    return rating_pools.filter(everybody=True) if number is None else rating_pools.filter(pk=number)


def sanction_list() -> QuerySet[Sanction]:
    """Every sanction with its rating pool, the latest first: one query."""
    return Sanction.objects.select_related("rating_pool", "recorded_by").order_by("-serial")


def sanctions_load(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """The clubs with what `sanctions_in_force` reads of them."""
    return clubs.prefetch_related(Prefetch("sanctions", sanction_list()))


def sanctions_in_force(club: Club) -> list[Sanction]:
    """The latest sanction of a club for each rating pool, that for everybody's first: one query, or none."""
    held = getattr(club, "_prefetched_objects_cache", {}).get("sanctions")
    latest = latest_sanctions(sanction_list().filter(club=club) if held is None else held)
    return sorted(latest, key=lambda sanction: sanction.rating_pool_id or 0)


def latest_sanctions(sanctions: Iterable[Sanction]) -> list[Sanction]:
    """Of some sanctions, the latest first, those that hold by now: one for each club and rating pool."""
    found: dict[tuple[int, int | None], Sanction] = {}
    for sanction in sanctions:
        found.setdefault((sanction.club_id, sanction.rating_pool_id), sanction)
    return list(found.values())


def sanction_in_force(club: Club, rating_pool: RatingPool | None) -> Sanction | None:
    """The latest sanction of a club for a rating pool, or for those of everybody: one query."""
    return sanction_list().filter(club=club, rating_pool=sanction_scope(rating_pool)).first()


def rating_pools_open_to(club: Club) -> QuerySet[RatingPool]:
    """The rating pools but everybody's in which events of a club may count: its own, and by its sanctions.

    None of those that are closed.
    """
    sanctioned = [each.rating_pool_id for each in sanctions_in_force(club) if each.sanctioned]
    found = rating_pool_list().filter(everybody=False, closed_at=None)
    return found.filter(Q(kept_by__club=club) | Q(pk__in=sanctioned))


def clubs_sanctioned(rating_pool: RatingPool) -> QuerySet[Club]:
    """The clubs that are sanctioned for a rating pool, none of those that were removed."""
    return Club.objects.filter(is_sanctioned(rating_pool, "pk"), removed=False)
