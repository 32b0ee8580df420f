"""What the fuzzer begins with: the transcripts of the tests, in every format, and something for each door."""

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from random import Random

from engine.codecs import PACKED, WRITTEN
from engine.codecs.ogxm_actions import ANNOTATIONS, GAME, MATCH
from engine.codecs.ogxm_bytes import read_sections
from engine.record import Doubled, MatchRecord, Resigned, Rolled, Took, Won
from engine.variants import VARIANTS

from ..engine.bgf_files import bgf, smile
from ..engine.bgf_files import match as blitz_match
from ..engine.croupier import match
from ..engine.dialects import DIALECTS
from ..engine.oldmoves_files import oldmoves
from ..engine.planted import planted_files
from ..engine.test_snowie import LEFT, RIGHT, START
from ..engine.xg_files import records, xg
from . import referee

DATA = Path(__file__).parent.parent / "data"
LARGEST = 8000
"""Bytes of a transcript: small inputs are tried more often."""


def seeds() -> Iterator[bytes]:
    """Yield inputs, each with the byte of its door before it."""
    matches = [
        match(Random(seed), 1 + seed % 3, variant, longest=20)
        for seed, variant in enumerate(known for known in VARIANTS for _ in range(3))
    ]
    files = [path.read_bytes() for path in sorted(DATA.rglob("*")) if path.suffix in (".mat", ".sgf")]
    files += [content for content in planted_files().values() if content not in files]
    files = [content for content in files if len(content) <= LARGEST]
    for record in matches:
        files += [codec.write(record).encode() for codec in WRITTEN.values()]
        files += [dialect(record).encode() for dialect in DIALECTS]
    files += [
        oldmoves(record, lambda game: game % 2, lambda game: game % 3 == 0).encode() for record in matches
    ]
    files += [LEFT, RIGHT, START]
    doors = cycle((referee.written, referee.dice, referee.options))
    for number, (content, door) in enumerate(zip(files, doors, strict=False)):
        yield through(referee.transcript, content)
        yield through(door, bytes([number % 256]) * (door is referee.options) + content)
    for record in matches:
        yield through(referee.record, b"\0" + _bytes(record))
        if record.variant in ("backgammon", "nackgammon", "hypergammon"):
            yield through(referee.transcript, xg(record))
            yield through(referee.transcript, bgf(record))
            yield through(referee.transcript, PACKED["ogxm"].write_bytes(record))
            yield through(referee.open_gammon, _sections(PACKED["ogxm"].write_bytes(record)))
            yield from _unpacked(record)
    yield from _small()


def through(door: Callable[[bytes], None], content: bytes) -> bytes:
    return bytes([referee.DOORS.index(door)]) + content


def _unpacked(record: MatchRecord) -> Iterator[bytes]:
    first, *others = records(record)
    short = b"".join(
        other[: referee.SHORT_RECORD - 2] + bytes([other[referee.EDITED_CUBE], other[referee.EDITED_MOVE]])
        for other in others
    )
    for packing in (b"\0", b"\1"):
        yield through(referee.extreme_gammon, packing + first + short)
        content = blitz_match(record)
        yield through(referee.blitz, packing + json.dumps(content).encode())
        yield through(referee.blitz, packing + smile(content, share_strings=packing == b"\1"))


def _sections(content: bytes) -> bytes:
    """What referee.open_gammon makes such a file of."""
    found = read_sections(content, frozenset((MATCH, GAME, ANNOTATIONS)))
    about, games = found[0].payload, [each.payload for each in found if each.kind == GAME]
    notes = b"".join(each.payload for each in found if each.kind == ANNOTATIONS)
    return bytes([len(about)]) + about + referee.BETWEEN.join([*games, notes])


def _small() -> Iterator[bytes]:
    """Identifiers, rolls, plays, final scores, commands."""
    ids = [
        "4HPwATDgc/ABMA",
        "cAmpATAAEAAE",
        "4HPwATDgc/ABMA:cInlAAAAAAAE",
        "GNUBGID 4HPwATDgc/ABMA:cInlAAAAAAAE",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "XGID=-a-B--E-B---dDa--bcbb----:1:1:-1:D:5:3:0:7",
        "12ccchjjjjjllnn:3366667788dddii:W1O::W:D:2:1:5C:5",
        "OGID=oo:66ppp:N0N:13:W:R:0:0:7:0:5",
    ]
    for text in ids:
        yield through(referee.identifier, b"\0" + text.encode())
        yield through(referee.command, b"\1" + text.encode() + b"\n" + text.encode())
    for path in sorted((DATA / "engine/vectors").glob("legal_plays_*.jsonl")):
        for line in path.read_bytes().splitlines()[:8]:
            row = json.loads(line)
            variant = list(VARIANTS).index("hypergammon") if "hyper" in path.name else 0
            asked = {"position": row["p"], "dice": row["d"], "variant": list(VARIANTS)[variant]}
            yield through(referee.command, b"\0" + json.dumps(asked).encode() + b"\n")
            dice = row["d"][0] + 8 * row["d"][1] if isinstance(row["d"], list) else 11
            for number in range(len(VARIANTS)):
                yield through(referee.roll, bytes([dice, 0x80 | number]) + row["p"].encode())
    for text in ("bar/20*/15 6/4(2)", "13/11 8/5*", "4/off(3)", "25/0", "24/20/15"):
        yield through(referee.play, text.encode())
    for score in (
        [7, 7, 5, "backgammon", {}],
        [5, 12, 0, "race", {"crawford": False}],
        [3, 2, 4, "plakoto", {"variant": {}, "holland": True}],
        [9, 9, 9, "crowded", {"jacoby": None, "illegal_plays": "stand"}],
    ):
        yield through(referee.final, json.dumps(score).encode())
    for five in (b"\7\7\5\0\0", b"\5\x0c\0\7\5", b"\x19\x19\x18\0\1", b"\3\2\4\0\x0b"):
        yield through(referee.final, five)
    games = sorted((DATA / "engine").rglob("*01p*.mat"))
    for number in range(3, len(referee.COMMANDS)):
        yield through(referee.command, bytes([number]) + games[0].read_bytes())


def _bytes(record: MatchRecord) -> bytes:
    """The bytes records.record_from() makes such a record of, as far as it can."""
    found = [list(VARIANTS).index(record.variant), record.length, 0, 0, 0, 0, 0, 0, 0]
    for game in record.games:
        found += [0, *game.score, 0, 0]
        first = game.entries[0].player if game.entries else 0
        found.append(1 - first)
        player = 1 - first
        for entry in game.entries:
            action, turns = entry.action, entry.player == 1 - player
            player = entry.player
            match action:
                case Rolled():
                    found += [0, action.dice[0] - 1, action.dice[1] - 1, len(action.hops)]
                    for hop in action.hops:
                        found += [hop.start, hop.start - hop.end, 2 * hop.hit]
                    found += [] if action.hops else [0]
                case Doubled():
                    found += [16, action.value.bit_length() - 1]
                case Took():
                    found.append(18)
                case Resigned():
                    found += [23, action.points is None, action.points or 0][
                        : 2 + (action.points is not None)
                    ]
                case Won():
                    found += [29 if turns else 30, *([] if turns else [entry.player]), action.points, 0, 0]
                case _:
                    found.append(21)
        found.append(31)
    return bytes(each % 256 for each in found)
