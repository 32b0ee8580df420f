"""What the rating fold reads: rating pools, and their results as they were finalised, ties by match."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce, Now
from django.db.models.lookups import Exact, LessThan

from matches.hooks import declared_by_rooms
from matches.play.models import Match, Result
from matches.players.models import Merge
from matches.players.selectors import merged_into
from matches.ratings.models import EVERY_MATCH, RATINGS_UPDATE, RatingDue, RatingEntry, RatingPool
from matches.ratings.systems import EXPERIENCE, VALUE, RatedMatch, Rating
from matches.ratings.words import EVERYBODY
from matches.work.outbox import outbox_seen_all

Place = tuple[datetime, int]
"""Where a match stands among the rated ones: when it was finalised, and its number."""


def lookups_to_rating_pools() -> list[str]:
    """The lookups from a match to rating pools it counts in."""
    return declared_by_rooms(lambda room: room.counted_through)


def rating_conditions() -> list[Callable[[RatingPool, str, str], Q]]:
    """What rooms ask of a match besides: that its club is sanctioned."""
    return declared_by_rooms(lambda room: room.rating_conditions)


def rating_pool_list() -> QuerySet[RatingPool]:
    """Every rating pool with its terms and picture, the first opened first: one query."""
    kept = RatingPool.objects.filter(removed=False)
    return kept.select_related("terms", "folded", "picture").order_by("pk")


def rating_pools_kept() -> list[RatingPool]:
    """Every rating pool; where none has been opened yet the one that the first rated match will open."""
    return list(rating_pool_list()) or [RatingPool(name=EVERYBODY, everybody=True)]


def leading_rating_pool() -> RatingPool:
    """The rating pool whose rating of a player is shown where only one is: the first."""
    return rating_pool_list().first() or RatingPool(name=EVERYBODY, everybody=True)


def matches_to_rate(due: Collection[int]) -> Collection[int] | None:
    """The matches that the ratings are to be looked at for, of the subjects due; None for all there are."""
    return None if EVERY_MATCH in due else due


def rating_pools_of_matches(
    rating_pools: Collection[RatingPool], matches: Collection[int]
) -> list[RatingPool]:
    """Those in which some of these matches count or are entered, or that do not know their terms yet."""
    found: set[int] = set()
    if not all(rating_pool.everybody or rating_pool.folding for rating_pool in rating_pools):
        found.update(RatingEntry.objects.filter(match__in=matches).values_list("rating_pool", flat=True))
        for lookup in lookups_to_rating_pools():
            found.update(Match.objects.filter(pk__in=matches).values_list(lookup, flat=True).distinct())
    return [
        rating_pool
        for rating_pool in rating_pools
        if rating_pool.everybody or rating_pool.folding or rating_pool.pk in found
    ]


def counts_in_rating_pool(
    rating_pool: RatingPool, match: str = "", finalised_at: str = "result__finalised_at"
) -> Q:
    """The condition on matches to count in a pool, once they are final and rated.

    `match` leads to them, and `finalised_at` to when that was.
    """
    terms = rating_pool.in_force
    counts = Q(**{f"{match}rated": True, f"{match}length__gte": terms.shortest})
    if terms.variants:
        counts &= Q(**{f"{match}variant__in": terms.variants})
    if rating_pool.everybody:
        counts &= Q(**{f"{match}self_arranged": False})
    else:
        # Each by itself: one match may count in several ways, and is one all the same.
        ways = (
            Match.objects.filter(**{lookup: rating_pool.pk}).values("pk")
            for lookup in lookups_to_rating_pools()
        )
        counts &= reduce(or_, (Q(**{f"{match}pk__in": numbers}) for numbers in ways))
    if rating_pool.closed_at is not None:
        counts &= Q(LessThan(Coalesce(F(finalised_at), Now()), rating_pool.closed_at))
    for condition in rating_conditions():
        counts &= condition(rating_pool, match, finalised_at)
    return counts


def rated_results(rating_pool: RatingPool, start: Place | None = None) -> QuerySet[Result]:
    """Standing results that count in a rating pool, in order, from `start` on."""
    standing = Q(rated=True, match__state=Match.State.FINAL, match__result=F("pk"))
    results = Result.objects.filter(standing & counts_in_rating_pool(rating_pool, "match__", "finalised_at"))
    if start is not None:
        results = results.filter(results_from_place_on(start))
    return results.order_by("finalised_at", "match")


def results_from_place_on(start: Place) -> Q:
    """The condition on results or entries to stand at a place or after it."""
    finalised_at, match = start
    return Q(finalised_at__gt=finalised_at) | Q(finalised_at=finalised_at, match__gte=match)


SIDES = ("one", "two")

ROW = ("finalised_at", "match", "winner", "match__one", "match__two", "match__length", "pk")


def rated_matches(
    rating_pool: RatingPool,
    start: Place | None = None,
    *,
    standing: Mapping[int, int] | None = None,
    most: int | None = None,
    **only: Any,
) -> Iterable[RatedMatch]:
    """The same as the fold wants them: sides are players after merges (`standing`, read if not given).

    A match between two who are one by now counts for nothing. Read in parts: there may be millions. most: of
    how many results at most.
    """
    stands = merged_into() if standing is None else standing
    rows = rated_results(rating_pool, start).filter(**only).values_list(*ROW)[:most]
    for at, match, winner, one, two, length, result in rows.iterator(chunk_size=20_000):
        if winner is not None and (sides := rated_sides(one, two, stands)) is not None:
            yield RatedMatch(match, sides[winner], sides[1 - winner], length, at, result)


def rated_sides(one: int, two: int, standing: Mapping[int, int]) -> tuple[int, int] | None:
    """Who is rated for the sides of a match; nobody where both are one person by now."""
    sides = (standing.get(one, one), standing.get(two, two))
    return None if sides[0] == sides[1] else sides


def first_unrated(rating_pool: RatingPool, matches: Collection[int] | None = None) -> Place | None:
    """The earliest place where entries and results of a rating pool disagree; None where it is up to date.

    With `matches` only at those: what has changed since the ratings were last up to date is known by number,
    and to look for it among all results would cost more with every match played.
    """
    results = rated_results(rating_pool)
    entries = RatingEntry.objects.filter(rating_pool=rating_pool.pk)
    if rating_pool.folding:
        return first_rated_place(results, entries)
    if matches is not None:
        results, entries = results.filter(match__in=matches), entries.filter(match__in=matches)
    rated = RatingEntry.objects.filter(
        rating_pool=rating_pool.pk, match=OuterRef("match"), result=OuterRef("pk")
    )
    # Of the same matches: to ask it of each entry PostgreSQL may list all that there are.
    stands = Exists(results.filter(pk=OuterRef("result")))
    wrong = [results_between_two(results).filter(~Exists(rated)), entries.filter(~stands)]
    if Merge.objects.exists():
        wrong.append(misplaced_rated_results(results, rated))
    return first_rated_place(*wrong, of_few=matches is not None)


def rated_stand_in(side: str, expression: Any = F) -> Coalesce:
    """The player that a side of a result's match is merged into now, or itself."""
    return Coalesce(expression(f"match__{side}__stand_in"), expression(f"match__{side}"))


