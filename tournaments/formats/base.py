"""What a format sees and returns. Plain data: no Django, no clock, no randomness of its own."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import lru_cache
from re import fullmatch
from typing import ClassVar

from engine.words import Text
from tournaments.tiebreaks.results import PairingResult, Place

from .usual import MOST_IN_FIELD as MOST_IN_FIELD
from .usual import Usual


class Empty(Enum):
    """A seat without an entry in it."""

    BYE = auto()  # nobody will ever sit here
    PENDING = auto()  # somebody will: the match that decides who is not over


Seat = int | Empty

Meet = tuple[str, frozenset[int]]
"""The slot and the two entries that meet in it."""

MAIN = "main"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entries to play each other.

    key: names the slot for good, e.g. "WB-R2-M1".
    round: its number in its part, from 1; matches of one round are played to the same length.
    part: the bracket, group or division it belongs to, e.g. "main", "consolation", "group-2".
    step: orders the matches of an entry, whatever their parts: a later one has a greater step.
    board: of a match between two teams, which of its boards, from 1; 0 where entries play for themselves.
    """

    key: str
    round: int
    one: int
    two: int
    part: str = MAIN
    step: int = 0
    board: int = 0

    @property
    def meet_key(self) -> Meet:
        return self.key, frozenset((self.one, self.two))


@dataclass(frozen=True, slots=True)
class PlannedSlot:
    """A slot that is known before it is known who plays in it; the words are those of Pairing.

    conditional: whether it is played only if matches before it end so: the second final, or what is left of
    a final that goes to the first who has won so many.
    """

    key: str
    round: int
    part: str = MAIN
    step: int = 0
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class RoundPairings:
    """Pairings made at one moment and published; whoever is named in `byes` sits out `round`.

    Once published they stay, whatever is corrected later, unless the director withdraws them.
    `by_hand`: by the director, not by the format. `part`: where its pairings belong. `left`: who had left
    when they were published.
    """

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    by_hand: bool = False
    part: str = MAIN
    left: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """Everything a format may look at. Nothing of it changes, so what was folded from it can be kept.

    entries: numbers of the entries in the order of the draw, seed 1 first; who came late, behind.
    results: how matches ended, by slot and by who met there. A slot that was corrected may hold several:
        a format takes the one of the two who sit there now.
    withdrawn: entries that play no further match.
    left: the same in the order they left; who is not in it is taken to have left before those who are.
    pending: matches of theirs, by slot and by who meets there, that had been reported before they left, and
        are finalised as if they had not.
    seed: what lots are made from.
    paired_rounds: what has been published and not withdrawn, in order; of formats that pair as play goes on,
        and of play-offs.
    held: whether the next round waits for the director to release it.
    apart: two entries who must not meet, and up to which round.
    tiebreaks: codes of tie-breaks, the first decides first; empty for those the format prefers.
    ratings: by entry, as they were at the draw.
    """

    entries: tuple[int, ...]
    results: Mapping[Meet, PairingResult] = field(default_factory=dict)
    withdrawn: frozenset[int] = frozenset()
    pending: frozenset[Meet] = frozenset()
    seed: str = ""
    paired_rounds: tuple[RoundPairings, ...] = ()
    held: bool = False
    apart: Mapping[frozenset[int], int] = field(default_factory=dict)
    tiebreaks: tuple[str, ...] = ()
    ratings: Mapping[int, float] = field(default_factory=dict)
    left: tuple[int, ...] = ()

    def paired_rounds_of(self, part: str = MAIN) -> tuple[RoundPairings, ...]:
        """What has been published for a part: play-offs are published apart."""
        return tuple(round_pairings for round_pairings in self.paired_rounds if round_pairings.part == part)

    def who_stayed(self, one: int, two: int) -> int | None:
        """Who of two wins a match that will not be played: who is still there, or left later.

        So whoever advanced against somebody who had left stays. None where neither has left, or
        it is not known who did first.
        """
        here = [entry for entry in (one, two) if entry not in self.withdrawn]
        if here:
            return here[0] if len(here) == 1 else None
        first, second = (self.left.index(entry) if entry in self.left else -1 for entry in (one, two))
        return None if first == second else (one if first > second else two)

    def result_of(self, key: str, one: Seat, two: Seat) -> PairingResult | None:
        """How the two who sit in a slot ended their match there, if they have."""
        if isinstance(one, Empty) or isinstance(two, Empty):
            return None
        return self.results.get((key, frozenset((one, two))))

    def is_pending(self, key: str, one: Seat, two: Seat) -> bool:
        """Whether the match of the two who sit in a slot still gets a result though one of them withdrew."""
        return (key, frozenset((one, two))) in self.pending

    def winner_between(self, key: str, one: int, two: int) -> Seat:
        """Who comes out of the match of two entries: by its result, or past one who has withdrawn.

        PENDING while it is to be played, BYE where nobody comes out. When both have withdrawn it is who left
        later, so that who had advanced stays; nobody, if that is not known.
        """
        result = self.result_of(key, one, two)
        if result is not None:
            return Empty.BYE if result.winner is None else result.winner
        if self.withdrawn.isdisjoint((one, two)) or self.is_pending(key, one, two):
            return Empty.PENDING
        stayed = self.who_stayed(one, two)
        return Empty.BYE if stayed is None else stayed


