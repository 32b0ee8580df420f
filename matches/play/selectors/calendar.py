"""Matches in calendars: when they are played, and by when."""

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.base.times.calendars import CalendarEntry
from matches.play.models import Match

ENTRIES_MAX = 300
"""How many matches a calendar has at most, the next ones first."""


def match_calendar(
    matches: QuerySet[Match], since: datetime, *, zone: tzinfo = UTC, place: str = ""
) -> Iterator[CalendarEntry]:
    """When matches begin, and the deadlines of those that are still to be played: one query."""
    timed = Q(starts_at__gte=since) | Q(play_by__gte=since)
    found = (
        matches.filter(timed).exclude(state=Match.State.VOID).select_related("one__stand_in", "two__stand_in")
    )
    for match in found.order_by("starts_at", "play_by", "pk")[:ENTRIES_MAX]:
        name = " – ".join(player.effective_player.name for player in match.players)
        address = reverse("pages-matches:match", args=[match.pk])
        if match.starts_at is not None and match.starts_at >= since:
            yield CalendarEntry(
                key=f"match-{match.pk}-start",
                name=name,
                address=address,
                starts_at=match.starts_at,
                zone=zone,
                place=place,
            )
        if match.play_by is not None and match.state not in Match.OVER:
            yield CalendarEntry(
                key=f"match-{match.pk}-deadline",
                name=_("Play by now: %(match)s") % {"match": name},
                address=address,
                starts_at=match.play_by,
                zone=zone,
            )
