"""An event played out in memory, to see what a format makes of a field of some size.

Whatever is due is played, every match a toss-up, then what follows from it, until nothing does: by the
format's own answers, so a new format is played out like any other. Nobody looks at a clock here; what takes
how long is for others to say (tournaments.events.rules.timing).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tournaments.tiebreaks.results import PairingResult

from .base import Format, History, Meet, Pairing
from .running import Running
from .teams import team_match_of_slot

LOTS = "play-out"
RATING = 1500.0
LENGTH = 7
"""Points of each match, for tie-breaks that look at them."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of an event that was played out.

    play_round: from 1; what its two entries play before is in earlier rounds of play. waits: whether it waits
    until all of those are over, not for its own two entries alone.
    """

    pairing: Pairing
    play_round: int
    waits: bool


class Toss:
    """Makes results: every match is a toss-up. The same seed, the same results."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def result_of(self, pairing: Pairing) -> PairingResult:
        one, two, less = pairing.one, pairing.two, self._random.randrange(LENGTH)
        if self._random.random() < 0.5:
            return PairingResult(one, two, one, (LENGTH, less))
        return PairingResult(one, two, two, (less, LENGTH))


@dataclass(slots=True)
class PlayOuts:
    """Plays a format out, as often as asked; `size` is that of its field.

    What waits for whom the format does not say: it is found out where it first matters, by kind of part and
    whether the part opens, and kept.
    """

    format: Format
    size: int
    _waits: dict[tuple[str, bool], bool] = field(default_factory=dict)

    def play_out(self, seed: int) -> Iterator[PlayedMatch]:
        """Every match in order of play, as it is played."""
        entries = tuple(range(1, self.size + 1))
        start, toss = History(entries, seed=LOTS, ratings=dict.fromkeys(entries, RATING)), Toss(seed)
        return self._follow_results(start, toss) if self.format.is_traced else self._fold(start, toss)

    def _follow_results(self, history: History, toss: Toss) -> Iterator[PlayedMatch]:
        """By what follows from each result, where the format says so: nobody waits for anybody else."""
        running, number = Running(self.format, history), 0
        while running.due:
            number += 1
            for pairing in tuple(running.due.values()):
                yield PlayedMatch(pairing, number, waits=False)
                running.decide_slot(pairing.key, toss.result_of(pairing))

    def _fold(self, history: History, toss: Toss) -> Iterator[PlayedMatch]:
        before: PlayedRound | None = None
        parts: set[str] = set()
        history = self._with_published(history)
        number = 0
        while known := self.format.known_pairings(history):
            for pairings in rounds_of_play(known):
                number += 1
                begun = set() if before is None else before.matches
                new = [pairing for pairing in pairings if match_of_board(pairing) not in begun]
                waiting = {} if before is None else self._parts_waiting(before, new, parts)
                for pairing in pairings:
                    waits = waiting.get(pairing.part, False) and match_of_board(pairing) not in begun
                    yield PlayedMatch(pairing, number, waits)
                parts |= {pairing.part for pairing in pairings}
                results = {pairing.meet_key: toss.result_of(pairing) for pairing in pairings}
                before = PlayedRound(history, pairings, results)
                history = before.history_with(results)
            history = self._with_published(history)

    def _parts_waiting(
        self, before: "PlayedRound", following: Sequence[Pairing], parts: set[str]
    ) -> dict[str, bool]:
        """Of each part, whether what follows in it waits for everything before.

        `parts` are those that were played in before.
        """
        opening = {pairing.part: pairing.part not in parts for pairing in following}
        kinds = {part: (kind_of_part(part), opens) for part, opens in opening.items()}
        unknown = {part for part, kind in kinds.items() if kind not in self._waits}
        if unknown:
            due = self._parts_due_without_last(before)
            for part in unknown:
                if any(before.is_free_without_last(each) for each in following if each.part == part):
                    self._waits[kinds[part]] = part not in due
        # Where nobody is free without the last, a part that opens is taken to wait.
        return {part: self._waits.get(kind, opening[part]) for part, kind in kinds.items()}

    def _parts_due_without_last(self, before: "PlayedRound") -> set[str]:
        """Parts in which something follows already when the last result of each part is still out."""
        known = {meet: result for meet, result in before.results.items() if meet not in before.last_meets}
        history = self._with_published(before.history_with(known))
        return {
            pairing.part
            for pairing in self.format.due_pairings(history)
            if match_of_board(pairing) not in before.matches
        }

    def _with_published(self, history: History) -> History:
        while (paired := self.format.due_round_pairings(history)) is not None:
            history = replace(history, paired_rounds=(*history.paired_rounds, paired))
        return history


class PlayedRound:
    """A round of play with its results, and the history before it."""

    def __init__(
        self, history: History, pairings: Sequence[Pairing], results: Mapping[Meet, PairingResult]
    ) -> None:
        self.history = history
        self.results = results
        self.matches = {match_of_board(pairing) for pairing in pairings}
        last = {pairing.part: pairing for pairing in pairings}.values()
        self.last_meets = {pairing.meet_key for pairing in last}
        self._in_last = {entry for pairing in last for entry in (pairing.one, pairing.two)}

    def history_with(self, results: Mapping[Meet, PairingResult]) -> History:
        return replace(self.history, results={**self.history.results, **results})

    def is_free_without_last(self, pairing: Pairing) -> bool:
        """Whether both entries have played what they had to when the last match of each part is still on."""
        return self._in_last.isdisjoint((pairing.one, pairing.two))


def rounds_of_play(pairings: Iterable[Pairing]) -> list[list[Pairing]]:
    """Pairings in order of play, each in the round of play after those of its entries that come before it."""
    rounds: list[list[Pairing]] = []
    latest: dict[int, tuple[str, int]] = {}
    for pairing in pairings:
        match = match_of_board(pairing)
        before = (latest.get(entry, ("", 0)) for entry in (pairing.one, pairing.two))
        number = max(at if key == match else at + 1 for key, at in before)
        latest[pairing.one] = latest[pairing.two] = match, number
        if number > len(rounds):
            rounds.append([])
        rounds[number - 1].append(pairing)
    return rounds


def match_of_board(pairing: Pairing) -> str:
    """The slot of a match, the same for all boards of a match of teams."""
    return team_match_of_slot(pairing.key) if pairing.board else pairing.key


def kind_of_part(part: str) -> str:
    """A part without its numbers: all groups are alike."""
    return re.sub("[0-9]+", "N", part)
