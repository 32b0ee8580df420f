"""The dice of a record and nothing else: which rolls, by whom, in which order; and counts of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import repeat
from operator import add, and_, eq
from typing import Any

from ..dice import ROLLS, roll_weight
from ..record import Action, MatchRecord, Rolled, SetUp
from ..variants import VARIANTS

LETTERS = "abcdefghijklmnopqrstu"
"""One letter for each of the 21 rolls, in the order of ROLLS; capital letters are side 1's rolls."""

_LETTER = {
    dice: letter
    for (high, low), letter in zip(ROLLS, LETTERS, strict=True)
    for dice in ((high, low), (low, high))
}

WEIGHTS: tuple[int, ...] = tuple(roll_weight(dice) for dice in ROLLS)
"""Of each of ROLLS, in how many of 36 throws it comes up."""

PIPS: tuple[int, ...] = tuple(sum(dice) * (2 if dice[0] == dice[1] else 1) for dice in ROLLS)
"""Of each of ROLLS, how many pips it gives."""


@dataclass(frozen=True, slots=True)
class GameDice:
    """The rolls of one game in order, one of LETTERS each, in capitals where side 1 threw.

    `by_lot` says that the first of them decided who opens: one die each, equal dice thrown again, so that it
    is no double and not an ordinary roll.
    """

    number: int
    dice: str
    by_lot: bool = True


@dataclass(frozen=True, slots=True)
class RecordDice:
    """The rolls of a record, game by game. Rolls that were not played count; unknown ones do not."""

    games: tuple[GameDice, ...]

    @property
    def roll_count(self) -> int:
        """How many rolls there are."""
        return sum(len(game.dice) for game in self.games)

    def as_list(self) -> list[dict[str, Any]]:
        """The same as plain JSON values, to be kept."""
        return [{"number": game.number, "dice": game.dice, "by_lot": game.by_lot} for game in self.games]

    @classmethod
    def from_list(cls, games: Iterable[Mapping[str, Any]]) -> "RecordDice":
        """The dice that as_list() was asked for."""
        return cls(tuple(GameDice(game["number"], game["dice"], game["by_lot"]) for game in games))


def dice_of(record: MatchRecord) -> RecordDice:
    """Take the dice out of a record, leaving out what is no two dice from 1 to 6, such as unknown rolls."""
    rules = VARIANTS.get(record.variant)
    lot = rules is None or not rules.may_open_with((1, 1))
    games = []
    for game in record.games:
        begun = [entry for entry in game.entries if isinstance(entry.action, Rolled | SetUp)]
        letters = [_roll_letter(entry.action, entry.player) for entry in begun]
        games.append(GameDice(game.number, "".join(letters), lot and bool(letters and letters[0])))
    return RecordDice(tuple(games))


def _roll_letter(action: Action, player: int) -> str:
    letter = _LETTER.get(action.dice, "") if isinstance(action, Rolled) else ""
    return letter.upper() if player else letter


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of what one side threw; tallies add up.

    `rolls` and `openings` count each of ROLLS: the ordinary ones, and those that opened a game by lot. Of
    `followed` ordinary rolls that came after another ordinary one `repeats` were the same again, whoever
    threw the one before; of `returned` that came after one of the same side's `own_repeats` were.
    """

    rolls: tuple[int, ...] = (0,) * 21
    openings: tuple[int, ...] = (0,) * 21
    followed: int = 0
    repeats: int = 0
    returned: int = 0
    own_repeats: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            tuple(map(add, self.rolls, other.rolls)),
            tuple(map(add, self.openings, other.openings)),
            self.followed + other.followed,
            self.repeats + other.repeats,
            self.returned + other.returned,
            self.own_repeats + other.own_repeats,
        )

    @property
    def face_counts(self) -> tuple[int, ...]:
        """How often each face, 1 to 6, lay up in the ordinary rolls."""
        return tuple(
            sum(count * dice.count(face) for dice, count in zip(ROLLS, self.rolls, strict=True))
            for face in range(1, 7)
        )

    @property
    def double_count(self) -> int:
        """How many of the ordinary rolls were doubles."""
        return sum(count for count, share in zip(self.rolls, WEIGHTS, strict=True) if share == 1)

    @property
    def pips_rolled(self) -> int:
        """What the ordinary rolls give in pips, a double four times its face."""
        return sum(count * pips for count, pips in zip(self.rolls, PIPS, strict=True))


def tally_dice(records: Iterable[RecordDice], first: Iterable[int] | None = None) -> tuple[Tally, Tally]:
    """Count the dice of records, side 0's and side 1's.

    `first` names for each record the side that counts as side 0, so that the dice of one player add up;
    without it left columns are side 0.
    """
    openings, games = [], []
    for dice, side in zip(records, repeat(0) if first is None else first, strict=first is not None):
        for game in dice.games:
            rolls = game.dice.swapcase() if side else game.dice
            openings.append(rolls[: game.by_lot])
            games.append(rolls[game.by_lot :])
    one, two = (_tally_side("".join(openings), games, letters) for letters in (LETTERS, LETTERS.upper()))
    return one, two


def _tally_side(openings: str, games: Iterable[str], letters: str) -> Tally:
    """Count the rolls written in `letters`. Thousands of matches pass through here: no loop over rolls."""
    # Nothing equals a full stop, and no two of them are neighbours: nothing follows from game to game.
    thrown = ".".join(filter(None, games))
    bare = "." + thrown.lower()
    mine = thrown.translate({**dict.fromkeys(range(128), 0), **dict.fromkeys(map(ord, letters), 1)}).encode()
    own = ["".join(filter(letters.__contains__, game)) for game in thrown.split(".")]
    return Tally(
        tuple(map(thrown.count, letters)),
        tuple(map(openings.count, letters)),
        sum(mine) - sum(game[:1] in letters for game in thrown.split(".") if game),
        sum(map(and_, mine, map(eq, bare, bare[1:]))),
        sum(len(game) - 1 for game in own if game),
        sum(sum(map(eq, game, game[1:])) for game in own),
    )
