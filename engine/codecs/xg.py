"""The .xg format of eXtreme Gammon: reading only, what was played and not how it was analysed.

A match is a sequence of records of 2,560 bytes, whose ninth byte gives their kind: the header of the match,
then for each game its header, cubes and moves in order, and its result. Player 1 is side 0. Positions have 26
numbers of checkers, the player's own counted up, the other's down: the other's bar, points 1 to 24, his bar;
before a move player 1's view is taken, after it that of who moved.

Source: eXtreme Gammon, "XG file format", version 30; where it is silent (the view of a position, how the
points of a move are counted, what ends it), public readers of the format that agree. docs/files.md.
"""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import InvalidPosition, UnknownVariant, Unreadable
from ..position import BAR, OFF, Side, make_side
from ..record import (
    MOST_CUBE,
    MOST_LENGTH,
    MOST_NUMBER,
    Beavered,
    Doubled,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from ..variants import Variant, variant_tagged
from ..words import gettext_lazy as _
from .rows import Rows
from .text import decode_text, one_line
from .xg_archive import MAGICS, unpack_records

_MATCH, _GAME, _CUBE, _MOVE, _RESULT, _END = range(6)
_VARIATIONS = ("backgammon", "nackgammon", "hypergammon", "longgammon")
_UNLIMITED = 99_999
_MAGIC = 0x494C4D44
_UNICODE, _AUTOMATIC = 24, 26  # the versions that brought names in Unicode and automatic doubles
_RESIGNED = 100  # added to how a game ended; 1000 for a settlement
_MOST_EXPONENT = 20

_NAME = struct.Struct("<41p")
_LONG_NAME = struct.Struct("<129p")
_RULES = struct.Struct("<iiBBBB")  # at 92: length, variation, Crawford, Jacoby, beavers, automatic doubles
_VERSION = struct.Struct("<ii")  # at 552
_LIMITS = struct.Struct("<ii")  # at 612: cube, automatic doubles
_GAME_HEADER = struct.Struct("<iiB26bxi12xi")  # at 12: score, Crawford, position, number, automatic doubles
_CUBE_RECORD = struct.Struct("<iiiiii26b")  # at 12
_MOVE_RECORD = struct.Struct("<26b26b3xi8i2ii")  # at 9
_RESULT_RECORD = struct.Struct("<iiB3xiii")  # at 12
_EDITED_CUBE, _EDITED_MOVE = 296, 2528


class Xg:
    """The .xg codec."""

    code = "xg"
    name = _("eXtreme Gammon")
    description = _("Matches and analyses of eXtreme Gammon, .xg files.")

    def recognises_file(self, data: bytes) -> bool:
        """Whether the file begins as a game saved for Windows."""
        return data[:4] in MAGICS

    def read(self, data: bytes) -> MatchRecord:
        """Read a match. Raises Unreadable, naming the record that cannot be read."""
        reader: _XgBuilder | None = None
        for number, record in enumerate(unpack_records(data), 1):
            try:
                if reader is None:
                    reader = _XgBuilder(record)
                else:
                    reader.take_record(record)
            except Unreadable as error:
                raise Unreadable(
                    "record %(number)s: %(fault)s", {"number": number, "fault": error.sentence}
                ) from None
        if reader is None or not reader.match.games:
            raise Unreadable("the file holds no game")
        return reader.match


class _XgPosition(NamedTuple):
    """Both sides of a position, each from its own view."""

    own: Side
    opponent: Side


class _XgBuilder:
    """Builds a match out of its records. Made with the first, the header of the match."""

    def __init__(self, record: bytes) -> None:
        version, magic = _VERSION.unpack_from(record, 552)
        if record[8] != _MATCH or magic != _MAGIC:
            raise Unreadable("the header of the match is expected")
        length, variation, crawford, jacoby, beavers, automatic = _RULES.unpack_from(record, 92)
        length = 0 if length == _UNLIMITED else length
        if not 0 <= length <= MOST_LENGTH or not 0 <= variation < len(_VARIATIONS):
            raise Unreadable(
                "a match to %(length)s points in variation %(variation)s",
                {"length": length, "variation": variation},
            )
        try:
            self.variant: Variant = variant_tagged(_VARIATIONS[variation])
        except UnknownVariant as error:
            raise Unreadable("%(fault)s", {"fault": error.sentence}) from None
        self.version = version
        limit, most = _LIMITS.unpack_from(record, 612) if version >= 8 else (0, 0)
        self.match = MatchRecord(
            "xg",
            self.variant.code,
            length,
            (self.read_text(record, 9, 880), self.read_text(record, 50, 1138)),
            crawford=bool(crawford) or length == 0,
            jacoby=bool(jacoby) and length == 0,
            names_jacoby=bool(jacoby),
            beavers=bool(beavers) and length == 0,
            automatic_doubles=min(max(most, 1), MOST_NUMBER) if automatic and length == 0 else 0,
            cube_limit=1 << limit if 0 < limit < 16 else limit if 0 < limit <= MOST_CUBE else None,
        )
        for tag, at, unicode_at in (("event", 136, 622), ("site", 283, 1396), ("round", 417, 1654)):
            if text := self.read_text(record, at, unicode_at, _LONG_NAME):
                self.match.tags[tag] = text
        self.rows: Rows | None = None  # of the game being read

    def read_text(self, record: bytes, at: int, unicode_at: int, old: struct.Struct = _NAME) -> str:
        """Read a text: in Unicode where the version has it, else in the letters of some country."""
        if self.version >= _UNICODE:
            new = record[unicode_at : unicode_at + 258].decode("utf-16-le", errors="replace")
            if name := one_line(new.partition("\0")[0]):
                return name
        return one_line(decode_text(old.unpack_from(record, at)[0]).partition("\0")[0])

    def take_record(self, record: bytes) -> None:
        """Read one record after the header; kinds that record nothing of the play are passed over."""
        kind = record[8]
        if kind == _MATCH:
            raise Unreadable("a second match begins; a file holds one")
        if kind == _GAME:
            self.read_game(record)
        elif kind in (_CUBE, _MOVE, _RESULT):
            if self.rows is None:
                raise Unreadable("the header of a game is expected")
            (self.read_cube, self.read_move, self.read_result)[kind - _CUBE](record, self.rows)

    # One kind of record each.

    def read_game(self, record: bytes) -> None:
        one, two, crawford, *cells, number, automatic = _GAME_HEADER.unpack_from(record, 12)
        if min(one, two) < 0:
            raise Unreadable("a game cannot start at %(score)s", {"score": f"{one}-{two}"})
        cube = 1
        if self.version >= _AUTOMATIC and 0 < automatic <= _MOST_EXPONENT:
            cube = 1 << automatic
        game = GameRecord(number, (one, two), players=self.match.players, cube=cube)
        game.crawford = bool(crawford) if self.match.length else None
        self.match.games.append(game)
        self.rows = Rows(game)
        start = self.variant.start_position()
        checkers = self.read_position(cells)
        if checkers is not None and checkers != (start.own, start.opponent):
            self.rows.add_action(0, SetUp((checkers.own, checkers.opponent), cube))

    def read_cube(self, record: bytes, rows: Rows) -> None:
        """A chance to double: only taken ones are of interest, with their answer."""
        active, double, take, beaver, raccoon, exponent, *cells = _CUBE_RECORD.unpack_from(record, 12)
        player = _side_of_player(active)
        if self.version >= _UNICODE and record[_EDITED_CUBE]:
            self.add_set_up(rows, player, self.read_position(cells), exponent)
        if double != 1:
            return
        value = 2 * self.cube_value(rows, exponent)
        rows.add_action(player, Doubled(value))
        if take == 0:
            rows.add_action(1 - player, Passed())
        elif take == 1:
            rows.add_action(1 - player, Took())
        elif take == 2:
            rows.add_action(1 - player, Beavered(2 * value))
            if beaver == 0:
                rows.add_action(player, Passed())
            elif beaver == 2:
                rows.add_action(player, Beavered(4 * value))
                if raccoon == 0:
                    rows.add_action(1 - player, Passed())

    def read_move(self, record: bytes, rows: Rows) -> None:
        fields = _MOVE_RECORD.unpack_from(record, 9)
        cells, ends, (active, *rest) = fields[:26], fields[26:52], fields[52:]
        codes, dice, exponent = rest[:8], rest[8:10], rest[10]
        if not (0 <= min(dice) <= max(dice) <= 9 and max(codes) < BAR):
            raise Unreadable(
                "dice %(dice)s and moves %(codes)s: no dice and points", {"dice": dice, "codes": codes}
            )
        player = _side_of_player(active)
        before = self.read_position(cells)
        if self.version >= _UNICODE and record[_EDITED_MOVE]:
            self.add_set_up(rows, player, before, exponent)
        if dice == [0, 0]:
            return  # the game stopped before this roll
        if player == 1 and before is not None:
            before = _XgPosition(before.opponent, before.own)
        hops = _read_hops(codes, dice, before, self.read_position(ends))
        written = Written.PLAY if hops else Written.NOTHING
        rows.add_action(player, Rolled((max(dice), min(dice)), hops, written))

    def read_result(self, record: bytes, rows: Rows) -> None:
        _, _, _, winner, points, ending = _RESULT_RECORD.unpack_from(record, 12)
        self.rows = None
        if winner == 0:
            return
        player = _side_of_player(winner)
        if not 0 <= points <= MOST_NUMBER:
            raise Unreadable("a game cannot be won for %(points)s points", {"points": points})
        if ending >= _RESIGNED:
            rows.add_action(1 - player, Resigned(points))
        rows.add_action(player, Won(points))

    # What they have in common.

    def add_set_up(self, rows: Rows, player: int, checkers: _XgPosition | None, exponent: int) -> None:
        """The position was changed by hand before this record."""
        boards = None if checkers is None else (checkers.own, checkers.opponent)
        owner = None if exponent == 0 else int(exponent < 0)
        rows.add_action(0, SetUp(boards, self.cube_value(rows, exponent), owner, player))

    def cube_value(self, rows: Rows, exponent: int) -> int:
        """The value of a cube: counted from 0 in doublings, positive if player 1 owns it."""
        if abs(exponent) > _MOST_EXPONENT or rows.game.cube << abs(exponent) > MOST_CUBE:
            raise Unreadable("a cube turned %(count)s times", {"count": abs(exponent)})
        return rows.game.cube << abs(exponent)

    def read_position(self, cells: Sequence[int]) -> _XgPosition | None:
        """Read a position; None if it is empty or cannot be."""
        if not any(cells):
            return None
        own = {point: max(cells[point], 0) for point in range(1, 25)} | {BAR: abs(cells[25])}
        opponent = {25 - point: max(-cells[point], 0) for point in range(1, 25)} | {BAR: abs(cells[0])}
        try:
            return _XgPosition(
                make_side(self.variant.checker_count, own), make_side(self.variant.checker_count, opponent)
            )
        except InvalidPosition:
            return None


def _side_of_player(number: int) -> int:
    """Which side a player's number means: 1, or -1 (in some places 2) for the other."""
    if number not in (1, -1, 2):
        raise Unreadable("there is no player %(number)s", {"number": number})
    return int(number != 1)


def _read_hops(
    codes: Sequence[int], dice: Sequence[int], before: _XgPosition | None, after: _XgPosition | None
) -> tuple[Hop, ...]:
    """Read a play and mark its hits by the positions around it.

    Where the moves do not lead from one position to the other, as happens with plays that are against the
    rules, the checkers that have moved show the play.
    """
    moves = _read_moves(codes)
    if before is None or after is None:
        return tuple(Hop(start, end) for start, end in moves)
    own = list(before.own)
    for start, end in moves:
        if start <= BAR and end <= BAR:
            own[start] -= 1
            own[end] += 1
    if tuple(own) != after.own:
        moves = _moves_between(before.own, after.own) or moves
    # The format marks no hits: they are the blots of before that are gone. One passed by is where a way of
    # several dice touched down.
    hit = {p for p in range(1, 25) if before.opponent[25 - p] == 1 and not after.opponent[25 - p]}
    hops: list[Hop] = []
    on_the_way = hit - {end for _, end in moves}
    for start, end in moves:
        for point in sorted(on_the_way, reverse=True):
            if end < point < start and (start - point) in _die_distances(dice):
                hops.append(Hop(start, point, True))
                start = point
                on_the_way.remove(point)
        hops.append(Hop(start, end, end in hit))
    return tuple(hops)


def _read_moves(codes: Sequence[int]) -> list[tuple[int, int]]:
    """Read pairs of points, counted from 0 to 23, the bar 24, off -1 or less; a pair of equals is no move."""
    moves = []
    for start, end in zip(codes[::2], codes[1::2], strict=True):
        if start < 0 or start == end:
            break
        moves.append((start + 1, max(end + 1, OFF)))
    return moves


def _moves_between(before: Side, after: Side) -> list[tuple[int, int]]:
    """The moves that lead from one position of a side to another, if they are four at most."""
    starts, ends = [], []
    for point in range(BAR, -1, -1):
        left = before[point] - after[point]
        starts += [point] * left
        ends += [point] * -left
    return list(zip(starts, ends, strict=True)) if len(starts) <= 4 and OFF not in starts else []


def _die_distances(dice: Sequence[int]) -> tuple[int, ...]:
    one, two = dice
    return (one, 2 * one, 3 * one) if one == two else (one, two)
