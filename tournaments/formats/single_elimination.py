"""Single elimination (knockout): one loss and you are out; byes go to the best seeds.

Seeds are laid out so that 1 and 2 can meet only in the final, 1 to 4 only in the semi-finals, and
so on. A field that is no power of two leaves the lowest numbers of the layout empty: whoever is
drawn against one has a bye, so seed 1 gets the first of them, seed 2 the second.
"""

from dataclasses import dataclass
from functools import lru_cache

from .base import MAIN, Empty, Feed, Format, History, Pairing, Part, Place, Seat, Slot


@dataclass(frozen=True)
class SingleElimination(Format):
    code = "single_elimination"
    name = "Single elimination"

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        return tuple(
            Pairing(slot.key, slot.round, slot.one, slot.two)
            for slots in self.bracket(history)
            for slot in slots
            if isinstance(slot.one, int)
            and isinstance(slot.two, int)
            and (slot.winner is Empty.PENDING or history.decided(slot.key, slot.one, slot.two) is not None)
        )

    def feeds(self, key: str, size: int) -> tuple[Feed, ...]:
        round, number = (int(part[1:]) for part in key.split("-"))
        if size <= 1 << round:
            return ()
        neighbour = number + 1 if number % 2 else number - 1
        return (Feed(_key(round + 1, (number + 1) // 2), round + 1, 1 - number % 2, _key(round, neighbour)),)

    def standings(self, history: History) -> tuple[Place, ...]:
        """Places by the round in which an entry goes out; all who go out in the same round share them.

        Who is still in may yet win, or go out in the match that comes next.
        """
        rounds = self.bracket(history)
        # Who is in the draw before a round goes on, or is among the last of those before the next.
        left = len(history.entries)
        places: dict[int, Place] = {entry: Place(entry, 1, 1, True) for entry in history.entries}
        for slots in rounds:
            leaving = sum(_leaving(slot) for slot in slots)
            for slot in slots:
                for seat in (slot.one, slot.two):
                    if not isinstance(seat, int) or seat == slot.winner:
                        continue
                    if slot.winner is Empty.PENDING:
                        places[seat] = Place(seat, 1, left, settled=False)
                    else:
                        places[seat] = Place(seat, left - leaving + 1, left, settled=True)
            left -= leaving
        return tuple(sorted(places.values(), key=lambda place: (place.first, place.last)))

    def parts(self, history: History) -> tuple[Part, ...]:
        return (Part(MAIN, self.bracket(history), self.standings(history)),)

    # Places, pairings and the page all want the bracket of the same history.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def bracket(self, history: History) -> tuple[tuple[Slot, ...], ...]:
        seats = first_round(history.entries)
        rounds: list[tuple[Slot, ...]] = []
        while len(seats) > 1:
            number = len(rounds) + 1
            slots = tuple(
                _slot(number, match, one, two, history)
                for match, (one, two) in enumerate(zip(seats[::2], seats[1::2], strict=True), 1)
            )
            rounds.append(slots)
            seats = [slot.winner for slot in slots]
        return tuple(rounds)

    def is_over(self, history: History) -> bool:
        rounds = self.bracket(history)
        return not rounds or rounds[-1][0].winner is not Empty.PENDING


def first_round(entries: tuple[int, ...]) -> list[Seat]:
    """The entries, best seed first, in bracket order: three of them give [1, BYE, 3, 2] by seed."""
    size = 1 << max(len(entries) - 1, 0).bit_length()
    return [entries[seed - 1] if seed <= len(entries) else Empty.BYE for seed in layout(size)]


def layout(size: int) -> list[int]:
    """Seeds in bracket order for `size` seats, a power of two: 4 -> [1, 4, 3, 2].

    Each round's pairs add up to the same number: 1 meets the lowest, 2 the lowest but one.
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [seed for half, high in enumerate(seeds) for seed in _pair(half, high, total)]
    return seeds


def _pair(half: int, high: int, total: int) -> tuple[int, int]:
    # Better seeds stand at the outside of every half: the bracket reads from 1 at the top to 2 at the foot.
    return (high, total - high) if half % 2 == 0 else (total - high, high)


def _key(round: int, number: int) -> str:
    return f"R{round}-M{number}"


def _slot(round: int, number: int, one: Seat, two: Seat, history: History) -> Slot:
    key = _key(round, number)
    decided = history.decided(key, one, two)
    if decided is not None:
        winner = Empty.BYE if decided.winner is None else decided.winner
        return Slot(key, round, number, one, two, winner)
    if history.is_awaited(key, one, two):
        return Slot(key, round, number, one, two, Empty.PENDING)
    return Slot(key, round, number, one, two, _unplayed(one, two, history.withdrawn))


def _unplayed(one: Seat, two: Seat, withdrawn: frozenset[int]) -> Seat:
    """Who comes out of a match without a result: whoever has a bye or a withdrawn opponent.

    When both have withdrawn nobody does, and the next opponent has a bye. Against a withdrawn entry
    an opponent who is not known yet comes out as PENDING, like any match that is still to be played.
    """
    if one is Empty.BYE:
        return two
    if two is Empty.BYE:
        return one
    match one in withdrawn, two in withdrawn:
        case True, True:
            return Empty.BYE
        case True, False:
            return two
        case False, True:
            return one
    return Empty.PENDING


def _leaving(slot: Slot) -> int:
    """How many go out in this match, now or once it is played."""
    seated = (slot.one is not Empty.BYE) + (slot.two is not Empty.BYE)
    return seated - (slot.winner is not Empty.BYE)
