"""What a username may be made of, and when two are taken for one.

By UTS #39 (Unicode Security Mechanisms): one script in a name, or what Japanese, Chinese or Korean is written
in beside Latin (section 5.2, "highly restrictive"), and names compared by their skeletons (section 4).
"""

import unicodedata
from collections.abc import Iterator

from .confusables import TAKEN_FOR

MARKS = "@.+-_"
_LOOKS_LIKE = str.maketrans({char: taken for taken, chars in TAKEN_FOR.items() for char in chars})
# Scripts by the first word of their characters' names, where that is another.
_SCRIPT = {
    "CJK": "HAN",
    "IDEOGRAPHIC": "HAN",
    "ARABIC-INDIC": "ARABIC",
    "EXTENDED": "ARABIC",
}
# Written beside kana, and beside the letters of another script.
_COMMON = {"KATAKANA-HIRAGANA", "DIGIT", "COMBINING"}
_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)


def username_as_stored(name: str) -> str:
    """The name with its characters in their ordinary width and shape (NFKC); capitals stay."""
    return unicodedata.normalize("NFKC", name)


def username_folded(name: str) -> str:
    """What is compared at the login: any capitals, any width."""
    return username_as_stored(username_as_stored(name).casefold())


def username_skeleton(name: str) -> str:
    """What is compared before a name is given away: two of one skeleton are taken for each other."""
    apart = unicodedata.normalize("NFD", username_folded(name)).translate(_LOOKS_LIKE)
    return username_folded(apart)


def scripts_of(name: str) -> set[str]:
    """The scripts of a name's letters, by their names in Unicode; digits and marks have none."""
    return set(_scripts(username_as_stored(name)))


def _scripts(name: str) -> Iterator[str]:
    for char in name:
        if char in MARKS:
            continue
        word = unicodedata.name(char, "UNKNOWN").split()[0]
        if word not in _COMMON:
            yield _SCRIPT.get(word, word)


def mixes_scripts(name: str) -> bool:
    """Whether letters of scripts stand in it that nobody writes together."""
    scripts = scripts_of(name)
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def has_other_characters(name: str) -> bool:
    """Whether it has more than letters, digits and @ . + - _: spaces, joiners, what cannot be seen."""
    return not all(char.isalnum() or char in MARKS for char in username_as_stored(name))
