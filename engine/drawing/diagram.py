"""What is drawn: one moment of a game, seen by the player at the bottom."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..dice import is_roll
from ..errors import InvalidDice, InvalidPlay, InvalidPosition
from ..ids.base import LARGEST_CUBE
from ..plays import Step
from ..position import BAR, OFF, Position, Side
from ..variants import VARIANTS, Variant


class End(StrEnum):
    """Where a player sits: at the bottom of the drawing, or at its top."""

    BOTTOM = "bottom"
    TOP = "top"

    @property
    def other(self) -> "End":
        """The end across."""
        return End.TOP if self is End.BOTTOM else End.BOTTOM


class Colour(StrEnum):
    """The colour of a side's checkers; the dark ones have a ring."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """One moment of a game, to be drawn. Immutable.

    `position` has the player at the bottom first, whoever is on roll. `dice` are none or two, those of
    `on_roll`; with nobody on roll they are an opening roll, first the die of the bottom. `cube` is what the
    cube shows, None where there is none, and `offered` what it will show if the double or beaver that
    `offered_by` has made is taken. `resigned` is 1 to 3 where `resigned_by` offers to give the game up for
    so many times the cube. `jacoby` and `beavers` are rules of a session for money. `play` are steps of the
    player on roll, by that player's numbers, shown as arrows. `played` are those of the dice, of a double up
    to four, whose checkers have been moved. `marked` is a point by the bottom's numbers.
    `score` has the points of the bottom first, for a match to `length` points; 0 is a session for money.
    `off_to_left`: the bottom bears off to the left.

    Raises InvalidPosition, InvalidDice or InvalidPlay for what cannot be drawn.
    """

    position: Position
    variant: Variant = VARIANTS["backgammon"]
    on_roll: End | None = None
    dice: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    cube: int | None = 1
    cube_owner: End | None = None
    offered: int | None = None
    offered_by: End | None = None
    resigned: int | None = None
    resigned_by: End | None = None
    jacoby: bool = False
    beavers: bool = False
    play: tuple[Step, ...] = ()
    marked: int | None = None
    score: tuple[int, int] | None = None
    length: int | None = None
    crawford: bool = False
    bottom_colour: Colour = Colour.LIGHT
    off_to_left: bool = False

    def __post_init__(self) -> None:
        for checkers in (self.position.own, self.position.opponent):
            start, count = self.variant.start_position().own, self.variant.checker_count
            if len(checkers) != len(start) or min(checkers) < 0 or sum(checkers[: BAR + 1]) != count:
                raise InvalidPosition(
                    "%(numbers)s: not the checkers of a side of %(variant)s, which has %(count)s",
                    {"numbers": str(checkers), "variant": self.variant.name, "count": count},
                )
        if problems := self.variant.problems(self.position):
            raise InvalidPosition("%(problem)s", {"problem": problems[0]})
        if self.dice and not (len(self.dice) == 2 and is_roll((self.dice[0], self.dice[1]))):
            raise InvalidDice(
                "%(dice)s is not a roll: two dice from 1 to 6 are expected", {"dice": str(self.dice)}
            )
        if Counter(self.played) - Counter(self.dice * (2 if len({*self.dice}) == 1 else 1)):
            raise InvalidDice("%(played)s were not rolled", {"played": str(self.played)})
        for cube in (self.cube, self.offered):
            if cube is not None and not (0 < cube <= 8 * LARGEST_CUBE and cube.bit_count() == 1):
                raise InvalidPosition("no cube shows %(cube)s", {"cube": cube})
        if (self.offered is None) != (self.offered_by is None) or (self.offered and self.dice):
            raise InvalidPosition("a cube is offered with its value, by somebody, and before dice are rolled")
        if (self.resigned is None) != (self.resigned_by is None) or self.resigned not in (None, 1, 2, 3):
            raise InvalidPosition("a game is given up by somebody, for 1 to 3 times the cube")
        if self.resigned and (self.offered or self.on_roll is None):
            raise InvalidPosition("a game is given up while somebody is on roll, and no cube is offered")
        if self.marked is not None and not 1 <= self.marked < BAR:
            raise InvalidPosition(
                "no point %(point)s can be marked: points are 1 to 24", {"point": self.marked}
            )
        list(self.positions_of_play())

    def checkers(self, end: End) -> Side:
        """The checkers of the player at an end, by that player's numbers."""
        return self.position.own if end is End.BOTTOM else self.position.opponent

    def colour(self, end: End) -> Colour:
        """The colour of the player at an end."""
        if end is End.BOTTOM:
            return self.bottom_colour
        return Colour.DARK if self.bottom_colour is Colour.LIGHT else Colour.LIGHT

    def bottom_number(self, end: End, point: int) -> int:
        """The bottom's number of a point, 1 to 24, that the player at an end calls `point`."""
        return point if end is End.BOTTOM else self.variant.facing_point(point)

    def printed_number(self, point: int) -> int:
        """The number printed beside a point, which is that of the player on roll; `point` is the bottom's."""
        return self.variant.facing_point(point) if self.on_roll is End.TOP else point

    def is_pinned(self, end: End, point: int) -> bool:
        """Whether the checker of the player at an end is pinned on a point, by that player's numbers."""
        return self.variant.is_pinned(self.checkers(end), point)

    @property
    def rules_for_money(self) -> tuple[str, ...]:
        """What is drawn of the rules of a session for money."""
        chosen = (("Jacoby", self.jacoby), ("Beavers", self.beavers))
        return tuple(name for name, holds in chosen if holds)

    def positions_of_play(self) -> Iterator[tuple[Step, Position]]:
        """Yield each step of the play with the position before it, the player on roll first.

        Raises InvalidPlay at a step that no checker can take; whether the rules allow it is not asked.
        """
        if self.play and self.on_roll is None:
            raise InvalidPlay("a play needs somebody on roll")
        position = self.position.with_sides_swapped() if self.on_roll is End.TOP else self.position
        for step in self.play:
            start, end = step
            if not (1 <= start <= BAR and OFF <= end < BAR and start != end and position.own[start]):
                raise InvalidPlay("no checker can go from %(start)s to %(end)s", {"start": start, "end": end})
            yield step, position
            position = Position(*self.variant.after_step(position.own, position.opponent, step))
