"""Ponds: where they stand, by the facts. `own_pond_…`, `pond_bids_given` alone read bids of an open round."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.base.times.calendars import CalendarEntry
from matches.hooks import Records
from matches.players.models import Player

from . import rules as ponds
from .models import Bid, Pond, PondClosing, PondEdit, PondEntry, PondStart

Bids = dict[int, int]
"""What was bid in a round, by number of the entry."""


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The round that takes bids, until it closes."""

    number: int
    closes_at: datetime


@dataclass(frozen=True, slots=True)
class PondFold:
    """A pond as far as its rounds are over; `given` are the bids made in each of them, repeated ones not.

    resumed_at: when it last went ahead after it had been called off, if it ever did.
    """

    pond: Pond
    entries: Mapping[int, PondEntry]
    start: PondStart | None
    resumed_at: datetime | None
    closings: tuple[PondClosing, ...]
    given: tuple[Bids, ...]
    swim: ponds.Swim

    @property
    def state(self) -> Pond.State:
        if self.pond.called_off:
            return Pond.State.CALLED_OFF
        if self.start is None:
            return Pond.State.OPEN
        return Pond.State.FINISHED if self.swim.is_over else Pond.State.RUNNING

    @property
    def open_round(self) -> OpenRound | None:
        """A round has its full time from the moment at which what came of the one before could be seen.

        And from when a pond that had been called off goes ahead.
        """
        if self.start is None or self.swim.is_over or self.pond.called_off:
            return None
        begun = (self.closings[-1] if self.closings else self.start).recorded_at
        begun = begun if self.resumed_at is None else max(begun, self.resumed_at)
        closes_at = begun + timedelta(minutes=self.pond.round_minutes)
        return OpenRound(len(self.closings) + 1, closes_at)

    @property
    def computed_columns(self) -> Mapping[str, Any]:
        """What the pond's own row repeats of it."""
        open, is_over = self.open_round, self.state == Pond.State.FINISHED
        return {
            "state": self.state,
            "round": open and open.number,
            "closes_at": open and open.closes_at,
            "finished_at": self.closings[-1].recorded_at if is_over else None,
        }


@dataclass(frozen=True, slots=True)
class PondStanding:
    """Where an entry stands: `points` while it is in, else the round in which it `fell`.

    `place` is the first and the last of the places that it shares, once it has one.
    """

    entry: PondEntry
    points: int | None = None
    fell: int | None = None
    place: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class RoundRow:
    """What a round was for an entry: `bid` is None for who made none and had none to repeat."""

    entry: PondEntry
    bid: int | None
    repeated: bool
    fell: bool
    bonus: bool
    left: int | None


@dataclass(frozen=True, slots=True)
class PondRound:
    """A round that is over; the highest bid first."""

    number: int
    closed_at: datetime
    rows: tuple[RoundRow, ...]

    @property
    def rows_fallen(self) -> list[RoundRow]:
        return [row for row in self.rows if row.fell]


def pond_list() -> QuerySet[Pond]:
    """Every pond with club, director and picture, in one query."""
    return Pond.objects.filter(removed=False).select_related("club", "director", "picture")


def pond_calendar(records: Records, since: datetime) -> Iterator[CalendarEntry]:
    """Until when the rounds take bids of the ponds in which a player swims: one query."""
    entered = PondEntry.objects.not_withdrawn().filter(player__in=records)
    found = Pond.objects.filter(
        pk__in=entered.values("pond"), removed=False, called_off=False, closes_at__gte=since
    )
    for pond in found.select_related("club").order_by("closes_at", "pk"):
        assert pond.closes_at is not None
        yield CalendarEntry(
            key=f"pond-{pond.pk}-round-{pond.round}",
            name=_("Bids close: round %(round)s of %(pond)s") % {"round": pond.round, "pond": pond.name},
            address=reverse("pages-tournaments:pond", args=[pond.pk]),
            starts_at=pond.closes_at,
            zone=pond.zone,
        )


def ponds_due(now: datetime) -> QuerySet[Any, int]:
    """The numbers of ponds whose round has had its time."""
    return Pond.objects.filter(closes_at__lte=now).order_by("pk").values_list("pk", flat=True)


