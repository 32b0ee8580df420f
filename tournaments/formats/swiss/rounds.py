"""Of the round pairings that were published, what counts.

Published pairings are a fact. Each counts as long as its entries are entitled to be there: a pairing
where neither is out before its round, nor engaged in that round by earlier pairings; a bye likewise. So a
correction that puts somebody out frees the opponent, for whom further pairings of the same round are
published; and if the correction is undone, the first ones count again and the further ones do not. So it is
with a correction that puts somebody else in their place, where places of an earlier stage feed this one.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from math import inf

from tournaments.formats.base import Empty, History, Pairing, RoundPairings, Seat
from tournaments.tiebreaks.results import PairingResult


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

    def waiting_entries(self, before: "PairedRound | None") -> set[int]:
        """Whom further pairings of the round are for: who is free, if anybody is, and who is in none of it.

        The latter might have played in it, as a correction has it: they did in the round before.
        """
        if not self.freed_entries:
            return set()
        played = before.engaged | before.freed_entries if before else set()
        return self.freed_entries | (played - self.named - self.out)


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


class RoundCount:
    """One pass through published pairings, round by round: who is out of a round follows from those before.

    losses_allowed: how many losses put an entry out; 0 where nobody goes out. waits_for_round: whether a
    round is paired when the one before is over, and not while it is still being played.
    """

    def __init__(self, history: History, losses_allowed: int, waits_for_round: bool) -> None:
        self.history = history
        self.losses_allowed = losses_allowed
        self.waits_for_round = waits_for_round
        self.rounds: list[PairedRound] = []
        self.losses, self.wins, self.byes = (dict.fromkeys(history.entries, 0) for _ in range(3))
        self.met: dict[int, dict[int, list[int]]] = {entry: {} for entry in history.entries}
        published = history.paired_rounds_of()
        # With each its position among all that were published: what came later says who had left by then.
        self.published: Mapping[int, list[tuple[int, RoundPairings]]] = defaultdict(list)
        for position, round_pairings in enumerate(published):
            self.published[round_pairings.round].append((position, round_pairings))
        # Places of an earlier stage were corrected: these were paired, and are not in the field any more.
        self.gone = frozenset(
            entry for round_pairings in published for entry in entries_in_round(round_pairings)
        ).difference(history.entries)

    def rounds_so_far(self) -> RoundsSoFar:
        for number in range(1, max(self.published, default=0) + 1):
            here = self._count_round(number)
            self.rounds.append(here)
            self._add_results(here)
        while self.rounds and not self.rounds[-1].engaged and not self.rounds[-1].is_published:
            self.rounds.pop()
        self._add_byes()
        return RoundsSoFar(
            tuple(self.rounds), self.losses, self.wins, self.byes, self.met, self._entries_out()
        )

    def _entries_out(self) -> frozenset[int]:
        return frozenset(
            entry
            for entry, lost in self.losses.items()
            if self.losses_allowed and lost >= self.losses_allowed
        )

    # -- One round

    def _count_round(self, number: int) -> PairedRound:
        here = PairedRound(number, self._entries_out() | self.gone)
        before = self.rounds[-1] if self.rounds else None
        complete = self._complete_at(number, never=inf)
        self._free_successors(here, complete)
        for position, round_pairings in self.published[number]:
            # Further pairings are for those without an opponent. Where a correction that took theirs has
            # been undone, there is nobody they are for.
            is_further = here.is_published and position > complete and not round_pairings.by_hand
            waiting = here.waiting_entries(before) if is_further else None
            if waiting is None or waiting:
                self._take_in(here, round_pairings, self._left_before(number, position), waiting)
            if not is_further and self._was_over_before(here, round_pairings):
                here = PairedRound(number, here.out)
        return here

    def _complete_at(self, number: int, never: float) -> float:
        """The position of the pairings from which on everybody was in those of a round.

        Where rounds run into each other, those are the first of the next one.
        """
        closing = self.published[number if self.waits_for_round else number + 1]
        of_format = (position for position, round_pairings in closing if not round_pairings.by_hand)
        return min(of_format, default=never)

    def _left_before(self, number: int, position: int) -> Set[int]:
        """Who had left when the next round began, of pairings that were published before it did."""
        ended = self._complete_at(number + 1, never=-1)
        if position >= ended:
            return frozenset()
        return next(
            (round_pairings.left for place, round_pairings in self.published[number + 1] if place == ended),
            frozenset(),
        )

    def _free_successors(self, here: PairedRound, complete: float) -> None:
        """Whoever has come for those who are gone has no opponent in a round that named these."""
        named = {
            entry
            for position, round_pairings in self.published[here.number]
            if position <= complete
            for entry in entries_in_round(round_pairings)
        }
        if named & self.gone:
            here.lost_opponent.update(self.losses.keys() - named)

    def _was_over_before(self, here: PairedRound, round_pairings: RoundPairings) -> bool:
        """Whether the event had ended before a round: there was one left who could play it.

        Of a round begun because of a correction that has been undone, nothing counts. Who had left by further
        pairings of it does not change that.
        """
        could_play = self.losses.keys() - here.out - round_pairings.left
        return bool(here.out and len(could_play) < 2 and self.waits_for_round and not round_pairings.by_hand)

    def _take_in(
        self, here: PairedRound, round_pairings: RoundPairings, left: Set[int], waiting: Set[int] | None
    ) -> None:
        """Take round pairings in as far as they count: of those who are waiting, or anybody.

        left: who had left before the next round began.
        """
        here.is_published |= not round_pairings.by_hand
        here.named.update(entries_in_round(round_pairings))
        for pairing in round_pairings.pairings:
            both = {pairing.one, pairing.two}
            if both & here.out:
                here.lost_opponent |= both if waiting is None else both & waiting
            elif both.isdisjoint(here.engaged) and (waiting is None or both <= waiting):
                here.engaged |= both
                here.meetings.append(self._pairing_so_far(pairing, left))
        for entry in round_pairings.byes:
            if entry not in here.out | here.engaged and (waiting is None or entry in waiting):
                here.engaged.add(entry)
                here.byes.append(entry)

    def _pairing_so_far(self, pairing: Pairing, left: Set[int]) -> PairingSoFar:
        history, one, two = self.history, pairing.one, pairing.two
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

    # -- What everybody has had

    def _add_results(self, here: PairedRound) -> None:
        for meeting in here.meetings:
            one, two = meeting.both_entries
            self.met[one].setdefault(two, []).append(here.number)
            self.met[two].setdefault(one, []).append(here.number)
            for loser in meeting.losers:
                self.losses[loser] += 1
            if isinstance(meeting.winner, int):
                self.wins[meeting.winner] += 1

    def _add_byes(self) -> None:
        """Also for whoever is freed in a round that is over and finds nobody to play: without pairings."""
        last = max((each.number for each in self.rounds if each.is_published), default=0)
        for here in self.rounds:
            if self.waits_for_round and here.is_published and here.number < last:
                freed = here.freed_entries
                here.byes += [entry for entry in self.history.entries if entry in freed]
            for entry in here.byes:
                self.byes[entry] += 1


def entries_in_round(round_pairings: RoundPairings) -> set[int]:
    return {
        *round_pairings.byes,
        *(entry for pairing in round_pairings.pairings for entry in (pairing.one, pairing.two)),
    }
