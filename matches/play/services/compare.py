"""What is stored beside the facts, compared with them and made again from them: every room says how."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.play.models import Match
from matches.play.selectors import case_lock

from .matches import match_schedule_follow
from .refreshing import match_refresh


def matches_compare(*, repair: bool = False) -> Iterator[str]:
    for match_id in list(Match.objects.order_by("pk").values_list("pk", flat=True)):
        yield from match_compare(match_id, repair)


@transaction.atomic
def match_compare(match_id: int, repair: bool) -> list[str]:
    """Decide the match by the facts, and undo it unless that is to be repaired; what differed, in words."""
    place = transaction.savepoint()
    case = case_lock(match_id, timezone.now())
    match = case.match
    before = match.computed_columns
    if match.wakes_at is not None and match.wakes_at <= case.now:
        # Nobody has noticed yet that its time has come, which is no difference.
        case = case.at_time(match.wakes_at - timedelta(microseconds=1))
    match_schedule_follow(match=match)
    match_refresh(case)
    after = match.computed_columns
    if after == before or not repair:
        transaction.savepoint_rollback(place)
    if after == before:
        return []
    stored, said = describe_stored_match(before), describe_stored_match(after)
    return [f"match {match_id}: stored as {stored}; the facts say {said}"]


def describe_stored_match(computed: Mapping[str, Any]) -> str:
    """What a match's own row says of it, in words."""
    ruled = ", ruled void" if computed["ruled_void"] else ""
    return (
        f"{computed['state']}{ruled}, result {computed['result']}, confirmed at {computed['confirms_at']}, "
        f"starting at {computed['starts_at']}, to be played by {computed['play_by']}, looked at again at "
        f"{computed['wakes_at']}"
    )
