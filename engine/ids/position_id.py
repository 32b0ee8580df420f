"""GNU Backgammon position IDs: 80 bits in 14 characters of base 64.

For the opponent and then for the player on roll, each from his own side: for the points 1 to 24 and the bar,
as many ones as checkers stand there, then a zero. The bits fill bytes from the lowest up. Checkers borne off
are not written, so a position can only be read knowing how many a side has.

Source: GNU Backgammon manual, "A technical description of the Position ID".
"""

import base64
import binascii

from ..errors import InvalidPosition
from ..position import BAR, Position, make_side

BITS = 80
LETTERS = 14


def encode_position(position: Position) -> str:
    """Return the position ID.

    >>> from engine.variants import VARIANTS
    >>> encode_position(VARIANTS["backgammon"].start_position())
    '4HPwATDgc/ABMA'
    """
    bits = 0
    at = 0
    for checkers in (position.opponent, position.own):
        for count in checkers[1 : BAR + 1]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    if at > BITS:
        raise InvalidPosition("a position ID holds at most 15 checkers a side")
    return base64.b64encode(bits.to_bytes(BITS // 8, "little")).decode()[:LETTERS]


def decode_position(text: str, checkers: int = 15) -> Position:
    """Return the position that an ID encodes, each side having `checkers`, the missing ones borne off.

    Raises InvalidPosition if it is not an ID, has too many checkers, or puts both sides on one point.
    """
    position = decode_counts(text, checkers)
    problems = position.problems()
    if problems:
        raise InvalidPosition(
            '"%(text)s" is not a possible position: %(problem)s', {"text": text, "problem": problems[0]}
        )
    return position


def decode_counts(text: str, checkers: int = 15) -> Position:
    """Return how many checkers an ID puts where, whatever a variant makes of both sides on one point.

    Raises InvalidPosition if it is not an ID or has too many checkers.
    """
    try:
        raw = base64.b64decode(text + "==", validate=True) if len(text) == LETTERS else b""
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != BITS // 8:
        raise InvalidPosition(
            '"%(text)s" is not a GNU position ID: 14 letters of base 64 are expected', {"text": text[:40]}
        )
    bits = int.from_bytes(raw, "little")
    sides = []
    for _ in range(2):
        points = {}
        for point in range(1, 26):
            count = 0
            while bits & 1:
                count += 1
                bits >>= 1
            bits >>= 1
            points[point] = count
        sides.append(make_side(checkers, points))
    if bits:
        raise InvalidPosition('"%(text)s" is not a possible position: bits left over', {"text": text})
    return Position(own=sides[1], opponent=sides[0])
