"""What formats share that pair as play goes on: the published round pairings, and what of them counts.

Published pairings are a fact. Each counts as long as its entries are entitled to be there: a pairing
where neither is out before its round, nor engaged in that round by earlier pairings; a bye likewise. So a
correction that puts somebody out frees the opponent, for whom further pairings of the same round are
published; and if the correction is undone, the first ones count again and the further ones do not. So it is
with a correction that puts somebody else in their place, where places of an earlier stage feed this one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf

from tournaments.formats.base import MAIN, Empty, Format, History, Pairing, Part, RoundPairings, Seat, Slot
from tournaments.tiebreaks import Bye, Met, Sat
from tournaments.tiebreaks.lots import draw_lot
from tournaments.tiebreaks.results import PairingResult

from .pairing import Board


@dataclass(frozen=True, slots=True)
class PairingSoFar:
    """A pairing that counts, and how it ended; `winner` is PENDING while it has not, BYE where nobody won."""

    pairing: Pairing
    winner: Seat
    match_result: PairingResult | None

    @property
    def both_entries(self) -> tuple[int, int]:
        return self.pairing.one, self.pairing.two

    @property
    def is_open(self) -> bool:
        return self.winner is Empty.PENDING

    @property
    def losers(self) -> tuple[int, ...]:
        """Who has lost by it: both, where nobody won."""
        return () if self.is_open else tuple(entry for entry in self.both_entries if entry != self.winner)

    @property
    def result(self) -> PairingResult:
        """How it ended, also where one side had left before it was played."""
        if self.match_result is not None:
            return self.match_result
        one, two = self.both_entries
        return PairingResult(one, two, self.winner if isinstance(self.winner, int) else None, played=False)


@dataclass(slots=True)
class PairedRound:
    """What counts of one round.

    out: who had lost too often before it, or is not in the field any more. engaged: who has a pairing or a
    bye in it. named: who is in its published pairings. lost_opponent: of pairings that do not count because
    one of the two is out, both; and who came in the place of somebody. is_published: whether the format has
    published pairings of it.
    """

    number: int
    out: frozenset[int]
    meetings: list[PairingSoFar] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    engaged: set[int] = field(default_factory=set)
    named: set[int] = field(default_factory=set)
    lost_opponent: set[int] = field(default_factory=set)
    is_published: bool = False

    @property
    def freed_entries(self) -> set[int]:
        """Whose opponent is out, or who came for somebody, and has nothing else in the round."""
        return self.lost_opponent - self.engaged - self.out


@dataclass(frozen=True, slots=True)
class RoundsSoFar:
    """All rounds so far, in order, and what everybody has had: losses, wins at the table or not, byes.

    out: who has lost too often to play on.
    """

    rounds: tuple[PairedRound, ...]
    losses: dict[int, int]
    wins: dict[int, int]
    byes: dict[int, int]
    met: dict[int, dict[int, list[int]]]
    out: frozenset[int]

    @property
    def last_published(self) -> int:
        """The last round of which the format has published pairings; 0 before the first."""
        return max((each.number for each in self.rounds if each.is_published), default=0)

    def paired_round(self, number: int) -> PairedRound:
        return self.rounds[number - 1] if number <= len(self.rounds) else PairedRound(number, self.out)

    def open_meetings(self) -> Iterator[PairingSoFar]:
        return (meeting for each in self.rounds for meeting in each.meetings if meeting.is_open)


@dataclass(frozen=True)
class Posted(Format):
    """A format that publishes rounds: it defines how a field is paired, who is out, whether there is more."""

    posts = True

    @property
    def waits_for_round(self) -> bool:
        return True

    @property
    def losses_allowed(self) -> int:
        """How many losses put an entry out; 0 where nobody goes out."""
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
                waiting = self._waiting_in(course.rounds[: here.number - 1], here) - history.withdrawn
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
        return (Part(MAIN, rounds, self.standings(history), is_bracket=False),)

    # -- What counts

    # Pairings, places and the page all want the course of the same history.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def rounds_so_far(self, history: History) -> RoundsSoFar:
        paired_rounds: dict[int, list[tuple[int, RoundPairings]]] = defaultdict(list)
        published = history.paired_rounds_of()
        for position, round_pairings in enumerate(published):
            paired_rounds[round_pairings.round].append((position, round_pairings))
        losses, wins, byes = (dict.fromkeys(history.entries, 0) for _ in range(3))
        met: dict[int, dict[int, list[int]]] = {entry: {} for entry in history.entries}
        gone = frozenset(
            entry for round_pairings in published for entry in _entries_in_round(round_pairings)
        ).difference(losses)
        rounds: list[PairedRound] = []
        for number in range(1, max(paired_rounds, default=0) + 1):
            here = PairedRound(number, self._entries_out(losses) | gone)
            closed = self._closed_by(number, paired_rounds)
            ended = self._closed_by(number + 1, paired_rounds, never=-1)
            left = next(
                (
                    round_pairings.left
                    for place, round_pairings in paired_rounds[number + 1]
                    if place == ended
                ),
                frozenset(),
            )
            named = {
                entry
                for place, round_pairings in paired_rounds[number]
                if place <= closed
                for entry in _entries_in_round(round_pairings)
            }
            # Places of an earlier stage were corrected: others have come for those who are gone.
            if named & gone:
                here.lost_opponent.update(losses.keys() - named)
            for position, round_pairings in paired_rounds[number]:
                # Further pairings are for those without an opponent. Where a correction that took theirs has
                # been undone, there is nobody they are for.
                is_further = here.is_published and position > closed and not round_pairings.by_hand
                waiting = self._waiting_in(rounds, here) if is_further else None
                self._add_pairings(
                    history, here, round_pairings, left if position < ended else frozenset(), waiting
                )
                # Of a round begun because of a correction that has been undone, nothing counts: it was over
                # before, with one left. Who had left by further pairings of it does not change that.
                is_alone = here.out and len(losses.keys() - here.out - round_pairings.left) < 2
                if is_alone and self.waits_for_round and not round_pairings.by_hand and not is_further:
                    here = PairedRound(number, here.out)
            rounds.append(here)
            for meeting in here.meetings:
                one, two = meeting.both_entries
                met[one].setdefault(two, []).append(number)
                met[two].setdefault(one, []).append(number)
                for loser in meeting.losers:
                    losses[loser] += 1
                if isinstance(meeting.winner, int):
                    wins[meeting.winner] += 1
        while rounds and not rounds[-1].engaged and not rounds[-1].is_published:
            rounds.pop()
        self._give_byes(history, rounds)
        for here in rounds:
            for entry in here.byes:
                byes[entry] += 1
        return RoundsSoFar(tuple(rounds), losses, wins, byes, met, self._entries_out(losses))

    def _give_byes(self, history: History, rounds: Sequence[PairedRound]) -> None:
        """Whoever is freed in a round that is over and finds nobody to play has a bye, without pairings."""
        last = max((each.number for each in rounds if each.is_published), default=0)
        for here in rounds[: max(last - 1, 0)] if self.waits_for_round else ():
            freed = here.freed_entries if here.is_published else set()
            here.byes += [entry for entry in history.entries if entry in freed]

    def _entries_out(self, losses: dict[int, int]) -> frozenset[int]:
        return frozenset(
            entry for entry, lost in losses.items() if self.losses_allowed and lost >= self.losses_allowed
        )

    def next_round_number(self, history: History, course: RoundsSoFar) -> int:
        """The round that is to be paired next."""
        return course.last_published + 1

    def closing_round(self, number: int) -> int:
        """The round not begun before everybody who was to play in round `number` is in its pairings."""
        return number

    def _closed_by(
        self,
        number: int,
        paired_rounds: Mapping[int, Sequence[tuple[int, RoundPairings]]],
        never: float = inf,
    ) -> float:
        """The position of the pairings with which, or before which, everybody was in those of a round."""
        of_format = (
            position
            for position, round_pairings in paired_rounds[self.closing_round(number)]
            if not round_pairings.by_hand
        )
        return min(of_format, default=never)

    def _add_pairings(
        self,
        history: History,
        here: PairedRound,
        round_pairings: RoundPairings,
        left: Set[int],
        waiting: Set[int] | None,
    ) -> None:
        """Take round pairings in as far as they count: of those who are waiting, or anybody.

        left: who had left before the next round began.
        """
        if waiting is not None and not waiting:
            return
        here.is_published |= not round_pairings.by_hand
        here.named.update(_entries_in_round(round_pairings))
        for pairing in round_pairings.pairings:
            both = {pairing.one, pairing.two}
            if both & here.out:
                here.lost_opponent |= both if waiting is None else both & waiting
            elif both.isdisjoint(here.engaged) and (waiting is None or both <= waiting):
                here.engaged |= both
                here.meetings.append(self._pairing_so_far(history, pairing, left))
        for entry in round_pairings.byes:
            if entry not in here.out | here.engaged and (waiting is None or entry in waiting):
                here.engaged.add(entry)
                here.byes.append(entry)

    def _pairing_so_far(self, history: History, pairing: Pairing, left: Set[int]) -> PairingSoFar:
        one, two = pairing.one, pairing.two
        result = history.results.get(pairing.meet_key)
        if result is not None:
            return PairingSoFar(pairing, Empty.BYE if result.winner is None else result.winner, result)
        if pairing.meet_key in history.pending:
            return PairingSoFar(pairing, Empty.PENDING, None)
        # Coming back does not bring back the match of a round that is over.
        missed = {one, two}.intersection(left)
        if len(missed) == 1:
            return PairingSoFar(pairing, two if one in missed else one, None)
        if missed or history.withdrawn & {one, two}:
            winner = history.who_stayed(one, two)
            return PairingSoFar(pairing, Empty.BYE if winner is None else winner, None)
        return PairingSoFar(pairing, Empty.PENDING, None)

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

    def _waiting_in(self, before: Sequence[PairedRound], here: PairedRound) -> set[int]:
        """Whom further pairings of a round are for: who is free, if anybody is, and who is in none of it.

        The latter might have played in it, as a correction has it: they did in the last of those before.
        """
        if not here.freed_entries:
            return set()
        played = before[-1].engaged | before[-1].freed_entries if before else set()
        return here.freed_entries | (played - here.named - here.out)

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


def by_lot(history: History, number: int, entries: Sequence[int]) -> list[int]:
    """Entries in the order of their lots in a round: SHA-256 of "<seed>:R<round>:<entry>", smallest first."""
    return sorted(entries, key=lambda entry: draw_lot(f"{history.seed}:R{number}", entry))


def _entries_in_round(round_pairings: RoundPairings) -> set[int]:
    return {
        *round_pairings.byes,
        *(entry for pairing in round_pairings.pairings for entry in (pairing.one, pairing.two)),
    }


def _round_slots(here: PairedRound) -> Iterator[Slot]:
    for number, meeting in enumerate(here.meetings, 1):
        yield Slot(meeting.pairing.key, here.number, number, *meeting.both_entries, meeting.winner)
    for number, entry in enumerate(here.byes, len(here.meetings) + 1):
        yield Slot(f"R{here.number}-B{entry}", here.number, number, entry, Empty.BYE, entry)
