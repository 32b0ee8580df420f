"""Sides as integers and plays as sums: the quick way to judge a play that uses every die.

A packed side holds its 26 counts in a byte each (borne off lowest, the bar highest), every byte with its top
bit set. A play then is one number added to the own side, and what makes it legal are masks:

* no byte may fall below its top bit: a checker was there to be moved;
* the opponent has no second checker where one lands (CLOSED bits of those points are clear);
* the bar is empty after a play that also moves a checker from elsewhere; everything outside the home board is
  empty after a play that bears off; and so is every point behind a checker borne off by a larger die.

The order of the steps needs no thought: if any order is legal, then so is moving from the back of the board
to the front, and whatever has to happen before a step lies behind it. And as every die is used, there is no
asking what else could have been played. A play that merges two steps ("24/14") may have two ways.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from .dice import Roll
from .position import BAR, OFF, Side
from .record import Hop, Rolled, Written

TOPS = int.from_bytes(b"\x80" * 26, "little")
CLOSED = 0x7E
"""The bits of a byte that show two checkers or more."""
ONE_ON_BAR = 1 << 8 * BAR
HOME = 6


class Way(NamedTuple):
    """One way to play the dice: what it adds to the player's own side, and what must hold for that.

    `empty` are the top bits and the bytes that have to be empty afterwards, `closed` and `landed` the bits of
    the opponent's that show two checkers, and one, where a checker lands.
    """

    change: int
    empty: int
    closed: int
    landed: int


class Reading(NamedTuple):
    """How the text of a play can be read: the ways that use every die, and the points marked as hit.

    There is one `way` for most plays, an `other` for two steps written as one, none for a play that uses
    fewer dice than rolled. `entering` is for a roll that nothing was played with: the bits that show whether
    the points to enter on are closed.
    """

    way: Way | None = None
    other: Way | None = None
    marked: int = 0
    entering: tuple[int, int] | None = None

    @property
    def ways(self) -> list[Way]:
        """The ways there are."""
        return [way for way in (self.way, self.other) if way is not None]


def is_dance(own: int, opponent: int, entering: tuple[int, int]) -> bool:
    """Whether nothing can be played because a checker on the bar finds both points closed."""
    return own >= TOPS + ONE_ON_BAR and bool(opponent & entering[0] and opponent & entering[1])


def best_way(own: int, opponent: int, ways: Iterable[Way], marked: int) -> tuple[int, int, int] | None:
    """Return both packed sides and the points hit after the way that fits the marks best; None if none is
    legal.

    Fitting best is to hit what is marked, else as many as are marked, else as few as possible.
    """
    best: tuple[tuple[bool, int, int], tuple[int, int, int]] | None = None
    for change, empty, closed, landed in ways:
        after = own + change
        if not opponent & closed and after & empty == TOPS:
            hit = opponent & landed
            hits = hit.bit_count()
            misfit = hit != marked, abs(hits - marked.bit_count()), hits
            if best is None or misfit < best[0]:
                best = misfit, (after, opponent - hit + hits * ONE_ON_BAR, hit)
    return best and best[1]


def packed(side: Sequence[int]) -> int:
    """Pack counts of at most 127 checkers: 26, and whatever else a variant counts behind them."""
    return int.from_bytes(bytes(side), "little") | TOPS


def unpacked(side: int, places: int = 26) -> Side:
    """Return the counts of a packed side."""
    return tuple((side ^ TOPS).to_bytes(places, "little"))


def reading(action: Rolled) -> Reading:
    """Work out how a roll can be played as written, once for each action: equal cells share theirs."""
    if action.reading is None:
        object.__setattr__(action, "reading", _reading(action))
    assert action.reading is not None
    return action.reading


def _reading(action: Rolled) -> Reading:
    high, low = action.dice
    if not 1 <= low <= high <= 6:
        return Reading()
    if not action.hops:
        may_dance = action.written in (Written.NOTHING, Written.CANNOT_MOVE)
        return Reading(entering=(CLOSED << 8 * high, CLOSED << 8 * low) if may_dance else None)
    if any(not OFF <= hop.end < hop.start <= BAR for hop in action.hops):
        return Reading()
    spelled = _doubles(high, action.hops) if high == low else _two_dice(action.dice, action.hops)
    marked = 0
    for hop in action.hops:
        if hop.hit:
            marked |= 1 << 8 * (25 - hop.end)
    ways = [_way(steps) for steps in spelled]
    return Reading(ways[0] if ways else None, ways[1] if len(ways) == 2 else None, marked)


_Steps = list[tuple[int, int, int]]
"""From, to, and the die."""


def _doubles(die: int, hops: Sequence[Hop]) -> Iterator[_Steps]:
    """Yield the only way to make these hops with four equal dice, if they take all four."""
    steps: _Steps = []
    for hop in hops:
        far = hop.start - hop.end
        if far % die and hop.end != OFF:
            return
        for start in range(hop.start, hop.end, -die):
            steps.append((start, max(start - die, OFF), die))
    if len(steps) == 4:
        yield steps


def _two_dice(dice: Roll, hops: Sequence[Hop]) -> Iterator[_Steps]:
    """Yield the ways to make these hops with two different dice, both used."""
    high, low = dice
    if len(hops) == 2:
        one, two = hops
        ways = [
            [(one.start, one.end, first), (two.start, two.end, second)]
            for first, second in ((high, low), (low, high))
            if _fits(one, first) and _fits(two, second)
        ]
        if ways:  # two ways only where both checkers go off; the one with less left over asks for less
            yield max(ways, key=_behind)
    elif len(hops) == 1:
        start, end, _ = hops[0]
        if start - end == high + low or (end == OFF and high < start < high + low):
            for first, second in ((high, low), (low, high)):
                yield [(start, start - first, first), (start - first, end, second)]


def _fits(hop: Hop, die: int) -> bool:
    return hop.start - hop.end == die or OFF == hop.end < hop.start < die


def _behind(steps: _Steps) -> int:
    """The lowest point from which a larger die bears off: nothing may be left behind it."""
    return min((start for start, _, die in steps if start < die), default=HOME)


def _way(steps: _Steps) -> Way:
    change = closed = landed = 0
    empty = TOPS
    for start, end, _ in steps:
        change += (1 << 8 * end) - (1 << 8 * start)
        if end != OFF:
            closed |= CLOSED << 8 * (25 - end)
            landed |= 1 << 8 * (25 - end)
    if any(end == OFF for _, end, _ in steps):
        empty |= _bytes(_behind(steps) + 1)
    elif any(start != BAR for start, _, _ in steps):
        empty |= _bytes(BAR)
    return Way(change, empty, closed, landed)


def _bytes(lowest: int) -> int:
    """All bits of the points from `lowest` to the bar."""
    return sum(byte << 8 * point for byte, point in zip(repeat(0xFF), range(lowest, BAR + 1), strict=False))
