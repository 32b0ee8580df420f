"""Challenges in calendars: by when they are answered. By when they are played their matches say."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.base.times.calendars import CalendarEntry
from matches.hooks import Records
from tournaments.ladders.models import Challenge

from .ladders import challenge_states

ENTRIES_MAX = 50
"""How many challenges a calendar has at most, the latest."""


def challenge_calendar(records: Records, since: datetime) -> Iterator[CalendarEntry]:
    """Until when open challenges of a player are to be answered: one query."""
    theirs = Q(challenger__in=records) | Q(challenged__in=records)
    found = Challenge.objects.filter(theirs, answer=None, ladder__removed=False).select_related(
        "challenger__stand_in", "challenged__stand_in", "answer", "ladder__club"
    )
    for waiting in challenge_states(found.order_by("-pk")[:ENTRIES_MAX]):
        challenge = waiting.challenge
        if waiting.answer_by is None or waiting.answer_by < since:
            continue
        names = {
            "challenger": challenge.challenger.effective_player.name,
            "challenged": challenge.challenged.effective_player.name,
        }
        yield CalendarEntry(
            key=f"challenge-{challenge.pk}-answer",
            name=_("Challenge to answer: %(challenger)s – %(challenged)s") % names,
            address=reverse("pages-tournaments:ladder", args=[challenge.ladder_id]),
            starts_at=waiting.answer_by,
            zone=challenge.ladder.zone,
            text=challenge.ladder.name,
        )
