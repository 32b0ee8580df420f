"""Ponds, "run around the pond", as BrainKing plays them: a fold over secret bids.

Source: https://brainking.com/en/OldFAQ?ht=21. Everybody starts with the same points and each round secretly
spends some of them; what is spent is lost. The lowest bid falls into the pond, all of the lowest if several
are equal. The highest bid earns a bonus, nobody if several are equal. Who makes no bid repeats the one of the
round before; who makes none in the first round falls in. Without points the bid is 0. Whoever is left alone
has won; if all fall in at once nobody has.

In the rain the highest bid falls in as well, and the second highest earns the bonus.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.clubs.errors import UnknownEntry

from .errors import InvalidBid

START = 20_000
BONUS = 500


@dataclass(frozen=True, slots=True)
class PondRules:
    """How a pond is played. rain: whether the highest bid falls in too."""

    start: int = START
    bonus: int = BONUS
    rain: bool = False


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """A round that is over.

    bids: what was spent by everybody in contention, repeated bids included. fallen: who fell in.
    bonus: who earned the bonus, if anybody. points: what those who are left have.
    """

    bids: Mapping[int, int]
    fallen: frozenset[int]
    bonus: int | None
    points: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Swim:
    """A pond as far as it is played. points: of those in contention, before the next round."""

    rounds: tuple[ClosedRound, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return len(self.points) < 2

    @property
    def winner(self) -> int | None:
        """Who is left alone; None while several are in, and where nobody is left."""
        return next(iter(self.points)) if len(self.points) == 1 else None

    @property
    def places(self) -> dict[int, tuple[int, int]]:
        """First and last place of everybody who fell in, and of the winner: who fell later is better."""
        found: dict[int, tuple[int, int]] = {}
        left = len(self.points)
        if self.winner is not None:
            found[self.winner] = (1, 1)
        for round in reversed(self.rounds):
            last = left + len(round.fallen)
            found |= dict.fromkeys(sorted(round.fallen), (left + 1, last))
            left = last
        return found


def swim_rounds(pond: PondRules, entries: Sequence[int], bids: Sequence[Mapping[int, int]]) -> Swim:
    """A pond after so many rounds; `bids` has one mapping a round, of those who bid in time.

    Raises UnknownEntry for a bid of somebody who is not in, or no longer; InvalidBid for one below 0 or above
    what its bidder has, and for a round after the end.
    """
    state = Swim(points=dict.fromkeys(entries, pond.start))
    for number, given in enumerate(bids, 1):
        if state.is_over:
            raise InvalidBid("The pond was over before round %(number)s.", {"number": number}, round=number)
        for entry, bid in given.items():
            check_bid(state, entry, bid)
        state = _next_swim_round(pond, state, given)
    return state


def check_bid(state: Swim, entry: int, bid: int) -> None:
    """Raises UnknownEntry, InvalidBid where an entry cannot bid that in the next round."""
    if entry not in state.points:
        raise UnknownEntry("Entry %(entry)s is not in the pond.", {"entry": entry}, entry=entry)
    if not 0 <= bid <= state.points[entry]:
        raise InvalidBid(
            "Entry %(entry)s has %(points)s points and cannot bid %(bid)s.",
            {"entry": entry, "points": state.points[entry], "bid": bid},
            entry=entry,
            bid=bid,
            most=state.points[entry],
        )


def _next_swim_round(pond: PondRules, state: Swim, given: Mapping[int, int]) -> Swim:
    last = state.rounds[-1].bids if state.rounds else {}
    made = {entry: given.get(entry, last.get(entry)) for entry in state.points}
    # A repeated bid is what it was, or all that is left of the points.
    bids = {entry: min(bid, state.points[entry]) for entry, bid in made.items() if bid is not None}
    fallen = state.points.keys() - bids.keys()
    highest = sorted(set(bids.values()), reverse=True)
    if bids:
        fallen |= {entry for entry, bid in bids.items() if bid == highest[-1]}
    if pond.rain and bids:
        fallen |= {entry for entry, bid in bids.items() if bid == highest[0]}
    paid = highest[1:2] if pond.rain else highest[:1]
    best = [entry for entry, bid in bids.items() if [bid] == paid]
    bonus = best[0] if len(best) == 1 and best[0] not in fallen else None
    points = {
        entry: has - bids[entry] + (pond.bonus if entry == bonus else 0)
        for entry, has in state.points.items()
        if entry not in fallen
    }
    return Swim((*state.rounds, ClosedRound(bids, frozenset(fallen), bonus, points)), points)
