"""The .mat format (Jellyfish match text): GNU Backgammon's and the dialects of the servers.

A header of "; [Tag "value"]" lines, a line "7 point match", then each game: "Game 1", the players with the
score before the game, and numbered rows of two columns. docs/files.md lists what the dialects do differently
and how each oddity is read.

Source: GNU Backgammon export.c; Xavier Dufaure de Citres, rec.games.backgammon 2009-12-16 (the header); files
of Backgammon Galaxy, Backgammon Studio, eXtreme Gammon, PlayOK, DailyGammon and OpenGammon.
"""

from ..record import MatchRecord
from ..words import gettext_lazy as _
from .mat_reader import LEFT_COLUMN, LENGTH, OWN_INDENT, MatReader
from .mat_writer import mat_lines
from .text import LONGEST_LINE, decode_text

__all__ = ["LEFT_COLUMN", "LONGEST_LINE", "OWN_INDENT", "Mat"]


class Mat:
    """The .mat codec."""

    code = "mat"
    name = _("Jellyfish .mat")
    description = _("Matches as text, which most programs and servers write and read.")

    def recognises_file(self, data: bytes) -> bool:
        """Whether some line says "N point match"."""
        return LENGTH.search(decode_text(data)) is not None

    def read(self, data: bytes) -> MatchRecord:
        """Read a match. Raises Unreadable with the line and what was expected there."""
        return MatReader(decode_text(data)).read()

    def write(self, record: MatchRecord) -> str:
        """Write a match as GNU Backgammon does.

        It reads back to the same record, but for `format` and `cut`, which describe the file, and for
        tags added to give the rules of the record.
        """
        text = "\n".join(mat_lines(record))
        return text if record.open_end else f"{text}\n"
