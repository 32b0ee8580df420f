"""Places: who goes out later ends before who went out earlier; who goes out in one round shares them.

Of every round there are two groups: its winners who play no further match, and its losers who play none.
Where an entry ends follows from the groups it may still end in, and by how many are sure to end before and
behind them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import Empty, Seat, Slot
from tournaments.tiebreaks.results import Place

from .fold import Folded
from .plan import BracketPlan, Out, SeatFeed, Source


@dataclass(slots=True)
class Exit:
    """How one leaves by a match, in groups counted from the best, 0.

    winner: the group of whoever leaves it as the winner, None if that one plays on. loser: that of the loser.
    plays_on: whether the loser plays on instead, if it is who sat on this side. best, worst: where whoever
    plays the match may still end. doubtful: by side, whether a seat is kept for somebody who may not come.
    """

    winner: int | None
    loser: int
    plays_on: tuple[bool, bool]
    best: int
    worst: int
    doubtful: tuple[bool, bool]


@dataclass(frozen=True, eq=False)
class Exits:
    """How one leaves an event, or one part of it: of the matches looked at, and the seats by which one
    comes."""

    groups: int
    matches: dict[int, Exit] = field(default_factory=dict)
    entering: list[SeatFeed] = field(default_factory=list)


def bracket_exits(plan: BracketPlan, matches: Sequence[int]) -> Exits:
    """How one leaves these matches of a plan for good; the groups follow its ranking."""
    here = set(matches)
    group = {round: 2 * number for number, round in enumerate(plan.ranking)}
    doubtful = _seats_in_doubt(plan)
    found = Exits(2 * len(plan.ranking))
    for number in reversed(matches):
        node = plan.nodes[number]
        winning = group[node.part, node.round]
        ends: list[int] = []

        def advances_here(way: SeatFeed | None, ends: list[int] = ends) -> bool:
            if way is None or way.node not in here:
                return False
            ends += (found.matches[way.node].best, found.matches[way.node].worst)
            return True

        winner = None if advances_here(plan.winner_to[number]) else winning
        one, two = plan.loser_to[number]
        plays_on = advances_here(one), advances_here(two)
        if winner is not None:
            ends.append(winner)
        if not all(plays_on):
            ends.append(winning + 1)
        found.matches[number] = Exit(winner, winning + 1, plays_on, min(ends), max(ends), doubtful[number])
        found.entering.extend(
            SeatFeed(number, side) for side in (0, 1) if _comes_from_outside(node.sources[side], here)
        )
    return found


def bracket_places(exits: Exits, folded: Folded, entries: Sequence[int]) -> tuple[Place, ...]:
    """Of everybody who sits or sat in one of the matches, best first; equals in the order of `entries`."""
    sure = [0] * exits.groups
    ends: dict[int, tuple[int, int, bool]] = {}
    for number in sorted(exits.matches):
        slot, exit = folded.slots[number], exits.matches[number]
        _count_sure_to_leave(sure, exit, slot)
        for seat in (slot.one, slot.two):
            if isinstance(seat, int):
                ends[seat] = _end_range(exit, slot, seat)
    total = sum(_seats_of_slot(folded.slots[way.node])[way.side] is not Empty.BYE for way in exits.entering)
    before = [0]
    for count in sure:
        before.append(before[-1] + count)
    certain = before[-1] == total
    found = [
        Place(entry, 1 + before[best], total - before[-1] + before[worst + 1], clinched=left and certain)
        for entry in entries
        if entry in ends
        for best, worst, left in [ends[entry]]
    ]
    return tuple(sorted(found, key=lambda place: (place.first, place.last)))


def _end_range(exit: Exit, slot: Slot, entry: int) -> tuple[int, int, bool]:
    """The groups between which an entry may end by a match, and whether it has left with it.

    For who plays on the next match counts anew. Where both are out they end as whoever fares worst.
    """
    if slot.winner is Empty.PENDING:
        return exit.best, exit.worst, False
    group = exit.worst
    if entry == slot.winner and exit.winner is not None:
        group = exit.winner
    if entry == slot.loser and not exit.plays_on[entry == slot.two]:
        group = exit.loser
    return group, group, True


def _count_sure_to_leave(sure: list[int], exit: Exit, slot: Slot) -> None:
    """Count who is sure to leave by a match: as its winner, as its loser, or with nobody advancing."""
    if slot.winner is Empty.BYE:
        sure[exit.worst] += isinstance(slot.one, int) + isinstance(slot.two, int)
        return
    seated = sum(
        isinstance(seat, int) or (seat is Empty.PENDING and not doubtful)
        for seat, doubtful in zip(_seats_of_slot(slot), exit.doubtful, strict=True)
    )
    if exit.winner is not None and seated:
        sure[exit.winner] += 1
    if isinstance(slot.loser, int):
        sure[exit.loser] += not exit.plays_on[slot.loser == slot.two]
    elif slot.loser is Empty.PENDING and seated == 2:
        sure[exit.loser] += not any(exit.plays_on)


def _seats_of_slot(slot: Slot) -> tuple[Seat, Seat]:
    return slot.one, slot.two


def _comes_from_outside(source: Source, here: set[int]) -> bool:
    return source is not None and not (isinstance(source, Out) and source.node in here)


def _seats_in_doubt(plan: BracketPlan) -> list[tuple[bool, bool]]:
    """By match and side: whether there may be nobody, though nobody withdraws."""
    found: list[tuple[bool, bool]] = []

    def is_in_doubt(source: Source) -> bool:
        if not isinstance(source, Out):
            return source is None
        if source.only is not None:
            return True
        seats = found[source.node]
        return any(seats) if source.loser else all(seats)

    for node in plan.nodes:
        found.append((is_in_doubt(node.sources[0]), is_in_doubt(node.sources[1])))
    return found
