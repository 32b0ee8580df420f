"""A plan: every match of an event, and where those come from who play in it. Nobody's name is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Seed(NamedTuple):
    """The entry drawn as seed `number`, from 1."""

    number: int


class Out(NamedTuple):
    """Who comes out of a match, by the match's number in the plan: its winner, or its loser.

    only: of the losers, only the one who sat on this side (0 or 1); if it is the other, nobody comes.
    """

    node: int
    loser: bool = False
    only: int | None = None


Source = Seed | Out | None
"""Who will sit in a seat; None for nobody, ever."""


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match of the plan; the words are those of Pairing and Slot.

    places: how many matches its round would have if nobody passed without one; `number` is among those.
    decider: played only if whoever came to the match before unbeaten lost it. Both seats come from that
        match.
    """

    key: str
    part: str
    round: int
    number: int
    step: int
    sources: tuple[Source, Source]
    places: int
    decider: bool = False


class SeatFeed(NamedTuple):
    """A seat that is filled from a match: seat `side` of the match `node`."""

    node: int
    side: int


@dataclass(frozen=True, eq=False)
class BracketPlan:
    """All matches of an event with `size` entries, each behind those it is fed by.

    ranking: the rounds, by part and number, in the order of what it is worth to be there last: whoever goes
        out in the first of them ends before whoever goes out in the second.
    """

    size: int
    nodes: tuple[PlannedMatch, ...]
    ranking: tuple[tuple[str, int], ...]

    @cached_property
    def match_numbers(self) -> dict[str, int]:
        """The number of each match, by key."""
        return {node.key: number for number, node in enumerate(self.nodes)}

    @cached_property
    def winner_to(self) -> list[SeatFeed | None]:
        """Where the winner of each match plays next."""
        return self._ways_on[0]

    @cached_property
    def loser_to(self) -> list[tuple[SeatFeed | None, SeatFeed | None]]:
        """Where the loser of each match plays next, if it is who sat on the one side or on the other."""
        return list(zip(self._ways_on[1], self._ways_on[2], strict=True))

    @cached_property
    def last_matches(self) -> list[int]:
        """The matches from which nobody advances."""
        return [
            number
            for number in range(len(self.nodes))
            if self.winner_to[number] is None and self.loser_to[number] == (None, None)
        ]

    @cached_property
    def matches_by_part(self) -> dict[str, list[int]]:
        """The matches of each part, in order."""
        found: dict[str, list[int]] = {}
        for number, node in enumerate(self.nodes):
            found.setdefault(node.part, []).append(number)
        return found

    @cached_property
    def _ways_on(self) -> list[list[SeatFeed | None]]:
        """By match: where its winner plays next, and its loser from the one side and from the other."""
        ways: list[list[SeatFeed | None]] = [[None] * len(self.nodes) for _ in range(3)]
        for number, node in enumerate(self.nodes):
            for side, source in enumerate(node.sources):
                if isinstance(source, Out):
                    leaving = (
                        (0,) if not source.loser else (1, 2) if source.only is None else (1 + source.only,)
                    )
                    for kind in leaving:
                        ways[kind][source.node] = SeatFeed(number, side)
        return ways


class BracketDraft(NamedTuple):
    """A part that is being planned, and what its keys begin with."""

    part: str
    prefix: str = ""


class PlannedRound(NamedTuple):
    """Who comes out of a round, match by match from top to foot."""

    winners: list[Source]
    losers: list[Source]


class Draft:
    """A plan in the making, round by round."""

    def __init__(self) -> None:
        self.nodes: list[PlannedMatch] = []
        self.rounds: dict[str, int] = {}

    def play_round(
        self,
        bracket: BracketDraft,
        seats: Sequence[Source],
        *,
        byes_shown: bool = False,
        decider: bool = False,
    ) -> PlannedRound:
        """Have neighbours meet. Who meets nobody advances without a match, which is noted only if
        `byes_shown`.

        A round without any match is none: the next is counted in its stead.
        """
        pairs = list(zip(seats[::2], seats[1::2], strict=True))
        met = [byes_shown or None not in pair for pair in pairs]
        if not any(met):
            return PlannedRound([two if one is None else one for one, two in pairs], [None] * len(pairs))
        number = self.rounds[bracket.part] = self.rounds.get(bracket.part, 0) + 1
        step = 1 + max(self._step_of(source) for source in seats)
        planned = PlannedRound([], [])
        for match, pair in enumerate(pairs):
            if met[match]:
                at = len(self.nodes)
                key = f"{bracket.prefix}R{number}-M{match + 1}"
                self.nodes.append(
                    PlannedMatch(key, bracket.part, number, match + 1, step, pair, len(pairs), decider)
                )
                planned.winners.append(Out(at))
                planned.losers.append(None if None in pair else Out(at, loser=True))
            else:
                planned.winners.append(pair[1] if pair[0] is None else pair[0])
                planned.losers.append(None)
        return planned

    def finish_plan(self, size: int, ranking: Sequence[tuple[str, int]]) -> BracketPlan:
        return BracketPlan(size, tuple(self.nodes), tuple(ranking))

    def last_first(self, *parts: str) -> list[tuple[str, int]]:
        """The rounds of the parts one after the other, in each the last one first."""
        return [(part, number) for part in parts for number in range(self.rounds.get(part, 0), 0, -1)]

    def _step_of(self, source: Source) -> int:
        return self.nodes[source.node].step if isinstance(source, Out) else 0
