"""Which matches of an event a director has called before others. Plain data.

An item is a JSON object: `part` (every part where it is missing) and `round` (every round of it where it is
missing); so `{}` is the whole event.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matches.base.errors import CodeWord
from tournaments.events.errors import InvalidRound
from tournaments.formats.base import Format


def is_called_first(items: Iterable[Mapping[str, Any]], part: str, round: int) -> bool:
    """Whether matches of a round come before others."""
    return any(item.get("part", part) == part and item.get("round", round) == round for item in items)


def checked_called_first(items: Sequence[Mapping[str, Any]], format: Format) -> list[dict[str, Any]]:
    """The items, if the format has what they name. Raises InvalidRound."""
    for number, item in enumerate(items, 1):
        if "part" in item and not format.has_part(item["part"]):
            raise InvalidRound(
                "Number %(number)s of what is called first is part %(part)r, which %(format)s does not have. "
                "Its parts: %(part_names)s.",
                {
                    "number": number,
                    "part": item["part"],
                    "format": CodeWord(format.code, "format"),
                    "part_names": [*format.part_names],
                },
                round=number,
            )
    return [dict(item) for item in items]
