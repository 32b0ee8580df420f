"""OGIDs, the identifiers of OpenGammon and HedgeHog.

11ccccchhhjjjjj:66666888dddddoo:N0N:31:W:R:0:0:7:0 holds White's and Black's checkers, a place for each (0 to
9, then a to p; 0 is White's bar and p Black's; White moves up and bears off behind o, Black moves down); the
cube (its owner W, B or N for nobody, the logarithm of its value, and N, or O offered, T taken, P passed); the
dice; the side that acted last, so that the other one is to act; what stage the game is at; the points of
White and Black; the length, with C in the Crawford game, L after it, or G and the number of games of a
session; the number of the move; and how many checkers a side has, unless these are fifteen. From the sixth
on fields may be missing. Black, whose places are his points, is side 1 of a MatchState, White side 0.

Source: HedgeHog, OGID; as far as that leaves open, the OGIDs that its codec (ogxm 2.3.2) writes of matches.
"""

import re

from ..errors import InvalidPosition
from ..position import BAR, OFF, Position, Side, make_side
from .base import GameState, MatchState, Situation, position_to_write

_SHAPE = re.compile(r"\s*(?:(?i:OGID)\s*[=:])?\s*[0-9a-p]*:[0-9a-p]*:[WBND?]\d{1,2}[NOTP]:", re.A)
_PREFIX = re.compile(r"\s*OGID\s*[=:]\s*", re.I | re.A)
_CUBE = re.compile(r"([WBND?])(\d{1,2})([NOTP])", re.A)
_LENGTH = re.compile(r"(\d{1,5})(?:([CL])|G\d{0,5})?", re.A)
_NUMBER = re.compile(r"\d{1,6}", re.A)
_PLACES = "0123456789abcdefghijklmnop"
_SIDES = "WB"
_OFFER, _PASS = "O", "P"
_STAGES = {
    "": GameState.PLAYING,
    "IW": GameState.PLAYING,  # the game begins, with White or Black
    "IB": GameState.PLAYING,
    "C": GameState.PLAYING,  # to roll or to double
    "R": GameState.PLAYING,  # to play the dice
    "D": GameState.PLAYING,  # doubled
    "A": GameState.PLAYING,  # taken
    "P": GameState.PASSED,
    "G": GameState.OVER,  # the game is over, or the match
    "M": GameState.OVER,
    "RG": GameState.RESIGNED,
    "RM": GameState.RESIGNED,
}
_MOST_POINTS = 32767
_MOST_CHECKERS = 15
_LEAST_FIELDS, _MOST_FIELDS = 5, 11


class Ogid:
    """OGIDs, with or without "OGID=" before them."""

    code = "ogid"

    def recognises_id(self, text: str) -> bool:
        """Whether the text says OGID= or has two sides and a cube of this kind."""
        return bool(_PREFIX.match(text) or _SHAPE.match(text))

    def parse(self, text: str, checkers: int = 15, as_counts: bool = False) -> Situation:
        """Read an OGID. The number of checkers in it counts before `checkers`."""
        bare = _PREFIX.sub("", text, count=1).strip()
        try:
            return _parse_fields(bare.split(":"), checkers, as_counts)
        except InvalidPosition as problem:
            raise InvalidPosition(
                '"%(bare)s" is not an OGID: %(problem)s', {"bare": bare[:80], "problem": problem.sentence}
            ) from None

    def write(self, situation: Situation) -> str:
        """Write an OGID. It has no way to show a beaver, or a resignation that waits for its answer."""
        position = position_to_write(situation, "an OGID")
        match = (situation.match or MatchState()).require_possible()
        if match.doubled > 1 or match.resigned:
            raise InvalidPosition("an OGID cannot show a beaver, or a resignation that waits for its answer")
        if match.doubled and (match.dice or match.state is not GameState.PLAYING):
            raise InvalidPosition("an OGID shows a double only before the roll of a game being played")
        if match.state is GameState.NONE:
            raise InvalidPosition("an OGID can only describe a game that has begun")
        if max(match.length, *match.score) > _MOST_POINTS:
            raise InvalidPosition(
                "an OGID holds at most %(most_points)s points", {"most_points": _MOST_POINTS}
            )
        own, opponent = sum(position.own[: BAR + 1]), sum(position.opponent[: BAR + 1])
        if own != opponent or own > _MOST_CHECKERS:
            raise InvalidPosition(
                "an OGID holds the same number of checkers for both sides, at most %(most)s",
                {"most": _MOST_CHECKERS},
            )
        white, black = (
            (position.opponent, position.own) if match.on_roll else (position.own, position.opponent)
        )
        fields = [
            "".join(sorted(_PLACES[BAR - point] * white[point] for point in range(BAR, OFF, -1))),
            "".join(_PLACES[point] * black[point] for point in range(1, BAR + 1)),
            _write_cube(match),
            f"{match.dice[1]}{match.dice[0]}" if match.dice else "",
            _SIDES[match.on_roll if match.doubled else 1 - match.on_roll],
            _stage(match),
            str(match.score[0]),
            str(match.score[1]),
            f"{match.length}{'C' * match.crawford}",
            "0",
        ]
        return ":".join([*fields, str(own)] if own != _MOST_CHECKERS else fields)


