"""The .ogxm format of HedgeHog and OpenGammon, version 2: what was played, not how it was analysed.

After the match each game is a section: a record about it, then a byte for each action: which it is, and whose
(the seat: 0 White, side 0; 1 Black, side 1). The first 21 actions are the rolls; their steps follow, each a
byte with the place a checker starts from and how far it goes. Places are those of an OGID: White moves from
0, his bar, up, and Black from 25 down. A play against the rules is the position it led to.

Source: as of ogxm_bytes.py. docs/files.md says what is made of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import InvalidPosition, Unreadable
from ..position import BAR, OFF, Position, Side, make_side
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
from ..variants import VARIANTS, Variant
from ..words import gettext_lazy as _
from .ogxm_actions import (
    ANNOTATIONS,
    AUTOMATIC,
    BEAVER,
    BEAVERS,
    BOARD,
    CRAWFORD,
    CUBE_SET,
    DOUBLE,
    DROP,
    FORFEIT,
    GAME,
    JACOBY,
    KEY,
    LAST_KNOWN,
    MATCH,
    OF_GAME,
    OF_MATCH,
    RACCOON,
    RESERVED,
    RESIGN_GAME,
    RESIGN_MATCH,
    ROLLS,
    SET_POSITION,
    SETTLE,
    TAKE,
    VARIATIONS,
)
from .ogxm_bytes import MAGIC, Fields, Record, read_sections
from .ogxm_writer import write_ogxm
from .rows import Rows
from .text import one_line

_MOST_GAMES, _MOST_ACTIONS = 1000, 20_000
_MOST_DOUBLES = 20


class Ogxm:
    """The .ogxm codec."""

    code = "ogxm"
    name = _("OGXM")
    description = _("Matches of HedgeHog and OpenGammon, .ogxm files.")

    def recognises_file(self, data: bytes) -> bool:
        """Whether the file begins as every one of this format."""
        return data.startswith(MAGIC)

    def read(self, data: bytes) -> MatchRecord:
        """Read a match. Raises Unreadable, naming the game that cannot be read."""
        reader: _OgxmReader | None = None
        for kind, payload in read_sections(data, frozenset((MATCH, GAME, ANNOTATIONS))):
            if kind == MATCH:
                if reader is not None:
                    raise Unreadable("a second match begins; a file holds one")
                reader = _OgxmReader(Fields(payload).record())
            elif reader is None:
                raise Unreadable("the match is expected before its games")
            elif kind == ANNOTATIONS:
                reader.read_annotations(Fields(payload))
            else:
                number = len(reader.match.games) + 1
                try:
                    reader.read_game(number, Fields(payload))
                except Unreadable as error:
                    raise Unreadable(
                        "game %(number)s: %(fault)s", {"number": number, "fault": error.sentence}
                    ) from None
        if reader is None or not reader.match.games:
            raise Unreadable("the file holds no game")
        return reader.match

    def write_bytes(self, record: MatchRecord) -> bytes:
        """Write a record. Raises InvalidOption where the format has no way to say it."""
        return write_ogxm(record)


class _OgxmReader:
    """Builds a match. Made with the record about it; games are added in order."""

    def __init__(self, record: Record) -> None:
        length, variation = record.number(), record.number()
        if length > MOST_LENGTH or variation >= len(VARIATIONS):
            raise Unreadable(
                "a match to %(length)s points in variation %(variation)s",
                {"length": length, "variation": variation},
            )
        self.variant: Variant = VARIANTS[VARIATIONS[variation]]
        white = one_line(record.text()) if record.has(0) else ""
        black = one_line(record.text()) if record.has(1) else ""
        rules = record.number() if record.has(2) else 0
        money = length == 0
        self.match = MatchRecord(
            "ogxm",
            self.variant.code,
            length,
            (white, black),
            crawford=bool(rules & CRAWFORD) or money,
            jacoby=bool(rules & JACOBY) and money,
            names_jacoby=bool(rules & JACOBY),
            beavers=bool(rules & BEAVERS) if money else None,
            automatic_doubles=None if rules & AUTOMATIC or not money else 0,
            cube_limit=record.number(MOST_CUBE) or None if record.has(3) else None,
        )
        self.score = (record.number(MOST_NUMBER), record.number(MOST_NUMBER)) if record.has(4) else (0, 0)
        self.actions = 0
        self.crawford_over = record.has(11)
        self.read_context(record)

    def read_context(self, record: Record) -> None:
        """Read what is told about the match; the event, the round, the table and the site are kept."""
        if record.has(5):
            record.number(), record.number()
        for bit in (6, 7):
            if record.has(bit):
                record.number()
        for bit in (8, 9):
            if record.has(bit):
                record.number((1 << 64) - 1)
        if record.has(10):
            record.number()
        event = record.text() if record.has(12) else ""
        for bit in (13, 14):
            if record.has(bit):
                record.number()
        stage = record.text() if record.has(15) else ""
        number = str(record.number()) if record.has(16) else ""
        table = record.text() if record.has(17) else ""
        for bit in (18, 19, 20):
            if record.has(bit):
                record.text()
        site = record.text() if record.has(21) else ""
        for tag, text in (("event", event), ("round", stage or number), ("table", table), ("site", site)):
            if text := one_line(text):
                self.match.tags[tag] = text

    def read_game(self, number: int, fields: Fields) -> None:
        if number > _MOST_GAMES:
            raise Unreadable("more than %(most_games)s games", {"most_games": _MOST_GAMES})
        about = fields.record()
        winner = about.number(1) if about.has(0) else None
        points = about.number(MOST_NUMBER) if about.has(1) else 0
        boards = self.read_board(about.numbers(BOARD)) if about.has(3) else None
        cube = about.number(MOST_CUBE) if about.has(4) else 1
        owner = about.number(1) if about.has(5) else None
        doubles = about.number(_MOST_DOUBLES) if about.has(6) else 0
        game = GameRecord(number, self.score, players=self.match.players)
        if number == 1 and self.crawford_over:
            game.crawford = False
        reader = _GameReader(self, game)
        if boards is None and cube == 1 and owner is None:
            game.cube = 1 << doubles
        else:
            reader.set_up(boards, min(cube << doubles, MOST_CUBE), owner, None)
        self.match.games.append(game)
        while not fields.at_end:
            self.actions += 1
            if self.actions > _MOST_ACTIONS:
                raise Unreadable("more than %(most)s actions", {"most": _MOST_ACTIONS})
            reader.read_action(fields, points)
        if winner is not None:
            reader.rows.add_action(winner, Won(points))
            one, two = self.score
            self.score = (one + points, two) if winner == 0 else (one, two + points)

    def read_board(self, cells: Sequence[int]) -> tuple[Side, Side]:
        """Read a position: White's checkers counted up, Black's down, by places."""
        count = self.variant.checker_count
        try:
            return (
                make_side(count, {BAR - place: cell for place, cell in enumerate(cells) if cell > 0}),
                make_side(count, {place: -cell for place, cell in enumerate(cells) if cell < 0}),
            )
        except InvalidPosition as problem:
            raise Unreadable("%(fault)s", {"fault": problem.sentence}) from None

    def read_annotations(self, fields: Fields) -> None:
        """Read those of write_ogxm(), which tell what the format has no field for."""
        of_games: dict[int, dict[str, str]] = {}
        while not fields.at_end:
            record = fields.record()
            scope, about, value = record.number(), record.number(), record.text()
            if not record.has(0) or record.text() != KEY:
                continue
            told = dict(each.partition("=")[::2] for each in value.split())
            if scope == OF_MATCH:
                self.take_terms(told)
            elif scope == OF_GAME and about < len(self.match.games):
                of_games[about] = told
        for about, told in of_games.items():
            _take_result(self.match.games[about], told)

    def take_terms(self, told: dict[str, str]) -> None:
        """What of the rules of a session the record leaves open."""
        if self.match.length == 0:
            if told.get("jacoby") == "open":
                self.match.jacoby, self.match.names_jacoby = True, False
            if told.get("beavers") == "open":
                self.match.beavers = None
            if (most := told.get("automatic", "")).isdecimal() and len(most) <= 6:
                self.match.automatic_doubles = int(most)
            elif most == "open":
                self.match.automatic_doubles = None


def _take_result(game: GameRecord, told: dict[str, str]) -> None:
    """What a record has otherwise: a game's number, the score before it, no word of a resignation."""
    if (number := told.get("number", "")).isdecimal() and len(number) <= 6:
        game.number = int(number)
    one, _, two = told.get("score", "").partition("-")
    if one.isdecimal() and two.isdecimal() and max(len(one), len(two)) <= 6:
        game.score = int(one), int(two)
    if told.get("resigned") == "silently":
        game.entries = [entry for entry in game.entries if not isinstance(entry.action, Resigned)]


