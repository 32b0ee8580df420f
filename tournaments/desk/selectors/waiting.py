"""What waits at the desks of the events that a login runs, all of them at once."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, OuterRef, Q

from engine.words import ngettext_lazy
from matches.accounts.models import User
from matches.hooks import EventTask
from matches.play.models import Match
from matches.play.rules.regulations import regulations_of
from matches.play.selectors import match_beginnings
from tournaments.clubs.models import Appointment
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.events.selectors import (
    COLUMNS,
    field_of_tournament,
    last_published_of,
    progress_of_event,
    tournament_count_of,
    tournament_overview,
)
from tournaments.money.models import FeePayment
from tournaments.money.rules.fees import entry_fee
from tournaments.money.selectors import with_prize_pools

DRAW_BEFORE = timedelta(minutes=30)
"""A draw is asked for so long before an event starts, or once its entries are closed."""

FEES_BEFORE = timedelta(hours=3)
"""So long before it starts fees are collected."""

EVENTS_MAX = 30
"""How many events are looked at, the next ones."""


@dataclass(frozen=True, slots=True)
class WaitingDesk:
    """An event, and what waits at its desk."""

    tournament: Tournament
    tasks: Sequence[EventTask]

    @property
    def is_urgent(self) -> bool:
        """Whether nobody plays before it is done."""
        return any(task.action == "draw" for task in self.tasks)


def desks_waiting(user: User, now: datetime) -> list[WaitingDesk]:
    """The events that a login runs at whose desks something waits: four queries, and two for fees."""
    offices = Appointment.objects.filter(user=user).exclude(role=Appointment.Role.SCOREKEEPER)
    run = Q(club__in=offices.filter(tournament=None).values("club")) | Q(
        pk__in=offices.exclude(tournament=None).values("tournament")
    )
    reported = Fixture.objects.filter(
        tournament=OuterRef("pk"), void=False, match__state=Match.State.REPORTED
    )
    events: Any = with_prize_pools(
        tournament_overview()
        .filter(run, state__in=(Tournament.State.OPEN, Tournament.State.RUNNING))
        .select_related("draw")
        .annotate(**progress_of_event(), reported=tournament_count_of(reported))
    ).order_by(F("starts_at").asc(nulls_last=True), "-pk")[:EVENTS_MAX]
    found = list(events)
    fees = fees_open([event for event in found if fee_is_due(event, now)])
    late = matches_late(found, now)
    desks = [
        WaitingDesk(event, [*desk_tasks(event, now, fees.get(event.pk, 0), late[event.pk])])
        for event in found
    ]
    return [desk for desk in desks if desk.tasks]


def matches_late(events: Sequence[Any], now: datetime) -> Counter[int]:
    """How many matches of each event have not begun though their start and its grace are over: three queries.

    Those past the date by which to play are named one by one, whatever they are of.
    """
    matches: Any = Match.objects.filter(
        Q(play_by=None) | Q(play_by__gte=now),
        fixture__tournament__in=[event.pk for event in events],
        fixture__void=False,
        state=Match.State.OPEN,
        starts_at__lte=now,
    )
    begun = match_beginnings(matches)
    started = matches.values_list("pk", "fixture__tournament", "starts_at", "regulations")
    return Counter(
        event
        for number, event, starts_at, regulations in started
        if number not in begun
        and starts_at + timedelta(minutes=regulations_of(regulations).late_grace) <= now
    )


def desk_tasks(event: Any, now: datetime, fees: int, late: int) -> Iterator[EventTask]:
    """What waits at the desk of an event with its counts. fees: how many have not paid. late: matches."""
    if draw_is_due(event, now):
        count = entries_that_count(event)
        sentence = ngettext_lazy(
            "%(count)s entry waits for the draw.", "%(count)s entries wait for the draw.", count
        )
        yield EventTask("draw", sentence % {"count": count}, "draw", count)
    if waits_for_round(event):
        sentence = ngettext_lazy(
            "%(count)s match is decided: the next round waits for you.",
            "All %(count)s matches are decided: the next round waits for you.",
            event.decided,
        )
        yield EventTask("round", sentence % {"count": event.decided}, "draw", event.decided)
    if late:
        sentence = ngettext_lazy("%(count)s match is late.", "%(count)s matches are late.", late)
        yield EventTask("late", sentence % {"count": late}, "penalise", late)
    if event.reported:
        sentence = ngettext_lazy(
            "%(count)s report waits for the other side.",
            "%(count)s reports wait for the other side.",
            event.reported,
        )
        yield EventTask("answer", sentence % {"count": event.reported}, "report", event.reported)
    if fees:
        sentence = ngettext_lazy(
            "%(count)s entry has not paid its fee.", "%(count)s entries have not paid their fee.", fees
        )
        yield EventTask("fees", sentence % {"count": fees}, "collect", fees)


def entries_that_count(event: Any) -> int:
    """How many would be in the draw: as many as there are places."""
    entered: int = event.entered
    return entered if event.capacity is None else min(entered, event.capacity)


def draw_is_due(event: Any, now: datetime) -> bool:
    """Whether an event is to be drawn: it is about to start, or takes no further entries."""
    starts, closes = event.starts_at, event.entries_close_at
    is_time = (starts is not None and starts - DRAW_BEFORE <= now) or (closes is not None and closes <= now)
    return event.state == Tournament.State.OPEN and is_time and entries_that_count(event) >= 2


def waits_for_round(event: Any) -> bool:
    """Whether everything that was paired is decided, and the event is not over: somebody has to go on."""
    is_running = event.state == Tournament.State.RUNNING and event.played_as.publishes_rounds
    return bool(is_running and event.pairings_need_approval and 0 < event.paired == event.decided)


def fee_is_due(event: Any, now: datetime) -> bool:
    """Whether an event costs something, and is played or about to start."""
    if not entry_fee((event.prize_pools_now or {}).get("prize_pools", ())):
        return False
    starts = event.starts_at
    return event.state == Tournament.State.RUNNING or (starts is not None and starts - FEES_BEFORE <= now)


def fees_open(events: Sequence[Any]) -> dict[int, int]:
    """How many entries have not paid the fee of each event, side pools left out: two queries."""
    if not events:
        return {}
    rows: Mapping[int, list[Any]] = defaultdict(list)
    entries = Entry.objects.filter(tournament__in=events).with_withdrawn().order_by("serial")
    for event, *row in entries.values_list("tournament", *COLUMNS):
        rows[event].append(tuple(row))
    payments = FeePayment.objects.filter(entry__tournament__in=events).order_by("serial")
    paid = dict(payments.values_list("entry", "cents"))
    return {event.pk: fees_open_of(event, rows[event.pk], paid) for event in events}


def fees_open_of(event: Any, rows: Sequence[Any], paid: Mapping[int, int]) -> int:
    """The same of one event. rows: of its entries, as COLUMNS has them. paid: cents, by entry."""
    fee = entry_fee(event.prize_pools_now["prize_pools"])
    if event.draw is None:
        present = [pk for pk, _, alternate, left, *_ in rows if not alternate and left is None]
        have_paid = sum(paid.get(entry, 0) >= fee for entry in present)
        return max(entries_that_count(event) - have_paid, 0)
    field = field_of_tournament(event, event.draw, rows)
    by_place: dict[int, int] = defaultdict(int)
    for entry, cents in paid.items():
        by_place[last_published_of(entry, field.came)] += cents
    return sum(by_place[entry] < fee for entry in field.order)
