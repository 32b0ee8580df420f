"""Two entries who play one match after another until one has won so many."""

from dataclasses import dataclass
from functools import lru_cache

from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.tiebreaks.results import Place

from .base import MAIN, Empty, Format, History, Pairing, Part, PlannedSlot, Slot


@dataclass(frozen=True)
class FirstTo(Format):
    """A match without a winner counts for neither; when none is left, whoever has won more has won.

    If one of the two leaves the other has won, whatever the score.
    """

    code = "first_to"
    name = _("First to so many wins")
    description = _("Two meet until one has won so many matches.")

    wins: int = option_field(3, help=_("How many matches win."), minimum=1, maximum=7)

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        return tuple(
            Pairing(slot.key, slot.round, slot.one, slot.two, step=slot.round)
            for slot in self.match_slots(history)
            if isinstance(slot.one, int)
            and isinstance(slot.two, int)
            and (slot.winner is Empty.PENDING or history.result_of(slot.key, slot.one, slot.two) is not None)
        )

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        rounds = tuple((slot,) for slot in self.match_slots(history))
        return (Part(MAIN, rounds, self.standings(history), is_bracket=False),)

    def planned_slots(self, size: int, key: str = "") -> tuple[PlannedSlot, ...]:
        """As many as it may take, unless matches end without a winner."""
        matches = range(1, 2 * self.wins) if size == 2 else ()
        return tuple(
            PlannedSlot(f"M{number}", number, step=number, conditional=number > self.wins)
            for number in matches
        )

    def is_over(self, history: History) -> bool:
        return all(slot.winner is not Empty.PENDING for slot in self.match_slots(history))

    def standings(self, history: History) -> tuple[Place, ...]:
        slots = self.match_slots(history)
        won = [slot.winner for slot in slots]
        if slots and history.result_of(slots[-1].key, slots[-1].one, slots[-1].two) is None:
            won = won[-1:]
        places = []
        for entry in sorted(history.entries, key=lambda entry: -won.count(entry)):
            better = sum(won.count(other) > won.count(entry) for other in history.entries)
            equal = sum(won.count(other) == won.count(entry) for other in history.entries)
            places.append(Place(entry, better + 1, better + equal, clinched=True))
        if self.is_over(history):
            return tuple(places)
        return tuple(Place(place.entry, 1, len(places), clinched=False) for place in places)

    # Places, pairings and the page all want the slots of the same history.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def match_slots(self, history: History) -> tuple[Slot, ...]:
        """The matches up to the one to be played now; the last one is won by whoever stays if one leaves."""
        found: list[Slot] = []
        if len(history.entries) < 2:
            return ()
        one, two = history.entries
        while len(found) < 2 * self.wins - 1 and not self._is_won(found):
            number = len(found) + 1
            winner = history.winner_between(f"M{number}", one, two)
            found.append(Slot(f"M{number}", number, 1, one, two, winner))
            if winner is Empty.PENDING or history.result_of(f"M{number}", one, two) is None:
                break
        return tuple(found)

    def _is_won(self, slots: list[Slot]) -> bool:
        won = [slot.winner for slot in slots]
        return any(won.count(winner) >= self.wins for winner in won if isinstance(winner, int))
