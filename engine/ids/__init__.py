"""Identifiers: one moment of a match in a line of text. To add a notation: a file here and a line in IDS.

>>> IDS["xgid"].write(parse_id("4HPwATDgc/ABMA:cInlAAAAAAAE"))
'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10'
"""

from ..errors import InvalidPosition
from .base import LONGEST, GameState, MatchState, Notation, Situation
from .gnu import Gnu
from .ogid import Ogid
from .xgid import Xgid

__all__ = [
    "IDS",
    "GameState",
    "MatchState",
    "Notation",
    "Situation",
    "notation_of",
    "parse_id",
    "translate_id",
    "write_id",
    "write_ids",
]

IDS: dict[str, Notation] = {known.code: known for known in (Xgid(), Gnu(), Ogid())}
"""Code -> notation. The first that recognises a text reads it."""


def notation_of(text: str) -> Notation:
    """Return the notation an identifier is written in. Raises InvalidPosition if it is none that is known."""
    if len(text) <= LONGEST:
        for known in IDS.values():
            if known.recognises_id(text):
                return known
    raise InvalidPosition(
        '"%(text)s" is no identifier: known are %(ids)s', {"text": text[:40], "ids": [*IDS]}
    )


def parse_id(text: str, checkers: int = 15, as_counts: bool = False) -> Situation:
    """Read an identifier in any known notation, of sides with `checkers` each.

    `as_counts`: whatever a variant makes of both sides on one point.
    Raises InvalidPosition, and nothing else, naming what is wrong.
    """
    return notation_of(text).parse(text, checkers, as_counts)


def translate_id(text: str, checkers: int = 15) -> dict[str, str | None]:
    """Write an identifier in every known notation; None where a notation has no way to say it.

    In another notation than its own the side on roll is side 1, the bottom, as GNU Backgammon has it after
    reading an XGID. Raises InvalidPosition if the text is no identifier.

    >>> translate_id("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:52:4:2:0:9:10")["gnubg"]
    '4HPwATDgc/ABMA:UYkqAUAAEAAE'
    """
    source = notation_of(text)
    return write_ids(source.parse(text, checkers), source)


def write_ids(situation: Situation, source: Notation | None = None) -> dict[str, str | None]:
    """Write a situation in every known notation; None where a notation has no way to say it.

    In another notation than `source`, in which it was written, the side on roll is side 1.
    """
    return {
        code: write_id(code, situation if known is source else situation.with_roller_at_bottom())
        for code, known in IDS.items()
    }


def write_id(code: str, situation: Situation) -> str | None:
    """Write a situation in the notation of this code; None where that has no way to say it."""
    try:
        return IDS[code].write(situation)
    except InvalidPosition:
        return None
