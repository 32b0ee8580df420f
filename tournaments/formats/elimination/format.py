"""What all elimination formats answer, from their plans."""

from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.base import (
    MAIN,
    Empty,
    Feed,
    Format,
    History,
    Origin,
    Pairing,
    Part,
    PlannedSlot,
    Slot,
)
from tournaments.tiebreaks.results import Place

from .fold import Folded, fold_bracket
from .places import Exits, bracket_exits, bracket_places
from .plan import BracketPlan, Out, SeatFeed


@dataclass(frozen=True)
class Elimination(Format):
    """Base of the formats in which a match is where the winners and losers of others meet."""

    def bracket_plan(self, size: int) -> BracketPlan:
        """The matches of a field of so many entries, and how they hang together."""
        raise NotImplementedError

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        folded = self.folded_bracket(history)
        return tuple(
            Pairing(node.key, node.round, slot.one, slot.two, node.part, node.step)
            for number, (node, slot) in enumerate(zip(folded.plan.nodes, folded.slots, strict=True))
            if isinstance(slot.one, int)
            and isinstance(slot.two, int)
            and number not in folded.not_needed
            and (slot.winner is Empty.PENDING or history.result_of(slot.key, slot.one, slot.two) is not None)
        )

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        """Every bracket; a match that turns out not to be needed is in none."""
        folded = self.folded_bracket(history)
        if not folded.slots:
            return (Part(MAIN, (), self.standings(history)),)
        parts = []
        for part, matches in folded.plan.matches_by_part.items():
            rounds = _bracket_rounds(folded, matches)
            round_places = _places_of_rounds(folded, matches)
            exits = _bracket_exits(self, folded.plan.size, part)
            places = bracket_places(exits, folded, history.entries)
            parts.append(Part(part, rounds, places, of_rounds=len(rounds), round_places=round_places))
        return tuple(parts)

    def planned_slots(self, size: int, key: str = "") -> tuple[PlannedSlot, ...]:
        """All but the byes of the draw: nobody is ever met there."""
        return tuple(
            PlannedSlot(node.key, node.round, node.part, node.step, node.decider)
            for node in planned_elimination(self, size).nodes
            if None not in node.sources
        )

    def slots_to_come(self, history: History) -> int:
        return 0

    def standings(self, history: History) -> tuple[Place, ...]:
        """Places by where an entry goes out; all who go out in the same round share them.

        Who is in contention may yet win all that is left to win, or lose at once all that can be lost.
        """
        folded = self.folded_bracket(history)
        if not folded.slots:
            return tuple(Place(entry, 1, 1, clinched=True) for entry in history.entries)
        return bracket_places(_bracket_exits(self, folded.plan.size, None), folded, history.entries)

    def is_over(self, history: History) -> bool:
        return all(slot.winner is not Empty.PENDING for slot in self.folded_bracket(history).slots)

    def slot_feeds(self, key: str, size: int) -> tuple[Feed, ...] | None:
        plan = planned_elimination(self, size)
        number = plan.match_numbers[key]
        if plan.last_matches == [number]:
            return ()
        losing, losing_too = plan.loser_to[number]
        ways = [way for way in (plan.winner_to[number], losing) if way is not None]
        if not ways or losing != losing_too or any(_slot_depends_on_more(plan, way) for way in ways):
            return None
        return tuple(_slot_feed_of(plan, way) for way in ways)

    def seat_origin(self, key: str, side: int, size: int) -> Origin | None:
        plan = planned_elimination(self, size)
        source = plan.nodes[plan.match_numbers[key]].sources[side]
        return Origin(plan.nodes[source.node].key, source.loser) if isinstance(source, Out) else None

    # Places, pairings and the page all want the fold of the same history.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def folded_bracket(self, history: History) -> Folded:
        return fold_bracket(planned_elimination(self, len(history.entries)), history)


@lru_cache(maxsize=16)
def planned_elimination(format: Elimination, size: int) -> BracketPlan:
    return format.bracket_plan(size)


@lru_cache(maxsize=16)
def _bracket_exits(format: Elimination, size: int, part: str | None) -> Exits:
    plan = planned_elimination(format, size)
    return bracket_exits(plan, range(len(plan.nodes)) if part is None else plan.matches_by_part[part])


def _bracket_rounds(folded: Folded, matches: list[int]) -> tuple[tuple[Slot, ...], ...]:
    rounds: dict[int, list[Slot]] = {}
    for number in matches:
        if number not in folded.not_needed:
            rounds.setdefault(folded.slots[number].round, []).append(folded.slots[number])
    return tuple(tuple(slots) for slots in rounds.values())


def _places_of_rounds(folded: Folded, matches: list[int]) -> tuple[int, ...]:
    """Of the same rounds."""
    nodes = (folded.plan.nodes[number] for number in matches if number not in folded.not_needed)
    return tuple({node.round: node.places for node in nodes}.values())


def _slot_depends_on_more(plan: BracketPlan, way: SeatFeed) -> bool:
    """Whether it takes more than two results to know who meets there."""
    node = plan.nodes[way.node]
    return node.decider or any(isinstance(source, Out) and source.only is not None for source in node.sources)


def _slot_feed_of(plan: BracketPlan, way: SeatFeed) -> Feed:
    node = plan.nodes[way.node]
    source, other = node.sources[way.side], node.sources[1 - way.side]
    # Seeds meet in the first round, to which no match leads.
    assert isinstance(source, Out)
    assert isinstance(other, Out)
    return Feed(
        node.key,
        node.round,
        way.side,
        plan.nodes[other.node].key,
        source.loser,
        other.loser,
        node.part,
        node.step,
    )
