"""What a screen shows in turn: how much of it at a time, and for how long.

Measured for a screen of 55 inches, read from six metres: names of 40 pixels and more at 1920.
"""

from collections.abc import Sequence
from typing import TypeVar

from tournaments.events.rules.names import initials_of, is_shortened, name_width

SECONDS = {
    "tables": 20,
    "names": 15,
    "bracket": 20,
    "standings": 20,
    "results": 15,
    "entries": 20,
    "winner": 20,
    "next": 30,
}
"""How long each view stays, by its code."""
MOST = {"tables": 8, "names": 39, "standings": 24, "results": 6, "entries": 39, "next": 6}
"""How many lines it has."""
FEW, SOME = 16, 20
"""Up to so many names stand in two columns, in the largest and in the next smaller type."""

Line = TypeVar("Line")


def shortened_name(name: str, most: int) -> str:
    """A name that fits: given names become initials, then the second half of a double name does.

    What is written small, such as "van der", stays; so does a name of one word, or of letters without case.
    """
    *given, last = name.split()
    if name_width(name) <= most or not given:
        return name
    initials = " ".join(initials_of(each) if is_shortened(each) else each for each in given)
    shorter = f"{initials} {last}"
    first, hyphen, second = last.partition("-")
    if name_width(shorter) > most and hyphen and second:
        return f"{initials} {first}-{second[0]}."
    return shorter


def in_sections(lines: Sequence[Line], most: int) -> list[Sequence[Line]]:
    """Lines in as few sections as hold them, each with about as many; none of none."""
    count = -(-len(lines) // most)
    if count == 0:
        return []
    size = -(-len(lines) // count)
    return [lines[at : at + size] for at in range(0, len(lines), size)]


def columns_of(count: int) -> int:
    """In how many columns so many names stand."""
    return 2 if count <= SOME else 3


def size_of(count: int) -> str:
    """The class of the type in which so many names stand."""
    return "few" if count <= FEW else "some" if count <= SOME else "many"
