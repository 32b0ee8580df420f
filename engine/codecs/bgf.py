"""The .bgf format of BGBlitz: reading only, what was played and not how it was analysed.

A line of JSON that names the program's ways to pack, then the match as an object of Smile or JSON, packed
with gzip or not at all. Green is side 0 and -1 as a player, red is side 1 and 1. Points are the player's own,
25 the bar and 0 off. What is no roll has a 7 for a die: a turn of the cube, with -1 for the first point, or a
roll that could not be played, with its dice in place of the first move.

Source: public readers of the format, as far as they agree: bgfparser, blunderDB, gammonview. docs/files.md.
"""

import json
import zlib
from typing import Any

from ..dice import is_roll
from ..errors import InvalidPosition, Unreadable
from ..position import BAR, OFF, Side, make_side
from ..record import (
    MOST_CUBE,
    MOST_LENGTH,
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
from ..variants import Variant, variant_starting_with
from ..words import gettext_lazy as _
from . import smile
from .rows import Rows
from .text import one_line

MOST_UNPACKED = 16 << 20
"""A match may unpack to as many bytes; the longest known ones, analysed, take 8 MB."""

_LONGEST_HEADER = 1000
_HEADER_NAMES = frozenset(("compression", "encoding", "compress", "useSmile"))
_WANTED = frozenset((
    "matchlen", "games", "moves", "initial", "nameGreen", "nameRed", "finalGreen", "finalRed",
    "useCrawford", "useJacoby", "useBeaver", "useCube", "cubeLimit", "event", "location", "round",
    "date", "scoreGreen", "scoreRed", "wonPoints", "isCrawford", "wasResignation", "wasForfeit",
    "points", "cube", "cubeOwner", "type", "player", "from", "to", "red", "green", "equity",
    "cubeDecision", "hasDoubled", "hasAccepted",
))  # fmt: skip
"""Members of objects that record what was played; the others, most of a file, are not kept."""
_MOST_CONTAINERS, _MOST_ITEMS = 300_000, 1_500_000
_MOST_GAMES, _MOST_MOVES = 1000, 20_000

Json = dict[str, Any]


class Bgf:
    """The .bgf codec."""

    code = "bgf"
    name = _("BGBlitz")
    description = _("Matches of BGBlitz, .bgf files.")

    def recognises_file(self, data: bytes) -> bool:
        """Whether the first line is an object of JSON that says how the rest is packed."""
        line, end, _ = data[:_LONGEST_HEADER].partition(b"\n")
        if not end or not line.startswith(b"{"):
            return False
        try:
            header = json.loads(line)
        except (ValueError, RecursionError):
            return False
        return isinstance(header, dict) and not _HEADER_NAMES.isdisjoint(header)

    def read(self, data: bytes) -> MatchRecord:
        """Read a match. Raises Unreadable, naming the game and move that cannot be read."""
        match = _unpack_match(data.partition(b"\n")[2])
        if not isinstance(match, dict):
            raise Unreadable("an object with the match is expected")
        games = _read_list(match, "games")
        if not games:
            raise Unreadable("the file holds no game")
        played = [game.get("moves") for game in games if isinstance(game, dict)]
        moves = sum(len(each) for each in played if isinstance(each, list))
        if len(games) > _MOST_GAMES or moves > _MOST_MOVES:
            raise Unreadable(
                "more than %(most_games)s games or %(most_moves)s moves",
                {"most_games": _MOST_GAMES, "most_moves": _MOST_MOVES},
            )
        length, limit = _read_number(match, "matchlen", most=MOST_LENGTH), match.get("cubeLimit")
        variant = _variant_by_start(games[0])
        record = MatchRecord(
            "bgf",
            variant.code,
            length,
            (_read_text(match, "nameGreen"), _read_text(match, "nameRed")),
            crawford=match.get("useCrawford") is not False or length == 0,
            jacoby=match.get("useJacoby") is True and length == 0,
            names_jacoby=match.get("useJacoby") is True,
            beavers=match.get("useBeaver") is True and length == 0,
            cube_limit=1 if match.get("useCube") is False else limit if _is_cube_value(limit) else None,
        )
        for tag, name in (
            ("event", "event"),
            ("site", "location"),
            ("round", "round"),
            ("eventdate", "date"),
        ):
            if text := _read_text(match, name):
                record.tags[tag] = text
        scores = [(_read_number(game, "scoreGreen"), _read_number(game, "scoreRed")) for game in games]
        scores.append((_read_number(match, "finalGreen"), _read_number(match, "finalRed")))
        for index, game in enumerate(games):
            try:
                record.games.append(_read_game(index, game, scores, record, variant))
            except Unreadable as error:
                raise Unreadable(
                    "game %(number)s: %(fault)s", {"number": index + 1, "fault": error.sentence}
                ) from None
        return record


def _unpack_match(packed: bytes) -> Any:
    """Unpack and decode what follows the header."""
    if packed[:1] in (b"\x1f", b"\x78"):
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)
        try:
            plain = unpacker.decompress(packed, MOST_UNPACKED)
        except zlib.error as error:
            raise Unreadable("the match cannot be unpacked: %(error)s", {"error": error}) from None
        if not unpacker.eof:
            cut = len(plain) < MOST_UNPACKED
            raise Unreadable(
                "the packed match breaks off" if cut else "the match unpacks to more than %(most)s bytes",
                {"most": MOST_UNPACKED},
            )
    else:
        plain = packed
    if plain.startswith(smile.MAGIC):
        return smile.decode_smile(plain, _WANTED)
    if plain.count(b"{") + plain.count(b"[") > _MOST_CONTAINERS or plain.count(b",") > _MOST_ITEMS:
        raise Unreadable("the match has more values than any match")
    try:
        return json.loads(plain, object_pairs_hook=_keep_game_members)
    except (ValueError, RecursionError):
        raise Unreadable("the match is neither Smile nor JSON") from None