def _write_cube(match: MatchState) -> str:
    owner = "N" if match.owner is None else _SIDES[match.owner]
    action = _OFFER if match.doubled else _PASS if match.state is GameState.PASSED else "N"
    return f"{owner}{match.cube.bit_length() - 1}{action}"


def _stage(match: MatchState) -> str:
    if match.state is not GameState.PLAYING:
        return "RG" if match.state is GameState.RESIGNED else "G"
    return "D" if match.doubled else "R" if match.dice else "C"


def _parse_fields(fields: list[str], checkers: int, as_counts: bool) -> Situation:
    if not _LEAST_FIELDS <= len(fields) <= _MOST_FIELDS:
        raise InvalidPosition(
            "%(count)s fields; %(least)s to %(most)s are expected",
            {"count": len(fields), "least": _LEAST_FIELDS, "most": _MOST_FIELDS},
        )
    white, black, cube, dice, acted, stage, *numbers = [*fields, *[""] * (_MOST_FIELDS - len(fields))]
    one, two, length, _, size = numbers
    if acted not in _SIDES or len(acted) != 1 or stage not in _STAGES:
        raise InvalidPosition(
            'the side that acted is "%(side)s" and the stage "%(stage)s"; W or B, and one of %(stages)s are '
            "expected",
            {"side": acted[:20], "stage": stage[:20], "stages": [*filter(None, _STAGES)]},
        )
    value, owner, action = _read_cube(cube)
    rolled = _read_dice(dice)
    state = GameState.PASSED if action == _PASS else _STAGES[stage]
    doubled = int(state is GameState.PLAYING and (action == _OFFER or stage == "D"))
    if doubled and rolled:
        raise InvalidPosition("nobody doubles after the roll")
    turn = 1 - _SIDES.index(acted)
    if stage[:1] == "I" and not rolled:
        turn = _SIDES.index(stage[1])
    on_roll = 1 - turn if doubled else turn
    points, crawford = _read_length(length)
    match = MatchState(
        length=points,
        score=(_read_number(one), _read_number(two)),
        cube=value,
        owner=owner,
        on_roll=on_roll,
        turn=turn,
        dice=rolled,
        doubled=doubled,
        crawford=crawford,
        state=state,
    ).require_possible()
    count = _read_number(size) if size else checkers
    if not 1 <= count <= _MOST_CHECKERS:
        raise InvalidPosition(
            "%(count)s checkers a side; 1 to %(most)s are expected", {"count": count, "most": _MOST_CHECKERS}
        )
    sides = _read_side(white, count, is_white=True), _read_side(black, count, is_white=False)
    position = Position(sides[on_roll], sides[1 - on_roll])
    if not as_counts and (problems := position.problems()):
        raise InvalidPosition("%(problem)s", {"problem": problems[0]})
    return Situation(position, match)


def _read_side(places: str, checkers: int, is_white: bool) -> Side:
    """Read one side's checkers, each side's points from its own view."""
    points: dict[int, int] = {}
    for letter in places:
        place = _PLACES.find(letter)
        point = BAR - place if is_white else place
        if place < 0 or not 1 <= point <= BAR:
            raise InvalidPosition('"%(letter)s" is no place of that side\'s checkers', {"letter": letter})
        points[point] = points.get(point, 0) + 1
    return make_side(checkers, points)


def _read_cube(text: str) -> tuple[int, int | None, str]:
    """Read the value, the owner and what was done."""
    found = _CUBE.fullmatch(text)
    if found is None:
        raise InvalidPosition('the cube is "%(text)s"; such as N0N is expected', {"text": text[:20]})
    owner = _SIDES.index(found[1]) if found[1] in _SIDES else None
    return 1 << int(found[2]), owner, found[3]


def _read_dice(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    if not re.fullmatch("[1-6][1-6]", text, re.A):
        raise InvalidPosition('the dice are "%(text)s"; none or two are expected', {"text": text[:20]})
    one, two = int(text[0]), int(text[1])
    return max(one, two), min(one, two)


def _read_length(text: str) -> tuple[int, bool]:
    """Read the length, 0 for money, and whether this is the Crawford game."""
    if not text:
        return 0, False
    found = _LENGTH.fullmatch(text)
    if found is None or int(found[1]) > _MOST_POINTS:
        raise InvalidPosition(
            'the length is "%(text)s"; such as 7, 7C, 7L or 0G5 is expected', {"text": text[:20]}
        )
    return int(found[1]), found[2] == "C"


def _read_number(text: str) -> int:
    """Read a number; 0 if there is none."""
    if not text:
        return 0
    if not _NUMBER.fullmatch(text) or int(text) > _MOST_POINTS:
        raise InvalidPosition('"%(text)s" is no number that is expected here', {"text": text[:20]})
    return int(text)