@dataclass(frozen=True, slots=True)
class Slot:
    """One match as the draw shows it, playable or not yet; `winner` is who comes out of it."""

    key: str
    round: int
    number: int
    one: Seat
    two: Seat
    winner: Seat

    @property
    def loser(self) -> Seat:
        """Who leaves it as the loser; nobody where there was a bye, or where both are out."""
        if Empty.BYE in (self.one, self.two):
            return Empty.BYE
        if isinstance(self.winner, Empty):
            return self.winner
        return self.two if self.winner == self.one else self.one

    @property
    def is_known(self) -> bool:
        """Whether it is known who comes out of it, or that nobody leaves it as the loser.

        Of a slot with one empty seat the latter is known first: while it is open who passes it.
        """
        return self.winner is not Empty.PENDING or self.loser is Empty.BYE


@dataclass(frozen=True, slots=True)
class Feed:
    """Where the winner or the loser of a slot plays next: the slot `key`, as side `side` (0 or 1) of it.

    loser: whether it is the loser who goes there. The opponent is the winner of the slot `other`, or with
    `other_loser` its loser.
    """

    key: str
    round: int
    side: int
    other: str
    loser: bool = False
    other_loser: bool = False
    part: str = MAIN
    step: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where whoever takes a seat comes from: the winner, or with `loser` the loser, of the slot `key`."""

    key: str
    loser: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A bracket, group or division, round by round, and where those stand who play or played in it.

    Its places are its own: the winner of a consolation is first of it. Empty while that is open.
    `is_bracket`: whether a round leads to the next one; else it is a list of rounds. `of_rounds`: how many it
    will have; 0 where nobody can know. `round_places`, of brackets: how many matches each round would have if
    nobody passed without one; `Slot.number` counts among those. `is_paired_by_round`: whether its rounds are
    paired one after the other, so that nobody knows who will meet.
    """

    code: str
    rounds: tuple[tuple[Slot, ...], ...]
    places: tuple[Place, ...] = ()
    is_bracket: bool = True
    of_rounds: int = 0
    round_places: tuple[int, ...] = ()
    is_paired_by_round: bool = False


@dataclass(frozen=True)
class Format(Usual, ABC):
    """A way to run an event: a frozen dataclass whose fields are what a director may choose.

    Same options and same history, same answer. Entries are only ever appended to a history and withdrawals
    are noted in it, so keys never shift. A format brings its words, its pairings and its standings; what most
    formats answer the same is in Usual.
    """

    name: ClassVar[Text]
    description: ClassVar[Text]
    # What those of its parts are called that no other format has, by code.
    own_parts: ClassVar[Mapping[str, Text]] = {}

    def describe_format(self) -> list[Text]:
        """What it is and what its options make of it, a sentence each."""
        return [self.description, *self.describe_options()]

    def describe_options(self) -> Iterable[Text]:
        """What its options make of it."""
        return ()

    @abstractmethod
    def pairings(self, history: History) -> tuple[Pairing, ...]:
        """Every pairing that counts: played, pending, or both entries known and present."""

    def due_pairings(self, history: History) -> tuple[Pairing, ...]:
        """Those of them that have no result yet: to be played, or pending."""
        return tuple(pairing for pairing in self.pairings(history) if pairing.meet_key not in history.results)

    def known_pairings(self, history: History) -> tuple[Pairing, ...]:
        """Those without a result that are sure to be played, in order of play: due, or waiting their turn.

        A format whose table is known beforehand says so here: then it is played out at once.
        """
        return self.due_pairings(history)

    @abstractmethod
    def standings(self, history: History) -> tuple[Place, ...]:
        """Every entry's place in the whole event, best first."""

    def is_over(self, history: History) -> bool:
        """Whether nothing is left to play and no round left to publish."""
        return not self.due_pairings(history) and self.due_round_pairings(history) is None

    def match_count(self, size: int) -> int | None:
        """How many matches a field of so many plays, if nothing unusual happens; None where play decides."""
        planned = [slot for slot in self.planned_slots(size) if not slot.conditional]
        return len(planned) if planned or size < 2 else None

    def slots_to_come(self, history: History) -> int | None:
        """How many matches there will be in parts that are not in the draw yet; None where nobody knows."""
        return 0 if self.is_over(history) else None

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        """The whole draw, for showing; the main part first. As it is here, a list of the pairings."""
        rounds: dict[int, list[Slot]] = {}
        for each in self.pairings(history):
            slots = rounds.setdefault(each.round, [])
            winner = history.winner_between(each.key, each.one, each.two)
            slots.append(Slot(each.key, each.round, len(slots) + 1, each.one, each.two, winner))
        listed = tuple(tuple(rounds[number]) for number in sorted(rounds))
        return (Part(MAIN, listed, self.standings(history), is_bracket=False),)

    @property
    def part_names(self) -> tuple[str, ...]:
        """What the parts of an event may be called, in a field of any size; N is a number: "group-N"."""
        return tuple(part.code for part in self.draw_parts(History(tuple(range(1, 33)))))

    # To name the parts, an event is laid out.
    @lru_cache(maxsize=256)  # noqa: B019  (the formats live as long as the program)
    def has_part(self, code: str) -> bool:
        """Whether a part of an event may be called so."""
        return any(fullmatch(name.replace("N", "[1-9][0-9]*"), code) for name in self.part_names)


FORMATS: dict[str, type[Format]] = {}
"""Every format by its code, as tournaments.formats registers them; here for formats made of others."""
