"""Who of an event is in the hall, found by letters as they come to the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matches.search.rules.folding import folded_words
from tournaments.desk.rules.slips import is_in_key

from .entries import DeskEntry, EntryDesk, EntryState
from .names import entrant_keys

CHECKING_IN = (EntryState.IN_FIELD, EntryState.WAITING, EntryState.ALTERNATE)
"""The states of entries that may come to play."""


@dataclass(frozen=True, slots=True)
class DeskArrival:
    """An entry that may come. key: by what it is found; is_shown: whether the letters typed are of it."""

    row: DeskEntry
    key: str
    is_shown: bool

    @property
    def is_here(self) -> bool:
        return self.row.check_in is not None


@dataclass(frozen=True, slots=True)
class DeskArrivals:
    """Those who may come, by the names they go by, narrowed to whom the letters `typed` are of."""

    rows: Sequence[DeskArrival]
    typed: str

    @property
    def shown(self) -> list[DeskArrival]:
        return [each for each in self.rows if each.is_shown]

    @property
    def left(self) -> list[DeskArrival]:
        """Whom the letters are of and who has not come yet."""
        return [each for each in self.shown if not each.is_here] if self.typed else []

    @property
    def absent(self) -> list[int]:
        """The entries in the field that have not checked in, by number."""
        return [
            each.row.entry.pk
            for each in self.rows
            if each.row.state == EntryState.IN_FIELD and not each.is_here
        ]


def arrivals_of(entries: EntryDesk, typed: str = "") -> DeskArrivals:
    """Of the entries of an event that are loaded: two queries."""
    listed = [row for row in entries.entries if row.state in CHECKING_IN]
    keys = entrant_keys({row.entry.player.effective_player.pk for row in listed})
    rows = [arrival_of(row, keys, folded_words(typed)) for row in listed]
    return DeskArrivals(sorted(rows, key=by_name), typed.strip())


def by_name(arrival: DeskArrival) -> tuple[str, int]:
    entry = arrival.row.entry
    return entry.player.effective_player.name.casefold(), entry.pk


def arrival_of(row: DeskEntry, keys: Mapping[int, str], words: Sequence[str]) -> DeskArrival:
    key = keys[row.entry.player.effective_player.pk]
    return DeskArrival(row, key, all(is_in_key(word, key) for word in words))
