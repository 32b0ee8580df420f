"""What formats share that pair as play goes on: who is free for a round, and when it is published."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.base import MAIN, Empty, Format, History, Pairing, Part, RoundPairings, Slot
from tournaments.tiebreaks import Bye, Met, Sat
from tournaments.tiebreaks.lots import draw_lot

from .pairing import Board
from .rounds import PairedRound, RoundCount, RoundsSoFar


@dataclass(frozen=True)
class PairedByRound(Format):
    """A format that publishes rounds: it defines how a field is paired, who is out, whether there is more."""

    publishes_rounds = True

    @property
    def waits_for_round(self) -> bool:
        return True

    @property
    def losses_allowed(self) -> int:
        """How many losses put an entry out; 0 where nobody goes out."""
        return 0

    @property
    def of_rounds(self) -> int:
        """How many rounds are played; 0 where play decides."""
        return 0

    def wants_round(self, history: History, course: RoundsSoFar, number: int) -> bool:
        """Whether a round of this number is to be played, everything before it being over."""
        raise NotImplementedError

    def pair_boards(
        self, history: History, course: RoundsSoFar, number: int, entries: Sequence[int]
    ) -> list[Board]:
        """The boards of a round for some of its entries, given in the order of the draw."""
        raise NotImplementedError

    def next_round_pairings(self, history: History) -> RoundPairings | None:
        """What there is to publish, whether or not the director holds it."""
        course = self.rounds_so_far(history)
        further = self.further_round_pairings(history, course, course.rounds)
        if further:
            return further
        if any(meeting.pairing.round <= course.last_published for meeting in course.open_meetings()):
            return None
        number = course.last_published + 1
        if not self.wants_round(history, course, number):
            return None
        return self.round_pairings(history, course, number, self.free_entries(history, course, number))

    def further_round_pairings(
        self, history: History, course: RoundsSoFar, rounds: Iterable[PairedRound]
    ) -> RoundPairings | None:
        """Pairings of a round in which somebody is free again; of one that is over, only to play a match."""
        if len(self.present_entries(history, course)) < 2:
            return None
        for here in rounds:
            freed = here.freed_entries - history.withdrawn
            if here.is_published and freed:
                before = course.rounds[here.number - 2] if here.number > 1 else None
                waiting = here.waiting_entries(before) - history.withdrawn
                round_pairings = self.round_pairings(history, course, here.number, waiting)
                if (
                    round_pairings.pairings
                    or here.number == course.last_published
                    or not self.waits_for_round
                ):
                    return round_pairings
        return None

    # -- What every format answers

    def due_round_pairings(self, history: History) -> RoundPairings | None:
        return None if history.held else self.next_round_pairings(history)

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        """Those with a result, and those to be played now: of several open ones of an entry, the earliest."""
        busy: set[int] = set()
        found = []
        for each in self.rounds_so_far(history).rounds:
            for meeting in each.meetings:
                if meeting.is_open:
                    if busy.isdisjoint(meeting.both_entries):
                        found.append(meeting.pairing)
                    busy.update(meeting.both_entries)
                elif meeting.match_result is not None:
                    found.append(meeting.pairing)
        return tuple(found)

    def is_over(self, history: History) -> bool:
        return (
            not any(self.rounds_so_far(history).open_meetings()) and self.next_round_pairings(history) is None
        )

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        rounds = tuple(tuple(_round_slots(each)) for each in self.rounds_so_far(history).rounds)
        places = self.standings(history)
        return (
            Part(MAIN, rounds, places, is_bracket=False, of_rounds=self.of_rounds, is_paired_by_round=True),
        )

    # -- What counts

    # Pairings, places and the page all want the rounds of the same history.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def rounds_so_far(self, history: History) -> RoundsSoFar:
        return RoundCount(history, self.losses_allowed, self.waits_for_round).rounds_so_far()

    def next_round_number(self, history: History, course: RoundsSoFar) -> int:
        """The round that is to be paired next."""
        return course.last_published + 1

    # -- What there is to publish

    def present_entries(self, history: History, course: RoundsSoFar) -> list[int]:
        """Who may play on, in the order of the draw."""
        return [
            entry for entry in history.entries if entry not in history.withdrawn and entry not in course.out
        ]

    def free_entries(self, history: History, course: RoundsSoFar, number: int) -> set[int]:
        """Who may play in a round and has nothing in it yet."""
        engaged = course.paired_round(number).engaged
        return {entry for entry in self.present_entries(history, course) if entry not in engaged}

    def round_pairings(
        self, history: History, course: RoundsSoFar, number: int, entries: Collection[int]
    ) -> RoundPairings:
        ordered = [entry for entry in history.entries if entry in entries]
        boards = self.pair_boards(history, course, number, ordered) if ordered else []
        return published_pairings(history, number, boards)

    def pairs_apart(self, history: History, number: int) -> list[frozenset[int]]:
        """Who must not meet in a round."""
        return [pair for pair, until in history.apart.items() if number <= until]

    # -- What standings are made of

    def meets_over(self, course: RoundsSoFar) -> Iterator[Met]:
        for each in course.rounds:
            for meeting in each.meetings:
                if not meeting.is_open:
                    yield Met(each.number, *meeting.both_entries, meeting.result)

    def rounds_sat_out(self, history: History, course: RoundsSoFar) -> Iterator[Sat]:
        """Byes; and rounds nobody was paired in who is not out of the event: absent, late or withdrawn."""
        for each in course.rounds:
            for entry in each.byes:
                yield Sat(each.number, entry, Bye.FULL)
            if self.is_closed(history, course, each):
                for entry in history.entries:
                    if entry not in each.engaged and entry not in each.out and entry not in each.byes:
                        yield Sat(each.number, entry, Bye.ZERO)

    def is_closed(self, history: History, course: RoundsSoFar, here: PairedRound) -> bool:
        """Whether whoever is not in the pairings of a round has missed it."""
        return here.is_published


def published_pairings(
    history: History, number: int, boards: Sequence[Board], by_hand: bool = False
) -> RoundPairings:
    """Round pairings in new slots, numbered on from the highest that the round has used."""
    used = [
        int(pairing.key.rpartition("-M")[2])
        for round_pairings in history.paired_rounds_of()
        if round_pairings.round == number
        for pairing in round_pairings.pairings
    ]
    pairings = tuple(
        Pairing(f"R{number}-M{match}", number, one, two, step=number)
        for match, (one, two) in enumerate(
            ((one, two) for one, two in boards if two is not None), max(used, default=0) + 1
        )
    )
    byes = tuple(one for one, two in boards if two is None)
    return RoundPairings(number, pairings, byes, by_hand, left=history.withdrawn)


def pairings_by_lot(history: History, number: int, entries: Sequence[int]) -> list[int]:
    """Entries in the order of their lots in a round: SHA-256 of "<seed>:R<round>:<entry>", smallest first."""
    return sorted(entries, key=lambda entry: draw_lot(f"{history.seed}:R{number}", entry))


def _round_slots(here: PairedRound) -> Iterator[Slot]:
    for number, meeting in enumerate(here.meetings, 1):
        yield Slot(meeting.pairing.key, here.number, number, *meeting.both_entries, meeting.winner)
    for number, entry in enumerate(here.byes, len(here.meetings) + 1):
        yield Slot(f"R{here.number}-B{entry}", here.number, number, entry, Empty.BYE, entry)
