"""GNU Backgammon's identifiers: "position ID:match ID", or either alone."""

import re

from ..errors import InvalidPosition
from . import match_id, position_id
from .base import Situation, position_to_write

_PREFIX = re.compile(r"\s*(?:gnubgid[\s:=]+)?", re.I | re.A)
_SHAPE = re.compile(r"[A-Za-z0-9+/]{14}(?::[A-Za-z0-9+/]{12})?$|[A-Za-z0-9+/]{12}$", re.A)


class Gnu:
    """GNU Backgammon's IDs; "GNUBGID " may stand before them."""

    code = "gnubg"

    def recognises_id(self, text: str) -> bool:
        """Whether the text says GNUBGID or has letters of base 64 in one of the right numbers."""
        prefix = _PREFIX.match(text)
        return bool(prefix and prefix[0].strip()) or bool(_SHAPE.match(text.strip()))

    def parse(self, text: str, checkers: int = 15, as_counts: bool = False) -> Situation:
        """Read one ID or a pair."""
        bare = _PREFIX.sub("", text, count=1).strip()
        position, colon, match = bare.partition(":")
        if not colon and len(position) == match_id.LETTERS:
            return Situation(None, match_id.decode_match(position))
        decode = position_id.decode_counts if as_counts else position_id.decode_position
        return Situation(decode(position, checkers), match_id.decode_match(match) if colon else None)

    def write(self, situation: Situation) -> str:
        """Write the pair, or what there is of it."""
        if situation.position is None:
            if situation.match is None:
                raise InvalidPosition("there is neither a position nor a match to write")
            return match_id.encode_match(situation.match)
        position = position_id.encode_position(position_to_write(situation, "a GNU position ID"))
        return position if situation.match is None else f"{position}:{match_id.encode_match(situation.match)}"
