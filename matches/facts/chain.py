"""Lines that vouch for each other: JSON Lines, each with a SHA-256 over itself and the line before.

Plain data, no Django. A line is canonical JSON (UTF-8, keys in order, no spaces), three members and the hash:

    {"data":{...},"kind":"report","line":17,"sha256":"..."}

The hash is SHA-256 of the hash of the line before, in hexadecimal, followed by the line without its own hash
member. The first line says what the file is, the last how many lines there are before it and the last hash.
docs/audit.md shows how to check a file without this program.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, BinaryIO

from .errors import ExportBroken

FORMAT, VERSION = "golden-point-audit", 1
LINE_MAX = 64 * 2**20
"""Bytes of a line that are read at most: several times the largest report and the longest verdict on one."""

FIRST, LAST = "export", "end"
HASHED = re.compile(rb'(?s)(\{.*),"sha256":"([0-9a-f]{64})"\}\n')


@dataclass(frozen=True, slots=True)
class ChainLine:
    number: int
    kind: str
    data: dict[str, Any]


def canonical_line_json(value: Any) -> str:
    """JSON in the one way it is hashed."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def chain_lines(rows: Iterable[tuple[str, dict[str, Any]]], what: dict[str, Any]) -> Iterator[bytes]:
    """The lines of a file that holds `rows` (kind, data) and is about `what`."""
    number, digest = 0, ""

    def chained_line(kind: str, data: dict[str, Any]) -> bytes:
        nonlocal number, digest
        number += 1
        body = canonical_line_json({"data": data, "kind": kind, "line": number}).encode()
        digest = hash_chain_line(digest, body)
        return body[:-1] + b',"sha256":"%s"}\n' % digest.encode()

    yield chained_line(FIRST, {"format": FORMAT, "version": VERSION, **what})
    for kind, data in rows:
        yield chained_line(kind, data)
    yield chained_line(LAST, {"lines": number, "sha256": digest})


def hash_chain_line(before: str, body: bytes) -> str:
    return sha256(before.encode() + body).hexdigest()


def read_chain(file: BinaryIO) -> Iterator[ChainLine]:
    """The lines between the first and the last, each checked before it is handed out.

    Raises ExportBroken at the first line that is missing, altered, out of order, cut off or of no sense.
    """
    number, digest, ended = 0, "", False
    while raw := file.readline(LINE_MAX + 1):
        number += 1
        if ended:
            raise ExportBroken(number, "it follows the line that says it is the last")
        body, found = split_chain_line(number, raw)
        line = parse_chain_line(number, body, honest=hash_chain_line(digest, body) == found)
        if number == 1:
            check_first_chain_line(line)
        elif line.kind == LAST:
            check_last_chain_line(line, digest)
            ended = True
        else:
            yield line
        digest = found
    if not ended:
        raise ExportBroken(number + 1, "it is missing: the file ends before its last line")


def split_chain_line(number: int, raw: bytes) -> tuple[bytes, str]:
    """The line without its hash, as it is hashed, and the hash. Raises ExportBroken."""
    if len(raw) > LINE_MAX:
        raise ExportBroken(
            number,
            "it is longer than %(line_max)s bytes, which no line of an export is",
            {"line_max": LINE_MAX},
        )
    if not raw.endswith(b"\n"):
        raise ExportBroken(number, "it is cut off: the file ends in the middle of it")
    match = HASHED.fullmatch(raw)
    if match is None:
        raise ExportBroken(
            number, "it is not a line of an export, or was altered: it does not end with a hash"
        )
    return match[1] + b"}", match[2].decode()


def parse_chain_line(number: int, body: bytes, *, honest: bool) -> ChainLine:
    """What the line says; `honest` is whether its hash is right. Raises ExportBroken."""
    try:
        text = body.decode()
        members = json.loads(text, parse_constant=refuse_json_constant)
        canonical = canonical_line_json(members) == text
    except (ValueError, RecursionError):
        members, canonical = None, False
    kind, data, said = (
        members.get(name) if isinstance(members, dict) else None for name in ("kind", "data", "line")
    )
    if type(said) is int and said != number:
        raise ExportBroken(
            number,
            "it is missing, or stands further down: in its place is the line that was number %(said)s"
            if said > number
            else "it is out of order or stands twice: in its place is the line that was number %(said)s",
            {"said": said},
        )
    if not honest:
        raise ExportBroken(number, "it was altered: its hash is not that of what it says")
    shaped = isinstance(members, dict) and len(members) == 3 and type(said) is int
    if not (canonical and shaped and isinstance(kind, str) and isinstance(data, dict)):
        raise ExportBroken(number, "it is not canonical JSON with the members data, kind and line")
    return ChainLine(number, kind, data)


def refuse_json_constant(constant: str) -> Any:
    raise ValueError(constant)


def check_first_chain_line(line: ChainLine) -> None:
    if line.kind != FIRST or line.data.get("format") != FORMAT:
        raise ExportBroken(1, "it does not say that the file is an export of Golden Point")
    if line.data.get("version") != VERSION:
        raise ExportBroken(
            1,
            "the export is of version %(found)r; this program reads version %(version)s",
            {"found": line.data.get("version"), "version": VERSION},
        )


def check_last_chain_line(line: ChainLine, digest: str) -> None:
    if line.data != {"lines": line.number - 1, "sha256": digest}:
        raise ExportBroken(line.number, "it does not count the lines and close the chain as they are")
