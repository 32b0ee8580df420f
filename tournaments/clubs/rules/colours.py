"""Colours, and how well what is written in one is read on another (WCAG 2.2, success criterion 1.4.3)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

LEGIBLE = 4.5
"""The contrast that text of any size has to have."""

HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class SrgbColour:
    """A colour of sRGB, of which each part is 0 to 255."""

    red: int
    green: int
    blue: int

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def luminance(self) -> float:
        """Relative luminance: 0 of black, 1 of white."""
        return sum(
            weight * _linear(part / 255)
            for weight, part in zip((0.2126, 0.7152, 0.0722), (self.red, self.green, self.blue), strict=True)
        )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def colour_of(text: str) -> SrgbColour:
    """The colour that six hexadecimal digits behind a # name, in small letters."""
    if not HEX.fullmatch(text):
        raise ValueError(f"{text!r} is no colour such as #1d5a43")
    return SrgbColour(*bytes.fromhex(text[1:]))


def contrast(one: SrgbColour, two: SrgbColour) -> float:
    """Of the two colours, whichever is written on the other: 1 to 21."""
    low, high = sorted((one.luminance, two.luminance))
    return (high + 0.05) / (low + 0.05)


def mixed(one: SrgbColour, two: SrgbColour, share: float) -> SrgbColour:
    """The first colour with a share of the second, 0 to 1."""
    pairs = zip((one.red, one.green, one.blue), (two.red, two.green, two.blue), strict=True)
    return SrgbColour(*(round(first + (second - first) * share) for first, second in pairs))


def legible_shade(
    colour: SrgbColour, on: Iterable[SrgbColour], towards: SrgbColour, least: float = LEGIBLE
) -> SrgbColour:
    """The shade nearest to the colour, on the way to black or white, that is read on all of the others."""
    grounds = list(on)
    for step in range(101):
        shade = mixed(colour, towards, step / 100)
        if all(contrast(shade, ground) >= least for ground in grounds):
            return shade
    raise ValueError(f"nothing between {colour} and {towards} is read on all of {[*map(str, grounds)]}")
