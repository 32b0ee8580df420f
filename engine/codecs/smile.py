"""Smile, the binary JSON of the Jackson library, version 1.0: reading only.

A header of four bytes, then one value in tokens. The first byte of a token gives its type; names of members
have types of their own. Short names and strings may be given again by their number in a window of the last
1,024, which begins anew when it is full.

Source: FasterXML, Smile format specification 1.0.4; Jackson, whose output was compared, for what its text
leaves open: how the last bits of binary data stand, and that long names, unlike long strings, are numbered.
"""

import struct
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ..errors import Unreadable
from ..words import Text

MAGIC = b":)\n"
DEEPEST = 100
"""Arrays and objects inside each other; deeper ones are refused."""
MOST_VALUES = 3_000_000
MOST_CONTAINERS = 150_000
"""Arrays and objects that are kept."""
MOST_DIGITS = 1024
"""Bytes of a big number; larger ones are refused."""

_WINDOW = 1024
_SHARED_NAMES, _SHARED_STRINGS, _RAW_BINARY = 1, 2, 4
_START_ARRAY, _END_ARRAY, _START_OBJECT, _END_OBJECT, _END_STRING = 0xF8, 0xF9, 0xFA, 0xFB, 0xFC
_END = object()


def decode_smile(data: bytes, wanted: frozenset[str] | None = None) -> Any:
    """Return the first value of `data` as JSON's types, big decimals as Decimal and binary data as bytes.

    Members not named in `wanted`, if that is given, are read over. Whatever follows the value is ignored.
    Raises Unreadable, and nothing else, if this is not Smile 1.0, is cut short, or exceeds the limits above.
    """
    if data[:3] != MAGIC or len(data) < 4:
        raise Unreadable('not Smile: it begins with ":)" and a line end')
    if data[3] >> 4:
        raise Unreadable("Smile of version %(version)s; version 0 is read", {"version": data[3] >> 4})
    try:
        value = _SmileDecoder(data, data[3], wanted).read_value(0, keep=True)
    except IndexError:
        raise Unreadable("the Smile data breaks off") from None
    if value is _END:
        raise Unreadable("the Smile data holds no value")
    return value