class _Extras(NamedTuple):
    """What more is told of an action: the dice of a play against the rules, how often the cube is given up,
    the value and the owner a cube is set to, the cells of a position.
    """

    dice: tuple[int, int] | None = None
    factor: int | None = None
    cube: int | None = None
    cells: tuple[int, ...] | None = None
    owner: int | None = None


def _read_extras(record: Record) -> _Extras:
    dice = (record.byte(), record.byte()) if record.has(0) else None
    factor = record.number(3) if record.has(1) else None
    cube = record.number(MOST_CUBE) if record.has(2) else None
    if record.has(4):
        record.take(4)
    if record.has(5):
        record.take(record.number(64))
    cells = record.numbers(BOARD) if record.has(6) else None
    if record.has(7):
        record.number()
    return _Extras(dice, factor, cube, cells, record.number(1) if record.has(8) else None)


class _GameReader:
    """Reads the actions of a game, with the checkers and the cube as far as they can be followed."""

    def __init__(self, match: _OgxmReader, game: GameRecord) -> None:
        self.match, self.game, self.rows = match, game, Rows(game)
        start = match.variant.start_position()
        self.boards = [list(start.own), list(start.opponent)]  # of White and of Black
        self.owner: int | None = None
        self.cube = 0  # what it shows, once somebody has turned or set it
        self.pending: SetUp | None = None

    @property
    def value(self) -> int:
        return self.cube or self.game.cube

    def set_up(
        self, boards: tuple[Side, Side] | None, cube: int, owner: int | None, on_roll: int | None
    ) -> None:
        """The game goes on from a position, with the cube as it is then."""
        entries = self.game.entries
        if boards is not None and entries and entries[-1].action is self.pending:
            entries.pop()  # the cube was set just before
        if boards is not None:
            self.boards = [list(side) for side in boards]
        self.cube, self.owner = cube, owner
        action = SetUp(boards, cube, owner, on_roll)
        self.pending = action if boards is None else None
        self.rows.add_action(0, action)

    def read_action(self, fields: Fields, points: int) -> None:
        first = fields.byte()
        action, seat = first & 0x3F, first >> 6 & 1
        hops = self.read_hops(fields, ROLLS[action], seat) if action < len(ROLLS) else ()
        record = fields.record() if first & 0x80 else None
        more = _read_extras(record) if record is not None and action <= LAST_KNOWN else _Extras()
        if action < len(ROLLS):
            low, high = ROLLS[action]
            self.rows.add_action(seat, Rolled((high, low), hops, Written.PLAY if hops else Written.NOTHING))
        elif action == DOUBLE:
            self.rows.add_action(seat, Doubled(min(2 * self.value, MOST_CUBE)))
        elif action == TAKE:
            self.turn_cube(2, seat)
            self.rows.add_action(seat, Took())
        elif action in (BEAVER, RACCOON):
            self.turn_cube(4 if action == BEAVER else 2, seat if action == BEAVER else 1 - seat)
            self.rows.add_action(seat, Beavered(self.value))
        elif action == DROP:
            self.rows.add_action(seat, Passed())
        elif action in (RESIGN_GAME, RESIGN_MATCH, FORFEIT, SETTLE):
            self.rows.add_action(seat, Resigned(self.resigned_points(action, more, points)))
        elif action == SET_POSITION and more.cells is not None:
            self.read_position(more.cells, more.dice, seat)
        elif action == CUBE_SET and more.cube:
            self.set_up(None, more.cube, more.owner, None)
        elif action in (RESERVED, SET_POSITION, CUBE_SET):
            raise Unreadable("action %(action)s makes no sense here", {"action": action})

    def turn_cube(self, times: int, owner: int) -> None:
        self.cube, self.owner = min(self.value * times, MOST_CUBE), owner

    def resigned_points(self, action: int, more: _Extras, points: int) -> int:
        """What is given up: so often the cube, or what the winner is given for it."""
        if action != RESIGN_GAME or not more.factor:
            return points
        return min(more.factor * self.value, MOST_NUMBER)

    def read_hops(self, fields: Fields, dice: tuple[int, int], seat: int) -> tuple[Hop, ...]:
        """Read the steps of a roll, as many as it can have, and mark the hits by the checkers."""
        hops = []
        for _step in range(4 if dice[0] == dice[1] else 2):
            step = fields.byte()
            if step == 0:
                break
            place, pips = step & 0x1F, step >> 5
            start = BAR - place if seat == 0 else place
            if not 1 <= start <= BAR or not 1 <= pips <= 6:
                raise Unreadable("a step of %(pips)s from %(place)s", {"pips": pips, "place": place})
            hops.append(self.move(seat, start, max(start - pips, OFF)))
        return tuple(hops)

    def move(self, seat: int, start: int, end: int) -> Hop:
        """Move a checker, and hit the one that stands alone where it lands."""
        own, opponent = self.boards[seat], self.boards[1 - seat]
        own[start] -= 1
        own[end] += 1
        hit = end != OFF and opponent[25 - end] == 1
        if hit:
            opponent[25 - end] = 0
            opponent[BAR] += 1
        return Hop(start, end, hit)

    def read_position(self, cells: Sequence[int], dice: tuple[int, int] | None, seat: int) -> None:
        """A position set by hand; or, with dice, what a play against the rules led to."""
        boards = self.match.read_board(cells)
        if dice is None:
            self.set_up(boards, self.value, self.owner, seat)
            return
        if not 1 <= min(dice) <= max(dice) <= 9:
            raise Unreadable("%(one)s and %(two)s are no dice", {"one": dice[0], "two": dice[1]})
        player = 1 - seat
        before = Position(tuple(self.boards[player]), tuple(self.boards[1 - player]))
        hops = hops_between(before, boards[player], boards[seat])
        rolled = (max(dice), min(dice))
        self.rows.add_action(player, Rolled(rolled, hops or (), Written.PLAY if hops else Written.NOTHING))
        if hops is None:
            self.set_up(boards, self.value, self.owner, seat)
        self.boards = [list(side) for side in boards]


def hops_between(before: Position, own: Sequence[int], opponent: Sequence[int]) -> tuple[Hop, ...] | None:
    """The checkers that were moved and hit from one position to another; None if no four moves lead there."""
    starts, ends = [], []
    for point in range(BAR, -1, -1):
        left = before.own[point] - own[point]
        starts += [point] * left
        ends += [point] * -left
    hit = {p for p in range(1, BAR) if before.opponent[25 - p] == 1 and not opponent[25 - p]}
    known = hit <= {*ends} and opponent[BAR] == before.opponent[BAR] + len(hit)
    if len(starts) > 4 or OFF in starts or not known:
        return None
    return tuple(Hop(start, end, end in hit) for start, end in zip(starts, ends, strict=True))
