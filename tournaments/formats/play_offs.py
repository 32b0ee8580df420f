"""Play-offs: matches between equals, paired by the director when all else is over (section 3 of C.07).

A play-off counts as long as the two share a place by the tie-breaks named before the play-off, and the rounds
are over. So after a correction that breaks the tie it does not count, and if that is undone it counts again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.tiebreaks.play_off import CODE, KEY, play_offs
from tournaments.tiebreaks.results import PairingResult, Place

from .base import Empty, Format, History, Meet, Pairing, Part, RoundPairings, Slot

PART = CODE
"""The part that play-offs are in, and their round pairings."""

# Their steps begin behind those of any round.
STEPS = 600
MOST_ENTRIES = 8
"""How many can be asked to play off at a time: every two of them meet."""
MOST = 300
"""How many there can be in one table."""


@dataclass(frozen=True, slots=True)
class PlayOffs:
    """The play-offs that count, in the order they were published; a walkover where somebody has left."""

    history: History
    pairings: tuple[Pairing, ...] = ()

    @property
    def play_off_slots(self) -> tuple[Slot, ...]:
        return tuple(
            Slot(
                each.key,
                each.round,
                number,
                each.one,
                each.two,
                self.history.winner_between(each.key, each.one, each.two),
            )
            for number, each in enumerate(self.pairings, 1)
        )

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        return tuple(
            each
            for each, slot in zip(self.pairings, self.play_off_slots, strict=True)
            if slot.winner is Empty.PENDING
        )

    @property
    def are_over(self) -> bool:
        return not self.open_pairings

    @property
    def shown_pairings(self) -> tuple[Pairing, ...]:
        """Those with a result, and those to be played now: of several open ones of an entry, the earliest."""
        busy: set[int] = set()
        found = []
        for pairing, slot in zip(self.pairings, self.play_off_slots, strict=True):
            if slot.winner is Empty.PENDING:
                if busy.isdisjoint((pairing.one, pairing.two)):
                    found.append(pairing)
                busy.update((pairing.one, pairing.two))
            elif pairing.meet_key in self.history.results:
                found.append(pairing)
        return tuple(found)

    @property
    def play_off_results(self) -> tuple[PairingResult, ...]:
        """How those ended that are over."""
        results: dict[Meet, PairingResult] = {}
        for pairing, slot in zip(self.pairings, self.play_off_slots, strict=True):
            if slot.winner is not Empty.PENDING:
                winner = slot.winner if isinstance(slot.winner, int) else None
                passed = PairingResult(pairing.one, pairing.two, winner, played=False)
                results[pairing.meet_key] = self.history.results.get(pairing.meet_key, passed)
        return play_offs(results)

    @property
    def play_off_parts(self) -> tuple[Part, ...]:
        rounds = sorted({slot.round for slot in self.play_off_slots})
        if not rounds:
            return ()
        shown = tuple(tuple(slot for slot in self.play_off_slots if slot.round == round) for round in rounds)
        return (Part(PART, shown, is_bracket=False, of_rounds=len(shown)),)


@dataclass(frozen=True)
class PlaysOff(Format):
    """Base of the formats in which places can be played off: when rounds are over, and who is tied then."""

    @property
    def plays_off(self) -> bool:
        return True

    @property
    def part_names(self) -> tuple[str, ...]:
        return (*super().part_names, PART)

    def tiebreaks_used(self, history: History) -> tuple[str, ...]:
        """The tie-breaks that count, in order."""
        raise NotImplementedError

    def are_rounds_over(self, history: History) -> bool:
        raise NotImplementedError

    def ranked_places(
        self, history: History, tiebreaks: Sequence[str], play_offs: Sequence[PairingResult] = ()
    ) -> tuple[Place, ...]:
        """The places of those who are ranked at all."""
        raise NotImplementedError

    def play_offs(self, history: History) -> PlayOffs:
        published = [
            each for round_pairings in history.paired_rounds_of(PART) for each in round_pairings.pairings
        ]
        codes = self.tiebreaks_used(history)
        if not published or CODE not in codes or not self.are_rounds_over(history):
            return PlayOffs(history)
        sharing = sharers_of_places(self.ranked_places(history, codes[: codes.index(CODE)]))
        standing = (each for each in published if each.one in sharing and each.two in sharing[each.one])
        return PlayOffs(history, tuple(standing))

    def tied_entries(self, history: History) -> dict[int, frozenset[int]]:
        """Whom each shares a place with that could be played off now; nobody before the rounds are over."""
        codes, played = self.tiebreaks_used(history), self.play_offs(history)
        if CODE not in codes or not self.are_rounds_over(history):
            return {}
        return sharers_of_places(
            self.ranked_places(history, codes[: codes.index(CODE) + 1], played.play_off_results)
        )


def sharers_of_places(places: Sequence[Place]) -> dict[int, frozenset[int]]:
    """By entry those who have the same place, itself among them; of places that several have."""
    found: dict[tuple[int, int], set[int]] = {}
    for place in places:
        if place.first != place.last:
            found.setdefault((place.first, place.last), set()).add(place.entry)
    return {entry: frozenset(group) for group in found.values() for entry in group}


def play_off_pairings(history: History, entries: Sequence[int]) -> RoundPairings:
    """Round pairings in which every two of some entries play off, in the order they are named."""
    published = [
        each for round_pairings in history.paired_rounds_of(PART) for each in round_pairings.pairings
    ]
    used = max((int(each.key.removeprefix(KEY)) for each in published), default=0)
    pairs = [(one, two) for place, one in enumerate(entries) for two in entries[place + 1 :]]
    rounds = [sum({each.one, each.two} == {*pair} for each in published) + 1 for pair in pairs]
    pairings = tuple(
        Pairing(f"{KEY}{number}", round, one, two, part=PART, step=STEPS + number)
        for number, (round, (one, two)) in enumerate(zip(rounds, pairs, strict=True), used + 1)
    )
    return RoundPairings(max(rounds), pairings, by_hand=True, part=PART, left=history.withdrawn)
