"""Draws of groups: by snake or from seeding pots, with club-mates spread over the groups.

The entries in the order of the draw make seeding pots of as many as there are groups; each pot has one entry
for every group, the last perhaps fewer. So groups differ by one entry at most, and seeds of equal strength
are apart.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum

from tournaments.tiebreaks.lots import draw_lot


class Drawing(StrEnum):
    """How the entries of a seeding pot are given to the groups."""

    SNAKE = "snake"  # in order, group 1 to the last; the next pot from the last to group 1
    POTS = "pots"  # the first pot in order, group 1 to the last; in every other pot by lot


def group_draw(
    order: Sequence[int],
    groups: int,
    seed: str,
    *,
    drawing: Drawing = Drawing.SNAKE,
    clubs: Mapping[int, Hashable] | None = None,
) -> tuple[tuple[int, ...], ...]:
    """The groups, no more than there are entries, each with its entries in the order of the pots.

    Of a club no group has two entries more than another, so none has two while another has none (`clubs`: of
    those who have one). Whoever is dealt to a club-mate changes places with somebody of the same pot; where
    that does not help, entries dealt before change groups in turn.

    >>> group_draw(range(1, 9), 4, "spring")
    ((1, 8), (2, 7), (3, 6), (4, 5))
    >>> group_draw(range(1, 9), 4, "spring", clubs={1: "Graz", 8: "Graz"})
    ((1, 7), (2, 8), (3, 6), (4, 5))
    >>> group_draw(range(1, 9), 4, "spring", drawing=Drawing.POTS)
    ((1, 7), (2, 8), (3, 6), (4, 5))
    """
    clubs = clubs or {}
    pots = [order[start : start + groups] for start in range(0, len(order), groups)]
    dealt = Dealt(groups, clubs)
    for pot, entries in enumerate(pots):
        if drawing is Drawing.POTS and pot:
            entries = sorted(entries, key=lambda entry: draw_lot(seed, entry))
        back = drawing is Drawing.SNAKE and pot % 2
        for place, entry in enumerate(entries):
            dealt.deal_entry(entry, pot, groups - 1 - place if back else place)
    dealt.part_clubs(order)
    if not dealt.is_even:
        return _number_groups(_even_out_clubs(pots, groups, clubs, dealt.group), order)
    found: list[list[int]] = [[] for _ in range(groups)]
    for entry in order:
        found[dealt.group[entry]].append(entry)
    return _number_groups(found, order)


def _even_out_clubs(
    pots: Sequence[Sequence[int]], groups: int, clubs: Mapping[int, Hashable], wanted: Mapping[int, int]
) -> list[list[int]]:
    """Groups with every club as even as can be, for which entries leave the `wanted` ones as need be."""
    table = PotTable(groups)
    seen: dict[Hashable, int] = {}
    for pot, entries in enumerate(pots):
        for entry in sorted(entries, key=lambda entry: wanted[entry]):
            club = clubs.get(entry)
            # Of a club with more entries than there are groups every so many are a club of their own.
            number = seen[club] = seen.get(club, -1) + 1
            mates = ("alone", entry) if club is None else (club, number // groups)
            table.seat_entry(entry, pot, mates, wanted[entry])
    return table.entries_by_group(len(pots))


class Dealt:
    """Entries in the groups they were dealt to, who may change places within their pots.

    group: where everybody is. home: the pot and the group everybody was dealt to.
    """

    def __init__(self, groups: int, clubs: Mapping[int, Hashable]) -> None:
        self.number, self.clubs = groups, clubs
        self.home: dict[int, tuple[int, int]] = {}
        self.group: dict[int, int] = {}
        self.at: dict[tuple[int, int], int] = {}
        self.mates: list[Counter[Hashable]] = [Counter() for _ in range(groups)]

    @property
    def is_even(self) -> bool:
        """Whether no group has two of a club more than another."""
        sizes = Counter(self.clubs[entry] for entry in self.group if entry in self.clubs)
        return all(
            size // self.number <= mates[club] <= -(-size // self.number)
            for club, size in sizes.items()
            for mates in self.mates
        )

    def deal_entry(self, entry: int, pot: int, group: int) -> None:
        self.home[entry] = pot, group
        self._put_entry(entry, pot, group)

    def part_clubs(self, order: Sequence[int]) -> None:
        """Change places for as long as that parts club-mates, or brings somebody back home for nothing.

        Each change leaves fewer pairs of club-mates, or as many and fewer away from home, so it ends. The
        first pot stays.
        """
        changing = True
        while changing:
            changing = False
            for entry in reversed(order):
                (pot, home), here = self.home[entry], self.group[entry]
                club = self.clubs.get(entry)
                if pot == 0 or (here == home and (club is None or self.mates[here][club] < 2)):
                    continue
                there = min(
                    (group for group in range(self.number) if group != here),
                    key=lambda group: (*self.cost_of_change(entry, group), abs(group - home), group),
                    default=here,
                )
                if self.cost_of_change(entry, there) < (0, 0):
                    self.swap_places(entry, there)
                    changing = True

    def cost_of_change(self, entry: int, there: int) -> tuple[int, int]:
        """How many pairs of club-mates, and how many away from home, a change of places would add."""
        pot, here = self.home[entry][0], self.group[entry]
        other = self.at.get((pot, there))
        club, away = self.clubs.get(entry), self._more_away(entry, here, there)
        if other is None:
            return self._more_club_mates(club, here, there), away
        away += self._more_away(other, there, here)
        mate = self.clubs.get(other)
        return (
            0
            if club == mate
            else self._more_club_mates(club, here, there) + self._more_club_mates(mate, there, here)
        ), away

    def swap_places(self, entry: int, there: int) -> None:
        """Change places with whoever of the same pot is in another group, if anybody is."""
        pot, here = self.home[entry][0], self.group[entry]
        other = self.at.pop((pot, there), None)
        del self.at[pot, here]
        self.mates[here][self.clubs.get(entry)] -= 1
        if other is not None:
            self.mates[there][self.clubs.get(other)] -= 1
            self._put_entry(other, pot, here)
        self._put_entry(entry, pot, there)

    def _put_entry(self, entry: int, pot: int, group: int) -> None:
        self.group[entry] = group
        self.at[pot, group] = entry
        self.mates[group][self.clubs.get(entry)] += 1

    def _more_club_mates(self, club: Hashable, here: int, there: int) -> int:
        """How many more of its club somebody has in another group; nobody without a club has any."""
        return 0 if club is None else self.mates[there][club] - self.mates[here][club] + 1

    def _more_away(self, entry: int, here: int, there: int) -> int:
        home = self.home[entry][1]
        return (there != home) - (here != home)


def snake_groups(order: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """An order dealt out to and fro: of nine in four groups, 1 and 8 and 9 are the first."""
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for place, entry in enumerate(order):
        pot, group = divmod(place, groups)
        dealt[groups - 1 - group if pot % 2 else group].append(entry)
    return tuple(tuple(group) for group in dealt)


def unroll_groups(groups: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The order of which `snake` makes these groups."""
    order: list[int] = []
    for pot in range(max(len(group) for group in groups)):
        row = [group[pot] for group in groups if len(group) > pot]
        order += reversed(row) if pot % 2 else row
    return tuple(order)


