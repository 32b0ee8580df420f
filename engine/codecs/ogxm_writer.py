"""Writes OGXM: what a record says happened, in the words the format has for it.

What it has no words for stands in annotations of our own, which other readers keep and pass over: that the
rules of a session are open, how a game is numbered and scored otherwise than it follows, that a game was
given up without a word.
"""

import re
import struct
from collections.abc import Iterator, Sequence

from ..dice import Roll, is_roll
from ..errors import InvalidOption
from ..position import BAR, OFF, Position, Side
from ..record import (
    MOST_CUBE,
    MOST_NUMBER,
    Beavered,
    Declined,
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
)
from ..variants import VARIANTS, Variant
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
    GAME,
    JACOBY,
    KEY,
    MATCH,
    OF_GAME,
    OF_MATCH,
    RACCOON,
    RACCOONS,
    RESIGN_GAME,
    RESIGN_MATCH,
    ROLLS,
    SET_POSITION,
    TAKE,
    VARIATIONS,
)
from .ogxm_bytes import file_bytes, number_bytes, record_bytes, text_bytes

_ROLLS = {dice: action for action, dice in enumerate(ROLLS)}
_MORE = 0x80
_MOST_EVENT, _MOST_STAGE, _MOST_TABLE, _MOST_SITE = 120, 60, 24, 253
_HOST = re.compile(r"[a-z0-9.-]+", re.A)


def write_ogxm(record: MatchRecord) -> bytes:
    """Write a record. Raises InvalidOption, naming what the format cannot say."""
    if record.variant not in VARIATIONS:
        raise InvalidOption(
            "OGXM has no %(variant)s", {"variant": VARIANTS[record.variant].name}, option="to"
        )
    sections = [(MATCH, _match_bytes(record), True)]
    notes = [(OF_MATCH, 0, _terms_told(record))]
    score = record.games[0].score if record.games else (0, 0)
    for index, game in enumerate(record.games):
        writer = _GameWriter(game, VARIANTS[record.variant])
        sections.append((GAME, writer.game_bytes(), True))
        told = [f"number={game.number}"] * (game.number != index + 1)
        told += [f"score={game.score[0]}-{game.score[1]}"] * (game.score != score)
        notes.append((OF_GAME, index, " ".join([*told, *["resigned=silently"] * writer.gave_up_silently])))
        for entry in game.entries:
            if isinstance(entry.action, Won):
                one, two = score
                points = entry.action.points
                score = (one + points, two) if entry.player == 0 else (one, two + points)
                break
    if told_bytes := b"".join(
        record_bytes(number_bytes(scope) + number_bytes(about) + text_bytes(text), {0: text_bytes(KEY)})
        for scope, about, text in notes
        if text
    ):
        sections.append((ANNOTATIONS, told_bytes, False))
    return file_bytes(sections)


def _match_bytes(record: MatchRecord) -> bytes:
    money = record.length == 0
    rules = (
        CRAWFORD * (record.crawford and not money)
        + JACOBY * (record.jacoby and record.names_jacoby)
        + BEAVERS * (money and record.beavers is not False and _most_beavers(record) > 0)
        + RACCOONS * (money and record.beavers is not False and _most_beavers(record) > 1)
        + AUTOMATIC * bool(record.automatic_doubles and money)
    )
    limit = record.cube_limit or 0
    fields = {
        0: text_bytes(record.players[0]) if record.players[0] else b"",
        1: text_bytes(record.players[1]) if record.players[1] else b"",
        2: number_bytes(rules) if rules else b"",
        3: number_bytes(limit) if limit and limit.bit_count() == 1 else b"",
    }
    start = record.games[0].score if record.games else (0, 0)
    if start != (0, 0):
        fields[4] = number_bytes(start[0]) + number_bytes(start[1])
    tags = record.tags
    for bit, tag, most in (
        (12, "event", _MOST_EVENT),
        (15, "round", _MOST_STAGE),
        (17, "table", _MOST_TABLE),
    ):
        if text := tags.get(tag):
            fields[bit] = text_bytes(text, most)
    if (site := tags.get("site", "")) and _HOST.fullmatch(site) and len(site) <= _MOST_SITE:
        fields[21] = text_bytes(site)
    found = {bit: content for bit, content in fields.items() if content}
    if record.games and record.games[0].crawford is False and max(start) == record.length - 1 > 0:
        found[11] = b""
    mandatory = number_bytes(record.length) + number_bytes(VARIATIONS.index(record.variant))
    return record_bytes(mandatory, found)


def _most_beavers(record: MatchRecord) -> int:
    """How often a cube is turned back in the record: 1 a beaver, 2 a raccoon; 1 if beavers are allowed."""
    most, found = int(bool(record.beavers)), 0
    for entry in (entry for game in record.games for entry in game.entries):
        found = found + 1 if isinstance(entry.action, Beavered) else 0
        most = max(most, found)
    return most


