"""How many games a score sheet has room for, and on how many rows. Plain data: no Django."""

from dataclasses import dataclass

from engine import Variant


@dataclass(frozen=True, slots=True)
class SheetScale:
    """How much a sheet takes of which so many are on a page: games beside each other, rows of them."""

    games: int
    rows: int


SCALES = {2: SheetScale(13, 2), 4: SheetScale(9, 2)}
"""By how many sheets there are to a page. 13 games are all of a match to seven points."""


def most_games(length: int) -> int:
    """After how many games a match is over at the latest, each won singly: 2 x length - 1."""
    return 2 * length - 1


def rows_of_games(length: int | None, per_page: int) -> list[list[int]]:
    """The numbers of the games by rows that are as long as each other, as far as a sheet has room for them.

    length: None for a sheet that is written by hand.
    """
    scale = SCALES[per_page]
    room = scale.games * scale.rows
    games = room if length is None else min(most_games(length), room)
    rows = -(-games // scale.games)
    size = -(-games // rows)
    return [[*range(first, min(first + size, games + 1))] for first in range(1, games + 1, size)]


def has_doubling(variant: Variant, length: int | None) -> bool:
    """Whether the cube is turned in such a match: in a game to one point nobody doubles."""
    return variant.cube and length != 1


def has_crawford(variant: Variant, length: int | None, options: dict[str, object]) -> bool:
    """Whether such a match has a Crawford game."""
    return has_doubling(variant, length) and options.get("crawford") is not False
