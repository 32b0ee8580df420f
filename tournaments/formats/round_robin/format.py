"""Round robin: everybody meets everybody, once or several times, or in the first rounds of the table only.

Who meets whom in which round is in the Schurig tables, so a key means two numbers of the draw for good.
An odd field leaves a seat empty that one late entry may take; otherwise the field is fixed at the draw.

Withdrawal, after FIDE Handbook C.05 (General Regulations for Competitions, "Withdrawal" in round robins):
who has completed less than half of the matches is removed from the table, and what was played is kept but
counts for nobody; of who has completed half or more everything counts, and the opponents who are left win
their matches without playing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.formats.base import MAIN, Empty, History, Meet, Pairing, Part, PlannedSlot, Seat, Slot
from tournaments.formats.errors import FormatMisfit
from tournaments.formats.play_offs import PlaysOff
from tournaments.tiebreaks import Bye, Crosstable, Met, Sat, UnplayedRounds, make_crosstable, rank_entries
from tournaments.tiebreaks.results import PairingResult, Place

from .schurig import berger_table, round_robin_schedule

MOST_ENTRIES = 128
MOST_MEETINGS = 4
KEPT = 16
"""Of how many histories what was folded is kept: few events have more groups."""
PREFERRED = ("head_to_head", "sonneborn_berger", "points_difference")
"""Tie-breaks where an event names none."""

Rounds = tuple[tuple[Slot, ...], ...]


class TableOrder(StrEnum):
    AS_AVAILABLE = "as_available"
    BY_ROUNDS = "by_rounds"


class Leaving(StrEnum):
    HALF = "half"
    FORFEIT = "forfeit"
    VOID = "void"


def describe_round_robin_meetings(meetings: int, order: TableOrder, withdrawal: Leaving) -> Iterator[Text]:
    """The rules of everybody against everybody, be it in groups or sections."""
    yield ngettext_lazy("Two entries meet %(count)s time.", "Two entries meet %(count)s times.", meetings) % {
        "count": meetings
    }
    yield {
        TableOrder.AS_AVAILABLE: _("A match is on as soon as both have played what comes before it."),
        TableOrder.BY_ROUNDS: _("It is played round by round."),
    }[order]
    yield {
        Leaving.HALF: _(
            "Who leaves with less than half of the matches played has none counted, else forfeits the rest."
        ),
        Leaving.FORFEIT: _("Who leaves forfeits the matches that are left."),
        Leaving.VOID: _("Of who leaves no match counts."),
    }[withdrawal]


def shorter_round_robin(meetings: int, order: TableOrder) -> Iterator[Mapping[str, Any]]:
    """What makes everybody against everybody shorter, be it in groups or sections."""
    if order is TableOrder.BY_ROUNDS:
        yield {"order": TableOrder.AS_AVAILABLE.value}
    yield from ({"meetings": fewer} for fewer in reversed(range(1, meetings)))


@dataclass(frozen=True)
class RoundRobin(PlaysOff):
    code = "round_robin"
    name = _("Round robin")
    description = _("Everybody meets everybody.")
    ranks = True

    def late_seats(self, size: int) -> int:
        """The one that an odd field leaves empty."""
        return size % 2

    @property
    def takes_back(self) -> bool:
        return True

    @property
    def waits_for_round(self) -> bool:
        return self.order is not TableOrder.AS_AVAILABLE

    meetings: int = option_field(1, help=_("How often two entries meet."), minimum=1, maximum=MOST_MEETINGS)
    rounds: int = option_field(
        0,
        help=_("How many rounds are played; 0 for all."),
        minimum=0,
        maximum=MOST_MEETINGS * (MOST_ENTRIES - 1),
    )
    order: TableOrder = option_field(
        TableOrder.AS_AVAILABLE,
        help=_("Whether a match is on as soon as both have played what comes before it, or round by round."),
    )
    withdrawal: Leaving = option_field(
        Leaving.HALF,
        help=_(
            "What becomes of the matches of who leaves: those not played are forfeit, or all of them void, "
            "or void if less than half are played."
        ),
    )

    def describe_options(self) -> Iterator[Text]:
        if self.rounds:
            yield ngettext_lazy("%(count)s round is played.", "%(count)s rounds are played.", self.rounds) % {
                "count": self.rounds
            }
        yield from describe_round_robin_meetings(self.meetings, self.order, self.withdrawal)

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        yield from shorter_round_robin(self.meetings, self.order)
        rounds = len(round_robin_schedule(size, self.meetings, self.rounds))
        yield from ({"rounds": fewer} for fewer in reversed(range(1, rounds)))

    def check_field(self, size: int) -> None:
        if size > MOST_ENTRIES:
            raise FormatMisfit(
                "A round robin takes %(most_entries)s entries at most, not %(size)s: split them into groups.",
                {"most_entries": MOST_ENTRIES, "size": size},
                entries=size,
                most=MOST_ENTRIES,
            )

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        return (*self.folded_table(history).pairings, *self.play_offs(history).shown_pairings)

    def known_pairings(self, history: History) -> tuple[Pairing, ...]:
        drawn = _drawn_table(history.entries, self.meetings, self.rounds)
        of_table = (
            meeting.pairing
            for meetings, slots in zip(drawn, self.folded_table(history).rounds, strict=True)
            for meeting, slot in zip(meetings, slots, strict=True)
            if meeting.pairing is not None and slot.winner is Empty.PENDING
        )
        shown = self.play_offs(history).shown_pairings
        return (*of_table, *(each for each in shown if each.meet_key not in history.results))

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        rounds, places = self.folded_table(history).rounds, self.standings(history)
        table = Part(MAIN, rounds, places, is_bracket=False, of_rounds=len(rounds))
        return (table, *self.play_offs(history).play_off_parts)

    def planned_slots(self, size: int, key: str = "") -> tuple[PlannedSlot, ...]:
        return tuple(
            PlannedSlot(meeting.pairing.key, meeting.pairing.round, step=meeting.pairing.step)
            for meetings in _drawn_table(tuple(range(1, size + 1)), self.meetings, self.rounds)
            for meeting in meetings
            if meeting.pairing is not None
        )

    def slots_to_come(self, history: History) -> int:
        return 0

    def is_over(self, history: History) -> bool:
        return self.are_rounds_over(history) and self.play_offs(history).are_over

    def are_rounds_over(self, history: History) -> bool:
        return not self.folded_table(history).due

    def tiebreaks_used(self, history: History) -> tuple[str, ...]:
        return history.tiebreaks or PREFERRED

    # Pairings, places and the page all want the table of the same history, or of every group of one.
    @lru_cache(maxsize=KEPT)  # noqa: B019  (the formats live as long as the program)
    def folded_table(self, history: History) -> "Crosses":
        drawn = _drawn_table(history.entries, self.meetings, self.rounds)
        results = {
            meeting.slot.key: history.results[meeting.meet]
            for meetings in drawn
            for meeting in meetings
            if meeting.meet is not None and meeting.meet in history.results
        }
        rounds = tuple(tuple(meeting.slot_played(history) for meeting in meetings) for meetings in drawn)
        due = self._due_slots(rounds, results, history)
        removed = self._removed_entries(rounds, results, history)
        if removed:
            rounds = tuple(
                tuple(_slot_without_winner(removed, slot, results) for slot in slots) for slots in rounds
            )
        pairings = tuple(
            meeting.pairing
            for meetings in drawn
            for meeting in meetings
            if meeting.pairing is not None
            if meeting.slot.key in due or meeting.slot.key in results
        )
        return Crosses(rounds, pairings, due, removed, results)

    # The page shows them twice, with the table and for the whole event.
    @lru_cache(maxsize=KEPT)  # noqa: B019  (the formats live as long as the program)
    def standings(self, history: History) -> tuple[Place, ...]:
        """Places by points, equals by tie-breaks; who was removed from the table shares the places behind."""
        crosses, over = self.folded_table(history), self.is_over(history)
        codes, played = self.tiebreaks_used(history), self.play_offs(history)
        places = [
            replace(place, clinched=over)
            for place in self.ranked_places(history, codes, played.play_off_results)
        ]
        first, last = len(places) + 1, len(history.entries)
        removed = (entry for entry in history.entries if entry in crosses.removed)
        return (*places, *(Place(entry, first, last, over, Fraction(0)) for entry in removed))

    def ranked_places(
        self, history: History, tiebreaks: Sequence[str], play_offs: Sequence[PairingResult] = ()
    ) -> tuple[Place, ...]:
        table = self.crosstable(history, play_offs)
        return rank_entries(table, tiebreaks, seed=history.seed, clinched=False)

    def matches_of(self, history: History) -> Mapping[int, int]:
        return {entry: len(row) for entry, row in self.crosstable(history).rows.items()}

    def crosstable(self, history: History, play_offs: Sequence[PairingResult] = ()) -> Crosstable:
        """Of everybody who was not removed."""
        crosses = self.folded_table(history)
        return make_crosstable(
            [entry for entry in history.entries if entry not in crosses.removed],
            _round_robin_meets_over(crosses),
            self._rounds_sat_out(crosses),
            rounds=len(crosses.rounds),
            ratings=history.ratings,
            unplayed=UnplayedRounds.SCHEDULED,
            play_offs=play_offs,
        )

    def _due_slots(
        self, rounds: Rounds, results: Mapping[str, PairingResult], history: History
    ) -> frozenset[str]:
        """Slots to be played now: nobody has more than one of them.

        A match is on when it is the earliest that either of the two has left. No other result can change
        that, so what is on stays on; and the earliest match of all is always on, so play never stops.
        """
        left = [slot for slots in rounds for slot in slots if slot.winner is Empty.PENDING]
        pending = [
            slot for slot in left if history.pending and history.is_pending(slot.key, slot.one, slot.two)
        ]
        found = {slot.key for slot in pending}
        engaged = {seat for slot in pending for seat in (slot.one, slot.two)}
        last = self._last_open_round(rounds, left, results)
        for slot in left:
            if slot.round > last:
                break
            if slot.one not in engaged and slot.two not in engaged:
                found.add(slot.key)
            engaged |= {slot.one, slot.two}
        return frozenset(found)

    def _last_open_round(
        self, rounds: Rounds, left: Sequence[Slot], results: Mapping[str, PairingResult]
    ) -> int:
        """Round by round, the next one opens when one is over; what has been begun stays open."""
        if self.order is TableOrder.AS_AVAILABLE or not left:
            return len(rounds)
        begun = (slot.round for slots in rounds for slot in slots if slot.key in results)
        return max(left[0].round, max(begun, default=0))

    def _removed_entries(
        self, rounds: Rounds, results: Mapping[str, PairingResult], history: History
    ) -> frozenset[int]:
        """Who has left so early that nothing of theirs counts.

        A match that was not played because the opponent had left before is not held against anybody.
        """
        if self.withdrawal is Leaving.FORFEIT or not history.withdrawn:
            return frozenset()
        completed, forfeited, missed = Counter[Seat](), Counter[Seat](), Counter[Seat]()
        for slot in (slot for slots in rounds for slot in slots):
            found = results.get(slot.key)
            for seat in history.withdrawn.intersection((slot.one, slot.two)):
                if found is not None:
                    kept = found.played or found.winner == seat
                    (completed if kept else forfeited)[seat] += 1
                elif slot.winner is not Empty.PENDING and slot.winner != seat:
                    missed[seat] += 1
        return frozenset(
            entry
            for entry in history.withdrawn
            if missed[entry]
            and (self.withdrawal is Leaving.VOID or completed[entry] < missed[entry] + forfeited[entry])
        )

    def _rounds_sat_out(self, crosses: "Crosses") -> Iterator[Sat]:
        """Rounds sat out, which count as won where not everybody sits out equally often."""
        if not crosses.rounds or len(crosses.rounds) % len(berger_table(2 * len(crosses.rounds[0]))) == 0:
            return
        waiting: set[Seat] = set()
        for slots in crosses.rounds:
            for slot in slots:
                if slot.winner is Empty.PENDING:
                    waiting |= {slot.one, slot.two}
                elif slot.two is Empty.BYE and isinstance(slot.one, int) and slot.one not in waiting:
                    yield Sat(slot.round, slot.one, Bye.FULL)


@dataclass(frozen=True, slots=True)
class Crosses:
    """The table as far as it is played.

    pairings: those that count. due: slots to be played now. removed: entries whose matches do not count.
    results: by slot.
    """

    rounds: Rounds
    pairings: tuple[Pairing, ...]
    due: frozenset[str]
    removed: frozenset[int]
    results: Mapping[str, PairingResult]


@dataclass(frozen=True, slots=True)
class TableSlot:
    """A slot of the table before anything is played; the pairing and the meet are None where one sits out."""

    slot: Slot
    pairing: Pairing | None = None
    meet: Meet | None = None

    def slot_played(self, history: History) -> Slot:
        """The slot with whoever has come out of it."""
        if self.meet is None or self.pairing is None:
            return self.slot
        slot, one, two = self.slot, self.pairing.one, self.pairing.two
        winner: Seat
        if result := history.results.get(self.meet):
            winner = Empty.BYE if result.winner is None else result.winner
        elif history.withdrawn.isdisjoint(self.meet[1]):
            return slot
        else:
            winner = history.winner_between(slot.key, one, two)
        return Slot(slot.key, slot.round, slot.number, one, two, winner)


# The same field asks for it before every result.
@lru_cache(maxsize=32)
def _drawn_table(entries: tuple[int, ...], meetings: int, rounds: int) -> tuple[tuple[TableSlot, ...], ...]:
    """The table of a field, round by round."""
    return tuple(
        tuple(_table_slot(number, match, pair, entries) for match, pair in enumerate(pairs, 1))
        for number, pairs in enumerate(round_robin_schedule(len(entries), meetings, rounds), 1)
    )


def _table_slot(round: int, number: int, pair: tuple[int, int], entries: tuple[int, ...]) -> TableSlot:
    key = f"R{round}-M{number}"
    seats = [entries[seed - 1] if seed <= len(entries) else Empty.BYE for seed in pair]
    if isinstance(seats[0], Empty):
        seats.reverse()
    one, two = seats
    if isinstance(two, Empty) or isinstance(one, Empty):
        return TableSlot(Slot(key, round, number, one, two, one))
    pairing = Pairing(key, round, one, two, step=round)
    return TableSlot(Slot(key, round, number, one, two, Empty.PENDING), pairing, pairing.meet_key)


def _slot_without_winner(removed: frozenset[int], slot: Slot, results: Mapping[str, PairingResult]) -> Slot:
    """The slot where nobody wins a match that was not played against somebody who is removed."""
    passed = slot.winner is not Empty.PENDING and slot.key not in results
    if passed and (slot.one in removed or slot.two in removed):
        return replace(slot, winner=Empty.BYE)
    return slot


def _round_robin_meets_over(crosses: Crosses) -> Iterator[Met]:
    """What is over: played, or won because the opponent had left."""
    for slot in (slot for slots in crosses.rounds for slot in slots):
        if slot.winner is Empty.PENDING or isinstance(slot.one, Empty) or isinstance(slot.two, Empty):
            continue
        winner = slot.winner if isinstance(slot.winner, int) else None
        result = crosses.results.get(slot.key) or PairingResult(slot.one, slot.two, winner, played=False)
        yield Met(slot.round, slot.one, slot.two, result)