def pond_entries(pond: Pond) -> QuerySet[PondEntry]:
    """Who takes part, in order of entering, in one query."""
    return PondEntry.objects.not_withdrawn().filter(pond=pond).select_related("player").order_by("pk")


def own_pond_entry(user: User, pond: Pond) -> PondEntry | None:
    """The entry of the login's own player."""
    return pond_entries(pond).filter(player__in=Player.objects.of_login(user)).first()


def own_pond_bids(user: User, pond: Pond) -> QuerySet[Bid]:
    """Every bid of the login's own player, in the order they were made, those of the open round too."""
    return Bid.objects.filter(entry__pond=pond, entry__player__in=Player.objects.of_login(user)).order_by(
        "serial"
    )


def own_pond_bid(entry: PondEntry, round: int) -> Bid | None:
    """The bid of an entry that counts in a round as things stand: for its bidder alone."""
    return Bid.objects.filter(entry=entry, round=round).order_by("serial").last()


def pond_bids_given(pond: Pond, round: int) -> Bids:
    """The bids that count in a round, one query; not to be shown before it is over."""
    bids = Bid.objects.filter(entry__pond=pond, round=round).order_by("serial")
    return dict(bids.values_list("entry", "points"))


def pond_fold(pond: Pond) -> PondFold:
    """Fold the facts of a pond, as far as rounds are over: four queries."""
    entries = {entry.pk: entry for entry in pond_entries(pond)}
    start: Any = PondStart.objects.filter(pond=pond).annotate(resumed_at=pond_resumption()).first()
    closings = tuple(PondClosing.objects.filter(pond=pond).order_by("round"))
    made: defaultdict[int, Bids] = defaultdict(dict)
    bids = Bid.objects.of_past_rounds().filter(entry__pond=pond).order_by("serial")
    for round, entry, points in bids.values_list("round", "entry", "points"):
        made[round][entry] = points
    given = tuple(made[closing.round] for closing in closings)
    swim = ponds.Swim() if start is None else ponds.swim_rounds(pond.rules, list(entries), given)
    return PondFold(pond, entries, start, start and start.resumed_at, closings, given, swim)


def pond_resumption() -> Subquery:
    """When the pond of a start last went ahead after it had been called off."""
    resumed = PondEdit.objects.filter(pond=OuterRef("pond"), changes__called_off__1=False)
    return Subquery(resumed.order_by("-serial").values("recorded_at")[:1])


def pond_standings(fold: PondFold) -> list[PondStanding]:
    """Everybody, the best first; equals, and those in contention with as many points, as they entered."""
    if fold.start is None:
        return [PondStanding(entry) for entry in fold.entries.values()]
    fell = {entry: number for number, round in enumerate(fold.swim.rounds, 1) for entry in round.fallen}
    rows = [
        PondStanding(entry, fold.swim.points.get(number), fell.get(number), fold.swim.places.get(number))
        for number, entry in fold.entries.items()
    ]
    return sorted(rows, key=lambda row: (row.place or (0, 0), -(row.points or 0)))


def pond_rounds(fold: PondFold) -> list[PondRound]:
    """Every round that is over, the first one first."""
    before = [list(fold.entries), *(list(round.points) for round in fold.swim.rounds)]
    return [
        PondRound(closing.round, closing.recorded_at, pond_round_rows(fold, given, held, after))
        for closing, given, held, after in zip(
            fold.closings, fold.given, before, fold.swim.rounds, strict=False
        )
    ]


def pond_round_rows(
    fold: PondFold, given: Bids, held: list[int], after: ponds.ClosedRound
) -> tuple[RoundRow, ...]:
    rows = [
        RoundRow(
            fold.entries[entry],
            bid=after.bids.get(entry),
            repeated=entry in after.bids and entry not in given,
            fell=entry in after.fallen,
            bonus=entry == after.bonus,
            left=after.points.get(entry),
        )
        for entry in held
    ]
    return tuple(sorted(rows, key=lambda row: -1 if row.bid is None else row.bid, reverse=True))
