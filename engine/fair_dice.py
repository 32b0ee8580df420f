"""Dice that whoever plays against the computer can check: nobody chooses them, and nobody knows them before.

The service makes a seed and shows its seal before the first roll; the player answers with a word of their
own; every roll follows from both; the seed is shown after the last one. docs/fair_dice.md says all of it
exactly, with numbers to compare a program with.

Sources: HMAC is RFC 2104 with the SHA-256 of FIPS 180-4; normalisation form NFC is Unicode Annex 15.
"""

import hmac
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from typing import NamedTuple
from unicodedata import normalize

from .errors import InvalidContribution, InvalidSeed
from .scrutiny.chance import chi_square_p

SEED_DIGITS = 64
"""Digits of a seed: 256 bits, which nobody guesses."""
MOST_CONTRIBUTION = 200
"""Characters that a contribution may have, once it is normalised."""
FAIR_BYTES = 252
"""How many values of a byte count: the most that six divides, so that each face has equally many."""

Throw = tuple[int, int]
"""Two dice in the order in which they were thrown."""


class OpeningRoll(NamedTuple):
    """How a game was opened with a die each, the first for side 0.

    `throws` are all throws, equal ones and the last; `starter` is the side whose die was higher then; `dice`
    are what it plays; `used` is how many rolls of the game that took.
    """

    throws: tuple[Throw, ...]
    starter: int
    dice: Throw
    used: int

    @property
    def equal_throws(self) -> int:
        """How often both threw the same: each is an automatic double where those are played."""
        return len(self.throws) - 1


class FairDice:
    """The dice of a seed and of what the player has contributed, in the form in which they were mixed.

    Raises InvalidSeed unless the seed is 64 digits, 0 to 9 and a to f, and InvalidContribution for a text
    that is too long or no text.

    >>> dice = FairDice("00" * 32, "luck")
    >>> dice.seal
    '60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55'
    >>> dice.roll(1, 1)
    (6, 6)
    """

    def __init__(self, seed: str, contribution: str = "") -> None:
        if not re.fullmatch(rf"[0-9a-f]{{{SEED_DIGITS}}}", seed):
            raise InvalidSeed("a seed is %(digits)s digits, 0 to 9 and a to f", {"digits": SEED_DIGITS})
        self.seed, self.contribution = seed, normal_contribution(contribution)

    @property
    def seal(self) -> str:
        """What is shown before the first roll."""
        return seal_of(self.seed)

    def roll(self, game: int, number: int) -> Throw:
        """Roll `number` of game `game`, both counted from 1."""
        faces = dice_of_bytes(self._bytes(game, number))
        return next(faces), next(faces)

    def opening(self, game: int, thrown_anew: bool = False) -> OpeningRoll:
        """Open a game: a die each, again while they are equal, and the higher die begins with both.

        With `thrown_anew`, as in Tavli, whoever begins throws both dice anew.
        """
        throws: list[Throw] = []
        while not throws or throws[-1][0] == throws[-1][1]:
            throws.append(self.roll(game, len(throws) + 1))
        one, two = throws[-1]
        used = len(throws) + int(thrown_anew)
        return OpeningRoll(tuple(throws), int(two > one), self.roll(game, used), used)

    def _bytes(self, game: int, number: int) -> Iterator[int]:
        for block in count():
            said = f"{game}:{number}:{block}:{self.contribution}"
            yield from hmac.digest(self.seed.encode(), said.encode(), "sha256")


def seal_of(seed: str) -> str:
    """The seal of a seed: the SHA-256 of its digits as they are written."""
    return sha256(seed.encode()).hexdigest()


def normal_contribution(text: str) -> str:
    """What a player contributed as it is mixed in: in normalisation form NFC."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidContribution("the contribution has characters that are none") from None
    normal = normalize("NFC", text)
    if len(normal) > MOST_CONTRIBUTION:
        raise InvalidContribution(
            "a contribution has at most %(most)s characters, not %(count)s",
            {"most": MOST_CONTRIBUTION, "count": len(normal)},
        )
    return normal


def dice_of_bytes(given: Iterable[int]) -> Iterator[int]:
    """The faces that bytes show: those below 252 by what six leaves of them; others are passed over."""
    return (1 + byte % 6 for byte in given if byte < FAIR_BYTES)


class Uniformity(NamedTuple):
    """How often each of the 36 throws came in so many rolls, and how far that is from equally often.

    `counts` are those of 1-1, 1-2, ... 6-6, the first die first. `p` is the chance that fair dice are at
    least so far from it: `chi_square`, with 35 degrees of freedom.
    """

    rolls: int
    seeds: int
    counts: tuple[int, ...]
    chi_square: float
    p: float


ROLLS_A_SEED = 250


def uniformity_of(rolls: int) -> Uniformity:
    """Count so many rolls, 250 of each seed: roll 1 to 250 of its game 1. Seed n is the SHA-256 of n."""
    counts = [0] * 36
    seeds = -(-rolls // ROLLS_A_SEED)
    for number in range(rolls):
        seed, roll = divmod(number, ROLLS_A_SEED)
        if roll == 0:
            dice = FairDice(seal_of(str(seed + 1)))
        one, two = dice.roll(1, roll + 1)
        counts[6 * (one - 1) + two - 1] += 1
    expected = rolls / 36
    chi_square = sum((seen - expected) ** 2 for seen in counts) / expected
    return Uniformity(rolls, seeds, tuple(counts), chi_square, chi_square_p(chi_square, 35))
