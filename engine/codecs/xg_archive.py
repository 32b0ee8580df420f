"""What eXtreme Gammon files are packed in: a header of 8,232 bytes, a picture, and an archive.

The archive is read from its end: 36 bytes with the checksum of all before, how many files there are, and how
long their data and their register are; before that the register, 532 bytes a file, and before that the data.

Files without such an end are about, whose archive was cut or never closed. The match is the first file in it,
right behind the picture, and packed with a checksum of its own: with that it is whole, whatever is missing.

Source: eXtreme Gammon, "XG file format", and the unit ZLibArchive published with it.
"""

import struct
import zlib
from collections.abc import Iterator

from ..errors import Unreadable

MAGICS = (b"RGMH", b"HMGR")
RECORD = 2560
MOST_RECORDS = 16_384
"""Far more than the longest match: its rolls, cubes and games, each a record."""

_HEADER = 8232
_PICTURE = struct.Struct("<qi")  # at 12: where the picture begins behind the header, and its size
_TRAILER = struct.Struct("<IiiiiB15x")
_ENTRY = struct.Struct("<256p256xiiiIBBxx")
_MOST_FILES = 64
_MATCH = b"temp.xg"
_ZLIB = b"x"  # what it begins everything with that it has packed
_BLOCK = 256 * RECORD  # unpacked at a time


def unpack_records(data: bytes) -> Iterator[bytes]:
    """Yield the records of the match, unpacking a few at a time.

    Raises Unreadable if the archive is damaged, holds no match, or one of more than MOST_RECORDS.
    """
    if len(data) < _HEADER + _TRAILER.size:
        raise Unreadable("an eXtreme Gammon file that breaks off in its header")
    packed, compressed, size = _find_match_file(data) or _find_first_file(data)
    if size is not None and (size % RECORD or not 0 < size <= RECORD * MOST_RECORDS):
        raise _unlikely_size(size)
    unpacker = zlib.decompressobj()
    first = 0
    while not unpacker.eof if size is None else first < size:
        most = _BLOCK if size is None else min(_BLOCK, size - first)
        if compressed:
            block = _unpack_bytes(unpacker, packed, most)
            packed = unpacker.unconsumed_tail
        else:
            block = packed[first : first + most]
        expected = len(block) if size is None and unpacker.eof else most
        if first + expected > RECORD * MOST_RECORDS:
            raise _unlikely_size(first + expected)
        for at in range(0, expected, RECORD):
            record = block[at : at + RECORD]
            if len(record) < RECORD:
                raise Unreadable(
                    "the match breaks off in record %(number)s", {"number": (first + at) // RECORD + 1}
                )
            yield record
        first += most


def _unlikely_size(size: int) -> Unreadable:
    return Unreadable(
        "a match of %(size)s bytes; 1 to %(most_records)s records of %(record)s bytes are expected",
        {"size": size, "most_records": MOST_RECORDS, "record": RECORD},
    )


_MatchFile = tuple[bytes, bool, int | None]
"""The data of the file with the match, whether they are compressed, and its true size if that is known."""


def _find_match_file(data: bytes) -> _MatchFile | None:
    """Find the file with the match by the archive's end; None if there is no such end."""
    end = len(data) - _TRAILER.size
    checksum, count, _, register_size, data_size, is_compressed = _TRAILER.unpack_from(data, end)
    register_at = end - register_size
    start = register_at - data_size
    if min(register_size, data_size) < 0 or start < _HEADER or not 0 < count <= _MOST_FILES:
        return None
    if zlib.crc32(data[start:end]) != checksum:
        raise Unreadable("an eXtreme Gammon file whose checksum is wrong: it was damaged or cut")
    register = data[register_at:end]
    if is_compressed:
        register = _unpack_bytes(zlib.decompressobj(), register, count * _ENTRY.size)
    if len(register) < count * _ENTRY.size:
        raise Unreadable("an eXtreme Gammon file whose register of files breaks off")
    for name, size, packed_size, at, _, status, _ in _ENTRY.iter_unpack(register[: count * _ENTRY.size]):
        if name.lower() == _MATCH:
            if min(packed_size, at) < 0 or at + packed_size > data_size:
                raise Unreadable("an eXtreme Gammon file whose match lies outside of it")
            return data[start + at : start + at + packed_size], status == 0, size
    raise Unreadable("an eXtreme Gammon file without a match (temp.xg)")


def _find_first_file(data: bytes) -> _MatchFile:
    """Find the file behind the picture, which is the match and ends where its packing says so."""
    offset, size = _PICTURE.unpack_from(data, 12)
    start = _HEADER + offset + size
    if min(offset, size) < 0 or data[start : start + 1] != _ZLIB:
        raise Unreadable("an eXtreme Gammon file without a valid archive at its end")
    return data[start:], True, None


def _unpack_bytes(unpacker: "zlib._Decompress", packed: bytes, most: int) -> bytes:
    """Unpack up to `most` bytes. Raises Unreadable if this is not packed so."""
    try:
        return unpacker.decompress(packed, most)
    except zlib.error as error:
        raise Unreadable(
            "an eXtreme Gammon file that cannot be unpacked: %(error)s", {"error": error}
        ) from None
