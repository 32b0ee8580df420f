"""The plan and what has been played, folded: who sits in each seat, and who comes out of each match."""

from dataclasses import dataclass

from tournaments.formats.base import Empty, History, Seat, Slot

from .plan import BracketPlan, Out, PlannedMatch, Seed, Source


@dataclass(frozen=True, slots=True, eq=False)
class Folded:
    """A slot for each match of the plan, in its order.

    not_needed: deciders that are not played, or not yet known to be. Their slots show who is first all the
        same.
    """

    plan: BracketPlan
    slots: tuple[Slot, ...]
    not_needed: frozenset[int]


def fold_bracket(plan: BracketPlan, history: History) -> Folded:
    slots: list[Slot] = []
    not_needed: set[int] = set()
    for number, node in enumerate(plan.nodes):
        one, two = (_seat_from(source, slots, history) for source in node.sources)
        if node.decider and not _is_needed(before := slots[_fed_by(node)], history):
            not_needed.add(number)
            if before.winner == before.one:
                slots.append(Slot(node.key, node.round, node.number, one, two, winner=one))
                continue
        winner = _winner_of_slot(node.key, one, two, history)
        slots.append(Slot(node.key, node.round, node.number, one, two, winner))
    return Folded(plan, tuple(slots), frozenset(not_needed))


def _seat_from(source: Source, slots: list[Slot], history: History) -> Seat:
    match source:
        case Seed(number):
            return history.entries[number - 1]
        case Out(node, loser, only):
            slot = slots[node]
            if not loser:
                return slot.winner
            if only is None or slot.loser is Empty.PENDING or slot.loser == (slot.one, slot.two)[only]:
                return slot.loser
    return Empty.BYE


def _winner_of_slot(key: str, one: Seat, two: Seat, history: History) -> Seat:
    """Who comes out of a match, or past a bye.

    Against a withdrawn entry an opponent who is not known yet comes out as PENDING, like any match that is
    still to be played.
    """
    if one is Empty.BYE:
        return two
    if two is Empty.BYE:
        return one
    if isinstance(one, Empty) or isinstance(two, Empty):
        return Empty.PENDING
    return history.winner_between(key, one, two)


def _fed_by(decider: PlannedMatch) -> int:
    source = decider.sources[0]
    assert isinstance(source, Out)
    return source.node


def _is_needed(before: Slot, history: History) -> bool:
    """Whether both have now lost once: whoever came unbeaten, on the first side, was beaten in a match."""
    return (
        isinstance(before.winner, int)
        and before.winner != before.one
        and history.result_of(before.key, before.one, before.two) is not None
    )
