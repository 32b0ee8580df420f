"""A card: the picture of an event where its link is shared. Lengths are pixels of the picture.

1200 by 630 is what Facebook, Slack, LINE, X and the like show whole
(https://developers.facebook.com/docs/sharing/webmasters/images/). Most of them make it small, so there is
little on it, and that is large.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw

from .letters import (
    draw_text,
    largest_size,
    shorten_text,
    shorter_name,
    two_lines,
    width_of_text,
    written_text,
)

WIDTH, HEIGHT = 1200, 630
FINER = 2
"""How many times as large it is drawn, for smooth edges."""
SMALLEST_NAME = 0.8
"""How much smaller a name may be written than others, to be whole."""
COLOURS = 128
"""Of the picture: a dozen, and the blends at their edges."""

MARGIN = 44
HEAD, STRIP = 136, 56
"""How high the head is, and below it what is to be said first: the winner, or which round is played."""
BODY_TOP, BODY_FOOT = HEAD + STRIP + 16, 588

PAPER, CARD, INK, MUTED, LINE, WIRE = "#f8f5ee", "#fffefb", "#1d1a15", "#655e52", "#ddd5c6", "#8d826d"
FELT, FELT_INK, FELT_SOFT, FELT_MUTED = "#123c2c", "#f5f1e6", "#e6efe8", "#b9cbbf"
BRASS, GOLD_WASH = "#e0a526", "#fbf0d2"
"""The colours of light pages: matches/static/matches/base.css."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CardSeat:
    """A side of a match. is_open: the name is only where whoever sits there will come from."""

    name: str
    score: str = ""
    is_won: bool = False
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class CardMatch:
    """A match: its column from 1, and how far down its part it is in the middle, from 0 to 1."""

    column: int
    middle: float
    seats: tuple[CardSeat, CardSeat]


@dataclass(frozen=True, slots=True)
class CardWire:
    """From the right of one match to the left of another: column and how far down, of both."""

    start: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class CardPart:
    """A bracket under the others. height: how many matches high it is. title: where there are several."""

    height: float
    matches: Sequence[CardMatch]
    wires: Sequence[CardWire]
    title: str = ""


