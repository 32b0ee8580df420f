"""XGIDs, the identifiers of eXtreme Gammon.

XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10 holds 26 places seen from the bottom (the top's bar, the
points 1 to 24, the bottom's bar: capitals are the bottom's checkers, small letters the top's, A is one), the
logarithm of the cube, its owner (1 bottom, 0 nobody, -1 top), whose turn it is (1 or -1), the dice (00: not
rolled; D, B, R: a double, a beaver, a raccoon offered by the side whose turn it is), the points of bottom and
top, the Crawford game (or, for money, 1 for Jacoby and 2 for beavers), the length, and the logarithm of the
highest cube. The bottom is side 1 of a MatchState, the top side 0.

Source: eXtreme Gammon's help, "XGID"; GNU Backgammon 1.07, "set xgid" (520 positions compared).
"""

import re

from ..errors import InvalidPosition
from ..position import BAR, Position, make_side
from .base import GameState, MatchState, Situation, position_to_write

_SHAPE = re.compile(
    r"\s*(?:XGID\s*=)?\s*[-A-Za-z]{10,40}(?::-?[0-9]{1,8}){3}(?::-?[0-9A-Z]{1,8}){5,6}\s*$", re.A
)
_PREFIX = re.compile(r"\s*XGID\s*=\s*", re.I | re.A)
_NUMBER = re.compile(r"-?\d{1,6}$", re.A)
_OFFERS = ("00", "D", "B", "R")
_LETTERS = "-ABCDEFGHIJKLMNOP"
_USUAL_LIMIT = 10
_MOST_POINTS = 32767
_FIELDS = ("cube", "owner", "turn", "dice", "score", "score", "Crawford or Jacoby", "length", "highest cube")


class Xgid:
    """XGIDs, with or without "XGID=" before them."""

    code = "xgid"

    def recognises_id(self, text: str) -> bool:
        """Whether the text says XGID= or has nine or ten fields of the right kinds."""
        return bool(_PREFIX.match(text) or _SHAPE.match(text))

    def parse(self, text: str, checkers: int = 15, as_counts: bool = False) -> Situation:
        """Read an XGID; the last field may be missing. No XGID has both sides on one of its places."""
        bare = _PREFIX.sub("", text, count=1).strip()
        try:
            return _parse_fields(bare, checkers)
        except InvalidPosition as problem:
            raise InvalidPosition(
                '"%(bare)s" is not an XGID: %(problem)s', {"bare": bare[:80], "problem": problem.sentence}
            ) from None

    def write(self, situation: Situation) -> str:
        """Write an XGID. It has no way to show a resignation or of a game that is not being played."""
        position = position_to_write(situation, "an XGID")
        match = (situation.match or MatchState()).require_possible()
        if match.resigned or match.state is not GameState.PLAYING:
            raise InvalidPosition("an XGID can only describe a game being played, without a resignation")
        if max(match.length, *match.score) > _MOST_POINTS:
            raise InvalidPosition(
                "an XGID holds at most %(most_points)s points", {"most_points": _MOST_POINTS}
            )
        bottom, top = position.own, position.opponent
        if match.on_roll == 0:
            bottom, top = top, bottom
        if max(*bottom[1:], *top[1:]) >= len(_LETTERS):
            raise InvalidPosition(
                "an XGID holds at most %(count)s checkers on a point", {"count": len(_LETTERS) - 1}
            )
        places = [_LETTERS[top[BAR]].lower()]
        places += [_LETTERS[bottom[p]] if bottom[p] else _LETTERS[top[25 - p]].lower() for p in range(1, 25)]
        places.append(_LETTERS[bottom[BAR]])
        fields = [
            match.cube.bit_length() - 1,
            0 if match.owner is None else 2 * match.owner - 1,
            2 * match.on_roll - 1,
            f"{match.dice[0]}{match.dice[1]}" if match.dice else _OFFERS[match.doubled],
            match.score[1],
            match.score[0],
            int(match.crawford) if match.length else match.jacoby + 2 * match.beavers,
            match.length,
            _USUAL_LIMIT if match.cube_limit is None else match.cube_limit.bit_length() - 1,
        ]
        return f"XGID={''.join(places)}:{':'.join(map(str, fields))}"


