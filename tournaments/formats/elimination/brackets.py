"""Two kinds of brackets: with everybody there from the start, or fed with the losers of another."""

from collections.abc import Sequence
from itertools import pairwise

from .plan import BracketDraft, Draft, PlannedRound, Source

__all__ = ["BracketDraft", "crossing_of_losers", "feed_in", "knockout_rounds"]


def knockout_rounds(draft: Draft, bracket: BracketDraft, seats: Sequence[Source]) -> list[PlannedRound]:
    """Rounds until one is left. Who has a bye in the first stands in the plan as one who meets nobody."""
    rounds: list[PlannedRound] = []
    while len(seats) > 1:
        rounds.append(draft.play_round(bracket, seats, byes_shown=not rounds))
        seats = rounds[-1].winners
    return rounds


def feed_in(draft: Draft, bracket: BracketDraft, waves: Sequence[Sequence[Source]]) -> list[PlannedRound]:
    """Rounds of a bracket that wave after wave of losers joins, until one is left.

    A wave holds the losers of one round in bracket order, None where there is none; as many as a power of
    two. The first wave plays among itself until it is as few as the second; then each of it meets one of the
    second, who cross over (`crossing`); and so on. Of two waves of the same size the second stands upside
    down as well. Who meets nobody is through without a match.
    """
    rounds: list[PlannedRound] = []

    def play_round(seats: Sequence[Source]) -> list[Source]:
        rounds.append(draft.play_round(bracket, seats))
        return rounds[-1].winners

    waves = [wave for wave in waves if any(source is not None for source in wave)]
    here: list[Source] = list(waves[0]) if waves else []
    first = first_crossing(here)
    for before, wave in pairwise(waves):
        while len(here) > len(wave):
            here = play_round(here)
        joined: list[Source] = [None] * (2 * len(wave))
        joined[::2] = _spread_seats(here, len(wave))
        # What the first wave should change, all others do instead: it is shown in the order of its matches.
        change = crossing_of_losers(len(wave)) ^ first * len(wave) // len(waves[0])
        if len(before) == len(wave):
            change ^= len(wave) - 1
        for place, source in enumerate(wave):
            joined[2 * (place ^ change) + 1] = source
        here = play_round(joined)
    while len(here) > 1:
        here = play_round(here)
    return rounds


# By the size of a wave, 1, 2, 4 ...: whether its halves change places, its quarters inside the halves, and
# so on from the top of the bracket down; 1 they do, and below what is written they do not.
CROSSINGS = ("", "1", "01", "111", "1011", "001", "00011", "01", "011", "1", "1001", "11")


def crossing_of_losers(size: int) -> int:
    """What to change in the places of a wave of `size` losers, bit by bit, so that rematches come late.

    Without an order of some kind they would meet at once those they have beaten. Two waves of which one
    changes halves and the other does not can meet from different halves only; where both do the same,
    quarters decide, and so on. With two halves and more than two waves some must do the same: those should be
    waves between which many rounds are played, and early ones, of whom few are left. Of all such tables up to
    128 entries, and of those that lengthen the best of them up to 4,096, this one leaves the fewest rematches
    where there are no byes, and hardly more where there are: `python -m benchmarks formats`.
    """
    bits = size.bit_length() - 1
    return int(f"{CROSSINGS[bits]:0<{bits}}" or "0", 2)


def first_crossing(wave: Sequence[Source]) -> int:
    """The same of a bracket's first wave, which byes may have left all but empty.

    Where 16 places hold six losers or fewer they are better off where they are.
    """
    few = len(wave) == 16 and sum(source is not None for source in wave) <= 6
    return 0 if few or not wave else crossing_of_losers(len(wave))


def _spread_seats(seats: Sequence[Source], size: int) -> list[Source]:
    """The same seats among `size`, as far apart as can be; nobody between them."""
    gap = size // len(seats)
    return [seats[place // gap] if place % gap == 0 else None for place in range(size)]
