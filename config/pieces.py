"""What many streams are sent alike: encoded once, and compressed once."""

import zlib
from functools import cached_property

PACKED_START = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""The header of gzip, with which a stream of packed pieces begins. None ends: a viewer leaves, or is left."""


class Piece:
    """A part of a stream."""

    def __init__(self, text: str) -> None:
        self.plain = text.encode()

    @cached_property
    def packed(self) -> bytes:
        """As gzip has it, referring to nothing before it: it may stand in any place of any stream."""
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)
