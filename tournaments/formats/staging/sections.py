"""Sections as BrainKing plays them: round robins whose winners meet in sections again, until one is left.

Source: https://brainking.com/en/OldFAQ?ht=9 ("standard" tournaments): sections of at most eight by the
Schurig tables; 100 players make 13 sections, nine of eight and four of seven, and 13 players make two, of
seven and six. Several winners of a section with equal points go on together. When one section is left it
decides; a final of two goes to whoever first wins three matches.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from re import compile
from typing import Any

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.formats.base import History, PlannedSlot
from tournaments.formats.first_to import FirstTo
from tournaments.formats.round_robin.format import (
    MOST_MEETINGS,
    Leaving,
    RoundRobin,
    TableOrder,
    describe_round_robin_meetings,
    shorter_round_robin,
)
from tournaments.formats.staging import (
    Divided,
    Stage,
    SubEvent,
    divide_staged_history,
    divisions_of_stages,
    entries_dealt_to_groups,
    slots_planned_in_stage,
)
from tournaments.tiebreaks.results import Place

# How keys of a section start.
LATER_SECTION = compile(r"R(?P<round>[0-9]+)G(?P<group>[0-9]+)")


@dataclass(frozen=True)
class Sections(Divided):
    code = "sections"
    name = _("Sections")
    description = _(
        "Everybody meets everybody in a section; the winners meet again in sections, until one is left."
    )

    section_size: int = option_field(
        8, help=_("How many entries a section has at most."), minimum=3, maximum=16
    )
    wins: int = option_field(3, help=_("How many matches win a final of two."), minimum=1, maximum=7)
    meetings: int = option_field(
        1, help=_("How often two of a section meet."), minimum=1, maximum=MOST_MEETINGS
    )
    order: TableOrder = option_field(
        TableOrder.AS_AVAILABLE, help=_("Whether sections play as entries are free, or by rounds.")
    )
    withdrawal: Leaving = option_field(
        Leaving.HALF, help=_("What becomes of the section matches of who leaves.")
    )

    def describe_options(self) -> Iterator[Text]:
        yield _("A section has %(count)s entries at most.") % {"count": self.section_size}
        yield ngettext_lazy(
            "A final of two goes to who wins %(count)s match first.",
            "A final of two goes to who wins %(count)s matches first.",
            self.wins,
        ) % {"count": self.wins}
        yield from describe_round_robin_meetings(self.meetings, self.order, self.withdrawal)

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        yield from ({"wins": fewer} for fewer in reversed(range(1, self.wins)))
        yield from shorter_round_robin(self.meetings, self.order)
        yield from ({"section_size": smaller} for smaller in reversed(range(3, self.section_size)))

    @property
    def takes_draws(self) -> bool:
        """Not in the final, which somebody has to win."""
        return False

    @property
    def part_names(self) -> tuple[str, ...]:
        return "round-N-group-N", "final"

    @property
    def deals_groups(self) -> bool:
        return True

    def group_order(self, order: Sequence[int], seed: str, clubs: Mapping[int, Hashable]) -> tuple[int, ...]:
        return entries_dealt_to_groups(self._stage_of_round(1, len(order)), order, seed, clubs)

    def planned_slots(self, size: int, key: str = "") -> tuple[PlannedSlot, ...]:
        """Of the first sections; of a later one as if it were full, as a correction may enlarge it."""
        if not key:
            stage = self._stage_of_round(1, size)
            groups = Counter(stage.group_numbers(size))
            return tuple(slots_planned_in_stage(stage, 1, [groups[group] for group in sorted(groups)]))
        name, *_ = key.partition("-")
        found = LATER_SECTION.fullmatch(name)
        if found is None:
            return tuple(slots_planned_in_stage(self._stage_of_round(1, 2), 1, [2]))
        stage, number = self._stage_of_round(int(found["round"]), size), int(found["round"])
        full = self.section_size + self.section_size % 2
        slots = slots_planned_in_stage(stage, number, [full] * int(found["group"]))
        return tuple(slot for slot in slots if slot.key.startswith(f"{name}-"))

    def match_count(self, size: int) -> int | None:
        """Who wins a section goes on, and that may be several."""
        return 0 if size < 2 else None

    def begun_divisions(self, history: History) -> tuple[SubEvent, ...]:
        return tuple(section for sections in self.folded_sections(history) for section in sections)

    def is_over(self, history: History) -> bool:
        return all(section.over for section in self.folded_sections(history)[-1])

    def standings(self, history: History) -> tuple[Place, ...]:
        """Whoever came to a later round is better; then whoever has the better place in its section.

        While a round is played everybody in it may yet win, or be the last of it.
        """
        rounds = self.folded_sections(history)
        places: dict[int, Place] = {}
        for sections, following in zip(rounds, (*rounds[1:], ()), strict=True):
            going = {place.entry for section in following for place in section.places}
            field = [place for section in sections for place in section.places]
            if all(section.over for section in sections):
                out = [place for place in field if place.entry not in going]
                places |= {place.entry: place for place in _places_behind(len(going), out)}
            else:
                places |= {place.entry: Place(place.entry, 1, len(field), False) for place in field}
        return tuple(sorted(places.values(), key=lambda place: (place.first, place.last, place.entry)))

    # Places, pairings and the page all want the fold of the same history.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def folded_sections(self, history: History) -> tuple[tuple[SubEvent, ...], ...]:
        """The sections of every round that has begun."""
        inside = divide_staged_history(history)
        field: Sequence[int] = history.entries
        rounds: list[tuple[SubEvent, ...]] = []
        while True:
            number = len(rounds) + 1
            sections = divisions_of_stages(
                self._stage_of_round(number, len(field)), number, field, history, inside
            )
            rounds.append(sections)
            if len(sections) < 2 or not all(section.over for section in sections):
                return tuple(rounds)
            going = _section_winners(sections)
            field = [entry for entry in history.entries if entry in going]

    def _stage_of_round(self, number: int, size: int) -> Stage:
        if size == 2:
            return Stage(FirstTo(self.wins), key="F", label="final")
        table = RoundRobin(self.meetings, order=self.order, withdrawal=self.withdrawal)
        return Stage(table, key=f"R{number}", label=f"round-{number}", group_size=self.section_size)


def _places_behind(ahead: int, out: Sequence[Place]) -> Iterator[Place]:
    """The final places of those who go out in a round, by their places in its sections."""
    alike = Counter(place.first for place in out)
    for place in out:
        first = ahead + sum(count for better, count in alike.items() if better < place.first) + 1
        yield Place(place.entry, first, first + alike[place.first] - 1, clinched=True)


def _section_winners(sections: Sequence[SubEvent]) -> set[int]:
    """Whoever has most points in its section; one of each by tie-break and lot if nobody would fall out."""
    best = {
        place.entry
        for section in sections
        for place in section.places
        if place.points == section.places[0].points
    }
    if len(best) < sum(len(section.places) for section in sections):
        return best
    return {entry for section in sections if (entry := section.entry_at_place(1)) is not None}