def _keep_game_members(members: list[tuple[str, Any]]) -> Json:
    return {name: value for name, value in members if name in _WANTED}


def _variant_by_start(game: Any) -> Variant:
    """The variant whose games begin as this one does; backgammon if none does."""
    initial = game.get("initial") if isinstance(game, dict) else None
    return variant_starting_with(
        lambda checkers: _read_position(initial, checkers) if isinstance(initial, dict) else None
    )


def _read_game(
    index: int, game: Json, scores: list[tuple[int, int]], record: MatchRecord, variant: Variant
) -> GameRecord:
    before, after = scores[index], scores[index + 1]
    found = GameRecord(index + 1, before, players=record.players)
    crawford = game.get("isCrawford")
    found.crawford = crawford if isinstance(crawford, bool) and record.length else None
    rows = Rows(found)
    cube = _begin_game(game, rows, variant)
    _read_moves(_read_list(game, "moves"), rows, cube)
    gains = (after[0] - before[0], after[1] - before[1])
    if max(gains) > 0 and min(gains) == 0:
        winner = gains.index(max(gains))
        points = _read_number(game, "wonPoints") or max(gains)
        if game.get("wasResignation") is True or game.get("wasForfeit") is True:
            rows.add_action(1 - winner, Resigned(points))
        rows.add_action(winner, Won(points))
    return found


def _is_cube_value(value: object) -> bool:
    return type(value) is int and 0 < value <= MOST_CUBE


def _begin_game(game: Json, rows: Rows, variant: Variant) -> int:
    """Begin a game from the position it names, and return the value of its cube."""
    initial = game.get("initial")
    if not isinstance(initial, dict):
        return 1
    cube = _read_number(initial, "cube", most=MOST_CUBE) or 1
    checkers = _read_position(initial, variant.checker_count)
    start = variant.start_position()
    if checkers not in (None, (start.own, start.opponent)):
        owner = {-1: 0, 1: 1}.get(_read_number(initial, "cubeOwner", least=-1, most=1))
        rows.add_action(0, SetUp(checkers, cube, owner))
    else:
        rows.game.cube = cube
    return cube


def _read_position(initial: Json, checkers: int) -> tuple[Side, Side] | None:
    """Read a position: red's points 1 to 24, green's checkers counted up and red's down, then the bars."""
    points = initial.get("points")
    if not isinstance(points, list) or len(points) < 26 or any(type(count) is not int for count in points):
        return None
    green = {24 - at: max(points[at], 0) for at in range(24)} | {BAR: abs(points[24])}
    red = {at + 1: max(-points[at], 0) for at in range(24)} | {BAR: abs(points[25])}
    try:
        return make_side(checkers, green), make_side(checkers, red)
    except InvalidPosition:
        return None


