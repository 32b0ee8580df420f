"""An event inside an event: its keys start with the name of the division, e.g. "G2-R1-M1"."""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tournaments.formats.base import MAIN, History, Meet, Pairing, PlannedSlot, RoundPairings, Slot
from tournaments.tiebreaks.play_off import CODE as PLAY_OFF
from tournaments.tiebreaks.results import PairingResult

P = TypeVar("P", Pairing, PlannedSlot)


@dataclass(slots=True)
class Inside:
    """What a history holds, by division: results and pending matches by name, under the keys it knows.

    Round pairings are by part, as they were published, and who must not meet is by entry.
    """

    results: dict[str, dict[Meet, PairingResult]] = field(default_factory=lambda: defaultdict(dict))
    pending: dict[str, set[Meet]] = field(default_factory=lambda: defaultdict(set))
    paired_rounds: dict[str, list[RoundPairings]] = field(default_factory=lambda: defaultdict(list))
    apart: dict[int, dict[frozenset[int], int]] = field(default_factory=lambda: defaultdict(dict))


def divide_staged_history(history: History) -> Inside:
    """What a history holds, by division: the part of a key before its first hyphen."""
    found = Inside()
    for (key, pair), result in history.results.items():
        name, _, rest = key.partition("-")
        found.results[name][rest, pair] = result
    for key, pair in history.pending:
        name, _, rest = key.partition("-")
        found.pending[name].add((rest, pair))
    for round_pairings in history.paired_rounds:
        found.paired_rounds[round_pairings.part].append(round_pairings)
    for pair, until in history.apart.items():
        for entry in pair:
            found.apart[entry][pair] = until
    return found


def history_of_division(
    history: History, name: str, part: str, step: int, entries: tuple[int, ...], inside: Inside
) -> History:
    """The history of one division, as if it were an event of its own; others have no part in it."""
    members = {*entries}
    return replace(
        history,
        entries=entries,
        results=inside.results.get(name, {}),
        pending=frozenset(inside.pending.get(name, ())),
        paired_rounds=tuple(
            _pairings_of_division(round_pairings, name, step, own)
            for own, whole in ((MAIN, part), (PLAY_OFF, PLAY_OFF if part == MAIN else f"{part}-{PLAY_OFF}"))
            for round_pairings in inside.paired_rounds.get(whole, ())
        ),
        apart={
            pair: until
            for entry in entries
            for pair, until in inside.apart.get(entry, {}).items()
            if pair <= members
        },
        ratings={entry: history.ratings[entry] for entry in entries if entry in history.ratings},
    )


def _pairings_of_division(round_pairings: RoundPairings, name: str, step: int, part: str) -> RoundPairings:
    """Round pairings of the whole as its division published them, for rounds or for play-offs."""
    pairings = tuple(
        replace(each, key=each.key.removeprefix(f"{name}-"), part=part, step=each.step - step)
        for each in round_pairings.pairings
    )
    return replace(round_pairings, pairings=pairings, part=part)


def pairing_of_whole_event(pairing: P, name: str, part: str, step: int) -> P:
    """A pairing of a division, or a slot planned in it, as one of the whole; `step`: where it begins."""
    return replace(
        pairing, key=f"{name}-{pairing.key}", part=part, step=step + (pairing.step or pairing.round)
    )


def slots_of_whole_event(rounds: tuple[tuple[Slot, ...], ...], name: str) -> tuple[tuple[Slot, ...], ...]:
    """The slots of a division with the keys they have in the whole."""
    return tuple(tuple(replace(slot, key=f"{name}-{slot.key}") for slot in slots) for slots in rounds)
