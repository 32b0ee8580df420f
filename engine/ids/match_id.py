"""GNU Backgammon match IDs: 72 bits in 12 characters of base 64.

From the lowest bit: 4 the logarithm of the cube, 2 its owner (3: centred), 1 the side on roll, 1 the Crawford
game, 3 the state of the game, 1 whose decision it is, 1 a double offered, 2 a resignation, 3 and 3 the dice,
15 the length, 15 and 15 the score of sides 0 and 1, 1 set unless the Jacoby rule is played, and 5 unused.

Source: GNU Backgammon manual, "A technical description of the Match ID"; the last used bit: GNU Backgammon
1.07, 520 states compared.
"""

import base64
import binascii

from ..errors import InvalidPosition
from .base import GameState, MatchState

BITS = 72
LETTERS = 12
_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1, 5)
_CENTRED = 3
_MOST_POINTS = (1 << 15) - 1


def encode_match(match: MatchState) -> str:
    """Return the match ID; beavers and the limit of the cube are not in it.

    Raises InvalidPosition for an impossible state, a beaver offered, or more than 32,767 points.

    >>> encode_match(MatchState(length=7, dice=(3, 1)))
    'cInlAAAAAAAE'
    """
    match.require_possible()
    if match.doubled > 1:
        raise InvalidPosition("a match ID cannot show a beaver")
    if max(match.length, *match.score) > _MOST_POINTS:
        raise InvalidPosition(
            "a match ID holds at most %(most_points)s points", {"most_points": _MOST_POINTS}
        )
    high, low = match.dice or (0, 0)
    fields = (
        match.cube.bit_length() - 1,
        _CENTRED if match.owner is None else match.owner,
        match.on_roll,
        match.crawford,
        match.state,
        match.turn,
        match.doubled,
        match.resigned,
        max(high, low),
        min(high, low),
        match.length,
        *match.score,
        not match.jacoby,
        0,
    )
    bits = at = 0
    for field, width in zip(fields, _WIDTHS, strict=True):
        bits |= int(field) << at
        at += width
    return base64.b64encode(bits.to_bytes(BITS // 8, "little")).decode()


def decode_match(text: str) -> MatchState:
    """Return the state that a match ID encodes.

    Raises InvalidPosition if it is not an ID, describes an impossible state, or sets an unused bit.

    >>> decode_match("cAmpATAAEAAE").score
    (3, 2)
    """
    try:
        raw = base64.b64decode(text, validate=True) if len(text) == LETTERS else b""
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != BITS // 8:
        raise InvalidPosition(
            '"%(text)s" is not a GNU match ID: 12 letters of base 64 are expected', {"text": text[:40]}
        )
    bits = int.from_bytes(raw, "little")
    fields = []
    for width in _WIDTHS:
        fields.append(bits & ((1 << width) - 1))
        bits >>= width
    cube, owner, on_roll, crawford, state, turn, doubled, resigned, *rest = fields
    one, two, length, score0, score1, no_jacoby, unused = rest
    try:
        if unused:
            raise InvalidPosition("unused bits are set")
        if owner == 2:
            raise InvalidPosition("the owner of the cube is 2; 0, 1 or 3 (nobody) is expected")
        if state > GameState.PASSED:
            raise InvalidPosition(
                "the game is in state %(state)s; 0 to %(last)s is expected",
                {"state": state, "last": GameState.PASSED.value},
            )
        return MatchState(
            length=length,
            score=(score0, score1),
            cube=1 << cube,
            owner=None if owner == _CENTRED else owner,
            on_roll=on_roll,
            turn=turn,
            dice=(max(one, two), min(one, two)) if one or two else None,
            doubled=doubled,
            resigned=resigned,
            crawford=bool(crawford),
            jacoby=not no_jacoby,
            state=GameState(state),
        ).require_possible()
    except InvalidPosition as problem:
        raise InvalidPosition(
            '"%(text)s" is not a possible match: %(problem)s', {"text": text, "problem": problem.sentence}
        ) from None
