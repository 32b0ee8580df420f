"""What is stored beside the facts of matches, compared with them and made again from them."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.models import Match, Player, RatingEntry, RatingStanding
from matches.ratings import RATINGS, Rating, fold
from matches.selectors import rated_match, rated_results

from .dice import dice_compare
from .matches import match_lock, match_schedule_follow, match_settle
from .merges import stand_ins_differing, stand_ins_write
from .ratings import ratings_rebuild


def match_caches_compare(*, repair: bool = False) -> Iterator[str]:
    """Every difference between what is stored of players, matches, ratings and dice and the facts.

    With `repair` each is put right as it is found.
    """
    yield from stand_ins_compare(repair)
    for match_id in list(Match.objects.order_by("pk").values_list("pk", flat=True)):
        yield from match_compare(match_id, repair)
    wrong = list(ratings_compare())
    yield from wrong
    if wrong and repair:
        ratings_rebuild()
    yield from dice_compare(repair=repair)


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


@transaction.atomic
def match_compare(match_id: int, repair: bool) -> list[str]:
    """Settle the match by the facts, and undo it unless that is to be repaired; what differed, in words."""
    place = transaction.savepoint()
    match = match_lock(match_id)
    before, now = match.computed, timezone.now()
    if match.wakes_at is not None and match.wakes_at <= now:
        # Nobody has noticed yet that its time has come, which is no difference.
        now = match.wakes_at - timedelta(microseconds=1)
    match_schedule_follow(match=match)
    match_settle(match=match, now=now)
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


def ratings_compare() -> Iterator[str]:
    for system in RATINGS.values():
        ratings: dict[int, Rating] = {}
        matches = map(rated_match, rated_results().iterator())
        computed = {
            (step.match, step.player): (step.after.value, step.after.experience)
            for step in fold(system, matches, ratings)
        }
        entries = RatingEntry.objects.filter(system=system.code).values_list(
            "match", "player", "value_after", "experience_after"
        )
        stored = {(match, player): (value, experience) for match, player, value, experience in entries}
        yield from differences(f"{system.name} after (match, player)", stored, computed)
        standings = RatingStanding.objects.filter(system=system.code)
        held = {row.player_id: Rating(row.value, row.experience) for row in standings}
        yield from differences(f"{system.name} of player", held, ratings)


def differences(what: str, stored: Mapping[Any, Any], computed: Mapping[Any, Any]) -> Iterator[str]:
    for key in sorted(stored.keys() | computed.keys()):
        if stored.get(key) != computed.get(key):
            yield f"{what} {key}: stored as {stored.get(key)}; the facts say {computed.get(key)}"
