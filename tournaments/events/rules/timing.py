"""How long matches take, and when those of an event that was played out begin and end on so many tables.

Where a club has not played enough matches of a length itself, a match takes MINUTES_BETWEEN minutes for what
lies between two matches (a slip, a table, a drink) and MINUTES_PER_POINT for each point of its length: of 108
published matches between people, to 3, 5, 7 and 13 points, the middle ones have 33 turns a point, and a turn
takes 12 seconds, which is how long a clock leaves it free. Others are longer or shorter than the middle one
by SPREAD: as the first, third, fifth, seventh and ninth tenth of those matches are by their turns. So a round
of 30 matches to 7 points, which ends with the last of them, takes 82 minutes; the Midlands Open allows 80
(midlandsopenbackgammon.co.uk/format-and-schedule).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from random import Random

from tournaments.formats.play_out import PlayedMatch

MINUTES_BETWEEN = 5.0
MINUTES_PER_POINT = 6.6
SPREAD = (0.55, 0.75, 1.0, 1.25, 1.6)


def usual_minutes(length: int) -> float:
    """How long a match takes where nothing is known of the club: from when it could begin to its report."""
    return round(MINUTES_BETWEEN + MINUTES_PER_POINT * length, 1)


def drawn_minutes(middle: Sequence[float], seed: int) -> list[float]:
    """How long each match takes, by what the middle one of its length does; the same for the same seed."""
    random = Random(seed)
    return [minutes * random.choice(SPREAD) for minutes in middle]


@dataclass(frozen=True, slots=True)
class Timetable:
    """How an event that was played out runs, in minutes from its start.

    ends: when its last match is over. last_begins: when the last one to begin does. tables: how many were in
    use at once.
    """

    ends: float = 0.0
    last_begins: float = 0.0
    tables: int = 0


def timetable(matches: Sequence[PlayedMatch], minutes: Sequence[float], tables: int | None) -> Timetable:
    """Play on so many tables, or on as many as are asked for: `matches` in order of play, so long each.

    A match begins when its entries have played what comes before, with all that it waits for, and a table is
    free; of several that could, the one that has waited longest.
    """
    waiting = WaitingMatches(matches)
    free: float = inf if tables is None else tables
    ready = [(0.0, number) for number in waiting.free]
    on: list[tuple[float, int]] = []
    now = last_begins = 0.0
    most = 0
    while ready or on:
        while ready and len(on) < free:
            _, number = heappop(ready)
            heappush(on, (now + minutes[number], number))
            last_begins = now
        most = max(most, len(on))
        now, number = heappop(on)
        for follower in waiting.freed_by(number):
            heappush(ready, (now, follower))
    return Timetable(now, last_begins, most)


class WaitingMatches:
    """What matches wait for, by their numbers in order of play; `free` are those that wait for nothing."""

    def __init__(self, matches: Sequence[PlayedMatch]) -> None:
        self._round_of = [match.play_round for match in matches]
        # How many matches of each round of play are left; whatever waits for a round is let in by its number.
        self._left = Counter(self._round_of)
        self._open = 1
        self._waiting_for_round: dict[int, list[int]] = defaultdict(list)
        # How many matches each waits for, one more for the rounds before; and which wait for it.
        self._missing = [0] * len(matches)
        self._followers: list[list[int]] = [[] for _ in matches]
        for number, before in enumerate(previous_matches(matches)):
            for each in before:
                self._followers[each].append(number)
            self._missing[number] = len(before)
            if matches[number].waits:
                self._waiting_for_round[self._round_of[number]].append(number)
                self._missing[number] += 1
        self.free = [number for number, missing in enumerate(self._missing) if not missing]

    def freed_by(self, number: int) -> list[int]:
        """The matches that wait for nothing any more now that this one is over."""
        let_in = [*self._followers[number]]
        self._left[self._round_of[number]] -= 1
        while self._open in self._left and not self._left[self._open]:
            self._open += 1
            let_in += self._waiting_for_round[self._open]
        for follower in let_in:
            self._missing[follower] -= 1
        # Both of its entries, or all boards of their match, may have let it in.
        return [follower for follower in dict.fromkeys(let_in) if not self._missing[follower]]


def previous_matches(matches: Sequence[PlayedMatch]) -> Iterator[list[int]]:
    """Of each match, the numbers of those its entries play right before: of teams several boards."""
    at: dict[int, list[int]] = defaultdict(list)
    before: dict[int, list[int]] = defaultdict(list)
    latest: dict[int, int] = {}
    for number, match in enumerate(matches):
        entries = (match.pairing.one, match.pairing.two)
        for entry in entries:
            if latest.get(entry) != match.play_round:
                latest[entry] = match.play_round
                before[entry], at[entry] = at[entry], []
            at[entry].append(number)
        yield [each for entry in entries for each in before[entry]]