@dataclass(frozen=True, slots=True)
class BracketOnCard:
    """titles: over the columns, where they are the same for all parts.

    rises: the column of the last match below, whose winner goes up into the final; that is the last of the
    first part.
    """

    columns: int
    parts: Sequence[CardPart]
    titles: Sequence[str] = ()
    rises: int = 0


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of a list. lead: its place, or what a match is called. against: of a match, the other side."""

    lead: str
    name: str
    figure: str = ""
    is_marked: bool = False
    against: str = ""


@dataclass(frozen=True, slots=True)
class RowsOnCard:
    """A list in one column, or in two. more: what is left out, in words."""

    rows: Sequence[CardRow]
    more: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """title: the event. about: its club, its day. said: what is said first; is_over: it is who has won."""

    title: str
    about: str
    said: str
    is_over: bool
    body: BracketOnCard | RowsOnCard


def card_png(card: Card) -> bytes:
    """The picture as PNG. The same card gives the same bytes, from one release of Pillow."""
    image = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), PAPER)
    pen = CardPen(ImageDraw.Draw(image))
    pen.draw_head(card)
    if isinstance(card.body, BracketOnCard):
        draw_bracket(pen, card.body)
    else:
        draw_rows(pen, card.body)
    small = image.reduce(FINER).quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    written = BytesIO()
    small.save(written, "PNG", optimize=True)
    return written.getvalue()


@dataclass(frozen=True, slots=True)
class CardPen:
    """Draws in pixels of the picture."""

    draw: ImageDraw.ImageDraw

    def fill_box(self, left: float, top: float, right: float, foot: float, colour: str) -> None:
        self.draw.rectangle((left * FINER, top * FINER, right * FINER - 1, foot * FINER - 1), fill=colour)

    def frame_box(
        self, left: float, top: float, right: float, foot: float, *, fill: str, line: str, corner: float = 8
    ) -> None:
        box = (left * FINER, top * FINER, right * FINER - 1, foot * FINER - 1)
        self.draw.rounded_rectangle(box, corner * FINER, fill=fill, outline=line, width=2 * FINER)

    def draw_wire(self, start: Spot, end: Spot) -> None:
        """From one match across to another, up or down in the middle of the gap before that."""
        turn = end[0] - GAP / 2
        spots = (start, (turn, start[1]), (turn, end[1]), end)
        found = [(x * FINER, y * FINER) for x, y in spots]
        self.draw.line(found, fill=WIRE, width=2 * FINER, joint="curve")

    def write(
        self,
        at: Spot,
        text: str,
        size: float,
        colour: str,
        *,
        width: float,
        bold: bool = False,
        to_left: bool = False,
    ) -> float:
        """Write a line on its baseline, shortened to a width; from the right edge with `to_left`.

        Returns how wide it has become.
        """
        large = round(size * FINER)
        written = shorten_text(text, large, width * FINER, bold=bold)
        long = width_of_text(written, large, bold=bold)
        x = at[0] * FINER - (long if to_left else 0)
        draw_text(self.draw, (x, at[1] * FINER), written, large, colour, bold=bold)
        return long / FINER

    def write_name(
        self, at: Spot, name: str, size: float, colour: str, *, width: float, bold: bool = False
    ) -> None:
        """Write a name whole, a little smaller if it must be; else the given names by their letters."""
        sizes = range(round(size * FINER), round(size * FINER * SMALLEST_NAME) - 1, -1)
        for each in (name, shorter_name(name)):
            found = largest_size(each, sizes, width * FINER, bold=bold)
            if width_of_text(written_text(each), found, bold=bold) <= width * FINER:
                break
        self.write(at, each, found / FINER, colour, width=width, bold=bold)

    def draw_head(self, card: Card) -> None:
        self.fill_box(0, 0, WIDTH, HEAD, FELT)
        within = WIDTH - 2 * MARGIN
        size = largest_size(card.title, range(48 * FINER, 36 * FINER, -2), within * FINER, bold=True)
        if width_of_text(written_text(card.title), size, bold=True) <= within * FINER:
            self.write((MARGIN, 68), card.title, size / FINER, FELT_INK, width=within, bold=True)
            self.write((MARGIN, 112), card.about, 27, FELT_MUTED, width=within)
        else:
            for number, line in enumerate(two_lines(card.title, 34 * FINER, within * FINER, bold=True)):
                self.write((MARGIN, 42 + 42 * number), line, 34, FELT_INK, width=within, bold=True)
            self.write((MARGIN, 120), card.about, 24, FELT_MUTED, width=within)
        self.fill_box(0, HEAD, WIDTH, HEAD + STRIP, BRASS if card.is_over else FELT_SOFT)
        colour = INK if card.is_over else FELT
        self.write((MARGIN, HEAD + 39), card.said, 30, colour, width=within, bold=True)
        self.write((WIDTH - MARGIN, HEIGHT - 14), "Golden Point", 20, MUTED, width=within, to_left=True)


# -- Brackets

GAP = 40
"""Between two columns, for the wires."""
TALLEST_MATCH, BETWEEN = 92, 10
TITLE = 32


def draw_bracket(pen: CardPen, bracket: BracketOnCard) -> None:
    top = float(BODY_TOP + (TITLE if bracket.titles else 0))
    titled = sum(TITLE for part in bracket.parts if part.title)
    height = (BODY_FOOT - top - titled) / sum(part.height for part in bracket.parts)
    tall = min(TALLEST_MATCH, height - BETWEEN)
    wide = (WIDTH - 2 * MARGIN - (bracket.columns - 1) * GAP) / bracket.columns

    def left_of(column: float) -> float:
        return MARGIN + (column - 1) * (wide + GAP)

    for column, title in enumerate(bracket.titles, 1):
        pen.write((left_of(column), BODY_TOP + 14), title, 22, MUTED, width=wide)
    middles = []
    for part in bracket.parts:
        if part.title:
            pen.write((MARGIN, top + 22), part.title, 22, MUTED, width=WIDTH / 2)
            top += TITLE
        long = part.height * height
        for wire in part.wires:
            (start, begin), (end, to) = wire.start, wire.end
            pen.draw_wire((left_of(start) + wide, top + begin * long), (left_of(end), top + to * long))
        middles.append([top + match.middle * long for match in part.matches])
        top += long
    if bracket.rises:
        begins, ends = middles[-1][-1], middles[0][-1]
        pen.draw_wire((left_of(bracket.rises) + wide, begins), (left_of(bracket.columns), ends))
    for part, found in zip(bracket.parts, middles, strict=True):
        for match, middle in zip(part.matches, found, strict=True):
            draw_match(pen, match, left_of(match.column), middle - tall / 2, wide, tall)


def draw_match(pen: CardPen, match: CardMatch, left: float, top: float, wide: float, tall: float) -> None:
    half = tall / 2
    size = min(27.0, half * 0.62)
    pen.frame_box(left, top, left + wide, top + tall, fill=CARD, line=LINE)
    for number, seat in enumerate(match.seats):
        base = top + number * half + half / 2 + size * 0.36
        if seat.is_won:
            foot = top + (number + 1) * half
            pen.frame_box(left, foot - half, left + wide, foot, fill=GOLD_WASH, line=LINE)
        score = 0.0
        if seat.score:
            at = (left + wide - 12, base)
            score = 10 + pen.write(at, seat.score, size, INK, width=80, bold=seat.is_won, to_left=True)
        colour = MUTED if seat.is_open else INK
        room = wide - 24 - score
        pen.write_name((left + 12, base), seat.name, size, colour, width=room, bold=seat.is_won)


# -- Lists

IN_A_COLUMN = 8
"""Rows of a column; and of a list of matches, which has two names in each."""
FIGURE = 56
"""How wide figures are at least, so that names stand under each other."""
MOST_ROWS = 2 * IN_A_COLUMN


def draw_rows(pen: CardPen, listed: RowsOnCard) -> None:
    columns = 2 if len(listed.rows) > IN_A_COLUMN else 1
    wide = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    long = -(-len(listed.rows) // columns)
    tall = min(60.0, (BODY_FOOT - BODY_TOP) / max(long, 1))
    size = min(30.0, tall * 0.6)
    lead = max((width_of_text(each.lead, round(size * FINER)) for each in listed.rows), default=0.0) / FINER
    for number, row in enumerate(listed.rows):
        column, line = divmod(number, long)
        left, top = MARGIN + column * (wide + GAP), BODY_TOP + line * tall
        base = top + tall / 2 + size * 0.36
        if row.is_marked:
            pen.fill_box(left, top, left + wide, top + tall, GOLD_WASH)
        pen.fill_box(left, top + tall - 2, left + wide, top + tall, LINE)
        pen.write((left + 12 + lead, base), row.lead, size, MUTED, width=lead, to_left=True)
        figure = pen.write(
            (left + wide - 12, base), row.figure, size, INK, width=wide / 2, bold=True, to_left=True
        )
        begins = left + 12 + (lead + 16 if lead else 0)
        room = left + wide - 12 - (max(figure, FIGURE) + 16 if row.figure or row.against else 0) - begins
        if row.against:
            room = (room - 16) / 2
            at = (begins + room + 16, base)
            pen.write_name(at, row.against, size, INK, width=room)
        pen.write_name((begins, base), row.name, size, INK, width=room, bold=row.is_marked)
    if listed.more:
        pen.write((MARGIN, HEIGHT - 14), listed.more, 22, MUTED, width=WIDTH / 2)
