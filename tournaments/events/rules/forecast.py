"""What a format means for a field: how many matches, who plays how often, how long it takes.

The event is played out by tosses (tournaments.formats.play_out), as often as that takes no time, and put on a
timetable (tournaments.events.rules.timing). Everything is drawn from fixed seeds: the same question has the
same answer.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import cycle, islice
from statistics import mean, median, quantiles
from typing import Any, NamedTuple

from tournaments.events.errors import ForecastTooLarge
from tournaments.formats.base import Format
from tournaments.formats.play_out import PlayedMatch, PlayOuts, match_of_board

from .rounds import holds_for_round
from .timing import Timetable, drawn_minutes, timetable, usual_minutes

ENTRIES_MAX = 256
MATCHES_MAX = 10_000
"""Of how large events it can be asked: everybody may, and waits for the answer."""

# How many matches are played out in all, at least an event of them, at most so many events. Where a format
# can be asked what follows from a result, a match costs a fourth.
MATCHES = 500
MATCHES_FOLLOWED = 2000
PLAY_OUTS = 12

# How many matches are timed in all, likewise.
MATCHES_TIMED = 5000
TIMETABLES = 24

# The last tenth of timetables takes longer than what is taken for the latest.
TENTHS = 10


Minutes = tuple[tuple[int, float], ...]
"""How long matches take, by their length, as far as it is known."""


class FromTo(NamedTuple):
    """A number that results decide: the least and the most there were. The same where they decide nothing."""

    least: int
    most: int


class LengthException(NamedTuple):
    """A length of its own: of a part, "" for every one, from a round on, 0 for every round."""

    part: str
    round: int
    length: int


@dataclass(frozen=True, slots=True)
class ForecastTerms:
    """What is announced of an event, as far as it says how much there is to play."""

    format: Format
    lengths: tuple[int, ...]
    exceptions: tuple[LengthException, ...] = ()

    def length_of(self, part: str, round: int) -> int:
        """Points of a match of this round and part, as tournaments.events.rules.rounds has them."""
        found = self.lengths[min(round, len(self.lengths)) - 1]
        for each in self.exceptions:
            if holds_for_round(each.part or part, each.round or round, part, round):
                found = each.length
        return found


def forecast_terms(
    format: Format, lengths: Iterable[int], rounds: Iterable[Mapping[str, Any]] = ()
) -> ForecastTerms:
    """The terms of an announcement; `rounds` as tournaments.events.rules.rounds has them."""
    exceptions = (
        LengthException(each.get("part", ""), each.get("round", 0), each["length"])
        for each in rounds
        if "length" in each
    )
    return ForecastTerms(format, tuple(lengths), tuple(exceptions))


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an event comes to.

    matches: of teams, boards. rounds: how many matches follow one another, over all brackets. byes: how many
    do not play in the first of them. matches_each: how many matches an entry plays. rematches: how many are
    between two who have met before, on average. tables: how many are in use at once at most. minutes,
    last_match_minutes: from the start to the end, and to when the last match begins; as likely less as more.
    late_minutes: one time in ten it takes longer. play_outs: how often it was played out.
    """

    entries: int
    matches: FromTo
    rounds: FromTo
    byes: int
    matches_each: FromTo
    rematches: float
    tables: int
    minutes: int
    late_minutes: int
    last_match_minutes: int
    play_outs: int

    def ends_at(self, starts_at: datetime) -> datetime:
        return starts_at + timedelta(minutes=self.minutes)


