"""Writes a record as eXtreme Gammon would: the fields that its published layout names, and no analysis.

The files it makes were read with bgsage 2.0.20260907 and with the xgdatatools in AnkiGammon 1.19.1, which
tell the same of them as the record they were made from.
"""

import struct
import zlib
from collections.abc import Sequence

from engine import adjudicate
from engine.position import Position
from engine.record import (
    Beavered,
    Doubled,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    Resigned,
    Rolled,
    Took,
    Won,
)
from engine.variants import VARIANTS

from .boards import replayed

RECORD = 2560
VARIATIONS = {"backgammon": 0, "nackgammon": 1, "hypergammon": 2}


def xg(record: MatchRecord, version: int = 30, merged: bool = False) -> bytes:
    """A whole file. `merged` writes a checker that is moved on as one move, as the program does."""
    return packed(b"".join(records(record, version, merged)))


def packed(match: bytes, compressed: bool = True, picture: bytes = b"\xff\xd8picture\xff\xd9") -> bytes:
    """Put records into an archive behind the header and a picture."""
    header = struct.pack("<4siiQi16s", b"RGMH", 1, 8232, 0, len(picture), b"\x01" * 16) + bytes(8192)
    blobs, register = b"", b""
    for name, content in (
        (b"temp.xg", match),
        (b"temp.xgi", match[:RECORD] + match[-RECORD:]),
        (b"temp.xgc", rb"{\rtf1 a comment}" b"\r\n"),
    ):
        blob = zlib.compress(content) if compressed else content
        register += struct.pack(
            "<256p256piiiIBBxx",
            name,
            b"",
            len(content),
            len(blob),
            len(blobs),
            zlib.crc32(content),
            not compressed,
            2,
        )
        blobs += blob
    register = zlib.compress(register) if compressed else register
    sizes = (3, 1, len(register), len(blobs), compressed)
    trailer = struct.pack("<IiiiiB15x", zlib.crc32(blobs + register), *sizes)
    return header + picture + blobs + register + trailer


def unclosed(match: bytes, picture: bytes = b"\xff\xd8picture\xff\xd9") -> bytes:
    """Records right behind the header and a picture, packed, and nothing after them."""
    whole = packed(match, picture=picture)
    return whole[: 8232 + len(picture)] + zlib.compress(match)


def records(record: MatchRecord, version: int = 30, merged: bool = False) -> list[bytes]:
    """The records of a match."""
    found = [_header(record, version)]
    judged = {game.number: game.crawford for game in adjudicate(record).games}
    for game in record.games:
        found += _game(game, record.variant, judged.get(game.number, False), merged)
    return [*found, _blank(5, ("<iii", 12, [*_final(record), 0]))]


def _blank(kind: int, *fields: tuple[str, int, Sequence[object]]) -> bytes:
    content = bytearray(RECORD)
    content[8] = kind
    for layout, at, values in fields:
        struct.pack_into(layout, content, at, *values)
    return bytes(content)


def _header(record: MatchRecord, version: int) -> bytes:
    names = [name.encode("cp1252", errors="replace") for name in record.players]
    fields: list[tuple[str, int, Sequence[object]]] = [
        ("<41p", 9, [names[0]]),
        ("<41p", 50, [names[1]]),
        (
            "<iiBBBB",
            92,
            [
                record.length or 99999,
                VARIATIONS[record.variant],
                record.crawford,
                record.jacoby,
                bool(record.beavers),
                bool(record.automatic_doubles),
            ],
        ),
        ("<129p", 136, [record.tags.get("event", "").encode()]),
        ("<ii", 552, [version, 0x494C4D44]),
        ("<ii", 612, [(record.cube_limit or 1024).bit_length() - 1, record.automatic_doubles or 0]),
    ]
    if version >= 24:
        texts = (record.tags.get("event", ""), *record.players, record.tags.get("site", ""))
        for at, text in zip((622, 880, 1138, 1396), texts, strict=True):
            fields.append(("<258s", at, [text[:128].encode("utf-16-le")]))
    return _blank(0, *fields)


