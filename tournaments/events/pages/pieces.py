"""Large brackets piece by piece, each with an address: only what is looked at is in the document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.events.selectors import BracketRound, BracketSlot, ShownPart, has_match_to_come

MOST_AT_ONCE = 32
"""Matches of a first round that are shown at once: 64 entries."""

IN_A_PIECE = 16
"""Matches of a first round in a piece of what is larger."""


@dataclass(frozen=True, slots=True)
class BracketPiece:
    """What is shown at once: brackets cut down to some of their matches, with their places there.

    code: its address. name: by the labels of its first round.
    """

    code: str
    name: str
    parts: list[ShownPart]

    @property
    def slots(self) -> Iterator[BracketSlot]:
        return (slot for part in self.parts for round in part.rounds for slot in round.slots)


def pieces_of_parts(parts: Sequence[ShownPart]) -> list[BracketPiece]:
    """Bracket by bracket from top to foot, with the rounds of each until one is left; then the last rounds.

    None where all of it is shown at once.
    """
    if max((max(part.round_places, default=0) for part in parts), default=0) <= MOST_AT_ONCE:
        return []
    pieces = []
    for part in parts:
        count = _pieces_of_part(part)
        for at in range(count if count > 1 else 0):
            cut = _cut_part(part, count, at)
            if cut.rounds:
                pieces.append(BracketPiece(f"{part.code}-{at + 1}", _name_of_rounds(cut.rounds), [cut]))
    last = [_last_rounds(part, _pieces_of_part(part)) for part in parts]
    code = f"{parts[0].code}-last"
    return [*pieces, BracketPiece(code, _("Last rounds"), [part for part in last if part.rounds])]


def piece_to_show(pieces: Sequence[BracketPiece], asked: str, own: str | None) -> BracketPiece:
    """The one that is asked for; else that with the slot `own`, else the first with a match to come."""
    found = (
        next((piece for piece in pieces if piece.code == asked), None)
        or next((piece for piece in pieces if own in {slot.slot.key for slot in piece.slots}), None)
        or next((piece for piece in pieces if has_match_to_come(piece.slots)), None)
    )
    return found or pieces[-1]


def _pieces_of_part(part: ShownPart) -> int:
    return max(1, max(part.round_places, default=0) // IN_A_PIECE)


def _cut_part(part: ShownPart, pieces: int, at: int) -> ShownPart:
    """Of the rounds that have a match for every piece, those of this one."""
    rounds, places = [], []
    for round, all_places in zip(part.rounds, part.round_places, strict=True):
        own, rest = divmod(all_places, pieces)
        slots = [
            _at_place(slot, slot.slot.number - at * own)
            for slot in round.slots
            if at * own < slot.slot.number <= (at + 1) * own
        ]
        if own and not rest and slots:
            rounds.append(replace(round, slots=slots))
            places.append(own)
    return replace(part, rounds=rounds, round_places=tuple(places))


def _last_rounds(part: ShownPart, pieces: int) -> ShownPart:
    """Those that no piece has."""
    left = [
        (round, places)
        for round, places in zip(part.rounds, part.round_places, strict=True)
        if pieces == 1 or places % pieces
    ]
    rounds = [round for round, _ in left]
    return replace(part, rounds=rounds, round_places=tuple(places for _, places in left))


def _at_place(slot: BracketSlot, number: int) -> BracketSlot:
    return replace(slot, slot=replace(slot.slot, number=number))


def _name_of_rounds(rounds: Sequence[BracketRound]) -> str:
    labels = [slot.label for slot in rounds[0].slots if slot.label]
    return f"{labels[0]}–{labels[-1]}" if labels else ""