def results_between_two(results: QuerySet[Result]) -> QuerySet[Result]:
    """Those that are rated: not of two records that are one player by now."""
    return results.exclude(Exact(rated_stand_in("one"), rated_stand_in("two")))


def misplaced_rated_results(results: QuerySet[Result], entered: QuerySet[RatingEntry]) -> QuerySet[Result]:
    """Results of players who were ever merged, where they are not entered for whom they are merged into."""
    absorbed = Merge.objects.values("absorbed")
    missing = (~Exists(entered.filter(player=rated_stand_in(side, OuterRef))) for side in SIDES)
    merged = results_between_two(results).filter(Q(match__one__in=absorbed) | Q(match__two__in=absorbed))
    return merged.filter(reduce(or_, missing))


def first_rated_place(*some: "QuerySet[Any]", of_few: bool = False) -> Place | None:
    """The earliest of some results and entries; `of_few`: all of them are read.

    Asked for the first of few PostgreSQL would walk through all there are, in their order.
    """
    places = (rows.values_list("finalised_at", "match") for rows in some)
    firsts = (rows.order_by() if of_few else rows.order_by("finalised_at", "match")[:1] for rows in places)
    return min(chain.from_iterable(firsts), default=None)


class RatingRecord(NamedTuple):
    """What a player has done in a rating pool so far."""

    matches: int = 0
    won: int = 0
    peak: float | None = None

    def after(self, won: bool, value: float, established: bool) -> "RatingRecord":
        """After one more match, which led to this rating."""
        reached = self.peak is None or value > self.peak
        return RatingRecord(self.matches + 1, self.won + won, value if established and reached else self.peak)


