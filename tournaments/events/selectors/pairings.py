"""The pairings of a round as people look them up: by table, and by their own names."""

import re
from collections.abc import Iterable

from matches.players.models import Player
from tournaments.events.models import Entry

from .course import BracketRound, BracketSlot


def pairings_by_table(round: BracketRound) -> list[BracketSlot]:
    """Those at a table first, in the order of tables; then by their numbers; who sits out, last."""
    return sorted(round.slots, key=_pairing_order)


def seats_by_own_name(round: BracketRound) -> list[tuple[Entry, BracketSlot]]:
    """Everybody of a round with their match, or with the bye, in the order in which names are read."""
    seats = [(entry, slot) for slot in round.slots for entry in _entries_of_slot(slot)]
    return sorted(seats, key=lambda seat: name_order(seat[0].player.effective_player))


def name_order(player: Player) -> tuple[str, int]:
    """By which names are put in order: as they are read."""
    return (player.reading or player.name).casefold(), player.pk


def table_of_slot(slot: BracketSlot) -> str | None:
    """The table to which it is called now; of a match of teams that of its first board there."""
    return next((fixture.table for fixture in slot.fixtures if fixture.table), None)


def _entries_of_slot(slot: BracketSlot) -> Iterable[Entry]:
    return (entry for entry in (slot.one, slot.two) if entry is not None)


def _pairing_order(slot: BracketSlot) -> tuple[bool, list[tuple[bool, int, str]], bool, int]:
    table = table_of_slot(slot)
    return table is None, table_order(table or ""), slot.number is None, slot.number or 0


def table_order(name: str) -> list[tuple[bool, int, str]]:
    """Tables in the order of their numbers: 2 before 10, A2 before A10."""
    parts = re.split(r"([0-9]+)", name.casefold())
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]
