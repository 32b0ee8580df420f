"""Kana in Latin letters, and the sound of words that are written in them, however they are spelt.

Sources: ISO 3602 (the Kunrei system), the Hepburn table by which Japan's passports are written, with its OH
for a long vowel, and JIS X 4063:2000 (what kana are typed as).
"""

import re
from functools import lru_cache

_VOWELS = "aiueo"
_ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "g": "がぎぐげご",
    "s": "さしすせそ",
    "z": "ざじずぜぞ",
    "t": "たちつてと",
    "d": "だぢづでど",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "m": "まみむめも",
    "r": "らりるれろ",
}
_OTHERS = dict(
    zip("やゆよわゐゑをゔんゎ", ["ya", "yu", "yo", "wa", "i", "e", "o", "vu", "n", "wa"], strict=True)
)
_HEPBURN = dict(zip("しちつふじぢづ", ["shi", "chi", "tsu", "fu", "ji", "ji", "zu"], strict=True))
_SMALL = dict(zip("ぁぃぅぇぉゃゅょ", ["a", "i", "u", "e", "o", "ya", "yu", "yo"], strict=True))
# Before a small kana: what is left of the sound before it. Others lose their `i` to a small `ya`.
_BEFORE_SMALL = {"し": "sh", "ち": "ch", "じ": "j", "ぢ": "j", "つ": "ts", "ふ": "f", "ゔ": "v", "う": "w"}
_BEFORE_SMALL |= {"て": "t", "で": "d", "と": "t", "ど": "d", "く": "kw", "ぐ": "gw", "す": "s", "ず": "z"}

_SOKUON, _LONG, _AGAIN, _AGAIN_VOICED = "っ", "ー", "ゝ", "ゞ"


def hiragana(text: str) -> str:
    """The text with its katakana as hiragana."""
    return "".join(chr(ord(char) - 0x60) if "ァ" <= char <= "ヶ" or char in "ヽヾ" else char for char in text)


def _single_kana() -> dict[str, str]:
    found = {
        kana: consonant + vowel
        for consonant, row in _ROWS.items()
        for vowel, kana in zip(_VOWELS, row, strict=True)
    }
    return found | _OTHERS | _HEPBURN | _SMALL


KANA = _single_kana()
"""Every kana as Hepburn writes it."""


def kana_to_letters(text: str) -> str:
    """The text with its hiragana in the letters of Hepburn's, long vowels as the kana spell them.

    What lengthens a vowel by a stroke is left out, as in names of passports: らーら is rara.
    """
    letters: list[str] = []
    doubled = False
    for place, char in enumerate(text):
        if char == _SOKUON:
            doubled = True
            continue
        if char == _LONG and letters and text[place - 1] in KANA:
            continue
        if char == _AGAIN and letters:
            sound = letters[-1]
        elif char == _AGAIN_VOICED and letters:
            # A voiced kana stands behind its plain one.
            sound = KANA.get(chr(ord(text[place - 1]) + 1), letters[-1])
        elif char in _SMALL and place and letters:
            sound = _small_sound(char, text[place - 1], letters)
        else:
            sound = KANA.get(char, char)
        if doubled and sound[:1].isalpha() and sound[0] not in _VOWELS:
            sound = ("t" if sound.startswith("ch") else sound[0]) + sound
        doubled = False
        letters.append(sound)
    return "".join(letters)


def _small_sound(small: str, before: str, letters: list[str]) -> str:
    """What a small kana adds; it takes from `letters` what it alters."""
    sound, last = _SMALL[small], letters[-1]
    consonant = _BEFORE_SMALL.get(before)
    if consonant is None:
        if len(last) < 2 or not last.endswith("i") or not sound.startswith("y"):
            return sound
        letters[-1] = last[:-1]
        return sound
    letters[-1] = last.removesuffix(KANA[before]) + consonant
    return sound[1:] if sound.startswith("y") and consonant in ("sh", "ch", "j") else sound