@lru_cache(maxsize=512)
def forecast_event(
    terms: ForecastTerms,
    entries: int,
    tables: int | None = None,
    minutes: Minutes = (),
) -> Forecast:
    """What the event comes to with so many entries on so many tables, or as many as are asked for.

    `minutes` has how long matches of a length take, where that is known; else `usual_minutes` are taken.
    Raises FormatMisfit, PlacesMissing where the format cannot be played by so many, and ForecastTooLarge.
    """
    if entries > ENTRIES_MAX:
        raise ForecastTooLarge(
            "An event of %(entries)s entries is not forecast: at most of %(most)s.",
            {"entries": entries, "most": ENTRIES_MAX},
            entries=entries,
        )
    terms.format.check_field(entries)
    events = played_events(terms.format, entries)
    known = dict(minutes)
    times = sorted(timetables(terms, events, tables, known), key=lambda each: each.ends)
    ends = [each.ends for each in times]
    return Forecast(
        entries=entries,
        matches=from_to(map(len, events)),
        rounds=from_to(max((match.play_round for match in event), default=0) for event in events),
        byes=entries - len(entries_of(match for match in events[0] if match.play_round == 1)),
        matches_each=from_to(count for event in events for count in matches_by_entry(event, entries)),
        rematches=round(mean(map(count_rematches, events)), 2),
        tables=max(each.tables for each in times),
        minutes=round(median(ends)),
        late_minutes=round(quantiles(ends, n=TENTHS, method="inclusive")[-1] if len(ends) > 1 else ends[0]),
        last_match_minutes=round(median(each.last_begins for each in times)),
        play_outs=len(events),
    )


@lru_cache(maxsize=128)
def played_events(format: Format, entries: int) -> tuple[tuple[PlayedMatch, ...], ...]:
    """The event played out, as often as it is worth it."""
    play_outs = PlayOuts(format, entries)
    first = tuple(islice(play_outs.play_out(0), MATCHES_MAX + 1))
    if len(first) > MATCHES_MAX:
        raise ForecastTooLarge(
            "With %(entries)s entries that would be more than %(most)s matches. Choose another format, or "
            "fewer entries.",
            {"entries": entries, "most": MATCHES_MAX},
            entries=entries,
        )
    most = MATCHES_FOLLOWED if format.is_traced else MATCHES
    count = min(max(most // max(len(first), 1), 1), PLAY_OUTS)
    return first, *(tuple(play_outs.play_out(seed)) for seed in range(1, count))


def timetables(
    terms: ForecastTerms,
    events: Sequence[Sequence[PlayedMatch]],
    tables: int | None,
    known: Mapping[int, float],
) -> Iterable[Timetable]:
    """Timetables of events that were played out, each with other matches that are long and short."""
    usual = [[match_minutes(terms, match, known) for match in event] for event in events]
    matches = sum(map(len, events)) // len(events)
    count = min(max(MATCHES_TIMED // max(matches, 1), len(events)), TIMETABLES)
    for seed, number in enumerate(islice(cycle(range(len(events))), count)):
        yield timetable(events[number], drawn_minutes(usual[number], seed), tables)


def match_minutes(terms: ForecastTerms, match: PlayedMatch, known: Mapping[int, float]) -> float:
    length = terms.length_of(match.pairing.part, match.pairing.round)
    return known.get(length) or usual_minutes(length)


def from_to(numbers: Iterable[int]) -> FromTo:
    found = set(numbers)
    return FromTo(min(found, default=0), max(found, default=0))


def entries_of(matches: Iterable[PlayedMatch]) -> set[int]:
    return {entry for match in matches for entry in (match.pairing.one, match.pairing.two)}


def matches_by_entry(event: Iterable[PlayedMatch], entries: int) -> list[int]:
    """How many matches each entry plays; all boards of a match of teams are one."""
    meetings = {(match_of_board(match.pairing), match.pairing.one, match.pairing.two) for match in event}
    played = Counter(entry for _, *both in meetings for entry in both)
    return [played[entry] for entry in range(1, entries + 1)]


def count_rematches(event: Iterable[PlayedMatch]) -> int:
    """How many matches are between two who have met before."""
    meetings = {
        (match_of_board(match.pairing), frozenset((match.pairing.one, match.pairing.two))) for match in event
    }
    return len(meetings) - len({pair for _, pair in meetings})
