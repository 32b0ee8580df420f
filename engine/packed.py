"""Sides as integers and plays as sums: the quick way to judge a play that leaves no die unused for a choice.

A packed side holds its 26 counts in a byte each (borne off lowest, the bar highest), every byte with its top
bit set. A play then is one number added to the own side, and what makes it legal are masks:

* no byte may fall below its top bit: a checker was there to be moved;
* the opponent has no second checker where one lands;
* the bar is empty after a play that also moves a checker from elsewhere; everything outside the home board is
  empty after a play that bears off; and so is every point behind a checker borne off by a larger die.

The order of the steps needs no thought: if any order is legal, then so is moving from the back of the board
to the front, and whatever has to happen before a step lies behind it. And there is no asking what else could
have been played: every die is used, or no checker is left, or one on the bar finds its points closed. A play
that merges two steps ("24/14") may have two ways.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from .dice import Roll
from .position import BAR, OFF, Side
from .record import Hop, Rolled, Written

TOPS = int.from_bytes(b"\x80" * 26, "little")
SECOND = int.from_bytes(b"\x7e" * 26, "little")
"""The bits of every byte that show two checkers or more."""
ONE_ON_BAR = 1 << 8 * BAR
HOME = 6

After = tuple[int, int, int]
"""Both packed sides after a play, and the points hit: a bit for each in the opponent's side."""


class PackedPlay(NamedTuple):
    """One way to play the dice: what it adds to the player's own side, and what must hold for that.

    `empty` are the top bits and the bytes that have to be empty afterwards, `faced` the counts of the
    opponent's where a checker lands.
    """

    change: int
    empty: int
    faced: int

    def make_play(self, own: int, opponent: int) -> After | None:
        """Play it; None if it is not legal."""
        after, met = own + self.change, opponent & self.faced
        if after & self.empty != TOPS or met & SECOND:
            return None
        return after, opponent - met + met.bit_count() * ONE_ON_BAR, met


class Merged(NamedTuple):
    """Two steps of one checker written as one: by either die first."""

    ways: tuple[PackedPlay, PackedPlay]

    def make_play(self, own: int, opponent: int, marked: int) -> After | None:
        """Play the way that fits the marks best; None if neither is legal.

        Fitting best is to hit what is marked, else as many as are marked, else as few as possible.
        """
        one, two = self.ways
        first, second = one.make_play(own, opponent), two.make_play(own, opponent)
        if first is None or second is None or first == second:
            return first or second
        return min(first, second, key=lambda after: packed_misfit(after[2], marked))


class Stuck(NamedTuple):
    """Nothing played, or one checker entered, because the next on the bar finds these points closed."""

    way: PackedPlay
    shut: tuple[int, ...]

    def make_play(self, own: int, opponent: int, marked: int) -> After | None:
        """Play what can be entered; None if that is not legal or not all that can be played."""
        after = self.way.make_play(own, opponent)
        if after is None or after[0] < TOPS + ONE_ON_BAR or not all(opponent & point for point in self.shut):
            return None
        return after


Reading = tuple[int, int, int, int, Merged | Stuck | None]
"""How the text of a play can be read: change, empty, faced, the points marked as hit, and special.

Most plays have one PackedPlay: the first three. Of the others `empty` is 0, which holds for no side, and
`special` says how to make them, if they can be judged by sums at all. A plain tuple, since it is taken apart
for every roll of a match.
"""
NO_READING: Reading = (0, 0, 0, 0, None)


def packed_misfit(hit: int, marked: int) -> tuple[bool, int, int]:
    """How badly the points hit fit those marked, as in claims.py."""
    hits = hit.bit_count()
    return hit != marked, abs(hits - marked.bit_count()), hits


def pack_side(side: Sequence[int]) -> int:
    """Pack counts of at most 127 checkers: 26, and whatever else a variant counts behind them."""
    return int.from_bytes(bytes(side), "little") | TOPS


def unpack_side(side: int, places: int = 26) -> Side:
    """Return the counts of a packed side."""
    return tuple((side ^ TOPS).to_bytes(places, "little"))


def play_reading(action: Rolled) -> Reading:
    """Work out how a roll can be played as written, once for each action: equal cells share theirs."""
    if action.reading is None:
        object.__setattr__(action, "reading", _work_out_reading(action))
    assert action.reading is not None
    return action.reading