def ratings_before(rating_pool: RatingPool, players: Iterable[int], start: Place) -> dict[int, Rating]:
    """The latest rating on file of each of `players` who has one, before the place `start`: one query."""
    found = ratings_and_records_before(rating_pool, players, start)
    return {player: rating for player, (rating, _) in found.items()}


def ratings_and_records_before(
    rating_pool: RatingPool, players: Iterable[int], start: Place
) -> dict[int, tuple[Rating, RatingRecord]]:
    """The same with what each had done until then."""
    with connection.cursor() as cursor:
        # One look into the index for each player; DISTINCT ON would go through all their entries.
        cursor.execute(
            """
            SELECT player.id, value_after, experience_after, carried, matches_after, won_after, peak_after
            FROM unnest(%s::bigint[]) AS player (id) CROSS JOIN LATERAL (
                SELECT value_after, experience_after, carried, matches_after, won_after, peak_after
                FROM matches_ratingentry
                WHERE rating_pool_id = %s AND player_id = player.id AND (finalised_at, match_id) < (%s, %s)
                ORDER BY finalised_at DESC, match_id DESC
                LIMIT 1
            ) AS latest
            """,
            [sorted(players), rating_pool.pk, *start],
        )
        rows = cursor.fetchall()
    return {
        player: ((value, experience, *carried), RatingRecord(*record))
        for player, value, experience, carried, *record in rows
    }


def rating_values(players: Collection[int], rating_pool: RatingPool | None = None) -> dict[int, float]:
    """The rating of each player now in a pool, the leading one if none is named; newcomers at its start.

    Two queries, one more where no pool is named.
    """
    rating_pool = rating_pool or leading_rating_pool()
    standing = merged_into()
    known = {standing.get(player, player) for player in players}
    held = (
        dict(rating_pool.standings.filter(player__in=known).values_list("player", "value"))
        if rating_pool.pk
        else {}
    )
    start = rating_pool.system.newcomer_rating[VALUE]
    return {player: held.get(standing.get(player, player), start) for player in players}


FOLDED_TO_LOOK = 20_000
"""How many matches of a pool are folded, twice, to see what a change would do: about half a second."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating in a pool as it is and as it would be; None without a rated match."""

    rating_pool: RatingPool
    player: int
    before: Rating | None
    after: Rating | None


class RatingChanges(NamedTuple):
    """What would become of ratings; `unseen`: pools in which too much has been rated since to look at it."""

    rows: list[RatingChange]
    unseen: list[RatingPool]


