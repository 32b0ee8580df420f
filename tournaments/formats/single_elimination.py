"""Single elimination (knockout): one loss and you are out; byes go to the best seeds.

Seeds are laid out so that 1 and 2 can meet only in the final, 1 to 4 only in the semi-finals, and
so on. A field that is no power of two leaves the lowest numbers of the layout empty: whoever is
drawn against one has a bye, so seed 1 gets the first of them, seed 2 the second.
"""

from .base import Empty, History, Pairing, Place, Seat, Slot


class SingleElimination:
    code = "single_elimination"
    name = "Single elimination"

    def due(self, history: History) -> tuple[Pairing, ...]:
        return tuple(
            Pairing(slot.key, slot.round, slot.one, slot.two)
            for slots in self.bracket(history)
            for slot in slots
            if isinstance(slot.one, int) and isinstance(slot.two, int) and slot.winner is Empty.PENDING
        )

    def standings(self, history: History) -> tuple[Place, ...]:
        """Places by the round in which an entry went out; who goes out in the same round shares them."""
        exits = {entry: last_round for last_round, entry in _exits(self.bracket(history))}
        still_in = [entry for entry in history.entries if entry not in exits]
        groups = [still_in] + [
            [entry for entry in history.entries if exits.get(entry) == number]
            for number in sorted(set(exits.values()), reverse=True)
        ]
        places: list[Place] = []
        for group in groups:
            first, last = len(places) + 1, len(places) + len(group)
            settled = group is not still_in or self.is_over(history)
            places.extend(Place(entry, first, last, settled) for entry in group)
        return tuple(places)

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


def _slot(round: int, number: int, one: Seat, two: Seat, history: History) -> Slot:
    key = f"R{round}-M{number}"
    decided = history.results.get(key)
    if decided is not None and {decided.winner, decided.loser} == {one, two}:
        return Slot(key, round, number, one, two, decided.winner, played=True)
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


def _exits(rounds: tuple[tuple[Slot, ...], ...]) -> list[tuple[int, int]]:
    """(round, entry) for every entry that sat in a decided match and did not come out of it."""
    return [
        (slot.round, seat)
        for slots in rounds
        for slot in slots
        if slot.winner is not Empty.PENDING
        for seat in (slot.one, slot.two)
        if isinstance(seat, int) and seat != slot.winner
    ]