def _terms_told(record: MatchRecord) -> str:
    """What of a session's rules is open, which bits cannot say."""
    if record.length:
        return ""
    told = ["jacoby=open"] * (record.jacoby and not record.names_jacoby)
    told += ["beavers=open"] * (record.beavers is None)
    if record.automatic_doubles is None:
        told.append("automatic=open")
    elif record.automatic_doubles:
        told.append(f"automatic={record.automatic_doubles}")
    return " ".join(told)


class _GameWriter:
    """Writes a game, following the checkers and the cube as far as the record does."""

    def __init__(self, game: GameRecord, variant: Variant) -> None:
        self.game, self.variant = game, variant
        start = variant.start_position()
        self.boards: list[Side] = [start.own, start.opponent]
        self.known = True  # where the checkers are
        self.value = game.cube
        self.owner: int | None = None
        self.beavers = 0  # how often the cube was turned since it was offered
        self.gave_up_silently = False

    def game_bytes(self) -> bytes:
        fields: dict[int, bytes] = {}
        entries = list(self.game.entries)
        if (
            entries
            and isinstance(first := entries[0].action, SetUp)
            and first.on_roll is None
            and first != SetUp()
        ):
            del entries[0]
            self.take_set_up(first)
            if first.boards is not None:
                fields[3] = self.board_bytes(first.boards)
            self.require(first.cube.bit_count() == 1 and first.cube <= MOST_CUBE, "cube")
            if first.cube != 1:
                fields[4] = number_bytes(first.cube)
            if first.owner is not None:
                fields[5] = number_bytes(first.owner)
        elif self.game.cube > 1:
            self.require(self.game.cube.bit_count() == 1, "cube")
            fields[6] = number_bytes(self.game.cube.bit_length() - 1)
        content = bytearray()
        won = next(
            ((entry.player, entry.action.points) for entry in entries if isinstance(entry.action, Won)), None
        )
        won_points = None if won is None else won[1]
        spoken = any(isinstance(entry.action, Resigned) for entry in entries)
        for index, (_, player, action) in enumerate(entries):
            follows = entries[index + 1].action if index + 1 < len(entries) else None
            match action:
                case Resigned() if isinstance(follows, Declined):
                    pass
                case Rolled():
                    content += self.roll_bytes(player, action, isinstance(follows, Won | Resigned | None))
                case Resigned(points):
                    content += self.resignation_bytes(player, points, won_points)
                case Won(points) if not spoken and self.is_given_up(entries[:index], player):
                    self.gave_up_silently = True
                    content += self.resignation_bytes(1 - player, points, won_points)
                case SetUp():
                    content += self.set_up_bytes(player, action)
                case _:
                    content += self.cube_bytes(player, action)
        if won is not None:
            winner, points = won
            self.require(points <= MOST_NUMBER, "points")
            fields |= {0: number_bytes(winner), 1: number_bytes(points)}
        return record_bytes(b"", fields) + bytes(content)

    def require(self, can_be_said: bool, what: str) -> None:
        if not can_be_said:
            raise InvalidOption(
                "game %(game)s: OGXM cannot say this (%(what)s)",
                {"game": self.game.number, "what": what},
                option="to",
            )

    def is_given_up(self, before: Sequence[object], winner: int) -> bool:
        """Whether a game that `winner` won had no other end: nobody passed, nobody bore off."""
        actions = [entry.action for entry in before]  # type: ignore[attr-defined]
        over = self.known and any(
            self.variant.game_finish(self.boards[side], self.boards[1 - side]) for side in (0, 1)
        )
        return (
            not over
            and not any(isinstance(action, Passed) for action in actions)
            and not (bool(actions) and isinstance(actions[-1], Doubled))
        )

    # Actions.

    def roll_bytes(self, player: int, action: Rolled, last: bool) -> bytes:
        high, low = action.dice
        self.require(is_roll((high, low)), "dice")
        code, most = _ROLLS[low, high], 4 if high == low else 2
        steps: Sequence[Hop] | None = None
        if self.known:
            before = Position(self.boards[player], self.boards[1 - player])
            judged = self.variant.judge_play(before.own, before.opponent, (high, low), action.hops)
            if judged.own is None or judged.opponent is None:
                self.known = False
            else:
                after = Position(tuple(judged.own), tuple(judged.opponent))
                self.boards[player], self.boards[1 - player] = after.own, after.opponent
                if judged.fault is None:
                    steps = _steps(before, after, (high, low), action.hops)
                elif action.hops or not last:
                    return self.position_bytes(1 - player, (low, high))
        if steps is None:  # against the rules, or with the checkers unknown: as well as it can be said
            ways = _ways((high, low), action.hops)
            steps = next((way for way in ways if len(way) <= most and all(map(_is_a_step, way))), None)
        self.require(steps is not None, "play")
        parts = [
            (hop.start - hop.end) << 5 | (hop.start if player else BAR - hop.start) for hop in steps or ()
        ]
        return bytes([code | player << 6, *parts, *[0] * (len(parts) < most)])

    def cube_bytes(self, player: int, action: object) -> bytes:
        seat = player << 6
        match action:
            case Doubled():
                self.beavers = 0
                return bytes([DOUBLE | seat])
            case Took():
                if not self.beavers:
                    self.value, self.owner = 2 * self.value, player
                return bytes([TAKE | seat]) if not self.beavers else b""
            case Beavered():
                self.beavers += 1
                self.value *= 4 if self.beavers == 1 else 2
                self.owner = player if self.beavers == 1 else 1 - player
                self.require(self.beavers <= 2, "beaver")
                return bytes([(BEAVER if self.beavers == 1 else RACCOON) | seat])
            case Passed():
                return bytes([DROP | seat])
        return b""

    def resignation_bytes(self, player: int, points: int | None, won_points: int | None) -> bytes:
        times = 1 if points is None else next((n for n in (1, 2, 3) if n * self.value == points), 0)
        # Who gives up the match gives what the winner gets for it, whatever the cube says.
        is_match = points is not None and (points == won_points or points >= 3 * self.value)
        code = RESIGN_MATCH if is_match and not times else RESIGN_GAME
        return bytes([code | player << 6 | _MORE]) + record_bytes(b"", {1: number_bytes(times or 1)})

    def set_up_bytes(self, player: int, action: SetUp) -> bytes:
        content = b""
        if (action.cube, action.owner) != (self.value, self.owner) or action.boards is None:
            self.require(action.cube.bit_count() == 1 and action.cube <= MOST_CUBE, "cube")
            more = {2: number_bytes(action.cube)}
            if action.owner is not None:
                more[8] = number_bytes(action.owner)
            content = bytes([CUBE_SET | player << 6 | _MORE]) + record_bytes(b"", more)
        self.take_set_up(action)
        if action.boards is not None:
            content += self.position_bytes(player if action.on_roll is None else action.on_roll)
        return content

    def take_set_up(self, action: SetUp) -> None:
        self.value, self.owner = action.cube, action.owner
        if action.boards is not None:
            self.boards, self.known = list(action.boards), True

    def position_bytes(self, seat: int, dice: tuple[int, int] | None = None) -> bytes:
        """The position as it is now, by hand or, with dice, by a play against the rules."""
        more = {6: self.board_bytes(self.boards)}
        if dice is not None:
            more |= {0: bytes(dice), 3: b""}
        return bytes([SET_POSITION | seat << 6 | _MORE]) + record_bytes(b"", more)

    def board_bytes(self, boards: Sequence[Side]) -> bytes:
        """White's checkers counted up, Black's down, by places: no two sides on one."""
        white, black = boards
        self.require(not any(white[BAR - place] and black[place] for place in range(1, BAR)), "position")
        return struct.pack(BOARD, *_cells(white, black))


