"""What OGXM files are made of: sections behind a header of 16 bytes, and records of fields in them.

A record says how long it is, then in a mask which of its optional fields are there; those stand after the
mandatory ones in the order of their bits. Numbers are varints: seven bits a byte, the lowest first, the top
bit set but in the last. Further bits of a mask, further bytes of a record and sections that are not known are
passed over, as later versions add them.

Source: HedgeHog, OGXM format specification, version 2.2; ogxm 2.3.2 and gammonview 3.1.0, readers of it.
"""

import hashlib
import struct
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from ..errors import Unreadable

MAGIC = b"OGXM"
MOST_TEXT = 4096
"""Bytes of a text."""

_HEADER = struct.Struct("<4sHHHHI")  # magic, the version, the least version of a reader, the size of the file
_SECTION = struct.Struct("<4sIB")  # kind, size, 1 if a reader has to know it
_END = b"END!"
_VERSION = (2, 1)
_LEAST_READER = (2, 0)
_READ = (2, 2)
_CHECKSUM = b"CSUM"
_PASSED_OVER = frozenset((b"ANAL", b"DECS", b"SIGN", b"CLCK", b"VIDO", b"MSIG"))
_CRC, _SHA256 = 0, 1
_BITS = 64


class Fields:
    """A cursor over bytes. Everything raises Unreadable where these end too early or make no sense."""

    def __init__(self, data: bytes, at: int = 0, end: int | None = None) -> None:
        self.data, self.at, self.end = data, at, len(data) if end is None else end

    @property
    def at_end(self) -> bool:
        return self.at >= self.end

    def take(self, count: int) -> bytes:
        if count > self.end - self.at:
            raise Unreadable("a record breaks off")
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self, most: int = 0xFFFFFFFF) -> int:
        """Read a varint."""
        number = 0
        for shift in range(0, _BITS + 6, 7):
            part = self.byte()
            number |= (part & 0x7F) << shift
            if part < 0x80:
                break
        else:
            raise Unreadable("a number is too long")
        if number > most:
            raise Unreadable("%(number)s is more than %(most)s", {"number": number, "most": most})
        return number

    def text(self) -> str:
        raw = self.take(self.number(MOST_TEXT))
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise Unreadable("a text is not in UTF-8") from None

    def numbers(self, layout: str) -> tuple[int, ...]:
        return struct.unpack(layout, self.take(struct.calcsize(layout)))

    def record(self) -> "Record":
        """Read how long a record is; it is behind this cursor then, whatever is read of it."""
        size = self.number()
        start = self.at
        self.take(size)
        return Record(self.data, start, start + size)


class Record(Fields):
    """A record: `has(bit)` says whether an optional field is there; those are read in order."""

    def __init__(self, data: bytes, at: int = 0, end: int | None = None) -> None:
        super().__init__(data, at, end)
        self.mask = self.number((1 << _BITS) - 1)

    def has(self, bit: int) -> bool:
        return bool(self.mask >> bit & 1)


class OgxmSection(NamedTuple):
    """A section: what it holds, a kind of four letters, and its bytes."""

    kind: bytes
    payload: bytes


def read_sections(data: bytes, known: frozenset[bytes]) -> list[OgxmSection]:
    """Return the sections of a file that are `known`, in order.

    Raises Unreadable if the file is of another version, cut, damaged or holds what a reader has to know.
    """
    if len(data) < _HEADER.size + len(_END):
        raise Unreadable("an OGXM file that breaks off in its header")
    _, major, _, *least, size = _HEADER.unpack_from(data)
    if major != _READ[0] or tuple(least) > _READ:
        raise Unreadable(
            "an OGXM file of version %(version)s, for readers of version %(least)s; up to %(read)s is read",
            {
                "version": major,
                "least": ".".join(map(str, least)),
                "read": ".".join(map(str, _READ)),
            },
        )
    if size != len(data) or data[-len(_END) :] != _END:
        raise Unreadable(
            "an OGXM file of %(size)s bytes that has %(found)s: it was cut, or holds more than a match",
            {"size": size, "found": len(data)},
        )
    found = []
    at, end = _HEADER.size, len(data) - len(_END)
    while at < end:
        if at + _SECTION.size > end:
            raise Unreadable("an OGXM file that breaks off between its sections")
        kind, length, needed = _SECTION.unpack_from(data, at)
        start = at + _SECTION.size
        if length > end - start:
            raise Unreadable("an OGXM file that breaks off in a section")
        payload = data[start : start + length]
        if kind == _CHECKSUM:
            if start + length < end:
                raise Unreadable("an OGXM file that goes on after its checksum")
            _check_sum(data, at, payload)
        elif kind in known:
            found.append(OgxmSection(kind, payload))
        elif needed & 1 and kind not in _PASSED_OVER:
            raise Unreadable(
                "an OGXM file with a section %(kind)s that has to be known, and is not",
                {"kind": kind.decode("ascii", "replace")},
            )
        at = start + length
    return found


def _check_sum(data: bytes, end: int, payload: bytes) -> None:
    """Compare the checksum of everything before it. One of a kind that is not known is passed over."""
    record = Fields(payload).record()
    kind = record.number()
    written = record.take(record.number(MOST_TEXT))
    if kind == _CRC:
        right = struct.pack("<I", zlib.crc32(data[:end]))
    elif kind == _SHA256:
        right = hashlib.sha256(data[:end]).digest()
    else:
        return
    if written != right:
        raise Unreadable("an OGXM file whose checksum is wrong: it was damaged")


# Writing.


def number_bytes(number: int) -> bytes:
    """A varint."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def text_bytes(text: str, most: int = MOST_TEXT) -> bytes:
    """A text, cut where it is longer than `most` bytes."""
    raw = text.encode("utf-8", "replace")
    if len(raw) > most:
        raw = raw[:most].decode("utf-8", "ignore").encode()
    return number_bytes(len(raw)) + raw


def record_bytes(mandatory: bytes, fields: Mapping[int, bytes]) -> bytes:
    """A record: mandatory fields, and optional ones by their bits."""
    mask = sum(1 << bit for bit in fields)
    content = number_bytes(mask) + mandatory + b"".join(fields[bit] for bit in sorted(fields))
    return number_bytes(len(content)) + content


def file_bytes(sections: list[tuple[bytes, bytes, bool]]) -> bytes:
    """A file of these sections: kind, content, and whether a reader has to know it. With a checksum."""
    body = b"".join(_SECTION.pack(kind, len(content), needed) + content for kind, content, needed in sections)
    check_size = len(_checksum_section(0))
    size = _HEADER.size + len(body) + check_size + len(_END)
    begun = _HEADER.pack(MAGIC, *_VERSION, *_LEAST_READER, size) + body
    return begun + _checksum_section(zlib.crc32(begun)) + _END


def _checksum_section(crc: int) -> bytes:
    content = record_bytes(number_bytes(_CRC) + number_bytes(4) + struct.pack("<I", crc), {})
    return _SECTION.pack(_CHECKSUM, len(content), True) + content