class _SmileDecoder:
    """Reads tokens one after the other; `at` is the next byte. An IndexError means that the data ends."""

    def __init__(self, data: bytes, flags: int, wanted: frozenset[str] | None) -> None:
        self.data = data
        self.at = 4
        self.left = MOST_VALUES
        self.containers = MOST_CONTAINERS
        self.wanted = wanted
        self.raw_binary = flags & _RAW_BINARY
        self.names: list[str] | None = [] if flags & _SHARED_NAMES else None
        self.strings: list[str] | None = [] if flags & _SHARED_STRINGS else None

    def unreadable_here(self, sentence: str, words: Mapping[str, Any] | None = None) -> Unreadable:
        fault = Text(sentence, values=words)
        return Unreadable("byte %(at)s of the Smile data: %(fault)s", {"at": self.at, "fault": fault})

    def read_byte(self) -> int:
        byte = self.data[self.at]
        self.at += 1
        return byte

    def take_bytes(self, count: int) -> bytes:
        found = self.data[self.at : self.at + count]
        if len(found) < count:
            raise IndexError
        self.at += count
        return found

    # Values.

    def read_value(self, depth: int, keep: bool) -> Any:
        """Read a value, _END where an array or the content ends. Without `keep`, containers are None."""
        self.left -= 1
        if self.left < 0:
            raise self.unreadable_here("more than %(most_values)s values", {"most_values": MOST_VALUES})
        token = self.read_byte()
        if token >= 0xE0:
            return self.read_marked_value(token, depth, keep)
        if token >= 0xC0:
            return _undo_zigzag(token & 0x1F)
        if token >= 0x80:
            return self.read_string((token & 0x3F) + 2)
        if token >= 0x40:
            return self.read_string((token & 0x3F) + 1)
        if token >= 0x20:
            return self.read_literal(token)
        if token == 0:
            raise self.unreadable_here("the token 0 is not used")
        return self.shared_string(self.strings, token - 1)

    def read_literal(self, token: int) -> Any:
        """Read a constant or a number."""
        if token <= 0x23:
            return ("", None, False, True)[token - 0x20]
        if token == 0x24:
            return self.read_signed(32)
        if token == 0x25:
            return self.read_signed(64)
        if token == 0x26:
            return self.read_big_integer()
        if token == 0x28:
            return struct.unpack(">f", self.read_bits(5, 32))[0]
        if token == 0x29:
            return struct.unpack(">d", self.read_bits(10, 64))[0]
        if token == 0x2A:
            scale = self.read_signed(32)
            unscaled = self.read_big_integer()
            digits = tuple(map(int, str(abs(unscaled))))
            return Decimal((int(unscaled < 0), digits, -scale))
        raise self.unreadable_here("the token %(token)s is reserved", {"token": f"{token:#x}"})

    def read_marked_value(self, token: int, depth: int, keep: bool) -> Any:
        """Read a container, a long string, binary data, a far reference, or an end."""
        if token == _START_OBJECT:
            return self.read_object(depth + 1, keep)
        if token == _START_ARRAY:
            return self.read_array(depth + 1, keep)
        if token in (_END_ARRAY, 0xFF):
            return _END
        if token in (0xE0, 0xE4):
            return self.read_long_string().decode(errors="replace")
        if token == 0xE8:
            return self.read_seven_bit_bytes(self.read_length())
        if 0xEC <= token <= 0xEF:
            return self.shared_string(self.strings, (token & 3) << 8 | self.read_byte())
        if token == 0xFD and self.raw_binary:
            return self.take_bytes(self.read_length())
        raise self.unreadable_here("the token %(token)s is not used for values", {"token": f"{token:#x}"})

    def read_array(self, depth: int, keep: bool) -> list[Any] | None:
        self.enter_container(depth, keep)
        found: list[Any] = []
        while (item := self.read_value(depth, keep)) is not _END:
            if keep:
                found.append(item)
        if self.data[self.at - 1] != _END_ARRAY:
            raise self.unreadable_here("the content ends inside an array")
        return found if keep else None

    def read_object(self, depth: int, keep: bool) -> dict[str, Any] | None:
        self.enter_container(depth, keep)
        found: dict[str, Any] = {}
        while (name := self.read_name()) is not None:
            wanted = keep and (self.wanted is None or name in self.wanted)
            value = self.read_value(depth, wanted)
            if value is _END:
                raise self.unreadable_here('"%(name)s" has no value', {"name": name[:40]})
            if wanted:
                found[name] = value
        return found if keep else None

    def enter_container(self, depth: int, keep: bool) -> None:
        self.containers -= keep
        if depth > DEEPEST:
            raise self.unreadable_here(
                "more than %(deepest)s arrays and objects inside each other", {"deepest": DEEPEST}
            )
        if self.containers < 0:
            raise self.unreadable_here(
                "more than %(most_containers)s arrays and objects", {"most_containers": MOST_CONTAINERS}
            )

    # Names.

    def read_name(self) -> str | None:
        """Read the name of a member; None for the end of the object."""
        token = self.read_byte()
        if 0x40 <= token <= 0x7F:
            return self.shared_string(self.names, token - 0x40)
        if 0x80 <= token <= 0xBF:
            return self.remember_string(self.names, self.take_bytes(token - 0x80 + 1))
        if 0xC0 <= token <= 0xF7:
            return self.remember_string(self.names, self.take_bytes(token - 0xC0 + 2))
        if token == _END_OBJECT:
            return None
        if token == 0x20:
            return ""
        if 0x30 <= token <= 0x33:
            return self.shared_string(self.names, (token & 3) << 8 | self.read_byte())
        if token == 0x34:
            return self.remember_string(self.names, self.read_long_string())
        raise self.unreadable_here("the token %(token)s is not used for names", {"token": f"{token:#x}"})

    # Strings.

    def read_string(self, length: int) -> str:
        return self.remember_string(self.strings, self.take_bytes(length))

    def remember_string(self, window: list[str] | None, raw: bytes) -> str:
        text = raw.decode(errors="replace")
        if window is not None:
            if len(window) == _WINDOW:
                window.clear()
            window.append(text)
        return text

    def shared_string(self, window: list[str] | None, number: int) -> str:
        if window is None or number >= len(window):
            raise self.unreadable_here(
                "there is no string of the number %(number)s to refer to", {"number": number}
            )
        return window[number]

    def read_long_string(self) -> bytes:
        end = self.data.find(_END_STRING, self.at)
        if end < 0:
            raise IndexError
        found = self.data[self.at : end]
        self.at = end + 1
        return found

    # Numbers and binary data.

    def read_unsigned(self, width: int) -> int:
        """Read a number of up to `width` bits: seven a byte, but six in the last, whose highest is set."""
        number = 0
        while not (byte := self.read_byte()) & 0x80:
            number = number << 7 | byte
            if number >> width:
                raise self.unreadable_here("a number has more than %(width)s bits", {"width": width})
        number = number << 6 | byte & 0x3F
        if byte & 0x40 or number >> width:
            raise self.unreadable_here(
                "a number has more than %(width)s bits or a wrong last byte", {"width": width}
            )
        return number

    def read_signed(self, width: int) -> int:
        return _undo_zigzag(self.read_unsigned(width))

    def read_length(self) -> int:
        length = self.read_unsigned(31)
        if length > len(self.data):
            raise IndexError
        return length

    def read_bits(self, count: int, width: int) -> bytes:
        """Read `count` bytes of seven bits as one number of `width` bits."""
        number = 0
        for byte in self.take_bytes(count):
            number = number << 7 | byte & 0x7F
        return (number & ((1 << width) - 1)).to_bytes(width // 8, "big")

    def read_big_integer(self) -> int:
        length = self.read_length()
        if length > MOST_DIGITS:
            raise self.unreadable_here(
                "a number has more than %(most_digits)s bytes", {"most_digits": MOST_DIGITS}
            )
        return int.from_bytes(self.read_seven_bit_bytes(length), "big", signed=True)

    def read_seven_bit_bytes(self, length: int) -> bytes:
        """Read `length` bytes written as seven bits a byte; what is left over stands at the right."""
        whole, rest = divmod(length, 7)
        found = bytearray()
        for _ in range(whole):
            found += self.read_bits(8, 56)
        if rest:
            first = 0
            for byte in self.take_bytes(rest):
                first = first << 7 | byte & 0x7F
            number = first << rest | self.read_byte() & ((1 << rest) - 1)
            found += number.to_bytes(rest, "big")
        return bytes(found)


def _undo_zigzag(number: int) -> int:
    """Undo the zigzag: 0, -1, 1, -2 and so on are written 0, 1, 2, 3."""
    return number >> 1 ^ -(number & 1)
