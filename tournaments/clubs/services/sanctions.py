"""Sanctions: the clubs whose matches count in a rating pool, from when on, and no more."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import MomentWord
from matches.play.errors import PreviewMissing, PreviewStale
from matches.play.models import Match
from matches.play.selectors import preview_token
from matches.ratings.models import EVERY_MATCH, RATINGS_UPDATE, RatingPool
from matches.ratings.selectors import (
    Place,
    RatingChange,
    is_too_much_to_refold,
    rated_results,
    rating_change_size,
    rating_changes_shown,
    rating_pool_shown,
    ratings_refolded,
)
from matches.ratings.services import EARLIEST
from matches.work import outbox
from tournaments.clubs.errors import InvalidSanction, NotSanctioned
from tournaments.clubs.models import Club, ClubRatingPool, Sanction
from tournaments.clubs.selectors import (
    matches_of_club,
    rating_pools_unsanctioned,
    sanction_in_force,
    sanctioned_rating_pools,
)

SHOWN = 50
"""How many matches and how many ratings a preview lists; it counts all of them."""


class SanctionTerms(TypedDict, total=False):
    """What is sanctioned. rating_pool: none for those of everybody. since: none for from now on."""

    club: Club
    rating_pool: RatingPool | None
    sanctioned: bool
    since: datetime | None


@dataclass(frozen=True, slots=True)
class SanctionPreview:
    """What another sanction would do: which matches would count no more, or again, and whose ratings move.

    `taken_out`, `put_back` and `players` are numbers; `matches` and `ratings` the first of them, the latest
    match and the largest change first. `ratings_unseen`: the rating pools in which so many matches count
    since then that whose ratings move is not worked out.
    """

    token: str
    taken_out: int
    put_back: int
    players: int
    matches: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    ratings_unseen: list[dict[str, Any]]


Counted = Mapping[tuple[int, int], Place]
"""Matches that count, by rating pool and number, each with its place among the rated ones."""


@transaction.atomic
def club_sanction(
    *,
    actor: User,
    reason: str = "",
    preview: str | None = None,
    now: datetime | None = None,
    **terms: Unpack[SanctionTerms],
) -> Sanction:
    """Sanction a club for a rating pool, or withdraw that, for what is finalised at `since` or later.

    What is so already is no fact. Where rated matches would be taken out, or others put back, it takes the
    `preview` that was looked at. Raises NotAllowed, InvalidSanction, PreviewMissing, PreviewStale.
    """
    now = now or timezone.now()
    planned = sanction_planned(actor, now, reason, **terms)
    if not (planned.sanctioned or reason):
        raise InvalidSanction(
            "Say why %(club)s is sanctioned no more: everybody can read it.",
            {"club": planned.club.name},
            club=planned.club_id,
        )
    before, after = counted_before_and_after(planned)
    held = sanction_in_force(planned.club, planned.rating_pool)
    if held is not None and held.sanctioned == planned.sanctioned and before == after:
        return held
    if before != after:
        token = sanction_token(planned, terms.get("since"), before, after)
        check_sanction_preview(planned.club, preview, token)
    planned.save()
    # Which of the matches that are finalised just now are rated is looked at again, too.
    outbox.make_due(RATINGS_UPDATE, EVERY_MATCH)
    return planned


def sanction_preview(
    *, actor: User, now: datetime | None = None, **terms: Unpack[SanctionTerms]
) -> SanctionPreview:
    """What such a sanction would do to the ratings, and nothing done. Raises NotAllowed, InvalidSanction."""
    now = now or timezone.now()
    with transaction.atomic():
        planned = sanction_planned(actor, now, "", **terms)
        before, after = counted_before_and_after(planned)
        moved, unseen = ratings_moved(planned, before, after)
    changed = sorted({place for _, place in before.items() ^ after.items()}, reverse=True)
    moved.sort(key=rating_change_size, reverse=True)
    return SanctionPreview(
        token=sanction_token(planned, terms.get("since"), before, after),
        taken_out=len({number for _, number in before.keys() - after.keys()}),
        put_back=len({number for _, number in after.keys() - before.keys()}),
        players=len({change.player for change in moved}),
        matches=matches_shown(changed[:SHOWN], counted={number for _, number in after}),
        ratings=rating_changes_shown(moved[:SHOWN]),
        ratings_unseen=[rating_pool_shown(rating_pool) for rating_pool in unseen],
    )


def sanction_planned(actor: User, now: datetime, reason: str, **terms: Unpack[SanctionTerms]) -> Sanction:
    """The sanction, not saved, with the club locked. Raises NotAllowed, InvalidSanction."""
    rating_pool, since, sanctioned = (
        terms.get("rating_pool"),
        terms.get("since"),
        terms.get("sanctioned", True),
    )
    if rating_pool is not None and rating_pool.everybody:
        rating_pool = None
    club = Club.objects.select_for_update(no_key=True).get(pk=terms["club"].pk)
    require_permission(actor, "club_sanction", rating_pool)
    if rating_pool is not None and ClubRatingPool.objects.filter(rating_pool=rating_pool, club=club).exists():
        raise InvalidSanction(
            "%(club)s manages %(rating_pool)s, and what it plays counts there always. Name another club, or "
            "have a tournament not count by its own list of rating pools.",
            {"club": club.name, "rating_pool": rating_pool.name},
            club=club.pk,
        )
    if since is not None and not EARLIEST <= since <= now:
        raise InvalidSanction(
            "A sanction is given or withdrawn from a time between %(earliest)s and now on; not from "
            "%(since)s.",
            {"earliest": f"{EARLIEST:%Y-%m-%d}", "since": MomentWord(since)},
            since=since.isoformat(),
        )
    return Sanction(
        club=club,
        rating_pool=rating_pool,
        sanctioned=sanctioned,
        since=since or now,
        reason=reason,
        recorded_by=actor,
        recorded_at=now,
    )


def counted_before_and_after(planned: Sanction) -> tuple[Counted, Counted]:
    """The matches of the club that count now from its time on, and those that would."""
    before = matches_counted(planned)
    with as_if_recorded(planned):
        return before, matches_counted(planned)


def matches_counted(planned: Sanction) -> Counted:
    """The rated matches of the club from the time of a sanction on, in the rating pools that it is for."""
    own = matches_of_club(planned.club, "match__")
    return {
        (rating_pool.pk, number): (at, number)
        for rating_pool in sanctioned_rating_pools(planned)
        for at, number in rated_results(rating_pool)
        .filter(own, finalised_at__gte=planned.since)
        .values_list("finalised_at", "match")
    }


def ratings_moved(
    planned: Sanction, before: Counted, after: Counted
) -> tuple[list[RatingChange], list[RatingPool]]:
    """Every rating that would be another; and the pools in which it would take too long to find them."""
    found: list[RatingChange] = []
    unseen: list[RatingPool] = []
    changed = before.items() ^ after.items()
    with as_if_recorded(planned):
        for rating_pool in sanctioned_rating_pools(planned):
            places = [place for (number, _), place in changed if number == rating_pool.pk]
            if places and is_too_much_to_refold(rating_pool, min(places)):
                unseen.append(rating_pool)
            elif places:
                found += ratings_refolded(rating_pool, min(places))
    return found, unseen


@contextmanager
def as_if_recorded(planned: Sanction) -> Iterator[None]:
    """The fact stands while the block runs, and then has never been."""
    with transaction.atomic():
        copy(planned).save()
        yield
        transaction.set_rollback(True)


def sanction_token(planned: Sanction, since: datetime | None, before: Counted, after: Counted) -> str:
    """What was looked at: the question, and which matches would change; ratings move with every result."""
    return preview_token(
        club=planned.club_id,
        rating_pool=planned.rating_pool_id,
        sanctioned=planned.sanctioned,
        since=since,
        changed=sorted(before.keys() ^ after.keys()),
    )


def check_sanction_preview(club: Club, preview: str | None, token: str) -> None:
    """Raises PreviewMissing, PreviewStale."""
    address = reverse("api-tournaments:club-sanctions-preview", args=[club.pk])
    if preview is None:
        raise PreviewMissing(
            "This changes which matches of %(club)s are rated. POST the same to %(address)s, look at what "
            "it would change, and send the token of that preview along.",
            {"club": club.name, "address": address},
            club=club.pk,
            preview=address,
        )
    if preview != token:
        raise PreviewStale(
            "Since the preview other matches of %(club)s count. Nothing was done. POST to %(address)s "
            "again, and send its token if that is what you want.",
            {"club": club.name, "address": address},
            club=club.pk,
            preview=address,
        )


def matches_shown(places: Sequence[Place], counted: set[int]) -> list[dict[str, Any]]:
    """Matches as the preview lists them, in that order: one query."""
    found = Match.objects.select_related("one__stand_in", "two__stand_in").in_bulk(
        [number for _, number in places]
    )
    return [
        {
            "id": number,
            "one": {"id": found[number].players[0].pk, "name": found[number].players[0].name},
            "two": {"id": found[number].players[1].pk, "name": found[number].players[1].name},
            "finalised_at": at,
            "counts": number in counted,
        }
        for at, number in places
    ]


def check_matches_sanctioned(matches: Iterable[int], actor: User) -> None:
    """Raises NotSanctioned where one is rated in a pool for which its club is sanctioned no more.

    What counted goes on counting, so those who run the club would move ratings that they have no part in.
    """
    if actor.is_staff:
        return
    for rating_pool, club in rating_pools_unsanctioned(list(matches)):
        raise NotSanctioned(
            "%(club)s is no longer sanctioned for %(rating_pool)s, in which this correction would change "
            "ratings. Ask the staff of the service to make it.",
            {"club": club.name, "rating_pool": rating_pool.name},
            club=club.pk,
            rating_pool=rating_pool.pk,
        )
