"""An event inside an event: its keys start with the name of the division, e.g. "G2-R1-M1"."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tournaments.formats.base import Decided, History, Meet, Pairing, Sheet, Slot


@dataclass(slots=True)
class Inside:
    """What a history holds of one division, under the keys that it knows."""

    results: dict[Meet, Decided] = field(default_factory=dict)
    awaited: set[Meet] = field(default_factory=set)
    sheets: list[Sheet] = field(default_factory=list)


def divided(history: History) -> dict[str, Inside]:
    """What a history holds, by division: the part of a key before its first hyphen."""
    found: dict[str, Inside] = {}
    for (key, pair), decided in history.results.items():
        name, _, rest = key.partition("-")
        found.setdefault(name, Inside()).results[rest, pair] = decided
    for key, pair in history.awaited:
        name, _, rest = key.partition("-")
        found.setdefault(name, Inside()).awaited.add((rest, pair))
    for sheet in history.sheets:
        if sheet.pairings:
            name = sheet.pairings[0].key.partition("-")[0]
            pairings = tuple(replace(each, key=each.key.partition("-")[2]) for each in sheet.pairings)
            found.setdefault(name, Inside()).sheets.append(replace(sheet, pairings=pairings))
    return found


def within(history: History, name: str, entries: tuple[int, ...], parts: Mapping[str, Inside]) -> History:
    """The history of one division, as if it were an event of its own."""
    inside = parts.get(name) or Inside()
    return replace(
        history,
        entries=entries,
        results=inside.results,
        awaited=frozenset(inside.awaited),
        sheets=tuple(inside.sheets),
    )


def lifted(pairing: Pairing, name: str, part: str, step: int) -> Pairing:
    """A pairing of a division as one of the whole; `step` is where the division begins."""
    return replace(
        pairing, key=f"{name}-{pairing.key}", part=part, step=step + (pairing.step or pairing.round)
    )


def shown(rounds: tuple[tuple[Slot, ...], ...], name: str) -> tuple[tuple[Slot, ...], ...]:
    """The slots of a division with the keys they have in the whole."""
    return tuple(tuple(replace(slot, key=f"{name}-{slot.key}") for slot in slots) for slots in rounds)