def _number_groups(groups: list[list[int]], order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The groups by their first entries, in order; those with an entry more where a snake has them."""
    heads = {entry: place for place, entry in enumerate(order)}
    groups = sorted(groups, key=lambda group: heads[group[0]])
    sizes = [len(group) for group in snake_groups(order, len(groups))]
    waiting = {size: iter([group for group in groups if len(group) == size]) for size in {*sizes}}
    return tuple(tuple(next(waiting[size])) for size in sizes)


class PotTable:
    """Pots and clubs against groups: each pot, and each club, has one entry in a group at most.

    That this can always be done, as no pot and no club has more entries than there are groups, is König's
    theorem on the colours of the edges of bipartite graphs; `_free` is its proof.
    """

    def __init__(self, groups: int) -> None:
        self.number = groups
        self.pots: dict[int, dict[int, int]] = {}
        self.clubs: dict[Hashable, dict[int, int]] = {}
        self.of: dict[int, tuple[int, Hashable]] = {}

    def seat_entry(self, entry: int, pot: int, club: Hashable, wanted: int) -> None:
        """Give an entry the group nearest to the one `wanted` that its pot and its club leave free."""
        mine, mates = self.pots.setdefault(pot, {}), self.clubs.setdefault(club, {})
        self.of[entry] = pot, club
        near = sorted(range(self.number), key=lambda group: (abs(group - wanted), group))
        both = next((group for group in near if group not in mine and group not in mates), None)
        if both is None:
            both = next(group for group in near if group not in mine)
            self._free_group(club, both, next(group for group in near if group not in mates))
        mine[both] = mates[both] = entry

    def _free_group(self, club: Hashable, group: int, other: int) -> None:
        """Free a group for a club which has `other` free: who sits there changes to it.

        Whose place that is, in the same pot, changes back, and so on from club to pot to club. That ends, and
        not in the pot that has the group free, as every pot on the way has somebody in it.
        """
        chain: list[tuple[int, int, int]] = []
        old, new = group, other
        entry = self.clubs[club].get(old)
        while entry is not None:
            chain.append((entry, old, new))
            pot, club = self.of[entry]
            # It comes to somebody of its pot first, who comes to a club-mate, and so on.
            entry = (self.clubs[club] if len(chain) % 2 == 0 else self.pots[pot]).get(new)
            old, new = new, old
        for each, old, _ in chain:
            pot, club = self.of[each]
            del self.pots[pot][old], self.clubs[club][old]
        for each, _, new in chain:
            pot, club = self.of[each]
            self.pots[pot][new] = self.clubs[club][new] = each

    def entries_by_group(self, pots: int) -> list[list[int]]:
        """The entries of every group, in the order of the pots."""
        return [
            [self.pots[pot][group] for pot in range(pots) if group in self.pots[pot]]
            for group in range(self.number)
        ]
