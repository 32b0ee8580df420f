"""What is stored beside the facts, compared with them and made again from them: every room says how."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.hooks import ROOMS
from matches.models import Match, Player, RatingEntry, RatingStanding
from matches.ratings import Rating
from matches.selectors import case_lock
from matches.selectors.ratings import pools_kept, rated_matches

from .matches import match_schedule_follow, match_settle
from .merges import stand_ins_differing, stand_ins_write
from .rating_pools import terms_compare
from .ratings import ratings_rebuild


def caches_compare(*, repair: bool = False) -> Iterator[str]:
    """Every difference between what is stored beside the facts and what they say, in words.

    With `repair` each is put right as it is found, or made due.
    """
    for room in ROOMS.values():
        if room.compare is not None:
            yield from room.compare(repair)


def caches_restore() -> None:
    """Compute, where an export was loaded, all that is stored beside the facts. Raises ExportContradicts."""
    for room in ROOMS.values():
        if room.restore is not None:
            room.restore()
    for room in ROOMS.values():
        if room.recompute is not None:
            room.recompute()


@transaction.atomic
def stand_ins_compare(repair: bool) -> list[str]:
    """Where it is stored wrongly who stands in for a player, in words."""
    found = []
    for player in stand_ins_differing():
        stored = Player.objects.get(pk=player.pk).stand_in_id
        found.append(f"player {player.pk}: stored as {stored}; the merges say {player.stand_in_id}")
    if repair:
        stand_ins_write()
    return found


def matches_compare(*, repair: bool = False) -> Iterator[str]:
    for match_id in list(Match.objects.order_by("pk").values_list("pk", flat=True)):
        yield from match_compare(match_id, repair)


@transaction.atomic
def match_compare(match_id: int, repair: bool) -> list[str]:
    """Settle the match by the facts, and undo it unless that is to be repaired; what differed, in words."""
    place = transaction.savepoint()
    case = case_lock(match_id, timezone.now())
    match = case.match
    before = match.computed
    if match.wakes_at is not None and match.wakes_at <= case.now:
        # Nobody has noticed yet that its time has come, which is no difference.
        case = case.at(match.wakes_at - timedelta(microseconds=1))
    match_schedule_follow(match=match)
    match_settle(case)
    after = match.computed
    if after == before or not repair:
        transaction.savepoint_rollback(place)
    return (
        [f"match {match_id}: stored as {stored(before)}; the facts say {stored(after)}"]
        if after != before
        else []
    )


def stored(computed: Mapping[str, Any]) -> str:
    """What a match's own row says of it, in words."""
    ruled = ", ruled void" if computed["ruled_void"] else ""
    return (
        f"{computed['state']}{ruled}, result {computed['result']}, settling at {computed['settles_at']}, "
        f"starting at {computed['starts_at']}, to be played by {computed['play_by']}, looked at again at "
        f"{computed['wakes_at']}"
    )


def pools_compare(*, repair: bool = False) -> Iterator[str]:
    """What is stored of rating pools: terms, and ratings."""
    yield from terms_compare(repair=repair)
    wrong = list(ratings_compare())
    yield from wrong
    if wrong and repair:
        ratings_rebuild()


def ratings_compare() -> Iterator[str]:
    for pool in pools_kept():
        ratings: dict[int, Rating] = {}
        computed = {}
        for match, _, won, _, lost in pool.system.fold(rated_matches(pool), ratings):
            computed[match.id, match.winner], computed[match.id, match.loser] = won, lost
        entries = pool.entries.all() if pool.pk else RatingEntry.objects.none()
        rows = entries.values_list("match", "player", "value_after", "experience_after", "carried")
        stored = {
            (match, player): (value, experience, *carried)
            for match, player, value, experience, carried in rows.iterator()
        }
        yield from differences(f"{pool.name} after (match, player)", stored, computed)
        standings = pool.standings.all() if pool.pk else RatingStanding.objects.none()
        held = {row.player_id: row.as_rating for row in standings}
        yield from differences(f"{pool.name} of player", held, ratings)


def differences(what: str, stored: Mapping[Any, Any], computed: Mapping[Any, Any]) -> Iterator[str]:
    for key in sorted(stored.keys() | computed.keys()):
        if stored.get(key) != computed.get(key):
            yield f"{what} {key}: stored as {stored.get(key)}; the facts say {computed.get(key)}"