def _parse_fields(text: str, checkers: int) -> Situation:
    places, *fields = text.split(":")
    if not len(_FIELDS) - 1 <= len(fields) <= len(_FIELDS):
        raise InvalidPosition("%(count)s fields; ten are expected", {"count": len(fields) + 1})
    bottom, top = _read_sides(places, checkers)
    cube, owner, turn = (
        _read_number(fields, 0, 15),
        _read_number(fields, 1, 1, -1),
        _read_number(fields, 2, 1, -1),
    )
    if turn == 0:
        raise InvalidPosition("the turn is 0; 1 (bottom) or -1 (top) is expected")
    dice, doubled = _read_dice(fields[3])
    length, rules = _read_number(fields, 7), _read_number(fields, 6, 3)
    if length and rules > 1:
        raise InvalidPosition(
            "the Crawford field is %(rules)s; 0 or 1 is expected in a match", {"rules": rules}
        )
    on_roll = (turn + 1) // 2
    match = MatchState(
        length=length,
        score=(_read_number(fields, 5), _read_number(fields, 4)),
        cube=1 << cube,
        owner=None if owner == 0 else (owner + 1) // 2,
        on_roll=on_roll,
        turn=1 - on_roll if doubled % 2 else on_roll,
        dice=dice,
        doubled=doubled,
        crawford=length > 0 and rules == 1,
        jacoby=length == 0 and rules % 2 == 1,
        beavers=length == 0 and rules >= 2,
        cube_limit=1 << _read_number(fields, 8, 15) if len(fields) == len(_FIELDS) else None,
    ).require_possible()
    own, opponent = (bottom, top) if on_roll else (top, bottom)
    return Situation(Position(own, opponent), match)


def _read_sides(places: str, checkers: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the 26 places as bottom and top, each from its own side."""
    if len(places) != 26:
        raise InvalidPosition("%(count)s places; 26 are expected", {"count": len(places)})
    bottom: dict[int, int] = {}
    top: dict[int, int] = {}
    for place, letter in enumerate(places):
        count = _LETTERS.find(letter.upper())
        if count < 0 or not letter.isascii():
            raise InvalidPosition(
                '"%(letter)s" is no number of checkers: A to P, a to p or - is expected', {"letter": letter}
            )
        if count and letter.isupper():
            if place == 0:
                raise InvalidPosition("the first place is the top's bar; small letters are expected there")
            bottom[place] = count
        elif count:
            if place == BAR:
                raise InvalidPosition("the last place is the bottom's bar; capitals are expected there")
            top[25 - place] = count
    return make_side(checkers, bottom), make_side(checkers, top)


def _read_number(fields: list[str], index: int, most: int = _MOST_POINTS, least: int = 0) -> int:
    text = fields[index]
    if not _NUMBER.match(text) or not least <= int(text) <= most:
        raise InvalidPosition(
            'the field for %(field)s is "%(text)s"; %(least)s to %(most)s is expected',
            {"field": _FIELDS[index], "text": text[:20], "least": least, "most": most},
        )
    return int(text)


def _read_dice(text: str) -> tuple[tuple[int, int] | None, int]:
    """Read the dice, or how often the cube is offered."""
    if text in _OFFERS:
        return None, _OFFERS.index(text)
    if not re.fullmatch("[1-6][1-6]", text, re.A):
        raise InvalidPosition(
            'the dice are "%(text)s"; 00, D, B, R or two dice are expected', {"text": text[:20]}
        )
    one, two = int(text[0]), int(text[1])
    return (max(one, two), min(one, two)), 0
