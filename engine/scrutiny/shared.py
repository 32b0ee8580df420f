"""Dice that two records share: runs of consecutive rolls of a game that stand in both, found by fingerprints.

A run counts whoever threw the rolls, so a game copied under other names, with its sides swapped, from a later
roll on or partly altered is found as long as ten rolls in a row were left.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .report import REPEAT
from .throws import LETTERS, RecordDice

SHINGLE = 7
"""Rolls in a row that make a fingerprint: 21**7 of them still fit in four bytes."""

STEP = 4
"""Every fourth place of a game is marked, and every place of the other record looked up: a quarter of the
index, and still no run of SHINGLE + STEP - 1 rolls is missed."""

SHORTEST = SHINGLE + STEP - 1
"""Shorter runs are never reported: ten rolls."""

CHANCE = 0.001
"""A run is reported if chance gives fewer than this many runs as long among everything compared."""

EQUAL_OPENINGS = 1 / 15
"""The chance that two opening rolls are equal, more than that of any other two rolls of separate games."""

MOST_ROLLS = 20_000
"""Rolls of one record that are searched, from its start; matches to 25 points have up to 3,000."""

MOST_PARTNERS = 50
"""Other records with fingerprints in common that one is compared with in full, the first in order."""

MOST_PLACES = 4
"""Places of one record that a fingerprint leads to, the first in order."""

MOST_RUNS = 100
"""Runs listed for two records, the longest."""

_DIGITS = str.maketrans(LETTERS, "0123456789abcdefghijk")


class Run(NamedTuple):
    """Equal rolls in a row: from which game and roll on (counted from 1) in either record, and how many.

    `swapped` says that side 0 of one threw what side 1 of the other did; None that it is neither so
    throughout nor the other way round.
    """

    one_game: int
    one_roll: int
    two_game: int
    two_roll: int
    length: int
    swapped: bool | None

    def as_dict(self) -> dict[str, Any]:
        """The run as plain JSON values."""
        return self._asdict()


@dataclass(frozen=True, slots=True)
class DiceOverlap:
    """What two records have in common; `one` and `two` are their places in what was searched, one before two.

    `chance` is how many runs as long as the longest are expected by chance among all that was compared.
    """

    one: int
    two: int
    runs: tuple[Run, ...]
    chance: float


def filed_fingerprints(dice: RecordDice) -> set[int]:
    """The fingerprints a record is filed under: at every fourth place of each game."""
    return set(_dice_fingerprints(dice, STEP))


def lookup_fingerprints(dice: RecordDice) -> set[int]:
    """The fingerprints to look a record up by: at every place."""
    return set(_dice_fingerprints(dice, 1))


def _dice_fingerprints(dice: RecordDice, step: int) -> Iterator[int]:
    for rolls in _searched_rolls(dice):
        digits = rolls.translate(_DIGITS)
        for place in range(0, len(digits) - SHINGLE + 1, step):
            yield int(digits[place : place + SHINGLE], 21)


def _searched_rolls(dice: RecordDice) -> Iterator[str]:
    """The rolls of each game, without who threw them, as far as they are searched."""
    left = MOST_ROLLS
    for game in dice.games:
        yield game.dice[:left].lower()
        left -= min(left, len(game.dice))


def common_runs(one: RecordDice, two: RecordDice) -> tuple[Run, ...]:
    """The runs of at least SHORTEST rolls that two records share, the longest first, at most MOST_RUNS.

    Each stretch of `two` is given with its longest counterpart in `one`; where fingerprints repeat, among the
    first MOST_PLACES of them. Work grows with the number of rolls.
    """
    # Where each marked fingerprint of `one` stands.
    games = [(rolls, rolls[::-1]) for rolls in _searched_rolls(one)]
    places: dict[str, list[tuple[int, int]]] = {}
    for game, (rolls, _) in enumerate(games):
        for place in range(0, len(rolls) - SHINGLE + 1, STEP):
            known = places.setdefault(rolls[place : place + SHINGLE], [])
            if len(known) < MOST_PLACES:
                known.append((game, place))
    # A fingerprint found in `two` grows both ways, backwards along the texts turned round; then on behind it.
    runs = []
    for game, rolls in enumerate(_searched_rolls(two)):
        reverse, place = rolls[::-1], 0
        while place <= len(rolls) - SHINGLE:
            longest = 0
            for other, start in places.get(rolls[place : place + SHINGLE], ()):
                ahead, behind = games[other]
                back = _common_length(behind, len(behind) - start, reverse, len(rolls) - place)
                length = back + _common_length(ahead, start, rolls, place)
                if length > longest:
                    longest, found = length, (other, start - back, place - back)
            if longest < SHORTEST:
                place += 1
                continue
            other, start, begin = found
            runs.append(_make_dice_run(one, other, start, two, game, begin, longest))
            place = begin + longest
    return tuple(sorted(runs, key=lambda run: (-run.length, run))[:MOST_RUNS])


def _common_length(one: str, start: int, two: str, begin: int) -> int:
    """How many letters of two texts are equal from `start` and from `begin` on.

    Doubling steps, then halving: slices compare in C, so long runs cost a few comparisons.
    """
    most, high = min(len(one) - start, len(two) - begin), 1
    while high < most and one[start : start + high] == two[begin : begin + high]:
        high *= 2
    low, high = high // 2, min(high, most)
    while low < high:
        middle = (low + high + 1) // 2
        if one[start + low : start + middle] == two[begin + low : begin + middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _make_dice_run(
    one: RecordDice, game: int, start: int, two: RecordDice, other: int, begin: int, length: int
) -> Run:
    ours = one.games[game].dice[start : start + length]
    theirs = two.games[other].dice[begin : begin + length]
    swapped = False if ours == theirs else True if ours == theirs.swapcase() else None
    return Run(one.games[game].number, start + 1, two.games[other].number, begin + 1, length, swapped)


def shared_dice(
    records: Sequence[RecordDice], matches: Sequence[Hashable] | None = None
) -> tuple[DiceOverlap, ...]:
    """Find the runs that records share and chance does not explain, in the order of the records.

    `matches` names for each record the match it is of: two reports of one match are equal by nature and are
    not compared. Work and memory grow with the number of rolls, not of pairs.
    """
    matches = range(len(records)) if matches is None else matches
    compared = count_comparisons([dice.roll_count for dice in records], matches)
    least = least_reported_length(compared)
    filed: dict[int, list[int]] = {}
    found = []
    for two, dice in enumerate(records):
        met = {
            one
            for probe in lookup_fingerprints(dice)
            for one in filed.get(probe, ())
            if matches[one] != matches[two]
        }
        for one in sorted(met)[:MOST_PARTNERS]:
            runs = tuple(run for run in common_runs(records[one], dice) if run.length >= least)
            if runs:
                found.append(DiceOverlap(one, two, runs, chance_of_run(runs[0].length, compared)))
        for mark in filed_fingerprints(dice):
            known = filed.setdefault(mark, [])
            if len(known) < MOST_PARTNERS:
                known.append(two)
    return tuple(found)


def count_comparisons(rolls: Sequence[int], matches: Sequence[Hashable]) -> int:
    """How many pairs of rolls of different matches there are: where a shared run could begin."""
    together: dict[Hashable, int] = {}
    for count, match in zip(rolls, matches, strict=True):
        together[match] = together.get(match, 0) + count
    return (sum(rolls) ** 2 - sum(count**2 for count in together.values())) // 2


def chance_of_run(length: int, compared: int) -> float:
    """How many runs of at least `length` rolls chance gives where `compared` pairs of rolls could begin one.

    What is far below 1 is also the chance that there is any. Each pair begins such a run with the chance that
    this many rolls are equal, the first of them perhaps an opening roll. An upper bound, since a run cannot
    begin at the last rolls of a game.
    """
    return float(compared) * EQUAL_OPENINGS * REPEAT ** (length - 1)


def least_reported_length(compared: int) -> int:
    """The length from which on a run is reported: the first that chance gives fewer than CHANCE of."""
    length = SHORTEST
    while chance_of_run(length, compared) > CHANCE:
        length += 1
    return length
