"""What a transcript format offers: recognise, read, and, where it is sensible, write."""

from typing import Protocol, runtime_checkable

from ..record import MatchRecord

MOST_BYTES = 1 << 22
"""Larger files are refused unread. The longest matches take 120 kB, but with GNU Backgammon's analysis in it
an SGF has 60 kB a game."""


class Codec(Protocol):
    """One file format. `code` is its permanent name, as in Verdict.format."""

    code: str

    def recognises(self, data: bytes) -> bool:
        """Whether the content, whatever the file is called, looks like this format. Must be quick."""

    def read(self, data: bytes) -> MatchRecord:
        """Read a file. Raises Unreadable, and nothing else, with the line and what was expected."""


@runtime_checkable
class WritingCodec(Codec, Protocol):
    """A format that is written, too."""

    def write(self, record: MatchRecord) -> str:
        """Write a record so that reading it gives the same one."""
