"""What is looked for in the index where names are like one: the same, or but for a letter or an initial."""

from typing import NamedTuple

from .elements import beginning_element, joined_element, neighbour_elements
from .folding import Words, spellings
from .letters import is_unspaced

GROUPS = 3
"""How many words of a name have to be like one of another, the longest of them: that leaves few."""


class WantedName(NamedTuple):
    """Elements of the index: one of `joined`, or one of each of the groups."""

    joined: list[str]
    groups: tuple[list[str], ...]


def wanted_name(name: str) -> WantedName | None:
    """None for a name without letters."""
    spelt = spellings(name)
    if not spelt:
        return None
    several = len(spelt[0]) > 1
    places = sorted(zip(*spelt, strict=True), key=lambda words: -len(words[0]))[:GROUPS]
    groups = [wanted_words(words, with_initial=several) for words in places]
    # Of fewer words the last is asked for again, which changes nothing.
    groups += groups[-1:] * (GROUPS - len(groups))
    return WantedName([*dict.fromkeys(map(joined_element, spelt))], tuple(groups))


def wanted_words(words: Words, *, with_initial: bool) -> list[str]:
    """What words that are like one of these have in common with it, in whatever spelling."""
    written = words[0]
    found = [element for word in dict.fromkeys(words) for element in neighbour_elements(word)]
    if with_initial:
        # An initial is that of all that begin with it; and a word of many letters is met by its own.
        found += [beginning_element(written)] if len(written) == 1 else [written[0]]
    if all(map(is_unspaced, written)):
        found.append(beginning_element(written))
    return [*dict.fromkeys(found)]
