"""Letters of pictures: the fonts of the printed documents, each letter in the first of them that has it.

They are files of the service (`tournaments/desk/typst/fonts`), so a picture is the same on every machine,
with Japanese in it or not.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from unicodedata import east_asian_width, normalize

from PIL import ImageDraw, ImageFont

from tournaments.desk.rules.typesetting import FOLDER
from tournaments.events.rules.names import abbreviated_name

LATIN, BOLD_LATIN, JAPANESE = (
    f"GoldenPoint{name}" for name in ("Latin-Regular.ttf", "Latin-Bold.ttf", "Sans-Regular.otf")
)
BOLD = 0.025
"""How far a bold letter is thickened on each side where the font has none, in sizes of the letters."""
ABSENT = "\uffff"
"""Is in no font: what is drawn for it is drawn for every letter that a font lacks."""
SHORTENED = "…"
MOST_LETTERS = 200
"""Of a line. Names are shorter; nobody sees more."""


@lru_cache(maxsize=64)
def font_of_size(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / "fonts" / name), size)


@lru_cache(maxsize=4096)
def font_has(name: str, letter: str) -> bool:
    """Whether a letter has a shape of its own in a font."""
    font = font_of_size(name, 32)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask(ABSENT))


def font_of_letter(letter: str, *, bold: bool) -> str:
    latin = BOLD_LATIN if bold else LATIN
    return latin if font_has(latin, letter) else JAPANESE


def pieces_of_text(text: str, *, bold: bool) -> Iterator[tuple[str, str]]:
    """The text in pieces of one font each, with its name. A space is of the font before it."""
    fonts, last = [], BOLD_LATIN if bold else LATIN
    for letter in text:
        last = last if letter.isspace() else font_of_letter(letter, bold=bold)
        fonts.append(last)
    for name, letters in groupby(zip(text, fonts, strict=True), key=lambda each: each[1]):
        yield "".join(letter for letter, _ in letters), name


def written_text(text: str) -> str:
    """As it is drawn: on one line, its letters composed."""
    return " ".join(normalize("NFC", text[:MOST_LETTERS]).split())


def width_of_text(text: str, size: int, *, bold: bool = False) -> float:
    """How many pixels wide it is drawn."""
    return sum(font_of_size(name, size).getlength(piece) for piece, name in pieces_of_text(text, bold=bold))


def shorten_text(text: str, size: int, width: float, *, bold: bool = False) -> str:
    """The text, or so much of its beginning as fits with an ellipsis behind it."""
    text = written_text(text)
    if width_of_text(text, size, bold=bold) <= width:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        shorter = text[:middle].rstrip() + SHORTENED
        if width_of_text(shorter, size, bold=bold) <= width:
            fits = middle
        else:
            too_long = middle
    return text[:fits].rstrip() + SHORTENED


def largest_size(text: str, sizes: range, width: float, *, bold: bool = False) -> int:
    """The largest of some sizes, given from large to small, in which a text fits; else the last."""
    written = written_text(text)
    return next((size for size in sizes if width_of_text(written, size, bold=bold) <= width), sizes[-1])


def two_lines(text: str, size: int, width: float, *, bold: bool = False) -> list[str]:
    """The text broken between two words, or where the line is full; the second line may be too long."""
    text = written_text(text)
    fits = 0
    for end in range(1, len(text) + 1):
        if width_of_text(text[:end], size, bold=bold) > width:
            break
        fits = end
    space = text.rfind(" ", 0, fits + 1)
    end = space if fits < len(text) and space > fits // 2 else fits
    return [each for each in (text[:end].strip(), text[end:].strip()) if each]


def shorter_name(name: str) -> str:
    """The given names by their letters, where they come first: not those in Japanese."""
    is_wide = any(east_asian_width(letter) in "WF" for letter in name)
    return name if is_wide else abbreviated_name(written_text(name))


def draw_text(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: str,
    *,
    bold: bool = False,
) -> None:
    """Draw one line from a spot on its baseline to the right."""
    x, y = at
    for piece, name in pieces_of_text(text, bold=bold):
        font = font_of_size(name, size)
        thickened = BOLD * size if bold and name == JAPANESE else 0
        pen.text((x, y), piece, fill=colour, font=font, anchor="ls", stroke_width=thickened)
        x += font.getlength(piece)
