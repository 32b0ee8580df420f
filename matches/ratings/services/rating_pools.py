"""Rating pools: opened, and rated by other terms."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypedDict, Unpack

from django.db import IntegrityError, transaction

import engine
from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.bounds import Quantity
from matches.facts.versions import names_changed
from matches.play.models import LENGTH_MAX, Match
from matches.ratings.errors import InvalidRating, RatingPoolNameTaken, UnknownRatingPool
from matches.ratings.models import (
    EVERY_MATCH,
    INACTIVE_MAX,
    PROVISIONAL_MAX,
    RATINGS_UPDATE,
    RatingPool,
    RatingPoolMatch,
    RatingPoolTerms,
)
from matches.ratings.selectors import rating_pool_list
from matches.ratings.systems import RATINGS, rating_system
from matches.work import outbox

from .ratings import everybody_rating_pool_open

BOUNDS = {
    "shortest": Quantity(_("points"), 1, LENGTH_MAX),
    "provisional": Quantity(_("points"), 0, PROVISIONAL_MAX),
    "inactive_after": Quantity(_("days"), 1, INACTIVE_MAX, none=_("never")),
}


class RatingTerms(TypedDict, total=False):
    """By what a rating pool rates; what is left out is as usual. See models.RatingPoolTerms."""

    rating_system: str
    parameters: Mapping[str, Any]
    variants: Collection[str]
    shortest: int
    provisional: int
    inactive_after: int | None


class RatingPoolAnnouncement(RatingTerms, total=False):
    """What may be announced of a rating pool: its first terms, and what it says of itself."""

    text: str
    contact: str


USUAL: RatingTerms = {
    "rating_system": "fibs",
    "parameters": {},
    "variants": (),
    "shortest": 1,
    "provisional": 0,
    "inactive_after": None,
}


def rating_pool_open(
    *, actor: User, name: str, everybody: bool = False, **announced: Unpack[RatingPoolAnnouncement]
) -> RatingPool:
    """Open a rating pool of the whole service, for every rated match or those that name it. For its staff.

    Raises NotAllowed, InvalidRating, RatingPoolNameTaken.
    """
    require_permission(actor, "rating_pool_open")
    return rating_pool_write(actor=actor, name=name, everybody=everybody, **announced)


@transaction.atomic
def rating_pool_write(
    *,
    actor: User,
    name: str,
    everybody: bool = False,
    text: str = "",
    contact: str = "",
    **terms: Unpack[RatingTerms],
) -> RatingPool:
    """A new rating pool with its first terms. The caller decides whether `actor` may.

    Raises InvalidRating, RatingPoolNameTaken.
    """
    checked = checked_rating_terms(**terms)
    everybody_rating_pool_open()
    try:
        with transaction.atomic():
            rating_pool = RatingPool.objects.create(
                name=name, everybody=everybody, text=text, contact=contact, created_by=actor
            )
    except IntegrityError:
        raise rating_pool_name_taken(name) from None
    rating_terms_write(rating_pool, actor, checked, reason="")
    return rating_pool


@transaction.atomic
def rating_pool_rate(
    *, actor: User, rating_pool_id: int, reason: str = "", **terms: Unpack[RatingTerms]
) -> RatingPoolTerms:
    """Rate a rating pool by other terms, from its first match on; what is left out is as usual.

    The same terms again change nothing. Raises NotAllowed, InvalidRating.
    """
    rating_pool = rating_pool_lock(rating_pool_id)
    require_permission(actor, "rating_pool_manage", rating_pool)
    checked = checked_rating_terms(**terms)
    held = rating_pool.in_force
    if all(getattr(held, name) == value for name, value in checked.items()):
        return held
    return rating_terms_write(rating_pool, actor, checked, reason)


def rating_pool_lock(rating_pool_id: int, *, removed: bool = False) -> RatingPool:
    """The rating pool with its row locked; one that was removed for who takes one that is `removed`."""
    rating_pools = RatingPool.objects.select_for_update(no_key=True)
    return rating_pools.get(pk=rating_pool_id, removed__in=(False, removed))


def rating_pool_name_taken(name: str) -> RatingPoolNameTaken:
    return RatingPoolNameTaken(
        "There is a rating pool named %(name)r already. Choose another name.", {"name": name}, name=name
    )


def rating_terms_write(
    rating_pool: RatingPool, actor: User, checked: Mapping[str, Any], reason: str
) -> RatingPoolTerms:
    terms = RatingPoolTerms.objects.create(
        rating_pool=rating_pool, recorded_by=actor, reason=reason, **checked
    )
    rating_pool.terms = terms
    rating_pool.save(update_fields=["terms"])
    # Players are shown with them at once, long before their ratings are folded anew.
    names_changed(RatingPool)
    outbox.make_due(RATINGS_UPDATE, EVERY_MATCH)
    return terms


def checked_rating_terms(**given: Unpack[RatingTerms]) -> dict[str, Any]:
    """Terms in full, if matches can be rated so. Raises InvalidRating."""
    terms: dict[str, Any] = {**USUAL, **given}
    if terms["rating_system"] not in RATINGS:
        raise InvalidRating(
            "There is no rating system %(rating_system)r. Choose one of: %(ratings)s.",
            {"rating_system": str(terms["rating_system"])[:40], "ratings": [*RATINGS]},
            parameter="rating_system",
        )
    rating_system(terms["rating_system"], terms["parameters"])
    for variant in terms["variants"]:
        if variant not in engine.PLAYED:
            raise InvalidRating(
                "There is no variant %(variant)r. Choose from: %(variants)s.",
                {"variant": str(variant)[:40], "variants": [*engine.PLAYED]},
                parameter="variants",
            )
    for name, bounds in BOUNDS.items():
        if not bounds.accepts_value(terms[name]):
            raise InvalidRating(
                "%(name)s is %(allowed)s; it cannot be %(value)s.",
                {"name": name, "allowed": bounds.allowed_values, "value": str(terms[name])[:40]},
                parameter=name,
            )
    return {
        **terms,
        "parameters": dict(terms["parameters"]),
        "variants": sorted(set(terms["variants"])),
    }


def rating_terms_restore() -> None:
    """Write on every rating pool the terms in force, which are the latest."""
    for rating_pool in RatingPool.objects.all():
        rating_pool.terms = latest_rating_terms(rating_pool)
        rating_pool.save(update_fields=["terms"])


def rating_terms_compare(*, repair: bool = False) -> Iterator[str]:
    """Every rating pool that is stored with other terms than the latest."""
    for rating_pool in RatingPool.objects.select_related("terms"):
        latest = latest_rating_terms(rating_pool)
        if rating_pool.terms != latest:
            yield (
                f"rating pool {rating_pool.pk}: stored with terms {rating_pool.terms_id}; the latest are "
                f"{latest and latest.pk}"
            )
            if repair:
                rating_pool.terms = latest
                rating_pool.save(update_fields=["terms"])


def latest_rating_terms(rating_pool: RatingPool) -> RatingPoolTerms | None:
    return rating_pool.all_terms.order_by("serial").last()


def rating_pools_numbered(numbers: Collection[int]) -> list[RatingPool]:
    """Pools in the order of their numbers. Raises UnknownRatingPool."""
    found = rating_pool_list().in_bulk(set(numbers))
    unknown = next((number for number in numbers if number not in found), None)
    if unknown is not None:
        raise UnknownRatingPool(
            "There is no rating pool %(number)s.", {"number": unknown}, rating_pool=unknown
        )
    return [found[number] for number in sorted(found)]


def matches_count_in_rating_pools(
    matches: Iterable[Match], rating_pools: Collection[RatingPool], actor: User | None
) -> None:
    """Have matches count in rating pools by themselves. The caller decides whether `actor` may."""
    RatingPoolMatch.record_all(
        [
            RatingPoolMatch(rating_pool=rating_pool, match=match, recorded_by=actor)
            for match in matches
            for rating_pool in rating_pools
            if not rating_pool.everybody
        ],
        ignore_conflicts=True,
    )
