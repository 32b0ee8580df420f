"""Pairings and play-offs the director makes, checked before they are published."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import chain

from tournaments.clubs.errors import UnknownEntry
from tournaments.formats.swiss.by_round import PairedByRound, published_pairings
from tournaments.formats.swiss.rounds import RoundsSoFar

from .base import MAIN, Format, History, RoundPairings
from .errors import (
    AlreadyPaired,
    DifferentDivisions,
    EntryAbsent,
    EntryBusy,
    ForbiddenPairing,
    ForbiddenRematch,
    NoPlayOff,
    NothingToPair,
    NotTied,
    PairedWithItself,
    PairsItself,
)
from .play_offs import MOST, STEPS, PlaysOff, play_off_pairings
from .play_offs import PART as PLAY_OFF
from .staging import Staged, SubEvent
from .teams import Teams


class Allowed(StrEnum):
    """What a director may allow in so many words."""

    REMATCH = "rematch"
    APART = "apart"


def paired_by_hand(
    format: Format, history: History, one: int, two: int, allowed: frozenset[Allowed] = frozenset()
) -> RoundPairings:
    """Round pairings in which two entries meet in the coming round, which is then paired around them.

    That round is the next one of which the format has published none; of a round that is being paired as
    players get free, this one. In an event of stages it is one of the stage and group that both play in now.
    Raises PairsItself, NothingToPair, UnknownEntry, PairedWithItself, DifferentDivisions, EntryAbsent,
    EntryBusy, AlreadyPaired; and unless allowed, ForbiddenPairing and ForbiddenRematch.
    """
    if isinstance(format, Teams):
        return format.on_boards(
            paired_by_hand(format.event, format.history_of_teams(history), one, two, allowed)
        )
    if not isinstance(format, PairedByRound | Staged):
        raise format_pairs_itself(format)
    check_two_entries(history, one, two)
    if isinstance(format, PairedByRound):
        return _pairings_by_hand(format, history, one, two, allowed)
    division = division_paired_by_hand(format, history, one, two)
    if not isinstance(division.format, PairedByRound):
        raise format_pairs_itself(division.format)
    return division.lifted_round(
        _pairings_by_hand(division.format, division.history, one, two, allowed, f"{division.name}-")
    )


def _pairings_by_hand(
    format: PairedByRound, history: History, one: int, two: int, allowed: frozenset[Allowed], inside: str = ""
) -> RoundPairings:
    """inside: how keys start in the whole event."""
    course = format.rounds_so_far(history)
    number = format.next_round_number(history, course)
    if not format.wants_round(history, course, number):
        raise NothingToPair("No round is left to be paired.", round=number)
    for entry in (one, two):
        _check_entry_to_pair(history, course, number, entry, inside)
    if frozenset((one, two)) in format.pairs_apart(history, number) and Allowed.APART not in allowed:
        raise ForbiddenPairing(
            "Entries %(one)s and %(two)s must not meet in round %(number)s. Allow it if you mean it.",
            {"one": one, "two": two, "number": number},
            entries=[one, two],
            round=number,
        )
    rounds = course.met[one].get(two, [])
    if rounds and Allowed.REMATCH not in allowed:
        raise ForbiddenRematch(
            "Entries %(one)s and %(two)s met in round %(rounds)s. Allow it if you mean it.",
            {"one": one, "two": two, "rounds": [*map(str, rounds)]},
            entries=[one, two],
            rounds=rounds,
        )
    return published_pairings(history, number, [(one, two)], by_hand=True)


def play_off_by_hand(format: Format, history: History, entries: Sequence[int]) -> RoundPairings:
    """Round pairings in which entries who share a place play it off, every two of them.

    Raises NoPlayOff, UnknownEntry, PairedWithItself, DifferentDivisions, EntryAbsent, EntryBusy, NotTied.
    """
    if isinstance(format, Teams):
        return format.on_boards(play_off_by_hand(format.event, format.history_of_teams(history), entries))
    for place, one in enumerate(entries):
        for two in entries[place + 1 :]:
            check_two_entries(history, one, two)
    if isinstance(format, Staged):
        division = division_of_pairing(format, history, entries)
        return division.lifted_round(
            _places_played_off(division.format, division.history, entries, f"{division.name}-")
        )
    return _places_played_off(format, history, entries)


def ties_to_play_off(format: Format, history: History) -> tuple[tuple[int, ...], ...]:
    """Who shares a place that can be played off now: those who are there, in the order of the draw."""
    if isinstance(format, Teams):
        return ties_to_play_off(format.event, format.history_of_teams(history))
    if isinstance(format, Staged):
        return tuple(
            tie
            for division in format.begun_divisions(history)
            if not format.leads_on(history, division)
            for tie in ties_to_play_off(division.format, division.history)
        )
    if not isinstance(format, PlaysOff):
        return ()
    busy = set(chain.from_iterable((each.one, each.two) for each in format.due_pairings(history)))
    groups = dict.fromkeys(format.tied_entries(history).values())
    found = (
        tuple(each for each in history.entries if each in group - history.withdrawn - busy)
        for group in groups
    )
    return tuple(tie for tie in found if len(tie) > 1)


def _places_played_off(
    format: Format, history: History, entries: Sequence[int], inside: str = ""
) -> RoundPairings:
    """inside: how keys start in the whole event."""
    if not isinstance(format, PlaysOff):
        raise NoPlayOff("%(format)s: nothing is played off in this format.", {"format": format.name})
    if PLAY_OFF not in format.tiebreaks_used(history):
        raise NoPlayOff(
            "The tie-breaks do not name %(play_off)s, so a play-off would break no tie. Name %(play_off)s "
            "among them first.",
            {"play_off": PLAY_OFF},
        )
    if not format.are_rounds_over(history):
        raise NoPlayOff("Places are played off when all other matches are over. Some are to be played.")
    for entry in entries:
        if entry in history.withdrawn:
            raise EntryAbsent("Entry %(entry)s has withdrawn.", {"entry": entry}, entry=entry)
    for pairing in format.play_offs(history).open_pairings:
        for entry in entries:
            if entry in (pairing.one, pairing.two):
                raise entry_still_plays(entry, inside + pairing.key)
    tied = format.tied_entries(history).get(entries[0], frozenset())
    apart = [entry for entry in entries if entry not in tied]
    if apart:
        raise NotTied(
            "Entries %(entries)s do not share one place by the tie-breaks up to the play-off.",
            {"entries": [*map(str, entries)]},
            entries=list(entries),
        )
    round_pairings = play_off_pairings(history, entries)
    if round_pairings.pairings[-1].step > STEPS + MOST:
        raise NoPlayOff("There have been %(most)s play-offs. Let lots decide.", {"most": MOST})
    return round_pairings


def division_of_pairing(format: Staged, history: History, entries: Sequence[int]) -> SubEvent:
    """Where some entries may share a place: the last division that all of them were in, and points decide.

    Raises DifferentDivisions; NoPlayOff where a later stage rests on its places already.
    """
    begun = [each for each in format.begun_divisions(history) if isinstance(each.format, PlaysOff)]
    found = [each for each in begun if {*entries} <= {*each.history.entries}]
    if not found:
        raise DifferentDivisions(
            "Entries %(entries)s have been in no group together in which points decide.",
            {"entries": [*map(str, entries)]},
            entries=list(entries),
        )
    if format.leads_on(history, found[-1]):
        raise NoPlayOff(
            "A later stage has begun with these places: matches of it have been played. Correct a result "
            "if the places are wrong."
        )
    return found[-1]


def entry_still_plays(entry: int, key: str) -> EntryBusy:
    return EntryBusy(
        "Entry %(entry)s has yet to finish %(key)s.", {"entry": entry, "key": key}, entry=entry, key=key
    )


def format_pairs_itself(format: Format) -> PairsItself:
    return PairsItself(
        "%(format)s: this format says itself who meets whom. Pair by hand in one that publishes rounds.",
        {"format": format.name},
        format=format.code,
    )


def check_two_entries(history: History, one: int, two: int) -> None:
    """Raises UnknownEntry, PairedWithItself where these are not two entries of an event."""
    for entry in (one, two):
        if entry not in history.entries:
            raise UnknownEntry("The tournament has no entry %(entry)s.", {"entry": entry}, entry=entry)
    if one == two:
        raise PairedWithItself(
            "Entry %(entry)s is named twice. A pairing takes two.", {"entry": one}, entry=one
        )


def division_paired_by_hand(format: Staged, history: History, one: int, two: int) -> SubEvent:
    """Where two entries play now. Raises EntryAbsent, DifferentDivisions."""
    now = {entry: format.now_in(history, entry) for entry in (one, two)}
    for entry, division in now.items():
        if division is None:
            raise EntryAbsent(
                "Entry %(entry)s waits for a later stage, which has not begun.", {"entry": entry}, entry=entry
            )
    here, there = now[one], now[two]
    assert here is not None
    assert there is not None
    if here is not there:
        raise DifferentDivisions(
            "Entry %(one)s plays in %(part)s, entry %(two)s in %(other_part)s. Pair two of one stage and "
            "group.",
            {
                "one": one,
                "part": here.part or MAIN,
                "two": two,
                "other_part": there.part or MAIN,
            },
            entries=[one, two],
            parts=[here.part or MAIN, there.part or MAIN],
        )
    return here


def _check_entry_to_pair(history: History, course: RoundsSoFar, number: int, entry: int, inside: str) -> None:
    if entry in history.withdrawn or entry in course.out:
        raise EntryAbsent(
            "Entry %(entry)s has withdrawn."
            if entry in history.withdrawn
            else "Entry %(entry)s has lost too often to play on.",
            {"entry": entry},
            entry=entry,
        )
    if entry in course.paired_round(number).engaged:
        raise AlreadyPaired(
            "Entry %(entry)s is in the published pairings of round %(number)s. Withdraw these first.",
            {"entry": entry, "number": number},
            entry=entry,
            round=number,
        )
    for meeting in course.open_meetings():
        if entry in meeting.both_entries:
            key = inside + meeting.pairing.key
            raise entry_still_plays(entry, key)
