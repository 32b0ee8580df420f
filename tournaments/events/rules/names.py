"""Names where there is little room for them."""

import re
from unicodedata import east_asian_width

NAMES_ALONE = re.compile(r"[^&/+,0-9]+")
"""Of one person, not of a pair or a team."""


def name_width(name: str) -> int:
    """How wide a name is, in letters; one of East Asia is as wide as two others."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in name)


def abbreviated_name(name: str, most: int = 0) -> str:
    """The given names by their letters; as it is of a pair or a team, and of who has one name.

    most: how wide the name may be. From the first on only as many are shortened as it takes, and neither what
    is written small, such as "van der", nor names in letters without case.
    """
    *given, family = name.split(" ")
    if not given or not NAMES_ALONE.fullmatch(name):
        return name
    letters = [initials_of(each) if not most or is_shortened(each) else each for each in given]
    shortened = (" ".join(filter(None, [*letters[:at], *given[at:], family])) for at in range(1, len(given)))
    whole = " ".join([*filter(None, letters), family])
    return next((each for each in shortened if name_width(each) <= most), whole)


def halved_name(name: str) -> str:
    """Of a double family name the second half by its letter: "J. Berg-S."; any other as it is."""
    before, _, family = name.rpartition(" ")
    first, hyphen, second = family.partition("-")
    if not (before and hyphen and second and NAMES_ALONE.fullmatch(name)):
        return name
    return f"{before} {first}-{second[0]}."


def is_shortened(given: str) -> bool:
    """Whether a given name becomes its letters: not what is all small or capital, nor what has no case."""
    return not (given.islower() or given.isupper() or given.lower() == given.upper())


def initials_of(given: str) -> str:
    """A given name by its letters: Jean-Baptiste as J.-B."""
    return "-".join(f"{part[0]}." for part in given.split("-") if part)
