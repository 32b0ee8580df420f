"""Leagues: divisions that play a season each, and change members from season to season.

A division plays as any event of its own does, usually a round robin; here is who plays where next season.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.errors import InvalidDivisions

Divisions = tuple[tuple[int, ...], ...]
"""Entries by division, the top one first; in each the best first."""


class Move(StrEnum):
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Movement:
    """How many change between one division and the next one below it."""

    up: int = 2
    down: int = 2


def moves(season: Divisions, movement: Movement) -> dict[int, Move]:
    """Who goes up and who goes down by their places alone; nobody goes up from the top or down from the foot.

    Of a division too small for both, going up comes first. Raises InvalidDivisions for somebody who stands
    twice.
    """
    _check(season)
    found: dict[int, Move] = {}
    for number, division in enumerate(season):
        rising = division[: movement.up] if number else ()
        falling = division[-movement.down :] if movement.down and number < len(season) - 1 else ()
        found |= dict.fromkeys(falling, Move.DOWN) | dict.fromkeys(rising, Move.UP)
    return found


def next_season(
    season: Divisions,
    movement: Movement,
    *,
    withdrawn: Collection[int] = (),
    newcomers: Sequence[int] = (),
) -> Divisions:
    """Who plays in which division next season, each in the order it is seeded in.

    Who comes down stands first, then who stays, then who comes up. Divisions keep their sizes as far as there
    are entries: a place that somebody leaves empty is filled by the best of the division below, so nobody
    goes down where too few are left, and newcomers begin at the bottom, the last division taking all of them.
    Raises InvalidDivisions for somebody who stands twice, or who withdraws without being in the league.
    """
    moving = moves(season, movement)
    _check((*season, tuple(newcomers)))
    strangers = set(withdrawn) - {entry for division in season for entry in division}
    if strangers:
        raise InvalidDivisions(
            f"{min(strangers)} is in no division and cannot withdraw.", entry=min(strangers)
        )
    drafted = [_drafted(season, number, moving) for number in range(len(season))]
    queue = [entry for division in drafted for entry in division if entry not in withdrawn]
    queue += newcomers
    sizes = [len(division) for division in season]
    made = []
    for size in sizes[:-1]:
        made.append(tuple(queue[:size]))
        queue = queue[size:]
    return (*made, tuple(queue)) if season else ((tuple(queue),) if queue else ())


def _drafted(season: Divisions, number: int, moving: Mapping[int, Move]) -> list[int]:
    """A division after promotion and relegation, before anybody withdraws."""
    above = season[number - 1] if number else ()
    below = season[number + 1] if number + 1 < len(season) else ()
    return [
        *(entry for entry in above if moving.get(entry) is Move.DOWN),
        *(entry for entry in season[number] if entry not in moving),
        *(entry for entry in below if moving.get(entry) is Move.UP),
    ]


def _check(divisions: Sequence[Sequence[int]]) -> None:
    seen: set[int] = set()
    for division in divisions:
        for entry in division:
            if entry in seen:
                raise InvalidDivisions(f"{entry} stands twice in the league.", entry=entry)
            seen.add(entry)
