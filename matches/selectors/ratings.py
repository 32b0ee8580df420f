"""What the rating fold reads: results in order of completion (time of settlement, ties by match)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from matches.models import Match, RatingEntry, Result
from matches.outbox import RATINGS_UPDATE, seen_all
from matches.ratings import RATINGS, RatedMatch, Rating, fold

# The sides of a match as they are by now: after a merge, who stands in.
SIDES_NOW = tuple(Coalesce(f"match__{side}__stand_in", f"match__{side}") for side in ("one", "two"))


def rated_results(start: tuple[datetime, int] | None = None) -> QuerySet[Result]:
    """Standing results that count for ratings, in order, from `start` (settlement, match) on."""
    results = Result.objects.filter(
        rated=True,
        match__rated=True,
        match__state=Match.State.FINAL,
        match__result=F("pk"),
    )
    if start is not None:
        settled_at, match = start
        results = results.filter(Q(settled_at__gt=settled_at) | Q(settled_at=settled_at, match__gte=match))
    return results.select_related("match__one", "match__two").order_by("settled_at", "match")


def rated_match(result: Result) -> RatedMatch:
    """A result as the fold wants it."""
    assert result.winner is not None
    players = result.match.players
    winner, loser = players[result.winner], players[1 - result.winner]
    return RatedMatch(result.match_id, winner.pk, loser.pk, result.match.length)


def first_unrated(system: str, matches: Collection[int] | None = None) -> tuple[datetime, int] | None:
    """The earliest place where entries and results disagree; None where ratings are up to date.

    With `matches` only at those: what has changed since the ratings were last up to date is known by number,
    and to look for it among all results would cost more with every match played.
    """
    results, entries = rated_results(), RatingEntry.objects.filter(system=system)
    if matches is not None:
        results, entries = results.filter(match__in=matches), entries.filter(match__in=matches)
    rated = RatingEntry.objects.filter(system=system, result=OuterRef("pk"))
    missing = results.filter(~Exists(rated)).values_list("settled_at", "match").first()
    standing = rated_results().filter(pk=OuterRef("result"))
    stale = (
        entries.filter(~Exists(standing))
        .order_by("settled_at", "match")
        .values_list("settled_at", "match")
        .first()
    )
    moved = entries_moved(entries).values_list("settled_at", "match").first() if matches is None else None
    return min((place for place in (missing, stale, moved) if place is not None), default=None)


def entries_moved(entries: QuerySet[RatingEntry]) -> QuerySet[RatingEntry]:
    """Those of a player who was merged into another since, or is no longer; in order."""
    one, two = SIDES_NOW
    return entries.exclude(player=one).exclude(player=two).order_by("settled_at", "match")


def ratings_before(
    system: str, players: Iterable[int], start: tuple[datetime, int] | None = None
) -> dict[int, Rating]:
    """The latest rating on file of each of `players` who has one, before the place `start`: one query."""
    latest = RatingEntry.objects.filter(system=system, player__in=players)
    if start is not None:
        settled_at, match = start
        latest = latest.filter(Q(settled_at__lt=settled_at) | Q(settled_at=settled_at, match__lt=match))
    rows = (
        latest.order_by("player", "-settled_at", "-match")
        .distinct("player")
        .values_list("player", "value_after", "experience_after")
    )
    return {player: Rating(value, experience) for player, value, experience in rows}


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating in a system as it is and as it would be; None without a rated match."""

    system: str
    player: int
    before: Rating | None
    after: Rating | None


def rating_changes(changed: Mapping[int, tuple[datetime, RatedMatch] | None]) -> list[RatingChange]:
    """What would become of the ratings if the matches named counted so, or (None) not at all.

    Both sides are folded from the first of those matches on, from the facts: three queries a system.
    """
    now_rated = rated_in_order(match__in=changed)
    places = [(at, match.id) for at, match in (*now_rated, *filter(None, changed.values()))]
    found: list[RatingChange] = []
    for system in RATINGS.values() if places else ():
        due = first_unrated(system.code, seen_all(RATINGS_UPDATE).keys())
        start = min(places) if due is None else min(*places, due)
        before = rated_in_order(start)
        after = [(at, match) for at, match in before if match.id not in changed]
        after = sorted([*after, *filter(None, changed.values())], key=lambda row: (row[0], row[1].id))
        players = {player for _, match in (*before, *after) for player in (match.winner, match.loser)}
        on_file = ratings_before(system.code, players, start)
        folded = []
        for rows in (before, after):
            ratings = dict(on_file)
            for _ in fold(system, (match for _, match in rows), ratings):
                pass
            folded.append(ratings)
        was, would = folded
        found += [
            RatingChange(system.code, player, was.get(player), would.get(player))
            for player in sorted(players)
            if was.get(player) != would.get(player)
        ]
    return found


def rated_in_order(
    start: tuple[datetime, int] | None = None, **conditions: Any
) -> list[tuple[datetime, RatedMatch]]:
    """The same as `rated_results`, as plain rows with the time of settlement."""
    rows = (
        rated_results(start)
        .filter(**conditions)
        .values_list("settled_at", "match", "winner", *SIDES_NOW, "match__length")
    )
    return [
        (at, RatedMatch(match, (one, two)[winner], (one, two)[1 - winner], length))
        for at, match, winner, one, two, length in rows
        if winner is not None
    ]
