"""Leagues: divisions that play a season each, and change members from season to season.

A division plays as any event of its own does, usually a round robin; here is who plays where next season.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .errors import InvalidDivisions

DIVISIONS_MAX = 32
PLAYERS_MAX = 256

Divisions = tuple[tuple[int, ...], ...]
"""Players by division, the top one first; in each the best first."""

Ranked = tuple[tuple[tuple[int, ...], ...], ...]
"""The same where places may be shared: by division groups of players, each of those on one place."""


class Move(StrEnum):
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class PromotionCount:
    """How many change between one division and the next one below it."""

    up: int = 2
    down: int = 2


@dataclass(frozen=True, slots=True)
class Claims:
    """What a director decides of a season that is to open; players by number.

    Of the first season `divisions`, or all `players`, the best first, and the `sizes` of the divisions. Of a
    later one who has `withdrawn`, the `newcomers`, and where they are to change the `sizes`; `order` tells
    apart who shares a place, the better first.
    """

    divisions: Divisions = ()
    players: tuple[int, ...] = ()
    sizes: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()
    newcomers: tuple[int, ...] = ()
    order: tuple[int, ...] = ()

    @property
    def named_players(self) -> list[int]:
        """Everybody who is named, in whatever part."""
        whole = (self.players, self.withdrawn, self.newcomers, self.order)
        return [player for some in (*self.divisions, *whole) for player in some]


def first_season(claims: Claims) -> Divisions:
    """The divisions as they are named, or all players in order cut to sizes. Raises InvalidDivisions."""
    if claims.withdrawn or claims.newcomers or claims.order:
        raise InvalidDivisions(
            "The league has not begun: nobody can leave it, join it or share a place. Name its divisions, or "
            "its players and the sizes of its divisions."
        )
    if claims.divisions and (claims.players or claims.sizes):
        raise InvalidDivisions("Name the divisions, or players and sizes of divisions, not both.")
    _check_divisions(claims.divisions or (claims.players,))
    made = claims.divisions or _cut_into_divisions(claims.players, claims.sizes)
    check_division_sizes(made)
    return made


def following_season(ranked: Ranked, movement: PromotionCount, claims: Claims) -> Divisions:
    """The divisions of the season after one that ended so. Raises InvalidDivisions.

    Where players share a place that decides who plays where, their order in it is none: see `undecided`.
    """
    if claims.divisions or claims.players:
        raise InvalidDivisions(
            "Who plays in which division follows from the places of the last season. Name who has withdrawn, "
            "the newcomers, and if they change the sizes of the divisions."
        )
    shared = {player for division in ranked for group in division if len(group) > 1 for player in group}
    _check_divisions((claims.withdrawn,))
    _check_divisions((claims.order,))
    alone = [player for player in claims.order if player not in shared]
    if alone:
        raise InvalidDivisions(
            "Player %(player)s shares no place: the order of the standings stands. Name in order only those "
            "who share places.",
            {"player": alone[0]},
            player=alone[0],
        )
    made = next_season(
        division_standings_flat(break_division_ties(ranked, claims)),
        movement,
        withdrawn=claims.withdrawn,
        newcomers=claims.newcomers,
        sizes=claims.sizes,
    )
    check_division_sizes(made)
    return made


def break_division_ties(ranked: Ranked, claims: Claims) -> Ranked:
    """The places with their ties broken: in `order`, and who withdraws behind who stays."""
    return tuple(
        tuple(part for group in division for part in _parts_of_division_tie(group, claims) if part)
        for division in ranked
    )


def undecided_division_ties(ranked: Ranked, made: Divisions) -> list[tuple[int, ...]]:
    """Those who share a place and do not all play in the same division of `made`: nothing decides who goes.

    Two of them who changed places in the standings would change places in `made`, so whoever shares a place
    and a division has lost nothing by lot of numbers.
    """
    level = {player: number for number, division in enumerate(made) for player in division}
    return [
        group for division in ranked for group in division if len({level.get(player) for player in group}) > 1
    ]


def league_promotions_by_place(season: Divisions, movement: PromotionCount) -> dict[int, Move]:
    """Who goes up and who goes down by their places alone; nobody goes up from the top or down from the foot.

    Of a division too small for both, going up comes first. Raises InvalidDivisions for somebody who stands
    twice.
    """
    _check_divisions(season)
    found: dict[int, Move] = {}
    for number, division in enumerate(season):
        rising = division[: movement.up] if number else ()
        falling = division[-movement.down :] if movement.down and number < len(season) - 1 else ()
        found |= dict.fromkeys(falling, Move.DOWN) | dict.fromkeys(rising, Move.UP)
    return found


def league_moves_so_far(ranked: Ranked, movement: PromotionCount) -> dict[int, Move]:
    """The same while places are shared: of those on one place all move so, or nobody is."""
    found = league_promotions_by_place(division_standings_flat(ranked), movement)
    for group in (group for division in ranked for group in division):
        if len({found.get(player) for player in group}) > 1:
            for player in group:
                found.pop(player, None)
    return found


def division_moves(before: Divisions, after: Divisions) -> dict[int, Move]:
    """Who plays higher, and who lower, than the season before; who joins or leaves does neither."""
    was = {player: number for number, division in enumerate(before) for player in division}
    return {
        player: Move.UP if number < was[player] else Move.DOWN
        for number, division in enumerate(after)
        for player in division
        if player in was and was[player] != number
    }


def next_season(
    season: Divisions,
    movement: PromotionCount,
    *,
    withdrawn: Collection[int] = (),
    newcomers: Sequence[int] = (),
    sizes: Sequence[int] = (),
) -> Divisions:
    """Who plays in which division next season, each in the order it is seeded in.

    Who comes down stands first, then who stays, then who comes up. Divisions keep their sizes as far as there
    are players, or have the `sizes` named: a place that somebody leaves empty is filled by the best of the
    division below, so nobody goes down where too few are left, and newcomers begin at the bottom, the last
    division taking all of them.
    Raises InvalidDivisions for somebody who stands twice, or who withdraws without being in the league, and
    for sizes that do not add up.
    """
    moving = league_promotions_by_place(season, movement)
    _check_divisions((*season, tuple(newcomers)))
    strangers = set(withdrawn) - {player for division in season for player in division}
    if strangers:
        raise InvalidDivisions(
            "Player %(player)s is in no division and cannot withdraw.",
            {"player": min(strangers)},
            player=min(strangers),
        )
    drafted = [_draft_division(season, number, moving) for number in range(len(season))]
    queue = [player for division in drafted for player in division if player not in withdrawn]
    queue += newcomers
    if sizes:
        return _cut_into_divisions(queue, sizes)
    made = []
    for size in [len(division) for division in season[:-1]]:
        made.append(tuple(queue[:size]))
        queue = queue[size:]
    return (*made, tuple(queue)) if season else ((tuple(queue),) if queue else ())


def division_standings_flat(ranked: Ranked) -> Divisions:
    """Everybody in the order in which they stand, shared places or not."""
    return tuple(tuple(player for group in division for player in group) for division in ranked)


def check_division_sizes(made: Divisions) -> None:
    """Raises InvalidDivisions where a division is too small to be played, or the league too large."""
    if not made or len(made) > DIVISIONS_MAX or sum(map(len, made)) > PLAYERS_MAX:
        raise InvalidDivisions(
            "A league has 1 to %(divisions_max)s divisions with %(players_max)s players at most, not "
            "%(count)s with %(players)s.",
            {
                "divisions_max": DIVISIONS_MAX,
                "players_max": PLAYERS_MAX,
                "count": len(made),
                "players": sum(map(len, made)),
            },
        )
    for number, division in enumerate(made, 1):
        if len(division) < 2:
            raise InvalidDivisions(
                "Division %(number)s would have %(count)s players; it needs two at least. Name others, or "
                "other sizes of the divisions.",
                {"number": number, "count": len(division)},
                division=number,
            )


def _parts_of_division_tie(group: tuple[int, ...], claims: Claims) -> list[tuple[int, ...]]:
    named = [player for player in claims.order if player in group]
    others = [player for player in group if player not in named]
    leaving = [player for player in others if player in claims.withdrawn]
    staying = tuple(player for player in others if player not in leaving)
    return [*((player,) for player in named), staying, *((player,) for player in leaving)]


def _cut_into_divisions(players: Sequence[int], sizes: Sequence[int]) -> Divisions:
    left = players[sum(sizes) :]
    if left:
        raise InvalidDivisions(
            "The divisions take %(sizes)s of %(count)s players: %(left)s would be in none. Name sizes that "
            "add up.",
            {"sizes": sum(sizes), "count": len(players), "left": [*map(str, left[:10])]},
            players=[*left],
        )
    if sum(sizes) > len(players):
        raise InvalidDivisions(
            "The divisions take %(sizes)s players, and there are %(count)s. Name sizes that add up.",
            {"sizes": sum(sizes), "count": len(players)},
        )
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return tuple(tuple(players[end - size : end]) for end, size in zip(ends, sizes, strict=True))


def _draft_division(season: Divisions, number: int, moving: Mapping[int, Move]) -> list[int]:
    """A division after promotion and relegation, before anybody withdraws."""
    above = season[number - 1] if number else ()
    below = season[number + 1] if number + 1 < len(season) else ()
    return [
        *(player for player in above if moving.get(player) is Move.DOWN),
        *(player for player in season[number] if player not in moving),
        *(player for player in below if moving.get(player) is Move.UP),
    ]


def _check_divisions(divisions: Sequence[Sequence[int]]) -> None:
    seen: set[int] = set()
    for division in divisions:
        for player in division:
            if player in seen:
                raise InvalidDivisions(
                    "Player %(player)s is named twice, or stands in the league already. Everybody plays in "
                    "one division.",
                    {"player": player},
                    player=player,
                )
            seen.add(player)
