"""How brackets are laid out on sheets for a wall: rounds side by side, large, on as few sheets as take them.

Plain data: no Django. A bracket is given round by round; each match stands as high as the middle of its share
of the sheet, so that lines join it to those that lead to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile


@dataclass(frozen=True, slots=True)
class WallScale:
    """How much a sheet takes.

    rows, columns: matches below each other, rounds beside each other; one round more where the bracket ends
    with it. joining: up to how many rows a block joins those before it, as long as the type has so many
    points or loses none by it.
    """

    rows: int
    columns: int
    joining: int
    least_type: int


SCALES = {"large": WallScale(8, 4, 2, 11), "small": WallScale(16, 6, 16, 7)}
ONE_A3 = WallScale(32, 8, 32, 3)
"""Of a document on A3, which fits each name by itself: a double elimination of 33 stands on one sheet."""
TYPES = (7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24)
"""Sizes of type in points; the style sheet has a class for each."""

# What A4 and Letter both have across between their margins, in millimetres, and what takes it.
WIDTH, HEIGHT = 259, 190
HEAD, HEADING, WIRES, BESIDE_NAME = 19, 14, 5, 10

# A match is so many times as high as its type, a name so many letters long before it takes smaller ones.
MATCH_HEIGHT, NAME_LENGTH, LETTER = 3.6, 18, 0.55
ROOMY_MATCH = 5.4
"""How high a match is where names may take two lines in the same type."""

POINT = 0.353


@dataclass(frozen=True, slots=True)
class WallMatch:
    """A match by its key; `leading`: the keys of those whose winners come to it. A bye is not drawn."""

    key: str
    leading: tuple[str, ...] = ()
    is_bye: bool = False


@dataclass(frozen=True, slots=True)
class Wire:
    """A line between two columns, from a height to another, each a share of the sheet."""

    left: float
    right: float


@dataclass(frozen=True, slots=True)
class WallColumn:
    """A round, or a part of it: a key for each row, None where nothing is. wires: from the column before."""

    round: int
    keys: tuple[str | None, ...]
    wires: tuple[Wire, ...] = ()


@dataclass(frozen=True, slots=True)
class WallBlock:
    """Rounds of a bracket that stand beside each other. section: which of `sections`, from 1."""

    part: str
    columns: tuple[WallColumn, ...]
    section: int = 1
    sections: int = 1

    @property
    def rows(self) -> int:
        return max(len(column.keys) for column in self.columns)


Sheet = tuple[WallBlock, ...]
"""Blocks below each other."""


def type_of_sheet(blocks: Sequence[WallBlock]) -> int:
    """The largest type, in points, in which all blocks have room below each other."""
    columns = max(len(block.columns) for block in blocks)
    width = ((WIDTH - WIRES * (columns - 1)) / columns - BESIDE_NAME) / NAME_LENGTH / LETTER
    most = min(height_of_match(blocks) / MATCH_HEIGHT, width)
    return max((size for size in TYPES if size * POINT <= most), default=TYPES[0])


def is_roomy(blocks: Sequence[WallBlock]) -> bool:
    """Whether there is room for names of two lines in that type."""
    return height_of_match(blocks) >= ROOMY_MATCH * POINT * type_of_sheet(blocks)


def height_of_match(blocks: Sequence[WallBlock]) -> float:
    """In millimetres, where they stand closest."""
    return (HEIGHT - HEAD - HEADING * len(blocks)) / sum(block.rows for block in blocks)


def bracket_blocks(part: str, rounds: Sequence[Sequence[WallMatch]], scale: WallScale) -> list[WallBlock]:
    """A bracket as blocks that a sheet takes, from the first round to the last."""
    matches = {match.key: match for each in rounds for match in each}
    columns = columns_of_rounds(rounds)
    found: list[WallBlock] = []
    while columns:
        sections = -(-len(columns[0][1]) // scale.rows)
        beside = columns_beside(columns, sections, scale.columns)
        for section in range(sections):
            cut = [(number, section_of(keys, section, sections)) for number, keys in columns[:beside]]
            cut = [*dropwhile(is_empty, cut)]
            if cut:
                found.append(WallBlock(part, tuple(wired(cut, matches)), section + 1, sections))
        columns = columns[beside:]
    return found


Column = tuple[int, Sequence[str | None]]
"""A round by its number, with its matches."""


def columns_of_rounds(rounds: Sequence[Sequence[WallMatch]]) -> list[Column]:
    """The rounds without their byes; one with few matches takes no more room than the next."""
    columns: list[Column] = [
        (number, [None if match.is_bye else match.key for match in matches])
        for number, matches in enumerate(rounds, 1)
    ]
    columns = [*dropwhile(is_empty, columns)]
    for at in reversed(range(len(columns) - 1)):
        number, keys = columns[at]
        if not is_empty(columns[at]) and len(keys) == 2 * len(columns[at + 1][1]):
            pairs = list(zip(keys[::2], keys[1::2], strict=True))
            if all(None in pair for pair in pairs):
                columns[at] = number, [one if two is None else two for one, two in pairs]
    return columns


def is_empty(column: Column) -> bool:
    return all(key is None for key in column[1])


def columns_beside(columns: Sequence[Column], sections: int, most: int) -> int:
    """How many rounds stand on a sheet where the first takes so many: each has a like share of them."""
    most = len(columns) if len(columns) == most + 1 else most
    alike = takewhile(lambda column: len(column[1]) % sections == 0, columns[1:most])
    return 1 + sum(1 for _ in alike)


def section_of(keys: Sequence[str | None], section: int, sections: int) -> Sequence[str | None]:
    """The share of a round that stands on one of so many sheets."""
    size = -(-len(keys) // sections)
    return keys[section * size : (section + 1) * size]


def wired(columns: Sequence[Column], matches: dict[str, WallMatch]) -> Iterator[WallColumn]:
    before: Sequence[str | None] = ()
    for number, keys in columns:
        wires = [
            Wire((before.index(leading) + 0.5) / len(before), (row + 0.5) / len(keys))
            for row, key in enumerate(keys)
            if key is not None
            for leading in matches[key].leading
            if leading in before
        ]
        yield WallColumn(number, tuple(keys), tuple(wires))
        before = keys


def sheets_of_blocks(blocks: Sequence[WallBlock], scale: WallScale) -> list[Sheet]:
    """The blocks in their order, several on a sheet where the type stays large enough."""
    sheets: list[Sheet] = []
    for block in blocks:
        if sheets and joins(block, sheets[-1], scale):
            sheets[-1] = (*sheets[-1], block)
        else:
            sheets.append((block,))
    return sheets


def joins(block: WallBlock, sheet: Sheet, scale: WallScale) -> bool:
    """Whether a block finds room on a sheet that others stand on."""
    least = min(scale.least_type, type_of_sheet(sheet))
    together = (*sheet, block)
    has_room = height_of_match(together) >= MATCH_HEIGHT * POINT * least
    return block.rows <= scale.joining and has_room and type_of_sheet(together) >= least
