"""What the index of search keys holds of each (`search_words` in the database), and what is looked for in it.

Of every spelling all of its letters, behind a bar. Of every word how it begins, behind a space, up to
`BEGINNING` letters; of those of a spelling the word itself, and in Latin letters also the word without one of
its letters. So two words of which one letter differs, is missing, or has changed places with the next have
something in common: every spelling neighbour is found by a few exact looks into the index, where trigrams in
common would lead to a tenth of all names.
"""

from collections.abc import Iterable

BEGINNING = 4
"""How many letters of a beginning the index holds; the rest is compared with the key itself."""

SHORTEST_MISSPELT = 4
"""Words of fewer letters have no neighbours: too many other names would be."""


def beginning_element(beginning: str) -> str:
    return f" {beginning[:BEGINNING]}"


def joined_element(words: Iterable[str]) -> str:
    return f"|{''.join(words)}"


def neighbour_elements(word: str) -> list[str]:
    """What a word has in common with its spelling neighbours, one at least with each."""
    return list(dict.fromkeys([word, *shortened_words(word)]))


def shortened_words(word: str) -> list[str]:
    """The word without one of its letters, in turn; none of words that have no neighbours."""
    if len(word) < SHORTEST_MISSPELT or not is_latin(word):
        return []
    return [word[:at] + word[at + 1 :] for at in range(len(word))]


def is_latin(word: str) -> bool:
    return word.isascii() and word.isalpha()


def key_elements(key: str) -> set[str]:
    """What the index holds of a key: the same as the database's own function."""
    found: set[str] = set()
    for part in key.split("|"):
        words = part.lstrip("+-").split()
        for word in words:
            found.update(f" {word[:size]}" for size in range(1, BEGINNING + 1))
            if part.startswith(" "):
                found.update(neighbour_elements(word))
        if part.startswith(" "):
            found.add(joined_element(words))
    return found


def are_neighbours(one: str, two: str) -> bool:
    """Whether a letter more, a letter less, another letter or two that changed places makes one the other."""
    if abs(len(one) - len(two)) > 1 or min(len(one), len(two)) < SHORTEST_MISSPELT - 1:
        return False
    same = _common(one, two)
    left, right = one[same:], two[same:]
    if len(left) == len(right):
        swapped = left[:2] == right[1::-1] and left[2:] == right[2:]
        return swapped or left[1:] == right[1:]
    return left[1:] == right if len(left) > len(right) else left == right[1:]


def _common(one: str, two: str) -> int:
    """How many letters both begin with."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
    )
