"""Who is who: which column of a transcript is whose."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from engine.errors import BOTH, link_texts
from matches.play.errors import PlayersAmbiguous, PlayersNotMatched


def transcript_columns_swapped(
    sides: tuple[Sequence[str], Sequence[str]],
    columns: Sequence[str],
    mapping: Mapping[str, str] | None = None,
) -> bool:
    """Whether the transcript's first column is side two.

    A column is a side's when it bears one of the side's names (compared without case, width or
    surplus spaces; of two names joined by / & or +, in either order). With `mapping` ({"one": name, "two":
    name}) those two names alone count. Raises PlayersNotMatched or PlayersAmbiguous.
    """
    if mapping:
        sides = ((mapping["one"],), (mapping["two"],))
    one, two = ({fold_transcript_name(name) for name in names} for names in sides)
    left, right = (fold_transcript_name(column) for column in columns)
    straight, crossed = left in one and right in two, left in two and right in one
    if straight and crossed:
        raise PlayersAmbiguous(
            "The transcript's players %(left)r and %(right)r could each be either side. Say who is "
            'who: "names": {"one": ..., "two": ...}.',
            {"left": columns[0], "right": columns[1]},
            players=list(columns),
        )
    if not straight and not crossed:
        if mapping:
            raise PlayersNotMatched(
                "`names` gives %(one)r and %(two)r; the transcript is of %(left)r and %(right)r. "
                "Give the names as the transcript writes them.",
                {
                    "one": mapping["one"],
                    "two": mapping["two"],
                    "left": columns[0],
                    "right": columns[1],
                },
                players=list(columns),
            )
        strangers = [column for column in columns if fold_transcript_name(column) not in one | two] or list(
            columns
        )
        raise PlayersNotMatched(
            "The transcript is of %(left)r and %(right)r. The players of this match are known as "
            '%(known)s, not as %(strangers)s. Add the nickname as an alias, or say who is who: "names": '
            '{"one": ..., "two": ...}.',
            {
                "left": columns[0],
                "right": columns[1],
                "known": [*map(repr, (*sides[0], *sides[1]))],
                "strangers": link_texts(BOTH, map(repr, strangers)),
            },
            players=list(columns),
            sides={"one": list(sides[0]), "two": list(sides[1])},
        )
    return crossed


JOINTS = re.compile(" ?[/&+] ?")


def fold_transcript_name(name: str) -> str:
    """What is compared of a name: "Bo & Ann" and "ann/bo" are the same two."""
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    joined = JOINTS.split(plain)
    return "/".join(sorted(joined)) if all(joined) else plain
