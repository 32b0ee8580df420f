"""What a transcript format offers: recognise, read, and, where it is sensible, write."""

from typing import Protocol, runtime_checkable

from ..errors import Unreadable
from ..record import MOST_CUBE, MOST_LENGTH, MOST_NUMBER, MatchRecord
from ..words import Text

MOST_BYTES = 1 << 22
"""Larger files are refused unread. The longest matches take 120 kB, but with GNU Backgammon's analysis in it
an SGF has 60 kB a game."""


class Codec(Protocol):
    """One file format. `code` is its permanent name, as in RecordVerdict.format."""

    code: str
    name: Text
    description: Text

    def recognises_file(self, data: bytes) -> bool:
        """Whether the content, whatever the file is called, looks like this format. Must be quick."""

    def read(self, data: bytes) -> MatchRecord:
        """Read a file. Raises Unreadable, and nothing else, with the line and what was expected."""


@runtime_checkable
class WritingCodec(Codec, Protocol):
    """A format that is written, too."""

    def write(self, record: MatchRecord) -> str:
        """Write a record so that reading it gives the same one."""


@runtime_checkable
class PackedCodec(Codec, Protocol):
    """A format that is written, too, and is no text."""

    def write_bytes(self, record: MatchRecord) -> bytes:
        """Write a record so that reading it gives the same one.

        Raises InvalidOption where the format has no way to say it.
        """


def check_record_numbers(record: MatchRecord) -> MatchRecord:
    """Return a record whose match and games have numbers that every format has room for.

    Raises Unreadable. The numbers of single actions are the codecs' to bound.
    """
    if record.length > MOST_LENGTH:
        raise Unreadable(
            "a match to %(length)s points; the longest are to %(most_length)s",
            {"length": record.length, "most_length": MOST_LENGTH},
        )
    for game in record.games:
        if not 0 <= min(game.number, *game.score) <= max(game.number, *game.score) <= MOST_NUMBER:
            score = f"{game.score[0]}-{game.score[1]}"
            raise Unreadable(
                "game %(number)s at %(score)s: numbers from 0 to %(most)s are expected",
                {"number": game.number, "score": score, "most": MOST_NUMBER},
            )
        if not 1 <= game.cube <= MOST_CUBE:
            raise Unreadable(
                "game %(number)s begins with the cube at %(cube)s, which no cube shows",
                {"number": game.number, "cube": game.cube},
            )
    return record
