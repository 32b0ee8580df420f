"""Writes a record as BGBlitz would: the fields that public readers of its files use, and no analysis.

The files it makes were read with gammonview 3.1.0, which tells the same of them as the record they were made
from.
"""

import gzip
import json
import struct
from typing import Any

from engine import adjudicate
from engine.position import Side
from engine.record import (
    Doubled,
    GameRecord,
    MatchRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    Took,
    Won,
)
from engine.variants import VARIANTS

from .boards import replayed

NOTHING = [-1, -1, -1, -1]
HEADER = {"version": "0.00011825", "compression": "gzip", "encoding": "smile"}


def bgf(record: MatchRecord, encoding: str = "smile", compression: str = "gzip") -> bytes:
    """A whole file."""
    content = match(record)
    body = smile(content) if encoding == "smile" else json.dumps(content).encode()
    header = json.dumps({"version": "1", "compression": compression, "encoding": encoding})
    return header.encode() + b"\n" + (gzip.compress(body, mtime=0) if compression == "gzip" else body)


def match(record: MatchRecord) -> dict[str, Any]:
    """The match as an object of JSON."""
    last = adjudicate(record)
    games = [_game(game, record) for game in record.games]
    for game, judged in zip(games, last.games, strict=False):
        game["isCrawford"] = judged.crawford
    final = list(record.games[-1].score)
    for entry in record.games[-1].entries:
        if isinstance(entry.action, Won):
            final[entry.player] += entry.action.points
    return {
        "matchlen": record.length,
        "date": "Nov 2, 2025",
        "nameGreen": record.players[0],
        "nameRed": record.players[1],
        "finalGreen": final[0],
        "finalRed": final[1],
        "useCrawford": record.crawford,
        "useJacoby": record.jacoby,
        "useBeaver": False,
        "useCube": True,
        "cubeLimit": 1024,
        "luck": {"luckPlain": -0.25, "mode": "Match"},
        "games": games,
    }


def _game(game: GameRecord, record: MatchRecord) -> dict[str, Any]:
    start = VARIANTS[record.variant].start_position()
    moves: list[dict[str, Any]] = []
    entries = list(replayed(game, record.variant))
    for index, (entry, _, _) in enumerate(entries):
        match entry.action:
            case Rolled():
                moves.append(_roll(entry))
            case Doubled():
                taken = isinstance(entries[index + 1][0].action, Took)
                moves.append(_cube(entry.player, {"hasDoubled": True, "hasAccepted": taken}))
            case Took() | Passed():
                moves.append(_cube(entry.player, {"hasAccepted": isinstance(entry.action, Took)}))
    won = next((entry.action.points for entry, _, _ in entries if isinstance(entry.action, Won)), 0)
    return {
        "scoreGreen": game.score[0],
        "scoreRed": game.score[1],
        "wonPoints": won,
        "wasForfeit": False,
        "wasResignation": any(isinstance(entry.action, Resigned) for entry, _, _ in entries),
        "initial": {"points": points(start.own, start.opponent), "cube": game.cube, "cubeOwner": 0},
        "moves": moves,
    }


def points(green: Side, red: Side) -> list[int]:
    """28 numbers: red's points 1 to 24 with green's checkers up and red's down, the bars, those borne off."""
    board = [green[24 - at] - red[at + 1] for at in range(24)]
    return [*board, green[25], red[25], green[0], red[0]]


def _roll(entry: RecordedAction) -> dict[str, Any]:
    action = entry.action
    assert isinstance(action, Rolled)
    high, low = action.dice
    move: dict[str, Any] = {"type": "amove", "player": 1 if entry.player else -1, "red": low, "green": high}
    starts, ends = [hop.start for hop in action.hops], [hop.end for hop in action.hops]
    if not action.hops:
        move |= {"red": 0, "green": 7, "dancingEquity": {"equity": -0.5}}
        starts, ends = [high], [low]
    fill = NOTHING[len(starts) :]
    return move | {"from": starts + fill, "to": ends + fill, "ply": 2, "equity": {"equity": 0.125}}


def _cube(player: int, decision: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "amove",
        "player": 1 if player else -1,
        "red": 0,
        "green": 7,
        "from": NOTHING,
        "to": NOTHING,
        "equity": {"equity": -1.5, "cubeDecision": {"eqNoDouble": 0.5, **decision}},
    }


# Smile, with names and strings given again by number.


def smile(value: Any, share_strings: bool = False) -> bytes:
    """Encode plain data as Smile 1.0."""
    return b":)\n" + bytes([1 | share_strings << 1]) + _value(value, [], [] if share_strings else None)


def _value(value: Any, names: list[str], strings: list[str] | None) -> bytes:
    if isinstance(value, dict):
        members = b"".join(_name(name, names) + _value(item, names, strings) for name, item in value.items())
        return b"\xfa" + members + b"\xfb"
    if isinstance(value, list):
        return b"\xf8" + b"".join(_value(item, names, strings) for item in value) + b"\xf9"
    if isinstance(value, str):
        return _string(value, strings)
    if value is None or isinstance(value, bool):
        return {None: b"\x21", False: b"\x22", True: b"\x23"}[value]
    if isinstance(value, float):
        bits = int.from_bytes(struct.pack(">d", value), "big")
        return b"\x29" + bytes(bits >> shift & 0x7F for shift in range(63, -1, -7))
    zigzag = value << 1 ^ value >> 63
    if zigzag < 32:
        return bytes([0xC0 + zigzag])
    return b"\x24" + _number(zigzag)


def _number(number: int) -> bytes:
    found = [number & 0x3F | 0x80]
    number >>= 6
    while number:
        found.append(number & 0x7F)
        number >>= 7
    return bytes(reversed(found))


def _name(name: str, names: list[str]) -> bytes:
    if name in names:
        at = names.index(name)
        return bytes([0x40 + at]) if at < 64 else bytes([0x30 | at >> 8, at & 0xFF])
    names.append(name)
    assert len(names) < 1024
    if len(name) > 64:
        return b"\x34" + name.encode() + b"\xfc"
    return bytes([0x80 + len(name) - 1]) + name.encode()


def _string(text: str, strings: list[str] | None) -> bytes:
    if not text:
        return b"\x20"
    if strings is not None and text in strings and strings.index(text) < 31:
        return bytes([strings.index(text) + 1])
    raw = text.encode()
    if len(raw) > 64:
        return b"\xe4" + raw + b"\xfc"
    if strings is not None:
        strings.append(text)
        assert len(strings) < 1024
    base = 0x40 - 1 if text.isascii() else 0x80 - 2
    return bytes([base + len(raw)]) + raw
