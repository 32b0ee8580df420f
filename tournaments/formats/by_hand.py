"""Pairings the director makes, checked before they are posted."""

from enum import StrEnum

from tournaments.errors import (
    AlreadyPaired,
    EntryAbsent,
    EntryBusy,
    ForbiddenPairing,
    ForbiddenRematch,
    NothingToPair,
    PairedWithItself,
    PairsItself,
    UnknownEntry,
)

from .base import Format, History, Sheet
from .posted import Course, Posted, posted_sheet
from .teams import Teams


class Allowed(StrEnum):
    """What a director may allow in so many words."""

    REMATCH = "rematch"
    APART = "apart"


def paired_by_hand(
    format: Format, history: History, one: int, two: int, allowed: frozenset[Allowed] = frozenset()
) -> Sheet:
    """The sheet to post so that two entries meet in the coming round, which is then paired around them.

    That round is the next one of which the format has posted no sheet; of a round that is being paired as
    players get free, this one. Raises PairsItself, NothingToPair, UnknownEntry, PairedWithItself,
    EntryAbsent, EntryBusy, AlreadyPaired; and unless allowed, ForbiddenPairing and ForbiddenRematch.
    """
    if isinstance(format, Teams):
        return format.on_boards(paired_by_hand(format.event, format.inside(history), one, two, allowed))
    if not isinstance(format, Posted):
        raise PairsItself(
            f"{format.name}: the draw says who meets whom. Pair by hand in Swiss and lives.",
            format=format.code,
        )
    for entry in (one, two):
        if entry not in history.entries:
            raise UnknownEntry(f"The tournament has no entry {entry}.", entry=entry)
    if one == two:
        raise PairedWithItself(f"Entry {one} is named twice. A pairing takes two.", entry=one)
    course = format.course(history)
    number = format.coming(history, course)
    if not format.wants(history, course, number):
        raise NothingToPair("No round is left to be paired.", round=number)
    for entry in (one, two):
        _check_entry(history, course, number, entry)
    if frozenset((one, two)) in format.apart(history, number) and Allowed.APART not in allowed:
        raise ForbiddenPairing(
            f"Entries {one} and {two} must not meet in round {number}. Allow it if you mean it.",
            entries=[one, two],
            round=number,
        )
    rounds = course.met[one].get(two, [])
    if rounds and Allowed.REMATCH not in allowed:
        raise ForbiddenRematch(
            f"Entries {one} and {two} met in round {', '.join(map(str, rounds))}. Allow it if you mean it.",
            entries=[one, two],
            rounds=rounds,
        )
    return posted_sheet(history, number, [(one, two)], by_hand=True)


def _check_entry(history: History, course: Course, number: int, entry: int) -> None:
    if entry in history.withdrawn or entry in course.out:
        why = "has withdrawn" if entry in history.withdrawn else "has lost too often to play on"
        raise EntryAbsent(f"Entry {entry} {why}.", entry=entry)
    if entry in course.round(number).engaged:
        raise AlreadyPaired(
            f"Entry {entry} is on a sheet of round {number}. Take that back first.", entry=entry, round=number
        )
    for meeting in course.open():
        if entry in meeting.both:
            raise EntryBusy(
                f"Entry {entry} has yet to finish {meeting.pairing.key}.",
                entry=entry,
                key=meeting.pairing.key,
            )
