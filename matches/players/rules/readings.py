"""How names are read: わたなべ けん of 渡辺 健."""

import unicodedata

from matches.base.names import tidy_name
from matches.search.rules.kana import hiragana


def reading_as_stored(reading: str) -> str:
    """A reading in ordinary width, its kana all hiragana: lists are in their order."""
    return tidy_name(hiragana(unicodedata.normalize("NFKC", reading)))
