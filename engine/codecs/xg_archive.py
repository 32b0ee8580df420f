"""What eXtreme Gammon files are packed in: a header of 8,232 bytes, a picture, and an archive.

The archive is read from its end: 36 bytes with the checksum of all before, how many files there are, and how
long their data and their register are; before that the register, 532 bytes a file, and before that the data.

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
_TRAILER = struct.Struct("<IiiiiB15x")
_ENTRY = struct.Struct("<256p256xiiiIBBxx")
_MOST_FILES = 64
_MATCH = b"temp.xg"
_BLOCK = 256 * RECORD  # unpacked at a time


def unpack_records(data: bytes) -> Iterator[bytes]:
    """Yield the records of the match, unpacking a few at a time.

    Raises Unreadable if the archive is damaged, holds no match, or one of more than MOST_RECORDS.
    """
    packed, compressed, size = _find_match_file(data)
    if size % RECORD or not 0 < size <= RECORD * MOST_RECORDS:
        raise Unreadable(
            "a match of %(size)s bytes; 1 to %(most_records)s records of %(record)s bytes are expected",
            {"size": size, "most_records": MOST_RECORDS, "record": RECORD},
        )
    unpacker = zlib.decompressobj()
    for first in range(0, size, _BLOCK):
        most = min(_BLOCK, size - first)
        if compressed:
            block = _unpack_bytes(unpacker, packed, most)
            packed = unpacker.unconsumed_tail
        else:
            block = packed[first : first + most]
        for at in range(0, most, RECORD):
            record = block[at : at + RECORD]
            if len(record) < RECORD:
                raise Unreadable(
                    "the match breaks off in record %(number)s", {"number": (first + at) // RECORD + 1}
                )
            yield record


def _find_match_file(data: bytes) -> tuple[bytes, bool, int]:
    """Find the file with the match: its data, whether they are compressed, and its true size."""
    end = len(data) - _TRAILER.size
    if end < _HEADER:
        raise Unreadable("an eXtreme Gammon file that breaks off in its header")
    checksum, count, _, register_size, data_size, is_compressed = _TRAILER.unpack_from(data, end)
    register_at = end - register_size
    start = register_at - data_size
    if min(register_size, data_size) < 0 or start < _HEADER or not 0 < count <= _MOST_FILES:
        raise Unreadable("an eXtreme Gammon file without a valid archive at its end")
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


def _unpack_bytes(unpacker: "zlib._Decompress", packed: bytes, most: int) -> bytes:
    """Unpack up to `most` bytes. Raises Unreadable if this is not packed so."""
    try:
        return unpacker.decompress(packed, most)
    except zlib.error as error:
        raise Unreadable(
            "an eXtreme Gammon file that cannot be unpacked: %(error)s", {"error": error}
        ) from None
