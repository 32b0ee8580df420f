"""Whether two names may be one person's, and why somebody would think so."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import permutations, product

from .elements import SHORTEST_MISSPELT, are_neighbours, is_latin
from .folding import Words, written_words
from .kana import romaji_sound

WORDS_COMPARED = 4
"""Of how many words names may differ at most to be compared: each is tried in every place."""


class Likeness(StrEnum):
    """What two names have in common, what says the most first."""

    SAME_NAME = "same_name"
    SAME_LETTERS = "same_letters"  # in other capitals, accents, width or order, or with other spaces
    SAME_READING = "same_reading"
    ALSO_KNOWN_AS = "also_known_as"  # one of them is an alias of whoever has the other
    ONE_LETTER = "one_letter"  # of one word a letter differs
    INITIAL = "initial"  # of a word one of them has the initial

    @property
    def place(self) -> int:
        """0 for what says the most."""
        return [*Likeness].index(self)


def names_likeness(
    one: str, two: str, *, reading_of_one: str = "", reading_of_two: str = ""
) -> Likeness | None:
    """What two names have in common, or how they are read; None where they have too little."""
    if " ".join(one.casefold().split()) == " ".join(two.casefold().split()):
        return Likeness.SAME_NAME
    own, other = written_words(one), written_words(two)
    if any(have_same_letters(*both) for both in product(own, other)):
        return Likeness.SAME_LETTERS
    own, other = [*own, *written_words(reading_of_one)], [*other, *written_words(reading_of_two)]
    if any(have_same_letters(*both) for both in product(map(sound_of, own), map(sound_of, other))):
        return Likeness.SAME_READING
    if any(differ_by_letter(*both) for both in product(own, other)):
        return Likeness.ONE_LETTER
    if any(differ_by_initials(*both) for both in product(own, other)):
        return Likeness.INITIAL
    return None


def sound_of(words: Words) -> Words:
    """How a Japanese name sounds, in one spelling; another as it is written."""
    sounds = tuple(romaji_sound(word) for word in words)
    return words if None in sounds else tuple(map(str, sounds))


def have_same_letters(one: Words, two: Words) -> bool:
    return sorted(one) == sorted(two) or "".join(one) == "".join(two)


def differ_by_letter(one: Words, two: Words) -> bool:
    """Whether they have the same words, but for one of which a letter differs."""
    left, right = words_apart(one, two)
    return len(left) == len(right) == 1 and differ_in_spelling(left[0], right[0])


def differ_in_spelling(one: str, two: str) -> bool:
    longest = max(len(one), len(two))
    return longest >= SHORTEST_MISSPELT and is_latin(one + two) and are_neighbours(one, two)


def differ_by_initials(one: Words, two: Words) -> bool:
    """Whether they have the same words, one in full at least, but for those of which one has the initial."""
    left, right = words_apart(one, two)
    shared = Counter(one) - Counter(left)
    if len(left) != len(right) or not any(len(word) > 1 for word in shared):
        return False
    return any(all(map(is_initial_of, left, order)) for order in orders(right))


def is_initial_of(one: str, two: str) -> bool:
    return one[0] == two[0] and 1 in (len(one), len(two))


def words_apart(one: Words, two: Words) -> tuple[Sequence[str], Sequence[str]]:
    """The words that each has and the other has not."""
    ones, twos = Counter(one), Counter(two)
    return [*(ones - twos).elements()], [*(twos - ones).elements()]


def orders(words: Sequence[str]) -> Iterable[Sequence[str]]:
    return permutations(words) if 0 < len(words) <= WORDS_COMPARED else ()