# -- Sounds: one spelling for each, near to Kunrei's, with every vowel short

_STARTS = {
    "sh": ("s", "sy"),
    "ch": ("t", "ty"),
    "j": ("z", "zy"),
    "jy": ("zy", "zy"),
    "dj": ("z", "zy"),
    "cy": ("ty", "ty"),
}
"""How other spellings begin: as the sound does before an `i`, and before others."""

_AS_THEY_ARE = (*"kgsztdnhbpmyrwfv", *(f"{each}y" for each in "kgsztdnhbpmrfv"), "kw", "gw", "ts", "")
_SYLLABLES = {start + vowel: start + vowel for start in _AS_THEY_ARE for vowel in _VOWELS}
_SYLLABLES |= {
    start + vowel: (before_i if vowel == "i" else before_others) + vowel
    for start, (before_i, before_others) in _STARTS.items()
    for vowel in _VOWELS
}
_SYLLABLES |= {"tsu": "tu", "fu": "hu", "du": "zu", "dzu": "zu", "wo": "o"}

_DOUBLED = re.compile(r"([kgsztdpbfjc])(?=\1)|t(?=ch)")
_MORAIC_N = re.compile(r"n(?![aiueoy])|m(?=[bpm])")
_LONG_O = re.compile(r"(?<=o)h(?![aiueoy])")
_LONG_VOWELS = re.compile(r"o[ou]+|([aiue])\1+")
# What a syllable may be that has only begun, where its sound is spelt otherwise.
_BEGUN = {
    "sh": ("si", "sy"),
    "ch": ("ti", "ty"),
    "c": ("ti", "ty"),
    "tc": ("tti", "tty"),
    "ts": ("tu", "ts"),
    "j": ("zi", "zy"),
    "jy": ("zy",),
    "dz": ("zu",),
    "dj": ("zi", "zy"),
    "f": ("hu", "f"),
}


@lru_cache(maxsize=10_000)
def romaji_sound(word: str) -> str | None:
    """The sound of a word in lower case, in one spelling; None where it is not Japanese in Latin letters.

    So satou, satoh, sato are one, and so are fujii and huzi.
    """
    sounds, rest = _read_syllables(word)
    return None if rest else _joined(sounds)


def romaji_sounds_begun(word: str) -> tuple[str, ...]:
    """How the sound of a word begins that is not yet typed to its end; nothing where it is not Japanese."""
    sounds, rest = _read_syllables(word)
    if not rest:
        return (_joined(sounds),)
    if rest in _BEGUN:
        return tuple(_joined([*sounds, begun]) for begun in _BEGUN[rest])
    if rest in _AS_THEY_ARE:
        return (_joined([*sounds, rest]),)
    return ()


_SOKUON_SOUND = "?"


def _read_syllables(word: str) -> tuple[list[str], str]:
    """The sounds of a word from its beginning, and what is left where it goes on otherwise."""
    sounds, at = [], 0
    while at < len(word):
        if at and _LONG_O.match(word, at):
            at += 1
            continue
        if _DOUBLED.match(word, at):
            sounds.append(_SOKUON_SOUND)
            at += 1
            continue
        if _MORAIC_N.match(word, at):
            sounds.append("n")
            at += 1
            continue
        size = next((size for size in (4, 3, 2, 1) if word[at : at + size] in _SYLLABLES), None)
        if size is None:
            return sounds, word[at:]
        sounds.append(_SYLLABLES[word[at : at + size]])
        at += size
    return sounds, ""


def _joined(sounds: list[str]) -> str:
    """The sounds as one word: doubled consonants by the one that follows, no vowel long."""
    joined = ""
    for sound in reversed(sounds):
        joined = (joined[:1] if sound == _SOKUON_SOUND else sound) + joined
    return _LONG_VOWELS.sub(lambda found: found[0][0], joined)
