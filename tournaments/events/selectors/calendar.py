"""Events in calendars."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.base.markdown import summarise_markdown
from matches.base.times.calendars import CalendarEntry
from tournaments.events.models import Tournament


def event_calendar(tournaments: QuerySet[Tournament], since: datetime) -> Iterator[CalendarEntry]:
    """When events are held, and until when one enters: one query. Events that name no day have none."""
    found = tournaments.filter(Q(starts_at__gte=since) | Q(ends_at__gte=since), removed=False)
    for tournament in found.select_related("club", "venue").order_by("starts_at", "pk"):
        address = reverse("pages-tournaments:tournament", args=[tournament.pk])
        if tournament.starts_at is None:
            continue
        yield CalendarEntry(
            key=f"tournament-{tournament.pk}",
            name=tournament.name,
            address=address,
            starts_at=tournament.starts_at,
            ends_at=tournament.ends_at,
            zone=tournament.zone,
            place=tournament.shown_place or tournament.club.place,
            text=" · ".join(filter(None, (tournament.club.name, summarise_markdown(tournament.text)))),
            is_off=tournament.called_off,
        )
        if tournament.entries_close_at is not None and tournament.state == Tournament.State.OPEN:
            yield CalendarEntry(
                key=f"tournament-{tournament.pk}-entries",
                name=_("Entries close: %(tournament)s") % {"tournament": tournament.name},
                address=address,
                starts_at=tournament.entries_close_at,
                zone=tournament.zone,
            )
