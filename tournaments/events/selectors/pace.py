"""How long matches of a club take."""

from collections import defaultdict
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from django.db.models import Min
from django.db.models.functions import Coalesce

from matches.play.models import Match
from matches.play.rules.results import ResultKind
from tournaments.clubs.models import Club

ENOUGH = 12
"""How many matches of a length make a middle one that is more than chance."""

LATEST = 1000
"""How many of the club's matches are looked at: its pace may change."""

# What took less was reported from another day's slip, what took more was played at home.
SHORTEST = timedelta(minutes=2)
LONGEST = timedelta(hours=8)


class ClubPace(NamedTuple):
    """How long a match of a length takes a club: the middle one of so many `matches`."""

    minutes: float
    matches: int


def club_pace(club: Club, variant: str = "backgammon") -> dict[int, ClubPace]:
    """The pace by length, of lengths of which the club has played enough. One query.

    A match is taken to begin when it was set up, or at the time it was scheduled for; it ends with the first
    report. What has a date by which to be played is none of an evening.
    """
    played = (
        Match.objects.filter(
            fixture__tournament__club=club,
            variant=variant,
            result__kind=ResultKind.PLAYED,
            superseded=False,
            play_by=None,
        )
        .annotate(begins=Coalesce("starts_at", "created_at"), ends=Min("reports__recorded_at"))
        .order_by("-pk")
        .values_list("length", "begins", "ends")[:LATEST]
    )
    minutes = defaultdict(list)
    for length, begins, ends in played:
        if ends is not None and SHORTEST <= ends - begins <= LONGEST:
            minutes[length].append((ends - begins) / timedelta(minutes=1))
    return {
        length: ClubPace(round(median(found), 1), len(found))
        for length, found in sorted(minutes.items())
        if len(found) >= ENOUGH
    }
