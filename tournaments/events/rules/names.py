"""Names where there is little room for them."""

import re
from unicodedata import east_asian_width

NAMES_ALONE = re.compile(r"[^&/+,0-9]+")
"""Of one person, not of a pair or a team."""


def name_width(name: str) -> int:
    """How wide a name is, in letters; one of East Asia is as wide as two others."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in name)


def abbreviated_name(name: str) -> str:
    """The given names by their letters; as it is of a pair or a team, and of who has one name."""
    *given, family = name.split(" ")
    if not given or not NAMES_ALONE.fullmatch(name):
        return name
    return " ".join([*filter(None, map(initials_of, given)), family])


def initials_of(given: str) -> str:
    """A given name by its letters: Jean-Baptiste as J.-B."""
    return "-".join(f"{part[0]}." for part in given.split("-") if part)
