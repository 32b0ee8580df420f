"""What the style sheets of the service set: custom properties, colours, sizes. Read of the very files."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

from tournaments.clubs.rules.colours import HEX, LEGIBLE, SrgbColour, colour_of, contrast

TOKENS = "matches/base.css"
"""The sheet that has the variables of all others, and those of dark screens."""

SHAPES = 3.0
"""The contrast that the edge of a field or a line that says something has to have (1.4.11)."""

# Sheets for walls and paper have units of their own.
APART = ("tournaments/screen.css", "tournaments/printouts.css", "matches/print.css")

# Which colours are written in on which.
TEXTS = {
    "ink": ("paper", "card", "line", "felt-soft", "gold-wash", "good-wash", "bad-wash"),
    "muted": ("paper", "card", "gold-wash"),
    "link": ("paper", "card", "felt-soft"),
    "gold": ("card", "gold-wash"),
    "good": ("card", "good-wash"),
    "bad": ("card", "bad-wash"),
    "felt-ink": ("felt",),
    "do-ink": ("do", "do-over"),
    "brass-ink": ("brass",),
    "card": ("good",),
    "paper": ("ink",),
}
EDGES = {"wire": ("paper", "card")}


@dataclass(frozen=True, slots=True)
class ColourToken:
    """A colour by its name, on light screens and on dark ones."""

    name: str
    light: str
    dark: str


@dataclass(frozen=True, slots=True)
class ContrastPair:
    """A colour written in on another: their contrast, light and dark, and how much it has to be."""

    text: ColourToken
    ground: ColourToken
    least: float

    @property
    def light(self) -> float:
        return contrast(hue(self.text.light), hue(self.ground.light))

    @property
    def dark(self) -> float:
        return contrast(hue(self.text.dark), hue(self.ground.dark))


@dataclass(frozen=True, slots=True)
class CustomProperty:
    """A custom property with the values that it is given, and the sheets that give them."""

    name: str
    values: Sequence[str]
    sheets: Sequence[str]


def hue(text: str) -> SrgbColour:
    """A colour of a sheet, of which #fff is short for #ffffff."""
    return colour_of(text if HEX.fullmatch(text) else "#" + "".join(2 * digit for digit in text[1:]))


@cache
def sheets() -> Mapping[str, str]:
    """Every style sheet of the service, without its comments, by its name below static."""
    found = sorted(Path(settings.BASE_DIR).glob("*/static/*/*.css"))
    return {
        f"{path.parent.name}/{path.name}": re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        for path in found
    }


@cache
def colour_tokens() -> Sequence[ColourToken]:
    """The colours that all sheets take, as they are defined."""
    light, dark = (dict(found) for found in _roots(sheets()[TOKENS]))
    return [ColourToken(name, value, dark.get(name, value)) for name, value in light.items()]


def _roots(text: str) -> Iterator[list[tuple[str, str]]]:
    for block in re.findall(r":root \{(.*?)\}", text, re.DOTALL):
        yield re.findall(r"--([a-z-]+): (#(?:[0-9a-f]{3}){1,2});", block)


@cache
def pairings() -> Sequence[ContrastPair]:
    """Every colour that is written or drawn in, on whatever it is."""
    named = {token.name: token for token in colour_tokens()}
    return [
        ContrastPair(named[text], named[ground], least)
        for table, least in ((TEXTS, LEGIBLE), (EDGES, SHAPES))
        for text, grounds in table.items()
        for ground in grounds
    ]


@cache
def properties() -> Sequence[CustomProperty]:
    """Every custom property, by name."""
    given: dict[str, dict[str, list[str]]] = {}
    for sheet, text in sheets().items():
        for name, value in re.findall(r"(?<![\w-])--([a-z-]+):\s*([^;}]+)", text):
            values = given.setdefault(name, {})
            values.setdefault(" ".join(value.split()), []).append(sheet)
    return [
        CustomProperty(name, [*values], sorted({sheet for found in values.values() for sheet in found}))
        for name, values in sorted(given.items())
    ]


@cache
def type_sizes() -> Sequence[tuple[str, int]]:
    """The sizes of type on pages, the smallest first, with how often each is set."""
    return _sizes(r"font(?:-size)?:[^;}]*?(?<![\d.])([\d.]+)rem")


@cache
def spaces() -> Sequence[tuple[str, int]]:
    """The spaces between things, and within them, in the same way."""
    return _sizes(r"(?<![\d.\w])([\d.]+)rem", within=r"(?:gap|padding|margin)[a-z-]*:([^;}]+)")


def _sizes(pattern: str, within: str = "") -> Sequence[tuple[str, int]]:
    counted: Counter[str] = Counter()
    for name, text in sheets().items():
        if name not in APART:
            parts = re.findall(within, text) if within else [text]
            counted.update(size for part in parts for size in re.findall(pattern, part))
    return sorted(counted.items(), key=lambda found: float(found[0]))