def rating_changes(changed: Mapping[int, RatedMatch | None], *, most: int = FOLDED_TO_LOOK) -> RatingChanges:
    """What would become of the ratings if the matches named counted so, or (None) not at all.

    Both sides are folded from the first of those matches on, from the facts: some queries a pool in which
    one of the matches counts. most: how many matches are folded for it in a pool.
    """
    standing, due = merged_into(), set(outbox_seen_all(RATINGS_UPDATE))
    noted: dict[int, set[int]] = defaultdict(set)
    for number, match in RatingDue.objects.values_list("rating_pool", "match"):
        noted[number].add(match)
    found = RatingChanges([], [])
    for rating_pool in rating_pools_of_matches(rating_pools_kept(), changed):
        late = matches_to_rate(due | noted[rating_pool.pk])
        rows = rating_changes_in_pool(rating_pool, changed, standing, late, most)
        if rows is None:
            found.unseen.append(rating_pool)
        else:
            found.rows.extend(rows)
    return found


def rating_changes_in_pool(
    rating_pool: RatingPool,
    changed: Mapping[int, RatedMatch | None],
    standing: Mapping[int, int],
    due: Collection[int] | None,
    most: int,
) -> list[RatingChange] | None:
    """None where more than `most` matches would have to be folded."""
    counts = set(
        Match.objects.filter(counts_in_rating_pool(rating_pool), pk__in=changed).values_list("pk", flat=True)
    )
    would = [
        counted
        for match in changed.values()
        if match and (counted := rated_match_with_stand_ins(match, standing))
    ]
    would = [match for match in would if match.id in counts]
    now_rated = list(rated_matches(rating_pool, standing=standing, match__in=list(changed)))
    if not (would or now_rated):
        return []
    places = [place_of_rated_match(match) for match in (*now_rated, *would)]
    if (unrated := first_unrated(rating_pool, due)) is not None:
        places.append(unrated)
    start = min(places)
    before = list(rated_matches(rating_pool, start, standing=standing, most=most + 1))
    if len(before) > most:
        return None
    after = sorted(
        [*(match for match in before if match.id not in changed), *would], key=place_of_rated_match
    )
    players = {player for match in (*before, *after) for player in (match.winner, match.loser)}
    on_file = ratings_before(rating_pool, players, start)
    was, then = (fold_ratings(rating_pool, matches, on_file) for matches in (before, after))
    return [
        RatingChange(rating_pool, player, was.get(player), then.get(player))
        for player in sorted(players)
        if was.get(player) != then.get(player)
    ]


def fold_ratings(
    rating_pool: RatingPool, matches: Iterable[RatedMatch], ratings: Mapping[int, Rating]
) -> dict[int, Rating]:
    """The ratings of a rating pool after some matches."""
    ends = dict(ratings)
    for _ in rating_pool.system.fold_matches(matches, ends):
        pass
    return ends


def place_of_rated_match(match: RatedMatch) -> Place:
    return match.completed_at, match.id


def rated_match_with_stand_ins(match: RatedMatch, standing: Mapping[int, int]) -> RatedMatch | None:
    """A match with the players its sides are merged into."""
    sides = rated_sides(match.winner, match.loser, standing)
    return sides and RatedMatch(match.id, *sides, match.length, match.completed_at, match.result)


def rating_dict(rating: Rating | None) -> dict[str, Any] | None:
    """A rating as previews have it."""
    return None if rating is None else {"rating": rating[VALUE], "experience": int(rating[EXPERIENCE])}


def rating_prefetch() -> "Prefetch[str]":
    """What to load with matches of what they did to the ratings: one query."""
    return Prefetch(
        "rating_entries", RatingEntry.objects.select_related("rating_pool").order_by("rating_pool", "player")
    )


def leading_rating_values(players: Collection[int]) -> dict[int, float]:
    """The rating in the first rating pool of each of some players; who has none is not named. Two queries."""
    rating_pool = leading_rating_pool()
    return (
        dict(rating_pool.standings.filter(player__in=players).values_list("player", "value"))
        if rating_pool.pk
        else {}
    )
