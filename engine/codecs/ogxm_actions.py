"""The numbers OGXM has for things: variants, rolls, what else happens in a game, rules."""

from itertools import combinations_with_replacement

VARIATIONS = ("backgammon", "nackgammon", "hypergammon")

ROLLS = tuple(combinations_with_replacement(range(1, 7), 2))
"""The dice of the actions from 0 on, the lower first."""

DOUBLE, TAKE, DROP = 21, 22, 23
RESIGN_GAME, RESIGN_MATCH, FORFEIT = 27, 28, 29
SET_POSITION, BEAVER, RACCOON, SETTLE, RESERVED, CUBE_SET, LAST_KNOWN = 31, 32, 33, 34, 35, 36, 37

CRAWFORD, JACOBY, BEAVERS, RACCOONS, AUTOMATIC = 1, 2, 4, 8, 16
"""Bits of the rules."""

MATCH, GAME, ANNOTATIONS = b"MTCH", b"GAME", b"ANNO"
"""The sections that tell what was played."""

OF_MATCH, OF_GAME = 0, 1
"""What an annotation is about."""

KEY = "x-goldenpoint-record"
"""Of our annotations: values are words such as score=2-0, with blanks between them."""

BOARD = "<26b"
"""A position: White's checkers counted up, Black's down, by places."""