def _work_out_reading(action: Rolled) -> Reading:
    high, low = action.dice
    if not 1 <= low <= high <= 6:
        return NO_READING
    if not action.hops:
        may_dance = action.written in (Written.NOTHING, Written.CANNOT_MOVE)
        return (
            (0, 0, 0, 0, Stuck(_pack_steps([]), (_closed_entry_mask(high), _closed_entry_mask(low))))
            if may_dance
            else NO_READING
        )
    if any(not OFF <= hop.end < hop.start <= BAR for hop in action.hops):
        return NO_READING
    marked = 0
    for hop in action.hops:
        if hop.hit:
            marked |= 1 << 8 * (25 - hop.end)
    if high == low:
        steps = _steps_of_double(high, action.hops)
        return (*_pack_steps(steps, last=len(steps) < 4), marked, None) if steps else NO_READING
    if len(action.hops) == 2:
        steps = _steps_of_two_hops(action.dice, action.hops)
        return (*_pack_steps(steps), marked, None) if steps else NO_READING
    if len(action.hops) == 1:
        return _reading_of_one_hop(action.dice, action.hops[0], marked)
    return NO_READING


_Steps = list[tuple[int, int, int]]
"""From, to, and the die."""


def _steps_of_double(die: int, hops: Sequence[Hop]) -> _Steps:
    """The only way to make these hops with equal dice; none if they take more than four."""
    steps: _Steps = []
    for hop in hops:
        if (hop.start - hop.end) % die and hop.end != OFF:
            return []
        for start in range(hop.start, hop.end, -die):
            steps.append((start, max(start - die, OFF), die))
    return steps if len(steps) <= 4 else []


def _steps_of_two_hops(dice: Roll, hops: Sequence[Hop]) -> _Steps:
    """The way to make two hops with a die each; none if the dice do not give them.

    Two ways there are only where both checkers go off; the one with less left over asks for less.
    """
    one, two = hops
    high, low = dice
    ways = [
        [(one.start, one.end, first), (two.start, two.end, second)]
        for first, second in ((high, low), (low, high))
        if _die_fits_hop(one, first) and _die_fits_hop(two, second)
    ]
    return max(ways, key=_lowest_bear_off_point, default=[])


def _reading_of_one_hop(dice: Roll, hop: Hop, marked: int) -> Reading:
    """One checker's way: by both dice, or by one where that is plainly all that can be played."""
    high, low = dice
    start, end, _ = hop
    far = start - end
    if far == high + low or (end == OFF and high < start < high + low):
        one, two = (
            _pack_steps([(start, start - first, first), (start - first, end, second)])
            for first, second in ((high, low), (low, high))
        )
        return 0, 0, 0, marked, Merged((one, two))
    if start == BAR and far in dice:
        other = low if far == high else high
        return 0, 0, 0, marked, Stuck(_pack_steps([(start, end, far)]), (_closed_entry_mask(other),))
    if end == OFF and start <= low:
        return *_pack_steps([(start, end, low)], last=True), marked, None
    return NO_READING


def _die_fits_hop(hop: Hop, die: int) -> bool:
    return hop.start - hop.end == die or OFF == hop.end < hop.start < die


def _lowest_bear_off_point(steps: _Steps) -> int:
    """The lowest point from which a larger die bears off: nothing may be left behind it."""
    return min((start for start, _, die in steps if start < die), default=HOME)


def _closed_entry_mask(die: int) -> int:
    """The bits of the opponent's that show that no checker can enter with this die."""
    return SECOND & 0xFF << 8 * die


def _pack_steps(steps: _Steps, last: bool = False) -> PackedPlay:
    """The way that makes these steps; with `last` the only legal end is that no checker is left."""
    change = faced = 0
    empty = TOPS
    for start, end, _ in steps:
        change += (1 << 8 * end) - (1 << 8 * start)
        if end != OFF:
            faced |= 0x7F << 8 * (25 - end)
    if last:
        empty |= _points_mask(1)
    elif any(end == OFF for _, end, _ in steps):
        empty |= _points_mask(_lowest_bear_off_point(steps) + 1)
    elif any(start != BAR for start, _, _ in steps):
        empty |= _points_mask(BAR)
    return PackedPlay(_shared_number(change), _shared_number(empty), _shared_number(faced))


@lru_cache(maxsize=1 << 14)
def _shared_number(number: int) -> int:
    """The same object for equal numbers: fewer of them stay nearer to the processor."""
    return number


def _points_mask(lowest: int) -> int:
    """All bits of the points from `lowest` to the bar."""
    return sum(byte << 8 * point for byte, point in zip(repeat(0xFF), range(lowest, BAR + 1), strict=False))
