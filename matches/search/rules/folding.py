"""Names as people look for them: in whatever letters, capitals, accents, width and order they type them.

A name is folded into words of small letters. What else it may be typed as, its spellings, stands beside it:
Müller is muller and mueller, わたなべ is watanabe, ふじわら is fujiwara and huziwara.
"""

import unicodedata
from collections.abc import Iterator

from .kana import hiragana, kana_to_letters, romaji_sound, romaji_sounds_begun
from .letters import DIGRAPHS, is_unspaced, plain_kanji, plain_letters

Words = tuple[str, ...]

# Written inside words, and no part of them.
_APOSTROPHES = "'’‘ʼ`´′ʻ"


def folded_words(text: str, *, digraphs: bool = False) -> Words:
    """The words of a text, folded; none of a text that has no letters or digits.

    digraphs: with letters such as ö in two letters, as they are typed where no keyboard has them.
    """
    text = unicodedata.normalize("NFKC", text).casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
        if digraphs:
            text = "".join(DIGRAPHS.get(char, char) for char in text)
        # Composed first: in halves a voiced kana is a plain one with a mark.
        text = plain_letters(kana_to_letters(hiragana(plain_kanji(text))))
    parted = "".join(
        char if char.isalnum() or unicodedata.category(char).startswith("M") else " "
        for char in text
        if char not in _APOSTROPHES
    )
    return tuple(parted.split())


def written_words(text: str) -> list[Words]:
    """The words of a name by its letters, and with the two letters that are typed for some; none of none."""
    found = [folded_words(text)]
    if not text.isascii():
        found.append(folded_words(text, digraphs=True))
    return [words for words in dict.fromkeys(found) if words]


def spellings(text: str) -> list[Words]:
    """Every way in which a name is looked for, that of its own letters first; by its sound last."""
    written = written_words(text)
    sounds = (tuple(romaji_sound(word) or word for word in words) for words in written[:1])
    return [*dict.fromkeys([*written, *sounds])]


def search_key(*names: str) -> str:
    """What a row of these names is found by: `| 渡辺健 田中 |+ 渡辺健田中 |- 辺健 |- 健 |- 中 |`.

    Between bars stand the words of each spelling, each word after a space. A plus marks all words as one, a
    minus names inside a name that is written without spaces.
    """
    whole = dict.fromkeys(words for name in names for words in spellings(name))
    joined = dict.fromkeys("".join(words) for words in whole if len(words) > 1)
    inside = dict.fromkeys(word for words in whole for word in _names_inside(words))
    parts = [" ".join(words) for words in whole]
    found = [f"| {part} " for part in parts] + [f"|+ {word} " for word in joined]
    found += [f"|- {word} " for word in inside]
    return "".join(found) + "|" if found else ""


def _names_inside(words: Words) -> Iterator[str]:
    for word in words:
        if all(map(is_unspaced, word)):
            yield from (word[at:] for at in range(1, len(word)))


def word_beginnings(word: str) -> Words:
    """How words begin that somebody means who has typed so much of one: as it is, and by its sound."""
    return tuple(dict.fromkeys([word, *romaji_sounds_begun(word)]))


def key_spellings(key: str) -> list[Words]:
    """The spellings in a search key, in their order."""
    return [tuple(part.split()) for part in key.split("|") if part.startswith(" ")]


def key_names(key: str) -> Iterator[Words]:
    """The words of each spelling, with those that stand inside them; and all words as one."""
    inside = tuple(part[1:].strip() for part in key.split("|") if part.startswith("-"))
    for words in key_spellings(key):
        yield words + inside
        if len(words) > 1:
            yield ("".join(words),)
