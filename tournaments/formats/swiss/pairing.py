"""Who meets whom in a round: the boards somebody would plan, changed as little as it takes.

A plan seats everybody at numbered boards as if nobody had met before. What is wrong with two who would play
each other is a cost on six levels, and a lower level never outweighs a higher one:

1. they must not meet (family, same club);
2. they have met already;
3. in late rounds: the rounds in which they met, added up, so rematches are as old as possible;
4. of a bye: how far above the lowest who may have one it goes;
5. the square of the difference of their scores;
6. how far they sit from each other in the plan: the square of the distance between their boards, and 1 more
   for two who sit on the same side.

The pairing is the lightest perfect matching by these costs, and it is exact: it looks at neighbours in the
plan first, and then at every other pair that by the prices of the matching could make it lighter.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from math import lcm

from .matching import Edge, Matching, Vertex

Board = tuple[int, int | None]
"""Two entries who play each other; or one who has the bye."""

Plan = Callable[[Sequence[int], "PairingField"], list[Board]]

# How many boards up and down a plan partners are looked for first; small fields are looked through at once.
NEAR = 4
SMALL = 32

BLOCK = 8

_Block = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PairingField:
    """What there is to know of those who are to be paired.

    scores: what is to be close, by entry. heights: of those who may have a bye, the lowest has it. met: the
    rounds in which two have met, by entry and opponent. apart: those who must not meet. byes: how many each
    has had; nobody but those with the fewest may have another.
    """

    scores: Mapping[int, Fraction | int] = field(default_factory=dict)
    heights: Mapping[int, Fraction | int] = field(default_factory=dict)
    met: Mapping[int, Mapping[int, Sequence[int]]] = field(default_factory=dict)
    apart: Collection[frozenset[int]] = ()
    byes: Mapping[int, int] = field(default_factory=dict)

    def may_sit_out(self, entries: Collection[int]) -> set[int]:
        fewest = min((self.byes.get(entry, 0) for entry in entries), default=0)
        return {entry for entry in entries if self.byes.get(entry, 0) == fewest}


def swiss_bye_entry(order: Sequence[int], field: PairingField) -> int | None:
    """Who of an odd field has the bye in a plan: the lowest who may, of equals the last in `order`."""
    if len(order) % 2 == 0:
        return None
    eligible = field.may_sit_out(order)
    heights = field.heights
    return min(
        (entry for entry in reversed(order) if entry in eligible), key=lambda entry: heights.get(entry, 0)
    )


def score_groups(order: Sequence[int], scores: Mapping[int, Fraction | int]) -> Iterator[list[int]]:
    """Entries, best first, in even groups of one score; the last of an odd group joins the next."""
    group: list[int] = []
    for _, equals in groupby(order, key=lambda entry: scores.get(entry, 0)):
        group += equals
        down = [group.pop()] if len(group) % 2 else []
        yield group
        group = down


def slide_pairing(order: Sequence[int], field: PairingField) -> list[Board]:
    """Boards of a plan: the top half of each group against its bottom half, the first against the first."""
    boards: list[Board] = []
    for group in score_groups(order, field.scores):
        half = len(group) // 2
        boards += zip(group[:half], group[half:], strict=True)
    return boards


def adjacent_pairing(order: Sequence[int], field: PairingField) -> list[Board]:
    """Boards of a plan: the first against the second, the third against the fourth."""
    return list(zip(order[::2], order[1::2], strict=True))


def fold_pairing(order: Sequence[int], field: PairingField) -> list[Board]:
    """Boards of a plan: the first against the last, the second against the last but one."""
    half = len(order) // 2
    return list(zip(order[:half], reversed(order[half:]), strict=True))


def planned_boards(
    order: Sequence[int], field: PairingField, plan: Plan, byes: Sequence[int] = ()
) -> list[Board]:
    """A plan of all of `order`, best first; of an odd field one sits out, the last board.

    byes: the entries in the order in which equals have byes, the last of them first.
    """
    out = swiss_bye_entry(byes or order, field)
    boards = plan([entry for entry in order if entry != out], field)
    return boards if out is None else [*boards, (out, None)]


def pair_round(plan: Sequence[Board], field: PairingField) -> list[Board]:
    """The boards of a round: those of the plan, changed as little as the costs above ask for.

    In order of the plan; a bye comes last. Of an even field nobody has a bye.
    """
    costs = _Costs(plan, field)
    edges = costs.near_pairs(NEAR if len(plan) > SMALL else len(plan))
    while True:
        matching = Matching(len(costs.seats), edges)
        better = dict(costs.missed_pairs(matching, edges))
        if not better:
            break
        edges |= better
    boards = [costs.board_of(one, two) for one, two in enumerate(matching.partners) if one < two]
    return sorted(boards, key=lambda board: board[1] is None)


class _Costs:
    """Costs of pairs, as whole numbers, by the seats of a plan: seats 2b and 2b + 1 are at board b."""

    def __init__(self, plan: Sequence[Board], field: PairingField) -> None:
        self.field = field
        self.seats = [seat for board in plan for seat in board]
        entries = [entry for entry in self.seats if entry is not None]
        self._eligible = field.may_sit_out(entries) if None in self.seats else set()
        self.scores = _scores_as_integers([field.scores.get(entry, 0) for entry in entries])
        by_entry = dict(zip(entries, self.scores, strict=True))
        self.scores = [0 if entry is None else by_entry[entry] for entry in self.seats]
        heights = _scores_as_integers([field.heights.get(entry, 0) for entry in entries])
        self._heights = dict(zip(entries, heights, strict=True))
        self._lowest = min((self._heights[entry] for entry in self._eligible), default=0)
        self._block = [(score, (seat >> 1) // BLOCK) for seat, score in enumerate(self.scores)]
        self._apart: dict[int, set[int]] = defaultdict(set)
        for pair in field.apart:
            one, two = pair
            self._apart[one].add(two)
            self._apart[two].add(one)
        # What all pairs together cost on one level stays below what one costs on the next.
        count = len(plan)
        widest = max(self.scores, default=0) - min(self.scores, default=0)
        highest = max(heights, default=0) - self._lowest
        rounds = [sum(met) for opponents in field.met.values() for met in opponents.values()]
        self._gap = count * (count * count + 1) + 1
        self._bye = self._gap * (count * widest * widest + 1)
        self._age = self._bye * (highest + 1)
        self._again = self._age * (count * max(rounds, default=0) + 1)
        self._never = self._again * (count + 1)

    def board_of(self, one: int, two: int) -> Board:
        first, second = self.seats[one], self.seats[two]
        return (second, None) if first is None and second is not None else (first or 0, second)

    def pair_cost(self, one: int, two: int) -> int | None:
        """What is wrong with two seats as a pair; None for a bye that may not be."""
        first, second = self.seats[one], self.seats[two]
        away = (one >> 1) - (two >> 1)
        cost = away * away + (one & 1 == two & 1)
        if first is None or second is None:
            entry = second if first is None else first
            if entry is None or entry not in self._eligible:
                return None
            return cost + self._bye * (self._heights[entry] - self._lowest)
        gap = self.scores[one] - self.scores[two]
        cost += self._gap * gap * gap
        rounds = self.field.met.get(first, {}).get(second)
        if rounds:
            cost += self._again + self._age * sum(rounds)
        if second in self._apart.get(first, ()):
            cost += self._never
        return cost

    def near_pairs(self, reach: int) -> dict[Edge, int]:
        """The pairs at most `reach` boards away from each other; with the bye, everybody."""
        self._reach = reach
        count = len(self.seats)
        found = {}
        for one in range(count):
            bye = self.seats[one] is None
            others = range(count) if bye else range(one + 1, min(count, (one | 1) + 2 * reach + 1))
            for two in others:
                cost = None if one == two else self.pair_cost(one, two)
                if cost is not None:
                    found[min(one, two), max(one, two)] = cost
        return found

    def missed_pairs(self, matching: Matching, known: Mapping[Edge, int]) -> Iterator[tuple[Edge, int]]:
        """Pairs that are not known yet and have less than nothing to spare in the matching.

        Seats are looked at in blocks of one score and neighbouring boards: what the highest prices of two
        blocks do not reach, no pair of them does. Two seats are met with where they are in different children
        of a blossom, as the same blossoms are around both then.
        """
        if self._reach >= len(self.seats) // 2:
            return
        highest = self._highest_prices(matching)
        waiting = [(matching.outermost_blossoms, 0)]
        while waiting:
            nodes, held = waiting.pop()
            waiting += [(node.children, held + node.price) for node in nodes if node.children]
            nodes = sorted(nodes, key=lambda node: -len(node.leaves))
            before: dict[_Block, int] = {}
            for number, node in enumerate(nodes):
                for block, price in highest[node].items():
                    for other, its_price in before.items():
                        least = self._least_cost(block, other) + held
                        if price + its_price > least:
                            ones = self._seats_of_block(block, [node], matching.vertex_prices)
                            twos = self._seats_of_block(other, nodes[:number], matching.vertex_prices)
                            yield from self._pairs_between(ones, twos, least, held, known)
                for block, price in highest[node].items():
                    before[block] = max(price, before.get(block, price))

    def _least_cost(self, one: _Block, two: _Block) -> int:
        """What pairs of two blocks that are not known yet cost at least, in halves."""
        gap = one[0] - two[0]
        boards = max(BLOCK * (abs(one[1] - two[1]) - 1), self._reach) + 1
        return 2 * (self._gap * gap * gap + boards * boards)

    def _highest_prices(self, matching: Matching) -> dict[Vertex, dict[_Block, int]]:
        """The highest price in every blossom and vertex by block; the seat of the bye is known to all."""
        found: dict[Vertex, dict[_Block, int]] = {}
        waiting = list(matching.outermost_blossoms)
        for node in waiting:
            waiting += node.children
        for node in reversed(waiting):
            mine = found[node] = {}
            if not node.children and self.seats[node.base] is not None:
                mine[self._block[node.base]] = matching.vertex_prices[node.base]
            for child in node.children:
                for block, price in found[child].items():
                    mine[block] = max(price, mine.get(block, price))
        return found

    def _seats_of_block(
        self, block: _Block, nodes: Sequence[Vertex], prices: Sequence[int]
    ) -> list[tuple[int, int]]:
        """The seats of a block in some nodes, each behind its price, the highest first."""
        return sorted(
            (
                (prices[seat], seat)
                for node in nodes
                for seat in node.leaves
                if self._block[seat] == block and self.seats[seat] is not None
            ),
            reverse=True,
        )

    def _pairs_between(
        self,
        ones: Sequence[tuple[int, int]],
        twos: Sequence[tuple[int, int]],
        least: int,
        held: int,
        known: Mapping[Edge, int],
    ) -> Iterator[tuple[Edge, int]]:
        for price, one in ones:
            for other_price, two in twos:
                if price + other_price <= least:
                    break
                edge = (min(one, two), max(one, two))
                if edge not in known:
                    cost = self.pair_cost(*edge)
                    if cost is not None and 2 * cost + held < price + other_price:
                        yield edge, cost


def _scores_as_integers(scores: Sequence[Fraction | int]) -> list[int]:
    """Scores in the largest unit that makes whole numbers of all."""
    unit = lcm(*(Fraction(score).denominator for score in scores))
    return [int(score * unit) for score in scores]
