"""A club's colour on pages: shades of it in which everything can be read, on light screens and on dark ones.

Whatever the colour, text has a contrast of 4.5 with all that it stands on: a shade is darker or lighter than
the colour until it has. The colour itself is a stripe below the head of the page, where nothing is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .colours import LEGIBLE, SrgbColour, colour_of, contrast, legible_shade, mixed

BLACK, WHITE = colour_of("#000000"), colour_of("#ffffff")

HEAD_CONTRAST = 7
"""Of the head: what is chosen in it is lighter, and has to be read as well."""

WALL_INKS = {"ink": "#f6f2e7", "quiet": "#bdb7a8", "brass": "#f0b93a"}
"""What is written on walls: screen.css."""

WALL_GROUND = 9
"""The contrast of what is muted with the ground of a wall; cards are lighter, and take some of it."""

TINT = 0.1
"""How much of the colour there is in what only sets something apart."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What the colours of base.css are on a kind of screen, as far as shades have to be read with them.

    grounds: what links are written on. inks: what is written on a tint, the text and what is muted.
    """

    card: str
    grounds: Sequence[str]
    inks: Sequence[str]
    head_ink: str
    button_ink: str
    away: SrgbColour
    """Towards which a shade goes from the ground: black on light screens, white on dark ones."""


LIGHT = Screen(
    card="#fffefb",
    grounds=("#f8f5ee", "#fffefb", "#e6efe8", "#fbf0d2", "#e0f1e6", "#fbe5e1"),
    inks=("#1d1a15", "#655e52"),
    head_ink="#f5f1e6",
    button_ink="#ffffff",
    away=BLACK,
)
DARK = Screen(
    card="#1b1f1b",
    grounds=("#131613", "#1b1f1b", "#1d2b24", "#3a2f14", "#17352a", "#43201c"),
    inks=("#ebe8df", "#aaa598"),
    head_ink="#f0ece0",
    button_ink="#000000",
    away=WHITE,
)


def club_shades(colour: str, screen: Screen) -> Mapping[str, str]:
    """The variables of base.css that take shades of a colour such as #1d5a43, by name."""
    own, card = colour_of(colour), colour_of(screen.card)
    tint = tint_of(own, card, screen)
    link = legible_shade(own, [*map(colour_of, screen.grounds), tint], screen.away)
    head = legible_shade(own, [colour_of(screen.head_ink)], BLACK, HEAD_CONTRAST)
    found = {
        "felt": head,
        "felt-soft": tint,
        "link": link,
        "do": link,
        "do-ink": colour_of(screen.button_ink),
        "do-over": mixed(link, screen.away, 0.2),
        "table": head,
    }
    return {name: str(shade) for name, shade in found.items()}


def tint_of(own: SrgbColour, card: SrgbColour, screen: Screen) -> SrgbColour:
    """A card with as much of the colour as leaves text on it legible."""
    for step in range(10, 0, -1):
        tint = mixed(card, own, TINT * step / 10)
        if all(contrast(colour_of(ink), tint) >= LEGIBLE for ink in screen.inks):
            return tint
    return card


def wall_shades(colour: str) -> Mapping[str, str]:
    """The variables of screen.css that take shades of a colour, by name: a screen on a wall is always dark.

    The ground is the colour nearly put out; cards, lines and wires are lighter by steps that are seen.
    """
    own = colour_of(colour)
    quiet = colour_of(WALL_INKS["quiet"])
    bar = legible_shade(own, [quiet], BLACK)
    ground = legible_shade(mixed(bar, BLACK, 0.5), [quiet], BLACK, WALL_GROUND)
    lighter = mixed(own, WHITE, 0.4)
    card = legible_shade(ground, [ground], lighter, 1.25)
    found = {
        "ground": ground,
        "bar": bar,
        "card": card,
        "line": legible_shade(card, [card], lighter, 1.3),
        "chip": legible_shade(card, [card], lighter, 1.5),
        "wire": legible_shade(card, [card, ground], WHITE, 3),
    }
    return {name: str(shade) for name, shade in found.items()}


def wall_sheet(colour: str) -> str:
    """The style sheet of a club's colour for its screens on walls."""
    shades = " ".join(f"--{name}: {shade};" for name, shade in wall_shades(colour).items())
    return f":root {{ {shades} }}\n.screen > header {{ border-bottom: 0.4rem solid {colour}; }}\n"


def club_sheet(colour: str) -> str:
    """The style sheet of a club's colour. On paper there is none."""
    light, dark = (
        " ".join(f"--{name}: {shade};" for name, shade in club_shades(colour, screen).items())
        for screen in (LIGHT, DARK)
    )
    return (
        f"@media screen {{ :root {{ {light} }} .bar {{ border-bottom: 4px solid {colour}; }} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    )
