"""Brackets as a page shows them: those that belong together on one canvas, lists by themselves."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from tournaments.events.models import Entry
from tournaments.events.pages.bracket_map import BracketMap, map_of_bracket
from tournaments.events.pages.pieces import BracketPiece, piece_to_show, pieces_of_parts
from tournaments.events.rules.canvas import (
    CanvasWire,
    Link,
    PlaceOnCanvas,
    RoundOnCanvas,
    height_of_rounds,
    lay_out_canvas,
)
from tournaments.events.selectors import BracketRound, BracketSlot, ShownPart, TournamentCourse
from tournaments.events.words import kind_of_tournament_part

WITH_SECOND_FINAL = 3.8
"""How many matches high the main bracket is at least, so that a second final has room above the first."""

BESIDE = frozenset(("third_place", "consolation", "last_chance"))
"""The parts that lead to other places than the first."""

TURN, TURN_OF_WIDE = 50, 91
"""Where a wire turns, of the 100 from a column to the next: just before that, over an empty column."""


@dataclass(frozen=True, slots=True)
class CanvasPlace:
    """A place in a round: a match, a way through without one (`is_passed`), or nothing."""

    slot: BracketSlot | None
    is_passed: bool = False


@dataclass(frozen=True)
class CanvasRound:
    """A round as it stands on the canvas, with those of its matches that are shown.

    way: where the player sits who is followed. `before` and `after`: whence and where whoever wins goes.
    """

    part: ShownPart
    round: BracketRound
    slots: Sequence[BracketSlot]
    on_canvas: RoundOnCanvas
    is_current: bool
    way: Collection[PlaceOnCanvas] = ()
    before: "CanvasRound | None" = None
    after: "CanvasRound | None" = None

    @cached_property
    def places(self) -> list[CanvasPlace]:
        slots = {slot.slot.number - 1: slot for slot in self.slots}
        passed = self.on_canvas.passed
        return [
            CanvasPlace(slots.get(place), place in passed and place not in slots)
            for place in range(self.on_canvas.places)
        ]

    @property
    def wires(self) -> list[str]:
        """As the paths of a picture of 100 by 1000, which is stretched over the gap behind the round."""
        return self._wires(on_way=False)

    @property
    def wires_of_way(self) -> list[str]:
        """Those of the player who is followed."""
        return self._wires(on_way=True)

    def _wires(self, *, on_way: bool) -> list[str]:
        turn = TURN_OF_WIDE if self.on_canvas.span > 1 else TURN
        return [
            wire_path(wire, turn)
            for wire in self.on_canvas.wires
            if (wire.of in self.way and wire.to in self.way) is on_way
        ]


@dataclass(frozen=True)
class CanvasPart:
    """A bracket on the canvas. height: how many matches high it is."""

    part: ShownPart
    rounds: list[CanvasRound]
    height: float


@dataclass(frozen=True)
class Canvas:
    """Brackets that belong together. finals: the rounds behind the main one, if another leads there too.

    pieces: those that are shown one at a time, and `piece` the one that is, with a map of all; none where
    all is shown.
    """

    parts: list[CanvasPart]
    finals: list[CanvasRound]
    columns: int
    pieces: Sequence[BracketPiece] = ()
    piece: BracketPiece | None = None
    map: BracketMap | None = None

    is_canvas = True

    @property
    def code(self) -> str:
        """That of its main bracket, which the piece that is shown may not have."""
        return self.pieces[0].parts[0].code if self.pieces else self.parts[0].part.code

    @property
    def first_label(self) -> str:
        """That of a match of the main bracket, as an example."""
        labels = (slot.label for round in self.parts[0].rounds for slot in round.slots)
        return next(filter(None, labels), "")

    @property
    def is_several(self) -> bool:
        """Whether its brackets have to be named."""
        return len(self.parts) > 1 or bool(self.finals or self.pieces)

    @property
    def rises(self) -> bool:
        """Whether the second bracket leads up into the final."""
        return bool(self.finals) and len(self.parts) > 1

    @property
    def height(self) -> float:
        """How many matches high all of it is."""
        return sum(part.height for part in self.parts)

    @property
    def rounds(self) -> list[CanvasRound]:
        """Part by part, the finals last."""
        return [*(round for part in self.parts for round in part.rounds), *self.finals]


def parts_of_page(
    course: TournamentCourse, followed: Entry | None = None, piece: str = "", match: str = ""
) -> list[Canvas | ShownPart]:
    """The brackets of a stage on one canvas; groups and other lists each by itself.

    followed: whose way is marked. piece: which is shown of brackets that are too large to be shown whole;
    else that with the slot of this key.
    """
    return _parts_drawn(course, lambda parts: _canvas_or_piece(parts, followed, piece, match))


def whole_parts(course: TournamentCourse) -> list[Canvas | ShownPart]:
    """The same with every bracket whole, however large it is."""
    return _parts_drawn(course, canvas_of_parts)


def _parts_drawn(
    course: TournamentCourse, draw: Callable[[Sequence[ShownPart]], Canvas]
) -> list[Canvas | ShownPart]:
    found: list[Canvas | ShownPart] = []
    for stage, parts in groupby(course.shown_parts, _canvas_of_part):
        together = list(parts)
        found += together if stage is None else [draw(together)]
    return found


def _canvas_or_piece(parts: Sequence[ShownPart], followed: Entry | None, asked: str, match: str) -> Canvas:
    pieces = pieces_of_parts(parts)
    if not pieces:
        return canvas_of_parts(parts, followed)
    own = [slot for piece in pieces for slot in piece.slots if followed and followed in (slot.one, slot.two)]
    latest = max(own, key=lambda slot: slot.number or 0).slot.key if own else None
    shown = piece_to_show(pieces, asked, match or latest)
    canvas = canvas_of_parts(shown.parts, followed, whole=parts)
    found = map_of_bracket(parts, _lay_out(parts)[0], pieces, followed)
    return replace(canvas, pieces=pieces, piece=shown, map=found)


def pieces_elsewhere(shown: Sequence[Canvas | ShownPart]) -> dict[str, str]:
    """The codes of the pieces in which those slots are, by key, that the page does not show."""
    return {
        slot.slot.key: piece.code
        for canvas in shown
        if isinstance(canvas, Canvas)
        for piece in canvas.pieces
        if piece is not canvas.piece
        for slot in piece.slots
    }


def canvas_of_parts(
    parts: Sequence[ShownPart], followed: Entry | None = None, *, whole: Sequence[ShownPart] = ()
) -> Canvas:
    """parts: all brackets, the main one first. whole: the same, where they are cut down to a piece."""
    named = {(part.code, round.number): (part, round) for part in whole or parts for round in part.rounds}
    slots = dict(_slots_on_canvas(parts))
    laid_out, final = _lay_out(parts)
    current = _current_round(parts, laid_out)
    way = {at for at, slot in slots.items() if followed is not None and followed in (slot.one, slot.two)}
    shown = [
        [
            CanvasRound(*named[part.code, round.number], round.slots, on_canvas, round is current, way)
            for round, on_canvas in zip(part.rounds, on_canvases, strict=True)
        ]
        for part, on_canvases in zip(parts, laid_out, strict=True)
    ]
    shown = [
        _in_a_row(rounds, shown[final][:1] if final is not None and at in (0, 1) and at != final else [])
        for at, rounds in enumerate(shown)
    ]
    least = WITH_SECOND_FINAL if final is not None and len(shown[final]) > 1 else 0
    return Canvas(
        [
            CanvasPart(part, shown[at], max(height_of_rounds(laid_out[at]), 0 if at else least))
            for at, part in enumerate(parts)
            if at != final
        ],
        [] if final is None else shown[final],
        max((round.column + round.span - 1 for rounds in laid_out for round in rounds), default=1),
    )


def _lay_out(parts: Sequence[ShownPart]) -> tuple[list[list[RoundOnCanvas]], int | None]:
    """Where all of it stands, and which of the parts is the final behind the others."""
    final = next((at for at, part in enumerate(parts) if at and _is_final(part)), None)
    slots = dict(_slots_on_canvas(parts))
    where = {slot.slot.key: at for at, slot in slots.items()}
    shapes = [
        [
            (_places_of_round(part, number), [slot.slot.number - 1 for slot in round.slots])
            for number, round in enumerate(part.rounds)
        ]
        for part in parts
    ]
    return lay_out_canvas(shapes, list(_links(slots, where)), final=final), final


def _in_a_row(rounds: Sequence[CanvasRound], behind: Sequence[CanvasRound]) -> list[CanvasRound]:
    """The rounds, each knowing those beside it; behind: what comes after the last."""
    before: list[CanvasRound | None] = [None, *rounds]
    after = [*rounds[1:], *behind, None]
    return [
        replace(round, before=one, after=other)
        for one, round, other in zip(before, rounds, after, strict=False)
    ]


def wire_path(wire: CanvasWire, turn: int) -> str:
    """From the middle of one match across to the middle of another."""
    if wire.start == wire.end:
        return f"M0 {wire.start:g}H100"
    return f"M0 {wire.start:g}H{turn}V{wire.end:g}H100"


def _canvas_of_part(part: ShownPart) -> str | None:
    """Which canvas a part is on, by its stage; None where it is no bracket."""
    return part.code.removesuffix(kind_of_tournament_part(part.code)) if part.is_bracket else None


def _is_final(part: ShownPart) -> bool:
    return kind_of_tournament_part(part.code) == "final"


def _places_of_round(part: ShownPart, number: int) -> int:
    """A format need not say how many there are: then it is as many as are needed."""
    most = max((slot.slot.number for slot in part.rounds[number].slots), default=1)
    return max(most, part.round_places[number] if part.round_places else 0)


def _slots_on_canvas(parts: Sequence[ShownPart]) -> Iterator[tuple[PlaceOnCanvas, BracketSlot]]:
    for at, part in enumerate(parts):
        for number, round in enumerate(part.rounds):
            for slot in round.slots:
                yield PlaceOnCanvas(at, number, slot.slot.number - 1), slot


def _links(slots: Mapping[PlaceOnCanvas, BracketSlot], where: Mapping[str, PlaceOnCanvas]) -> Iterator[Link]:
    for after, slot in slots.items():
        for origin in slot.origins:
            if origin is not None and origin.key in where:
                yield Link(where[origin.key], after, origin.loser)


def _current_round(
    parts: Sequence[ShownPart], laid_out: Sequence[Sequence[RoundOnCanvas]]
) -> BracketRound | None:
    """The first with a match to come, in the order of play; of what is over, the one that decided it."""
    rounds = [
        (on_canvas.column, at, round)
        for at, part in enumerate(parts)
        for round, on_canvas in zip(part.rounds, laid_out[at], strict=True)
    ]
    in_order = [(round, parts[at]) for _, at, round in sorted(rounds, key=lambda each: each[:2])]
    to_come = [round for round, _ in in_order if round.has_match_to_come]
    deciding = [round for round, part in in_order if kind_of_tournament_part(part.code) not in BESIDE]
    return next(iter([*to_come[:1], *deciding[-1:], *(round for round, _ in in_order[-1:])]), None)
