"""Two dice: the 21 rolls and how many steps each gives."""

from collections.abc import Sequence
from reprlib import repr as brief

from .errors import InvalidDice

Roll = tuple[int, int]
"""Two dice, the higher first."""

ROLLS: tuple[Roll, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))


def ordered_roll(dice: Sequence[int]) -> Roll:
    """Return `dice` as a Roll, the higher first. Raises InvalidDice unless they are two numbers from 1 to 6.

    >>> ordered_roll([3, 6])
    (6, 3)
    """
    if len(dice) != 2 or any(type(die) is not int or not 1 <= die <= 6 for die in dice):
        raise InvalidDice(
            "%(dice)s is not a roll: two dice from 1 to 6 are expected", {"dice": brief(list(dice))}
        )
    one, two = dice
    return (one, two) if one >= two else (two, one)


def is_roll(dice: tuple[int, int]) -> bool:
    """Whether two dice can show this."""
    return 1 <= min(dice) <= max(dice) <= 6


def roll_steps(dice: Roll) -> tuple[int, ...]:
    """Return the steps a roll gives: one per die, or four for a double."""
    return dice if dice[0] != dice[1] else (dice[0],) * 4


def roll_weight(dice: Roll) -> int:
    """In how many of 36 throws this roll comes up."""
    return 1 if dice[0] == dice[1] else 2