def _read_moves(moves: list[Any], rows: Rows, cube: int) -> None:
    """Read what happens in a game.

    The cube comes in two ways: as moves of kinds of their own ("adouble", "atake", "apass"), or as
    ordinary moves without dice, whose "cubeDecision" says what was done.
    """
    doubler: int | None = None
    accepted: bool | None = None
    for number, move in enumerate(moves, 1):
        try:
            if not isinstance(move, dict):
                raise Unreadable("an object is expected")
            kind = move.get("type")
            player = (_read_number(move, "player", least=-1, most=1) + 1) // 2
            decision = _cube_decision(move)
            if kind == "adouble" or (
                kind == "amove"
                and doubler is None
                and _is_cube_move(move)
                and decision.get("hasDoubled") is True
            ):
                doubler, accepted = player, decision.get("hasAccepted")
                rows.add_action(player, Doubled(2 * cube))
            elif kind in ("atake", "apass") or (
                kind == "amove" and doubler is not None and _is_cube_move(move)
            ):
                if doubler is not None:
                    player = 1 - doubler
                if kind == "amove" and accepted is None:
                    accepted = decision.get("hasAccepted")
                taken = kind == "atake" or (kind == "amove" and accepted is True)
                rows.add_action(player, Took() if taken else Passed())
                cube, doubler = min(cube << taken, MOST_CUBE), None
            elif kind == "amove" and (rolled := _read_roll(move)) is not None:
                if not rolled.hops and number == len(moves) and player == rows.last:
                    continue  # the mark of the end
                rows.add_action(player, rolled)
        except Unreadable as error:
            raise Unreadable(
                "move %(number)s: %(fault)s", {"number": number, "fault": error.sentence}
            ) from None


def _is_cube_move(move: Json) -> bool:
    """Whether a move that moves nothing is one of the cube: it has no dice."""
    return _read_points(move, "from")[0] == -1 and not _read_dice(move)


def _cube_decision(move: Json) -> Json:
    equity = move.get("equity")
    decision = equity.get("cubeDecision") if isinstance(equity, dict) else None
    return decision if isinstance(decision, dict) else {}


def _read_dice(move: Json) -> tuple[int, int] | None:
    """The dice of a move, the higher first; None for those that mark something else."""
    one, two = _read_number(move, "red", most=99), _read_number(move, "green", most=99)
    return (max(one, two), min(one, two)) if is_roll((one, two)) else None


def _read_roll(move: Json) -> Rolled | None:
    """Read a roll and its play; None for a move that is neither, as the last of a game can be."""
    starts, ends = _read_points(move, "from"), _read_points(move, "to")
    dice = _read_dice(move)
    if dice is None:
        one, two = starts[0], ends[0]
        if not is_roll((one, two)):
            return None
        return Rolled((max(one, two), min(one, two)), (), Written.NOTHING)
    hops = []
    for start, end in zip(starts, ends, strict=False):
        if start < 0:
            break
        hops.append(Hop(start, max(end, OFF)))
    return Rolled(dice, tuple(hops), Written.PLAY if hops else Written.NOTHING)


# Fields.


def _read_list(owner: Json, name: str) -> list[Any]:
    found = owner.get(name)
    if not isinstance(found, list):
        raise Unreadable('"%(name)s" is not a list', {"name": name})
    return found


def _read_number(owner: Any, name: str, least: int = 0, most: int = 99_999) -> int:
    """Read a number; 0 if there is none."""
    if not isinstance(owner, dict):
        raise Unreadable("an object is expected")
    found = owner.get(name)
    if found is None:
        return 0
    if type(found) is not int or not least <= found <= most:
        raise Unreadable(
            '"%(name)s" is not a number from %(least)s to %(most)s',
            {"name": name, "least": least, "most": most},
        )
    return found


def _read_text(owner: Json, name: str) -> str:
    found = owner.get(name)
    return one_line(found) if isinstance(found, str) else ""


def _read_points(move: Json, name: str) -> list[int]:
    """Read up to four points; none are a -1."""
    found = move.get(name, [])
    if not isinstance(found, list) or any(type(at) is not int or abs(at) > 99 for at in found):
        raise Unreadable('"%(name)s" is not a list of points', {"name": name})
    return found[:4] or [-1]
