"""Which matches are meant by a line of what they are called: "12, L3 20-24 7/2". Plain data: no Django."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

_RANGE = re.compile(r"(\d{1,4})[-–](\d{1,4})")


@dataclass(frozen=True, slots=True)
class NamedMatch:
    """A match as lines name it. key: 12, or 12/2 of a board; label: L12, L12/2."""

    key: str
    label: str
    number: int

    @property
    def names(self) -> set[str]:
        """A number alone means every board of a match of teams, and so does a label."""
        return {self.key, self.label, str(self.number), self.label.partition("/")[0]}


@dataclass(frozen=True, slots=True)
class ChosenMatches:
    """The keys of those that are meant, and what means none."""

    keys: frozenset[str]
    unknown: tuple[str, ...] = ()


def read_chosen(line: str, matches: Iterable[NamedMatch]) -> ChosenMatches:
    """The matches that a line names: by number, by label, or several as 20-24."""
    known = tuple(matches)
    keys: set[str] = set()
    unknown: list[str] = []
    for word in re.split(r"[\s,;、]+", unicodedata.normalize("NFKC", line).strip()):
        found = {match.key for match in known if is_meant(match, word.upper())}
        keys |= found
        if word and not found:
            unknown.append(word)
    return ChosenMatches(frozenset(keys), tuple(unknown))


def is_meant(match: NamedMatch, word: str) -> bool:
    span = _RANGE.fullmatch(word)
    if span is not None:
        return int(span[1]) <= match.number <= int(span[2])
    return word in match.names
