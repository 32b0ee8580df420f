"""Snowie's position text: one moment of a match in a line of 40 fields with semicolons between them.

    7;0;0;0;1;Bea;Ann;0;1;3;2;1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;4;0;0;0;-3;0;-5;0;0;0;0;2;1;5;2;

It holds the length (0 for money); 1 for the Jacoby rule; two fields that do not matter here; which player is
on roll (0 or 1); the names, that of the player on roll first; the Crawford game; the points, his first; the
cube; its owner (1 the player on roll, -1 the other, 0 nobody); 26 numbers of checkers, his positive and the
other's negative, from the other's bar by the points 1 to 24 of the player on roll to his bar; and the dice, 0
before they are thrown.

Source: positions GNU Backgammon 1.07 exported.
"""

import re
from collections.abc import Sequence

from ..errors import InvalidPosition, Unreadable
from ..position import BAR, Side, make_side
from ..record import GameRecord, MatchRecord, Rolled, SetUp, Written
from ..variants import variant_starting_with
from ..words import gettext_lazy as _
from .rows import Rows
from .text import NEAR, decode_text, one_line

FIELDS = 40
BOARD = slice(12, 38)
DICE = slice(38, 40)
_NAMES = slice(5, 7)

_NUMBER = r"-?\d{1,6}"
_LINE = re.compile(rf"\s*(?:{_NUMBER};){{5}}[^;\n]*;[^;\n]*(?:;{_NUMBER}){{33}};?\s*", re.A)

PositionFields = tuple[int, ...]
"""The fields of a position; the names are 0."""


def read_position_fields(text: str) -> PositionFields | None:
    """Read the fields of a position; None if the text is none."""
    if not _LINE.fullmatch(text):
        return None
    fields = text.strip().split(";")[:FIELDS]
    fields[_NAMES] = "0", "0"
    return tuple(map(int, fields))


def position_set_up(fields: PositionFields, checkers: int, on_roll: int) -> SetUp:
    """Return the position, in which side `on_roll` has the positive checkers, of sides with so many each."""
    owner = {1: on_roll, -1: 1 - on_roll}.get(fields[11])
    one, two = _read_sides(fields[BOARD], checkers)
    boards = None if one is None or two is None else (one, two) if on_roll == 0 else (two, one)
    return SetUp(boards, max(fields[10], 1), owner, on_roll)


def _read_sides(places: Sequence[int], checkers: int) -> tuple[Side | None, Side | None]:
    """The checkers of the positive and of the negative side; None where they are too many."""
    own = {place or BAR: count for place, count in enumerate(places) if count > 0}
    opponent = {BAR - place or BAR: -count for place, count in enumerate(places) if count < 0}
    return _make_side_or_none(own, checkers), _make_side_or_none(opponent, checkers)


def _make_side_or_none(points: dict[int, int], checkers: int) -> Side | None:
    try:
        return make_side(checkers, points)
    except InvalidPosition:
        return None


class Snowie:
    """The codec of Snowie's positions. Its matches are .mat files without a header."""

    code = "snowie"
    name = _("Snowie position")
    description = _("Positions of Snowie, a line of text each.")

    def recognises_file(self, data: bytes) -> bool:
        """Whether the file is one line of 40 fields."""
        return (
            len(data) <= NEAR
            and data.count(b";") >= FIELDS - 1
            and read_position_fields(decode_text(data)) is not None
        )

    def read(self, data: bytes) -> MatchRecord:
        """Read a position as a match of one game that is set up and not over. Raises Unreadable."""
        text = decode_text(data)
        fields = read_position_fields(text)
        if fields is None:
            raise Unreadable(
                "one line of %(fields)s fields with semicolons between them is expected",
                {"fields": FIELDS},
                line=1,
            )
        length, on_roll = fields[0], fields[4]
        if on_roll not in (0, 1) or min(length, *fields[8:10]) < 0:
            raise Unreadable(
                "player %(on_roll)s on roll, %(score)s in a match to %(length)s: impossible",
                {"on_roll": on_roll, "score": f"{fields[8]}-{fields[9]}", "length": length},
                line=1,
            )
        if not 0 <= min(fields[DICE]) <= max(fields[DICE]) <= 9:
            raise Unreadable(
                "%(one)s and %(two)s are not dice",
                {"one": fields[DICE][0], "two": fields[DICE][1]},
                line=1,
            )
        names = [one_line(name) for name in text.strip().split(";")[_NAMES]]
        points = list(fields[8:10])
        if on_roll == 1:
            names.reverse()
            points.reverse()
        variant = variant_starting_with(lambda checkers: _read_sides(fields[BOARD], checkers))
        game = GameRecord(
            1,
            (points[0], points[1]),
            crawford=fields[7] == 1 if length else None,
            players=(names[0], names[1]),
        )
        rows = Rows(game)
        action = position_set_up(fields, variant.checker_count, on_roll)
        start = variant.start_position()
        if action != SetUp((start.own, start.opponent), on_roll=on_roll):
            rows.add_action(0, action)
        if any(fields[DICE]):
            rows.add_action(on_roll, Rolled((max(fields[DICE]), min(fields[DICE])), (), Written.NOTHING))
        return MatchRecord(
            self.code,
            variant.code,
            length,
            (names[0], names[1]),
            [game],
            jacoby=fields[1] == 1 and length == 0,
            names_jacoby=fields[1] == 1,
        )
