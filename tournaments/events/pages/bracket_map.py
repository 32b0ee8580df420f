"""The map of a large bracket: every match as a bar, to see where things stand and which piece is where."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.events.models import Entry
from tournaments.events.pages.pieces import BracketPiece
from tournaments.events.rules.canvas import RoundOnCanvas
from tournaments.events.selectors import BracketSlot, ShownPart

COLUMN, BAR, GAP = 100, 64, 24
"""Units from a column to the next, of a bar, and between brackets."""

MARGIN = 12
"""Around all of it."""

UNIT = 4
"""The height of a match of a first round."""


class MapArea(NamedTuple):
    """Where a piece is on the map."""

    piece: BracketPiece
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class BracketMap:
    """bars: paths of all bars of a state: over, on, ahead, or way where the player sits who is followed."""

    width: float
    height: float
    bars: Mapping[str, str]
    areas: Sequence[MapArea]


def map_of_bracket(
    parts: Sequence[ShownPart],
    laid_out: Sequence[Sequence[RoundOnCanvas]],
    pieces: Sequence[BracketPiece],
    followed: Entry | None,
) -> BracketMap:
    """parts: all of them, as they are laid out."""
    spots: dict[str, tuple[float, float]] = {}
    bars: dict[str, list[str]] = defaultdict(list)
    top = foot = 0.0
    for part, rounds in zip(parts, laid_out, strict=True):
        is_final = bool(spots) and part.code.endswith("final")
        height = UNIT * max((round.places for round in rounds), default=0)
        start = 0.0 if is_final else top
        if is_final:
            height = UNIT * max(round.places for round in laid_out[0])
        for shown, round in zip(part.rounds, rounds, strict=True):
            for slot in shown.slots:
                x = (round.column - 1) * COLUMN
                y = start + (slot.slot.number - 0.5) / round.places * height
                spots[slot.slot.key] = x, y
                bars[_state(slot, followed)].append(f"M{x} {y:g}h{BAR}")
        if not is_final:
            foot, top = top + height, top + height + GAP
    columns = max((round.column for rounds in laid_out for round in rounds), default=1)
    areas = [
        _area(piece, [spots[slot.slot.key] for round in part.rounds for slot in round.slots])
        for piece in pieces
        for part in piece.parts
    ]
    return BracketMap(
        columns * COLUMN, foot + MARGIN, {state: "".join(found) for state, found in bars.items()}, areas
    )


def _state(slot: BracketSlot, followed: Entry | None) -> str:
    if followed is not None and followed in (slot.one, slot.two):
        return "way"
    return "over" if slot.is_over else "on" if slot.fixtures else "ahead"


def _area(piece: BracketPiece, spots: Collection[tuple[float, float]]) -> MapArea:
    left, right = min(x for x, _ in spots), max(x for x, _ in spots) + BAR
    top, foot = min(y for _, y in spots), max(y for _, y in spots)
    return MapArea(piece, left - 4, top - 3, right - left + 8, foot - top + 6)
