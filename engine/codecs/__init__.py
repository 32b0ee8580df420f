"""The transcript formats the engine knows. To add one: a file beside this one and a line in CODECS."""

from ..errors import Unreadable
from ..record import MatchRecord
from .base import MOST_BYTES, Codec, PackedCodec, WritingCodec, check_record_numbers
from .bgf import Bgf
from .mat import Mat
from .ogxm import Ogxm
from .oldmoves import Oldmoves
from .sgf import Sgf
from .snowie import Snowie
from .xg import Xg

__all__ = ["CODECS", "MOST_BYTES", "PACKED", "WRITTEN", "Codec", "PackedCodec", "WritingCodec", "read"]

CODECS: dict[str, Codec] = {
    codec.code: codec for codec in (Xg(), Bgf(), Ogxm(), Sgf(), Oldmoves(), Snowie(), Mat())
}
"""Format code -> codec. The first that recognises a content reads it."""

WRITTEN: dict[str, WritingCodec] = {
    code: codec for code, codec in CODECS.items() if isinstance(codec, WritingCodec)
}
"""Those that are written, too, as text."""

PACKED: dict[str, PackedCodec] = {
    code: codec for code, codec in CODECS.items() if isinstance(codec, PackedCodec)
}
"""Those that are written, too, and are no text."""


def read(data: bytes) -> MatchRecord:
    """Read a transcript of any known format, recognised by its content.

    Raises Unreadable, and nothing else, whatever the bytes are.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(
            "the file has more than %(most_bytes)s bytes; no transcript is as long",
            {"most_bytes": MOST_BYTES},
        )
    if not data or data.isspace():
        raise Unreadable("the file is empty")
    for codec in CODECS.values():
        if codec.recognises_file(data):
            return check_record_numbers(codec.read(data))
    raise Unreadable(
        'no known format: none of %(codecs)s (a .mat file has a line such as "7 point match")',
        {"codecs": [*CODECS]},
    )
