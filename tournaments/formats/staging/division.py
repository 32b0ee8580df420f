"""One division of an event: a stage, a group of it or a section, which is an event of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial

from tournaments.formats.base import MAIN, Format, History, Pairing, Part, RoundPairings
from tournaments.tiebreaks.lots import draw_lot
from tournaments.tiebreaks.results import Place

from .inside import pairing_of_whole_event, slots_of_whole_event

# More rounds than anything has that is played in one stage.
STEPS = 1000


@dataclass(frozen=True, eq=False)
class SubEvent:
    """A stage, or one group of it, as far as it is played. stage: its number. name: how its keys start."""

    stage: int
    name: str
    part: str
    format: Format
    history: History

    # Places cost the most, and of a division that goes on nobody may ask for them.
    @cached_property
    def places(self) -> tuple[Place, ...]:
        return self.format.standings(self.history)

    @cached_property
    def over(self) -> bool:
        return self.format.is_over(self.history)

    def is_as(self, other: "SubEvent") -> bool:
        """Whether the other is the same division, with the same history."""
        same_place = (self.stage, self.part) == (other.stage, other.part)
        return same_place and all(
            getattr(self.history, each.name) == getattr(other.history, each.name) for each in fields(History)
        )

    @property
    def stage_step(self) -> int:
        return step_of_division(self.stage)

    def part_of(self, code: str) -> str:
        return part_of_division(self.part, code)

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """Its pairings as those of the whole event. Kept: a format itself keeps only its last two folds."""
        return tuple(map(self.lifted_pairing, self.format.pairings(self.history)))

    def lifted_pairing(self, pairing: Pairing) -> Pairing:
        """A pairing of it as one of the whole event."""
        return pairing_of_whole_event(pairing, self.name, self.part_of(pairing.part), self.stage_step)

    def lifted_round(self, round_pairings: RoundPairings) -> RoundPairings:
        """Round pairings of it as some of the whole event."""
        pairings = tuple(map(self.lifted_pairing, round_pairings.pairings))
        return replace(round_pairings, pairings=pairings, part=self.part_of(round_pairings.part))

    def entry_at_place(self, place: int) -> int | None:
        """Who has a place for good; those who share places have them in the order of their lots."""
        return self._entry_by_place.get(place)

    def place_of(self, entry: int) -> Place:
        return self._place_by_entry[entry]

    def place_number(self, entry: int) -> int:
        """The place that somebody has for good, the tie with those who share it broken by lot."""
        return self._number_by_entry[entry]

    def match_count(self, entry: int) -> int:
        """How many matches there were for an entry."""
        return self._match_counts.get(entry, 0)

    @cached_property
    def _match_counts(self) -> Mapping[int, int]:
        return self.format.matches_of(self.history)

    @cached_property
    def _place_by_entry(self) -> dict[int, Place]:
        return {place.entry: place for place in self.places}

    @cached_property
    def _entry_by_place(self) -> dict[int, int]:
        sharing: dict[tuple[int, int], list[int]] = {}
        for place in self.places:
            if place.clinched:
                sharing.setdefault((place.first, place.last), []).append(place.entry)
        return {
            place: entry
            for (first, last), equals in sharing.items()
            if len(equals) == last - first + 1
            for place, entry in enumerate(sorted(equals, key=partial(draw_lot, self.history.seed)), first)
        }

    @cached_property
    def _number_by_entry(self) -> dict[int, int]:
        return {entry: place for place, entry in self._entry_by_place.items()} | {
            place.entry: place.first for place in self.places if place.first not in self._entry_by_place
        }


Divisions = Sequence[Sequence[SubEvent] | None]
"""By stage, 0 the draw; None where a stage has not begun."""


@dataclass(frozen=True)
class Divided(Format):
    """Base of the formats played in divisions, each an event of its own."""

    is_composed = True
    ranks = True

    def begun_divisions(self, history: History) -> tuple[SubEvent, ...]:
        """Every division that has begun, in order of play."""
        raise NotImplementedError

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        return tuple(pairing for division in self.begun_divisions(history) for pairing in division.pairings)

    def known_pairings(self, history: History) -> tuple[Pairing, ...]:
        return tuple(
            division.lifted_pairing(pairing)
            for division in self.begun_divisions(history)
            for pairing in division.format.known_pairings(division.history)
        )

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        return tuple(
            replace(
                part,
                code=division.part_of(part.code),
                rounds=slots_of_whole_event(part.rounds, division.name),
            )
            for division in self.begun_divisions(history)
            for part in division.format.draw_parts(division.history)
        ) or (Part(MAIN, ()),)


def part_of_division(division: str, code: str) -> str:
    """What a part of a division is called in the whole."""
    return division if code == MAIN and division else "-".join(filter(None, (division, code)))


def step_of_division(stage: int) -> int:
    """Where the steps of a stage begin."""
    return stage * STEPS