def _steps(before: Position, after: Position, dice: Roll, hops: Sequence[Hop]) -> Sequence[Hop] | None:
    """A step for each die: as written if it can be played in this order, else from the back of the board."""
    for way in _ways(dice, hops):
        for steps in (way, sorted(way, reverse=True)):
            if _position_after(before, steps) == after:
                return steps
    return None


def _ways(dice: Roll, hops: Sequence[Hop]) -> Iterator[list[Hop]]:
    """How hops that merge several dice may have been played. One bears off with more than it takes."""
    high, low = dice
    if high == low:
        yield [
            Hop(start, max(start - high, hop.end))
            for hop in hops
            for start in range(hop.start, hop.end, -high)
        ]
    elif len(hops) == 1 and hops[0].start - hops[0].end not in dice:
        start, end, _ = hops[0]
        for first in dice:
            yield [Hop(start, start - first), Hop(start - first, end)]
    yield list(hops)


def _is_a_step(hop: Hop) -> bool:
    return 1 <= hop.start - hop.end <= 6 and OFF <= hop.end < hop.start <= BAR


def _position_after(before: Position, steps: Sequence[Hop]) -> Position | None:
    """The position the steps lead to; None if one finds no checker, a closed point, or one on the bar."""
    own, opponent = list(before.own), list(before.opponent)
    for start, end, _ in steps:
        if not OFF <= end < start or not own[start] or (own[BAR] and start != BAR):
            return None
        if end != OFF and opponent[BAR - end] > 1:
            return None
        own[start] -= 1
        own[end] += 1
        if end != OFF and opponent[BAR - end] == 1:
            opponent[BAR - end] = 0
            opponent[BAR] += 1
    return Position(tuple(own), tuple(opponent))


def _cells(white: Side, black: Side) -> Iterator[int]:
    for place in range(BAR + 1):
        own = white[BAR - place] if place < BAR else 0
        yield own - (black[place] if place else 0)
