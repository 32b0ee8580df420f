"""A Swiss as a Tournament Report File, which chess programs read: FIDE's TRF16, plain data in, text out.

Columns are those of the FIDE Handbook, C.04 Annex 2; `XXR`, the number of rounds, is of the pairing programs'
extensions to it. Colours have no meaning here: the side a match names first is written as white. Text is
UTF-8, and columns are counted in characters.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

NAME_MAX = 33


class TrfScore(StrEnum):
    """What a round was to an entry; UNKNOWN of a match that is not decided."""

    WIN = "1"
    LOSS = "0"
    DRAW = "="
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    BYE = "U"
    HALF_BYE = "H"
    ABSENT = "Z"
    UNKNOWN = " "


@dataclass(frozen=True, slots=True)
class TrfRound:
    """A round as one player had it. opponent: its number; None where there was none. first: named first."""

    opponent: int | None
    first: bool
    score: TrfScore


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """number: in the order of the draw, from 1. rounds: by number of the round."""

    number: int
    name: str
    rating: int | None
    points: Fraction
    rank: int
    rounds: Mapping[int, TrfRound]


def write_trf(name: str, players: Sequence[TrfPlayer], *, rounds: int, planned: int = 0) -> str:
    """The file: `rounds` have been paired, of `planned` (0: nobody knows how many there will be)."""
    return "".join(f"{line.rstrip()}\n" for line in _trf_lines(name, players, rounds, planned))


def _trf_lines(name: str, players: Sequence[TrfPlayer], rounds: int, planned: int) -> Iterator[str]:
    yield f"012 {name}"
    yield f"062 {len(players)}"
    yield f"072 {sum(player.rating is not None for player in players)}"
    yield "092 Individual: Swiss-System"
    if planned:
        yield f"XXR {planned}"
    for player in players:
        rating = "" if player.rating is None else str(player.rating)
        yield (
            f"001 {player.number:>4} {'':4} {player.name[:NAME_MAX]:<{NAME_MAX}} {rating:>4} {'':3} {'':11} "
            f"{'':10} {float(player.points):>4.1f} {player.rank:>4}"
        ) + "".join(_trf_round(player.rounds.get(number)) for number in range(1, rounds + 1))


def _trf_round(round: TrfRound | None) -> str:
    if round is None:
        return " " * 10
    if round.opponent is None:
        return f"  0000 - {round.score}"
    return f"  {round.opponent:>4} {'w' if round.first else 'b'} {round.score}"
