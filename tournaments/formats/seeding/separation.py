"""Keeps club-mates apart in a bracket: they meet as late as possible, and few entries move for it.

The rule, so that anybody can redo it by hand. Take the bracket that the order of the draw gives. Cut it into
its two halves. Deal the clubs out over them so that as few club-mates as can be have to meet in the first
round; then so that of each club the halves have as equal a number as can be; and let as few entries as
possible change halves for it: of those who must, the last of the order. Then do the same with each half, down
to the matches of the first round. The seeds do not move.

Without seeds no club has two entries more in one part of the bracket than in its neighbour, so everybody
meets as late as their number allows. With seeds, no club-mates meet in the first round unless that cannot be
avoided. An order that is apart stays as it is.

How many of a part must meet in the first round is known before anybody sits there. Each of its matches with a
free place takes one of a club, unless a seed of that club sits in it; whoever of the club is left over meets
a club-mate. Where none are left over, all can be parted: no club has more entries and seeds in those matches
than there are matches, so each can be given, one after the other, two of the clubs that have most left.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import comb

from tournaments.formats.elimination import bracket_layout

Club = Hashable


def separate_club_mates(
    order: Sequence[int], clubs: Mapping[int, Club], *, seeds: int = 0
) -> tuple[int, ...]:
    """The order of a draw with club-mates apart; the first `seeds` entries of it keep their places.

    clubs: the club of each entry that has one.

    >>> separate_club_mates((1, 2, 3, 4), {1: "Graz", 4: "Graz"})
    (1, 2, 4, 3)
    """
    if len(order) < 2:
        return tuple(order)
    bracket = BracketLines(order, clubs, seeds)
    bracket.fill_lines(0, len(bracket.places), [*order[seeds:]])
    seats = {
        place: entry for place, entry in zip(bracket.places, bracket.seats, strict=True) if entry is not None
    }
    return tuple(seats[place] for place in sorted(seats))


def club_mates_meeting_in_draw(order: Sequence[int], clubs: Mapping[int, Club]) -> tuple[int, ...]:
    """How many pairs of club-mates would meet in each round, first round first, if they won until then.

    >>> club_mates_meeting_in_draw((1, 2, 3, 4), {1: "Graz", 4: "Graz", 2: "Linz", 3: "Graz"})
    (1, 2)
    """
    bracket = BracketLines(order, clubs, len(order))
    found = []
    width, before = 1, 0
    while width < len(bracket.seats):
        width *= 2
        pairs = sum(
            comb(number, 2)
            for start in range(0, len(bracket.seats), width)
            for number in bracket.count_clubs(start, start + width).values()
        )
        found.append(pairs - before)
        before = pairs
    return tuple(found)


@dataclass(frozen=True)
class BracketSection:
    """Some neighbouring lines of the bracket before their free places are given.

    free: how many places are neither a seed's nor a bye's; seeds: how many there are of each club; matches:
    those of the first round with a free place (half a match is none); opponents: the seeds in them.
    """

    free: int
    seeds: Counter[Club]
    matches: int
    opponents: Counter[Club]

    def room_for(self, club: Club) -> int:
        """How many of a club can be here without any of them having a club-mate as first opponent."""
        return self.matches - self.opponents[club]


@dataclass
class Members:
    """The free entries of one club in a part, by where they come from; its seeds and room in both halves."""

    seeds: tuple[int, int]
    room: tuple[int, int]
    left: list[int] = field(default_factory=list)
    nowhere: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)

    @property
    def free_entries(self) -> list[int]:
        """In the order in which they go to the left half."""
        return [*self.left, *self.nowhere, *reversed(self.right)]


class BracketLines:
    """The places of a bracket in the order of its lines, and who sits there.

    places: the number in the order of the draw that each place belongs to; seats: the entry, None where
    nobody is, or nobody yet.
    """

    def __init__(self, order: Sequence[int], clubs: Mapping[int, Club], seeds: int) -> None:
        size = 1 << max(len(order) - 1, 0).bit_length()
        self.number = len(order)
        self.fixed = min(seeds, self.number)
        self.places = bracket_layout(size)
        self.seats = [order[place - 1] if place <= self.fixed else None for place in self.places]
        self.home = {order[place - 1]: line for line, place in enumerate(self.places) if place <= self.number}
        self.rank = {entry: place for place, entry in enumerate(order)}
        # Who has no club is a club of one.
        self.clubs = {
            entry: ("club", clubs[entry]) if entry in clubs else ("alone", entry) for entry in order
        }

    def count_clubs(self, start: int, end: int) -> Counter[Club]:
        """How many of each club sit in some neighbouring lines."""
        return Counter(self.clubs[entry] for entry in self.seats[start:end] if entry is not None)

    def bracket_section(self, start: int, end: int) -> BracketSection:
        """Some neighbouring lines in which nobody but seeds sits yet."""
        free = [self.fixed < place <= self.number for place in self.places[start:end]]
        opened = [at for at in range(start, end - 1, 2) if any(free[at - start : at - start + 2])]
        opponents = sum((self.count_clubs(at, at + 2) for at in opened), Counter[Club]())
        return BracketSection(sum(free), self.count_clubs(start, end), len(opened), opponents)

    def fill_lines(self, start: int, end: int, entries: list[int]) -> None:
        """Give entries, in the order of the draw, the free places of some neighbouring lines."""
        if not entries:
            return
        if end - start == 1:
            self.seats[start] = entries[0]
            return
        middle = (start + end) // 2
        left = self.pick_first_half(start, middle, end, entries)
        self.fill_lines(start, middle, [entry for entry in entries if entry in left])
        self.fill_lines(middle, end, [entry for entry in entries if entry not in left])

    def pick_first_half(self, start: int, middle: int, end: int, entries: list[int]) -> set[int]:
        """Who of the entries goes to the first half: the cheapest one after the other, until it is full."""
        one, two = self.bracket_section(start, middle), self.bracket_section(middle, end)
        clubs: dict[Club, Members] = {}
        for entry in entries:
            name, line = self.clubs[entry], self.home[entry]
            if name not in clubs:
                clubs[name] = Members(
                    (one.seeds[name], two.seeds[name]), (one.room_for(name), two.room_for(name))
                )
            club = clubs[name]
            if start <= line < middle:
                club.left.append(entry)
            elif middle <= line < end:
                club.right.append(entry)
            else:
                club.nowhere.append(entry)
        every, taken = [*clubs.values()], [0] * len(clubs)
        waiting = [(*self.cost_in_half(club, 0), number) for number, club in enumerate(every)]
        heapify(waiting)
        chosen: set[int] = set()
        for _ in range(one.free):
            *_, number = heappop(waiting)
            club = every[number]
            chosen.add(club.free_entries[taken[number]])
            taken[number] += 1
            if taken[number] < len(club.free_entries):
                heappush(waiting, (*self.cost_in_half(club, taken[number]), number))
        return chosen

    def cost_in_half(self, club: Members, taken: int) -> tuple[int, int, int, int]:
        """What the next entry of a club costs in the first half, after `taken` of them.

        Club-mates who must meet in the first round; pairs of club-mates made there, less those undone in the
        other half; entries that change halves; and then the better seed stays where it is. Of one club,
        everyone costs more than the one before: so the cheapest together are the cheapest one by one.
        """
        entry = club.free_entries[taken]
        rest = len(club.free_entries) - taken - 1
        meet = (taken >= club.room[0]) - (rest >= club.room[1])
        pairs = club.seeds[0] + taken - club.seeds[1] - rest
        if taken < len(club.left):
            return meet, pairs, -1, self.rank[entry]
        if taken < len(club.left) + len(club.nowhere):
            return meet, pairs, 0, self.rank[entry]
        return meet, pairs, 1, -self.rank[entry]
