"""Results that came about elsewhere, taken over with the time at which they did."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

import engine
from matches import outbox
from matches.errors import UnknownPlayer, checked_length
from matches.errors_of_ratings import InvalidImport
from matches.models import Match, Player, RatingPool, Result, Ruling, User
from matches.models.match import LENGTH_MAX
from matches.permissions import require
from matches.results import Kind

from .matches import check_sides, match_settle
from .rating_pools import match_counts

RESULTS_MAX = 1_000


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A match that was played to its end elsewhere; `one` and `two` are numbers of players."""

    one: int
    two: int
    length: int
    points: tuple[int, int]
    completed_at: datetime
    variant: str = "backgammon"


@transaction.atomic
def results_import(
    *,
    actor: User,
    results: Sequence[Elsewhere],
    source: str,
    pools: Collection[RatingPool] = (),
    now: datetime | None = None,
) -> list[Match]:
    """Take over results, all or none, in one transaction; each stands in the ratings at its own time.

    They count in every pool of everybody and in `pools`. `source` is the reason of each ruling. Raises
    NotAllowed, InvalidLength, ScoreImpossible, SamePlayer, and InvalidImport or UnknownPlayer, which name the
    place in the list: for somebody unknown, a time to come, or a result that is here already.
    """
    now = now or timezone.now()
    require(actor, "results_import")
    if not 1 <= len(results) <= RESULTS_MAX:
        raise InvalidImport(
            f"{len(results)} results were sent. Send from 1 to {RESULTS_MAX} at a time.", results=len(results)
        )
    players = Player.objects.in_bulk({number for each in results for number in (each.one, each.two)})
    for place, each in enumerate(results, 1):
        check_elsewhere(place, each, players, now)
    check_new(results)
    matches = [taken_over(each, players, source, actor, now) for each in results]
    for match in matches:
        match_counts(match, pools, actor)
    for match in matches:
        match_settle(match=match, now=now)
        outbox.add(outbox.RATINGS_UPDATE, match.pk)
    return matches


def check_elsewhere(place: int, each: Elsewhere, players: dict[int, Player], now: datetime) -> None:
    """Raises UnknownPlayer, InvalidImport, SamePlayer, TeamByBoards, InvalidLength, ScoreImpossible."""
    unknown = next((number for number in (each.one, each.two) if number not in players), None)
    if unknown is not None:
        raise UnknownPlayer(
            f"Result {place}: there is no player {unknown}. POST /api/v1/players/ enters one.",
            player=unknown,
            result=place,
        )
    if each.completed_at > now:
        raise InvalidImport(
            f"Result {place}: {each.completed_at:%Y-%m-%d %H:%M} UTC has not come yet. Give the time at "
            "which the match ended.",
            result=place,
            completed_at=each.completed_at.isoformat(),
        )
    check_sides(players[each.one], players[each.two])
    checked_length(each.length, LENGTH_MAX)
    engine.check_final(each.length, each.points, each.variant, engine.Options())


def check_new(results: Sequence[Elsewhere]) -> None:
    """Raises InvalidImport for a result that is here, or in the list, already."""
    seen: set[tuple[int, int, datetime]] = set()
    there = set(
        Result.objects.filter(settled_at__in={each.completed_at for each in results})
        .filter(match__result__isnull=False)
        .values_list("match__one", "match__two", "settled_at")
    )
    for place, each in enumerate(results, 1):
        keys = {(each.one, each.two, each.completed_at), (each.two, each.one, each.completed_at)}
        if keys & (there | seen):
            raise InvalidImport(
                f"Result {place}: a match of these players that ended at the same time is here already. "
                "Leave it out.",
                result=place,
            )
        seen |= keys


def taken_over(each: Elsewhere, players: dict[int, Player], source: str, actor: User, now: datetime) -> Match:
    """The match with the ruling that decides it and the result at its own time, not settled yet."""
    match = Match.objects.create(
        one=players[each.one],
        two=players[each.two],
        length=each.length,
        variant=each.variant,
        created_at=each.completed_at,
        created_by=actor,
    )
    one, two = each.points
    outcome = {"kind": Kind.PLAYED, "winner": int(two > one), "points_one": one, "points_two": two}
    ruling = Ruling.objects.create(
        match=match,
        grounds=Ruling.Grounds.DIRECTOR,
        reason=source,
        recorded_by=actor,
        recorded_at=now,
        **outcome,
    )
    Result.objects.create(
        match=match,
        grounds=Result.Grounds.RULING,
        ruling=ruling,
        rated=True,
        settled_at=each.completed_at,
        recorded_at=now,
        **outcome,
    )
    return match
