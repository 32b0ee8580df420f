"""Where the rounds and matches of brackets stand on one canvas, and the wires between them.

Columns are time: a round stands under the round whose losers it takes, so a drop falls straight down its
column, and the main bracket leaves out the columns that others need between. In a column the places of a
round share its height evenly, so the match at place i of n is at (i + 1/2) / n whatever the height is, and a
wire is known without measuring. Plain data: no Django, no names, no results.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

HEIGHT = 1000
"""Of every column, in the units of wires."""


class PlaceOnCanvas(NamedTuple):
    """A place for a match: part, round and place in it, all from 0."""

    part: int
    round: int
    place: int


class Link(NamedTuple):
    """Whose winner, or with `loser` whose loser, sits in a match."""

    before: PlaceOnCanvas
    after: PlaceOnCanvas
    loser: bool = False


class CanvasWire(NamedTuple):
    """A way over the gap behind a round: from one height to another, for the winner of the match `of`.

    HEIGHT is the foot of the column. `to`: where it leads in the end.
    """

    start: float
    end: float
    of: PlaceOnCanvas
    to: PlaceOnCanvas


@dataclass(frozen=True, slots=True)
class RoundOnCanvas:
    """A round: its column from 1, and over how many it goes; its places, and which of them are taken.

    passed: the places through which somebody goes without a match. wires: behind it.
    """

    column: int
    span: int
    places: int
    taken: tuple[int, ...]
    passed: dict[int, CanvasWire] = field(default_factory=dict)
    wires: list[CanvasWire] = field(default_factory=list)


def lay_out_canvas(
    parts: Sequence[Sequence[tuple[int, Sequence[int]]]], links: Sequence[Link], *, final: int | None = None
) -> list[list[RoundOnCanvas]]:
    """Lay out brackets, the main one first. parts: of each round how many places it has, and those taken.

    final: the part that stands behind all others, with its rounds in one column; whoever comes out of the
    last round of the main part goes straight there.
    """
    takes: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for link in links:
        if link.loser and link.before.part != link.after.part:
            takes.setdefault(link.after[:2], set()).add(link.before[:2])
    columns = _columns_of_rounds([len(rounds) for rounds in parts], takes, final)
    laid_out = []
    for part, rounds in enumerate(parts):
        end = columns[final][0] if final is not None and part == 0 else None
        ends = [*columns[part][1:], *(end or column + 1 for column in columns[part][-1:])]
        laid_out.append(
            [
                RoundOnCanvas(column, max(1, following - column), places, tuple(taken))
                for (places, taken), column, following in zip(rounds, columns[part], ends, strict=True)
            ]
        )
    _draw_wires(laid_out, links, final)
    return laid_out


def height_of_rounds(rounds: Sequence[RoundOnCanvas]) -> float:
    """How many matches high a part is, so that none stands on another."""
    heights = [1.0] if rounds else []
    for round in rounds:
        apart = min((after - before for before, after in pairwise(round.taken)), default=round.places)
        heights.append(round.places / apart)
        # The first and the last must not stand over the edge.
        edge = min((min(place, round.places - 1 - place) for place in round.taken), default=round.places)
        heights.append(round.places / (2 * edge + 1))
    return max(heights, default=0)


def _columns_of_rounds(
    lengths: Sequence[int], takes: Mapping[tuple[int, int], Collection[tuple[int, int]]], final: int | None
) -> list[list[int]]:
    columns: list[list[int]] = [[] for _ in lengths]
    main = columns[0]
    for part, length in enumerate(lengths[1:], 1):
        if part == final:
            continue
        for round in range(length):
            column = 1 + (columns[part][-1] if columns[part] else 0)
            for other, fed in sorted(takes.get((part, round), ())):
                if other == 0 and part == 1:
                    # The main bracket waits for the one below it, and not the other way about.
                    while len(main) < fed:
                        main.append(1 + (main[-1] if main else 0))
                    if len(main) == fed:
                        main.append(max(column, 1 + (main[-1] if main else 0)))
                if fed < len(columns[other]):
                    column = max(column, columns[other][fed])
            columns[part].append(column)
        if part == 1:
            _fill_up(main, lengths[0])
    if lengths:
        _fill_up(main, lengths[0])
    if final is not None:
        behind = 1 + max((column for part in columns for column in part), default=0)
        columns[final] = [behind] * lengths[final]
    return columns


def _fill_up(columns: list[int], length: int) -> None:
    while len(columns) < length:
        columns.append(1 + (columns[-1] if columns else 0))


def _draw_wires(parts: Sequence[Sequence[RoundOnCanvas]], links: Sequence[Link], final: int | None) -> None:
    for link in links:
        before, after = link.before, link.after
        if link.loser:
            continue
        rounds = parts[before.part]
        if before.part == after.part and before.part != final:
            ends = [round.places for round in rounds[before.round : after.round + 1]]
        elif before.part == 0 and after.part == final and before.round == len(rounds) - 1:
            ends = [rounds[-1].places, 1]
        else:
            continue
        for at, wire in enumerate(_wires_of_link(link, ends)):
            rounds[before.round + at].wires.append(wire)
            if before.round + at + 1 < len(rounds) and at + 2 < len(ends):
                passed = _place_at(wire.end, ends[at + 1])
                rounds[before.round + at + 1].passed[passed] = wire


def _wires_of_link(link: Link, places: Sequence[int]) -> Iterator[CanvasWire]:
    """The way of a winner over every gap, through rounds where it meets nobody."""
    first = link.before.place
    heights = [(first * each // places[0] + 0.5) / each * HEIGHT for each in places[:-1]]
    heights.append((link.after.place + 0.5) / places[-1] * HEIGHT)
    for start, end in pairwise(heights):
        yield CanvasWire(start, end, link.before, link.after)


def _place_at(height: float, places: int) -> int:
    return int(height * places / HEIGHT)
