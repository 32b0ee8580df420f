"""Who is in the field before the draw, and who waits for a place in it."""

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import QuerySet

from tournaments.events.models import Entry, Reentry, Tournament, TournamentEdit, Withdrawal
from tournaments.events.rules.waiting import (
    Arrival,
    CapacityChange,
    Departure,
    Happening,
    WaitingList,
    fold_waiting_list,
)

from .history import tournament_field
from .tournaments import entry_list


def waiting_list(tournament: Tournament) -> WaitingList:
    """Who would be drawn now, and who waits: four queries, one where any number may come.

    Who has applied waits since then. After the draw it says what would be if it were made again.
    """
    if tournament.capacity is None:
        return WaitingList(None, list(entries_to_draw(tournament).values_list("pk", flat=True)))
    edits = TournamentEdit.objects.filter(tournament=tournament, changes__has_key="capacity")
    changes = [(serial, said["capacity"]) for serial, said in edits.values_list("serial", "changes")]
    first = min(changes)[1][0] if changes else tournament.capacity
    happenings = [CapacityChange(serial, after) for serial, (_, after) in changes]
    return fold_waiting_list(first, [*happenings, *entries_come_and_gone(tournament)])


def entries_come_and_gone(tournament: Tournament) -> Iterator[Happening]:
    """Every time an entry has come and gone, alternates left out: three queries."""
    entries = Entry.objects.filter(tournament=tournament, alternate=False)
    for pk, serial, applied in entries.values_list("pk", "serial", "application__serial"):
        yield Arrival(serial, pk, applied or serial)
    withdrawals = Withdrawal.objects.filter(entry__in=entries)
    for serial, entry in withdrawals.values_list("serial", "entry"):
        yield Departure(serial, entry)
    reentries = Reentry.objects.filter(withdrawal__entry__in=entries)
    for serial, entry in reentries.values_list("serial", "withdrawal__entry"):
        yield Arrival(serial, entry, serial)


def entries_in_field(tournament: Tournament) -> tuple[Sequence[int], Mapping[int, int]]:
    """Who plays, or would if it were drawn now, and who came for whom: two queries, or those of waiting_list.

    Nobody in an event that was called off before its draw.
    """
    field = tournament_field(tournament)
    if field is not None:
        return field.order, field.came
    return () if tournament.called_off else waiting_list(tournament).in_field, {}


def active_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Entries to be drawn, in order of entering; the queries of waiting_list where there is a capacity."""
    entries = entries_to_draw(tournament).select_related("player")
    if tournament.capacity is None:
        return entries
    return entries.filter(pk__in=waiting_list(tournament).in_field)


def entries_to_draw(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that have come to play: not withdrawn, no alternates; those that wait too."""
    return Entry.objects.filter(tournament=tournament, alternate=False).not_withdrawn().order_by("pk")


def entries_with_waiting(tournament: Tournament) -> list[Entry]:
    """Every entry as entry_list has it: one query, and those of entries_that_wait."""
    return entries_that_wait(tournament, list(entry_list(tournament)))


def entries_that_wait(tournament: Tournament, entries: list[Entry]) -> list[Entry]:
    """The same entries, each knowing whether it waits for others to withdraw before the draw.

    The queries of waiting_list where the tournament has a capacity.
    """
    if tournament.capacity is not None and tournament.draw is None:
        waiting = set(waiting_list(tournament).waiting)
        for entry in entries:
            entry.is_waiting = entry.pk in waiting
    return entries
