"""The codes on score slips: each opens the report of one match to whoever holds the paper.

A code names the match, who plays it and the day it is for, signed with the service's key (HMAC-SHA-256):
nothing of it is kept, and none can be guessed or made out of another.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from django.core import signing
from django.urls import reverse
from django.utils.http import base36_to_int, int_to_base36

from matches.play.models import Match
from tournaments.desk.rules.slip_days import day_of_slip
from tournaments.events.models import Tournament
from tournaments.events.selectors import GridRow

SALT = "tournaments.slips"


class SlipCode(NamedTuple):
    """What a code says: the match, the players of its sides, all by number, and the day it is for."""

    match: int
    one: int
    two: int
    day: date

    def __str__(self) -> str:
        numbers = (self.match, self.one, self.two, self.day.toordinal())
        return signer().sign("-".join(map(int_to_base36, numbers)))


def signer() -> signing.Signer:
    # Short, as it is printed: the smaller a QR code is, the less a camera has to see.
    return signing.Signer(salt=SALT, sep=".")


def slip_code_read(code: str) -> SlipCode | None:
    """What a code says; None of one that was never printed. Compared in constant time."""
    try:
        match, one, two, day = map(base36_to_int, signer().unsign(code).split("-"))
    except signing.BadSignature:
        return None
    return SlipCode(match, one, two, date.fromordinal(day))


def slip_path(code: SlipCode) -> str:
    return reverse("pages-tournaments:slip", args=[str(code)])


def slip_paths(tournament: Tournament, rows: Iterable[GridRow], now: datetime) -> dict[int, str]:
    """Where the slips of some rows lead, by the numbers of their matches: one query."""
    matches = {row.slot.match: row for row in rows if row.slot.match is not None}
    found = Match.objects.filter(pk__in=matches).values_list("pk", "one", "two", "starts_at", "play_by")
    return {
        number: slip_path(
            SlipCode(number, one, two, day_of_slip(now, (tournament.starts_at, *moments), tournament.zone))
        )
        for number, one, two, *moments in found
    }
