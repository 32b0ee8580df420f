"""How well a name fits what somebody has typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from .elements import SHORTEST_MISSPELT, are_neighbours, is_latin
from .folding import Words, folded_words, key_names, key_spellings, spellings, word_beginnings

WORDS_MAX = 6
"""How many words of a text are looked at."""


class MatchRank(IntEnum):
    """How a name was found, the best first."""

    EXACT = 0  # it is the text, in whatever order of words
    WHOLE_WORDS = 1  # each word of the text is one of it
    BEGINNING = 2  # a word of it, with what follows, begins as the text does
    BEGINNINGS = 3  # each word of the text begins one of it
    NEIGHBOUR = 4  # the same, of words misspelt by a letter, or given by their initial


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """What somebody has typed, as names are folded.

    words: how each of them may begin. typed: how each is written, apart from its sound. spellings: of all.
    """

    words: tuple[Words, ...]
    typed: tuple[Words, ...]
    spellings: tuple[Words, ...]

    @classmethod
    def read(cls, text: str) -> "SearchTerms":
        # Every spelling has as many words.
        written = [folded_words(text, digraphs=digraphs)[:WORDS_MAX] for digraphs in (False, True)]
        typed = tuple(tuple(dict.fromkeys(each)) for each in zip(*written, strict=True))
        words = tuple(
            tuple(dict.fromkeys(begun for word in each for begun in word_beginnings(word))) for each in typed
        )
        return cls(words, typed, tuple(words[:WORDS_MAX] for words in spellings(text)))

    def __bool__(self) -> bool:
        return bool(self.words)


def match_rank(terms: SearchTerms, key: str) -> MatchRank | None:
    """How a row with this search key fits; None where it does not."""
    if is_exact_match(terms, key):
        return MatchRank.EXACT
    # Most of what is looked at begins so, by one word: no need to take the key apart.
    if all(any(f" {word}" in key for word in words) for words in terms.words):
        if fits_name(terms, key, is_whole_word, " "):
            return MatchRank.WHOLE_WORDS
        if fits_name(terms, key, is_begun_word):
            together = len(terms.words) == 1 or any(f" {' '.join(words)}" in key for words in terms.spellings)
            return MatchRank.BEGINNING if together else MatchRank.BEGINNINGS
    near = any(fits_all(terms, words, is_near_word) for words in key_names(key))
    return MatchRank.NEIGHBOUR if near else None


def is_exact_match(terms: SearchTerms, key: str) -> bool:
    joined = {"".join(words) for words in terms.spellings}
    if any(f"{mark} {word} |" in key for mark in ("|", "|+") for word in joined):
        return True
    if len(terms.words) == 1:
        return False
    wanted = {tuple(sorted(words)) for words in terms.spellings}
    return any(tuple(sorted(words)) in wanted for words in key_spellings(key))


def fits_name(terms: SearchTerms, key: str, fits: "Fit", end: str = "") -> bool:
    """Whether the words of the text fit those of a name; `end` is what stands behind a word that does."""
    if len(terms.words) == 1:
        return any(f" {word}{end}" in key for word in terms.words[0])
    return any(fits_all(terms, words, fits) for words in key_names(key))


def fits_all(terms: SearchTerms, name: Words, fits: "Fit") -> bool:
    """Whether each word of the text fits one of the name, no two of them the same."""
    return _fits_rest(terms, [*range(len(terms.words))], name, fits)


def _fits_rest(terms: SearchTerms, places: Sequence[int], name: Words, fits: "Fit") -> bool:
    if not places:
        return True
    first, *rest = places
    return any(
        fits(terms, first, word) and _fits_rest(terms, rest, (*name[:at], *name[at + 1 :]), fits)
        for at, word in enumerate(name)
    )


Fit = Callable[[SearchTerms, int, str], bool]
"""Whether the word of a text in some place fits a word of a name."""


def is_whole_word(terms: SearchTerms, place: int, word: str) -> bool:
    return word in terms.words[place]


def is_begun_word(terms: SearchTerms, place: int, word: str) -> bool:
    return word.startswith(terms.words[place])


def is_near_word(terms: SearchTerms, place: int, word: str) -> bool:
    """Whether it begins the word, is its initial or has it as its own, or is misspelt by a letter."""
    if is_begun_word(terms, place, word):
        return True
    if len(terms.words) > 1 and word in {typed[0] for typed in terms.typed[place]}:
        return True
    return any(may_be_misspelt(typed) and are_neighbours(typed, word) for typed in terms.typed[place])


def may_be_misspelt(word: str) -> bool:
    return len(word) >= SHORTEST_MISSPELT and is_latin(word)
