"""Keeps club-mates apart in a bracket: they meet as late as possible, and few entries move for it.

The rule, so that anybody can redo it by hand. Take the bracket that the order of the draw gives. Cut it into
its two halves. Of each club, give the halves as equal a number as can be, and let as few entries as possible
change halves: of those who must, the last of the order. Then do the same with each half, down to the matches
of the first round. The seeds do not move. At last, where two of a club are still to meet in the first round,
one of them that is no seed changes places with whoever does the least harm.

Without seeds no club has two entries more in one part of the bracket than in its neighbour, so everybody
meets as late as their number allows. With seeds, no club-mates meet in the first round unless that cannot be
avoided.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import comb

from tournaments.formats.elimination import layout

Club = Hashable


def separated(order: Sequence[int], clubs: Mapping[int, Club], *, seeds: int = 0) -> tuple[int, ...]:
    """The order of a draw with club-mates apart; the first `seeds` entries of it keep their places.

    clubs: the club of each entry that has one.

    >>> separated((1, 2, 3, 4), {1: "Graz", 4: "Graz"})
    (1, 2, 4, 3)
    """
    if len(order) < 2:
        return tuple(order)
    bracket = Bracket(order, clubs, seeds)
    bracket.fill(0, len(bracket.places), [*order[seeds:]])
    bracket.part_neighbours()
    seats = {
        place: entry for place, entry in zip(bracket.places, bracket.seats, strict=True) if entry is not None
    }
    return tuple(seats[place] for place in sorted(seats))


def club_meetings(order: Sequence[int], clubs: Mapping[int, Club]) -> tuple[int, ...]:
    """How many pairs of club-mates would meet in each round, first round first, if they won until then.

    >>> club_meetings((1, 2, 3, 4), {1: "Graz", 4: "Graz", 2: "Linz", 3: "Graz"})
    (1, 2)
    """
    bracket = Bracket(order, clubs, len(order))
    found = []
    width, before = 1, 0
    while width < len(bracket.seats):
        width *= 2
        pairs = sum(
            comb(number, 2)
            for start in range(0, len(bracket.seats), width)
            for number in bracket.numbers(start, start + width).values()
        )
        found.append(pairs - before)
        before = pairs
    return tuple(found)


@dataclass
class Members:
    """The free entries of one club in a part of the bracket, by where they come from, and its seeds there."""

    seeds: tuple[int, int]
    left: list[int] = field(default_factory=list)
    nowhere: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)

    @property
    def free(self) -> list[int]:
        """In the order in which they go to the left half."""
        return [*self.left, *self.nowhere, *reversed(self.right)]


class Bracket:
    """The places of a bracket in the order of its lines, and who sits there.

    places: the number in the order of the draw that each place belongs to; seats: the entry, None where
    nobody is, or nobody yet.
    """

    def __init__(self, order: Sequence[int], clubs: Mapping[int, Club], seeds: int) -> None:
        size = 1 << max(len(order) - 1, 0).bit_length()
        self.number = len(order)
        self.fixed = min(seeds, self.number)
        self.places = layout(size)
        self.seats = [order[place - 1] if place <= self.fixed else None for place in self.places]
        self.home = {order[place - 1]: line for line, place in enumerate(self.places) if place <= self.number}
        self.rank = {entry: place for place, entry in enumerate(order)}
        # Who has no club is a club of one.
        self.clubs = {
            entry: ("club", clubs[entry]) if entry in clubs else ("alone", entry) for entry in order
        }

    def numbers(self, start: int, end: int) -> Counter[Club]:
        """How many of each club sit in some neighbouring lines."""
        return Counter(self.clubs[entry] for entry in self.seats[start:end] if entry is not None)

    def free(self, start: int, end: int) -> int:
        """How many places of some neighbouring lines are neither a seed's nor a bye's."""
        return sum(self.fixed < place <= self.number for place in self.places[start:end])

    def fill(self, start: int, end: int, entries: list[int]) -> None:
        """Give entries, in the order of the draw, the free places of some neighbouring lines."""
        if not entries:
            return
        if end - start == 1:
            self.seats[start] = entries[0]
            return
        middle = (start + end) // 2
        left = self.halved(start, middle, end, entries)
        self.fill(start, middle, [entry for entry in entries if entry in left])
        self.fill(middle, end, [entry for entry in entries if entry not in left])

    def halved(self, start: int, middle: int, end: int, entries: list[int]) -> set[int]:
        """Who of the entries goes to the first half.

        Every further entry of a club costs as many pairs of club-mates as it makes there, less those it
        leaves in the other half; and a change of halves. The cheapest go first, until the half is full.
        """
        seeds = self.numbers(start, middle), self.numbers(middle, end)
        clubs: dict[Club, Members] = {}
        for entry in entries:
            name, line = self.clubs[entry], self.home[entry]
            club = clubs.setdefault(name, Members((seeds[0][name], seeds[1][name])))
            if start <= line < middle:
                club.left.append(entry)
            elif middle <= line < end:
                club.right.append(entry)
            else:
                club.nowhere.append(entry)
        every, taken = [*clubs.values()], [0] * len(clubs)
        waiting = [(*self.cost(club, 0), number) for number, club in enumerate(every)]
        heapify(waiting)
        chosen: set[int] = set()
        for _ in range(self.free(start, middle)):
            *_, number = heappop(waiting)
            club = every[number]
            chosen.add(club.free[taken[number]])
            taken[number] += 1
            if taken[number] < len(club.free):
                heappush(waiting, (*self.cost(club, taken[number]), number))
        return chosen

    def cost(self, club: Members, taken: int) -> tuple[int, int, int]:
        """What the next entry of a club costs in the first half, after `taken` of them.

        Pairs of club-mates made; entries that change halves; and then the better seed stays where it is.
        """
        entry = club.free[taken]
        rest = len(club.free) - taken - 1
        pairs = club.seeds[0] + taken - club.seeds[1] - rest
        if taken < len(club.left):
            return pairs, -1, self.rank[entry]
        if taken < len(club.left) + len(club.nowhere):
            return pairs, 0, self.rank[entry]
        return pairs, 1, -self.rank[entry]

    def part_neighbours(self) -> None:
        """Where club-mates still meet in the first round, let one of them change places.

        If that can be avoided at all, such a change can be found: else everybody who may move and is not of
        that club sits opposite one of it, and there are more of them than that.
        """
        movable = [line for line in range(len(self.seats)) if self.fixed < self.places[line] <= self.number]
        for line in movable:
            if self.is_clash(line, line):
                others = [other for other in movable if self.helps(line, other)]
                if others:
                    self.swap(line, min(others, key=lambda other: self.harm(line, other)))

    def is_clash(self, line: int, place: int) -> bool:
        """Whether who sits at `line` would meet a club-mate in the first round if it sat at `place`."""
        entry, opponent = self.seats[line], self.seats[place ^ 1]
        return entry is not None and opponent is not None and self.clubs[entry] == self.clubs[opponent]

    def helps(self, line: int, other: int) -> bool:
        """Whether neither would meet a club-mate in the first round if two changed places."""
        return not (other in (line, line ^ 1) or self.is_clash(line, other) or self.is_clash(other, line))

    def swap(self, line: int, other: int) -> None:
        self.seats[line], self.seats[other] = self.seats[other], self.seats[line]

    def harm(self, line: int, other: int) -> tuple[list[int], int]:
        """What comes of it if two change places: the less, the better.

        The pairs of club-mates in their parts of four places, eight places and so on; how far the two are
        apart in the order.
        """
        self.swap(line, other)
        pairs = []
        width = 2
        while width < len(self.seats):
            width *= 2
            parts = {at // width * width for at in (line, other)}
            pairs.append(
                sum(
                    comb(number, 2)
                    for start in parts
                    for number in self.numbers(start, start + width).values()
                )
            )
        self.swap(line, other)
        return pairs, abs(self.places[line] - self.places[other])