def _game(game: GameRecord, variant: str, crawford: bool, merged: bool) -> list[bytes]:
    start = VARIANTS[variant].start_position()
    automatic = game.cube.bit_length() - 1
    found = [
        _blank(
            1,
            ("<iiB", 12, [*game.score, crawford]),
            ("<26b", 21, _cells(start)),
            ("<iB", 48, [game.number, 0]),
            ("<iii", 56, [-1, -1, automatic]),
        )
    ]
    exponent, score, ending = 0, game.score, 1
    for entry, before, after in replayed(game, variant):
        action, player = entry.action, entry.player
        active = -1 if player else 1
        match action:
            case Rolled():
                if not doubled(found):
                    found.append(_cube(active, -2 if not entry.turn else 0, -1, exponent, before))
                found.append(_move(action, active, exponent, before, after, merged))
            case Doubled():
                found.append(_cube(active, 1, -1, exponent, before))
            case Took() | Passed() | Beavered():
                take = [Passed, Took, Beavered].index(type(action))
                found[-1] = found[-1][:20] + struct.pack("<i", take) + found[-1][24:]
                if take:
                    exponent = (abs(exponent) + take) * (-1 if player else 1)
                    if take == 2:  # the doubler plays on
                        found[-1] = found[-1][:24] + struct.pack("<i", 1) + found[-1][28:]
                else:
                    ending = 0
            case Resigned():
                ending = 100
            case Won(points):
                won = abs(points // (game.cube << abs(exponent))) or 1
                score = (score[0] + points * (not player), score[1] + points * player)
                kind = ending + (min(won, 3) if ending else 0) - (ending == 1)
                found.append(_blank(4, ("<iiB3xiii", 12, [*score, 0, active, points, kind])))
    return found


def doubled(found: list[bytes]) -> bool:
    """Whether the last record is a double, which stands before the roll in place of a chance to double."""
    return found[-1][8] == 2 and struct.unpack_from("<i", found[-1], 16)[0] == 1


def _cube(active: int, double: int, take: int, exponent: int, before: Position) -> bytes:
    cells = _cells(before) if active == 1 else _cells(before.with_sides_swapped())
    return _blank(2, ("<iiiiii", 12, [active, double, take, -1, -1, exponent]), ("<26b", 36, cells))


def _move(
    action: Rolled, active: int, exponent: int, before: Position, after: Position, merged: bool
) -> bytes:
    cells = _cells(before) if active == 1 else _cells(before.with_sides_swapped())
    codes: list[int] = []
    for start, end, _ in _joined(action.hops) if merged else action.hops:
        codes += [start - 1, end - 1]
    codes += [-1] * (8 - len(codes))
    return _blank(
        3,
        ("<26b26b", 9, [*cells, *_cells(after)]),
        ("<i8i2ii", 64, [active, *codes, *action.dice, exponent]),
        ("<B", 2308, [1]),
        ("<ii", 2472, [-1, -1]),
    )


def _joined(hops: Sequence[Hop]) -> list[Hop]:
    """One hop for a checker that goes on from where it came to, as long as the play stays the same."""
    found: list[Hop] = []
    for hop in sorted(hops, reverse=True):
        way = next((at for at, before in enumerate(found) if before.end == hop.start), None)
        if way is None:
            found.append(hop)
        else:
            found[way] = Hop(found[way].start, hop.end)
    return found


def _cells(position: Position) -> list[int]:
    """26 numbers from the view of the side that is first: its checkers up, the other's down."""
    own, opponent = position.own, position.opponent
    return [-opponent[25], *(own[p] - opponent[25 - p] for p in range(1, 25)), own[25]]


def _final(record: MatchRecord) -> tuple[int, int]:
    score = list(record.games[-1].score if record.games else (0, 0))
    for entry in record.games[-1].entries:
        if isinstance(entry.action, Won):
            score[entry.player] += entry.action.points
    return score[0], score[1]
