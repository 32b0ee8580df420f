"""What has been drawn and played, folded: the format's history, the bracket, the standings."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from matches.results import EFFECTS, Kind
from matches.selectors import matches_awaited
from tournaments.formats import Empty, Format, History, Place, Seat, Slot
from tournaments.models import Draw, Entry, Fixture, Tournament
from tournaments.reconciling import Fold, Meeting, awaited, decided, holders, passages, plan, standing

from .tournaments import entry_list, fixture_list


def tournament_history(tournament: Tournament) -> tuple[History, list[Meeting]]:
    """What the format needs to know, and the fixtures it is folded from: three queries.

    Empty before the draw. Six more where somebody has withdrawn whose match is not decided.
    """
    order = Draw.objects.filter(tournament=tournament).values_list("order", flat=True).first() or ()
    withdrawn = set(tournament.entries.exclude(withdrawal=None).values_list("pk", flat=True))
    meetings = with_awaited(tournament_meetings(tournament), withdrawn)
    return history(order, meetings, withdrawn), meetings


def tournament_fold(tournament: Tournament) -> Fold:
    """What the facts amount to: the queries of tournament_history."""
    format = tournament.played_as
    history, meetings = tournament_history(tournament)
    return Fold(
        bool(history.entries),
        plan(format.pairings(history), meetings),
        passages(format.parts(history), history.results),
        format.is_over(history),
    )


def history(order: Sequence[int], meetings: Iterable[Meeting], withdrawn: Iterable[int]) -> History:
    """The history of a draw and of all its fixtures; marks of theirs have no part in it, only facts."""
    held = holders(meetings)
    return History(tuple(order), decided(held), frozenset(withdrawn), awaited(held))


def with_awaited(meetings: Sequence[Meeting], withdrawn: Set[int]) -> list[Meeting]:
    """The meetings, noted where the match of somebody who has withdrawn is awaited: as matches_awaited."""
    found = matches_awaited(
        {
            meeting.match
            for meeting in meetings
            if not meeting.decided and not withdrawn.isdisjoint((meeting.one, meeting.two))
        }
    )
    return [replace(meeting, awaited=meeting.match in found) for meeting in meetings]


def tournament_meetings(tournament: Tournament) -> list[Meeting]:
    """Every fixture there has been, in the order of their creation: one query."""
    rows = tournament.fixtures.order_by("pk").values_list(
        "pk",
        "match",
        "key",
        "one",
        "two",
        "match__result",
        "match__result__winner",
        "match__ruled_void",
        "void",
        "match__displaced",
    )
    return [meeting(*row) for row in rows]


def meeting(
    fixture: int,
    match: int,
    key: str,
    one: int,
    two: int,
    result: int | None,
    side: int | None,
    ruled_void: bool,
    void: bool,
    displaced: bool,
) -> Meeting:
    return Meeting(
        fixture,
        match,
        key,
        one,
        two,
        decided=result is not None,
        winner=None if side is None else (one, two)[side],
        ruled_void=ruled_void,
        void=void if void == displaced else None,
    )


def meeting_of(fixture: Fixture) -> Meeting:
    """The same of a fixture that is loaded with its match and result."""
    match = fixture.match
    return meeting(
        fixture.pk,
        match.pk,
        fixture.key,
        fixture.one_id,
        fixture.two_id,
        match.result_id,
        None if match.result is None else match.result.winner,
        match.ruled_void,
        fixture.void,
        match.displaced,
    )


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """One match of the bracket as it is shown.

    `one` and `two` are the entries known so far; `bye` tells that one of the seats stays empty. `fixture` is
    there once the match can be played.
    """

    slot: Slot
    one: Entry | None
    two: Entry | None
    winner: Entry | None
    fixture: Fixture | None
    length: int

    @property
    def bye(self) -> bool:
        return Empty.BYE in (self.slot.one, self.slot.two)

    @property
    def over(self) -> bool:
        """Decided, with somebody who goes on or nobody."""
        return self.slot.winner is not Empty.PENDING

    @property
    def walkover(self) -> bool:
        """Decided without a fixture: somebody who should have played had withdrawn."""
        return not self.bye and self.winner is not None and self.fixture is None


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round: its number from 1, the points its matches are played to, and the matches from top to foot."""

    number: int
    length: int
    slots: list[BracketSlot]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entry's place and how it fared: matches won and lost, points won and lost (as shown)."""

    place: Place
    entry: Entry
    seed: int
    won: int
    lost: int
    points_won: int
    points_lost: int


@dataclass(frozen=True)
class Course:
    """A tournament with all that is needed to show it, loaded at once; bracket and standings are folded.

    `entries` by number; `fixtures` in order of round, those that do not count too. Which of them count is
    folded like the rest: a page never shows a score in a slot whose players did not play it.
    """

    tournament: Tournament
    entries: dict[int, Entry]
    fixtures: list[Fixture]
    history: History

    @property
    def format(self) -> Format:
        return self.tournament.played_as

    @cached_property
    def counted(self) -> dict[str, Fixture]:
        """The fixtures that count, by key."""
        fixtures = {fixture.pk: fixture for fixture in self.fixtures}
        stands = standing(self.format.pairings(self.history), map(meeting_of, self.fixtures))
        return {key: fixtures[meeting.fixture] for key, (_, meeting) in stands.items() if meeting is not None}

    @cached_property
    def not_counted(self) -> list[Fixture]:
        """What was played and does not count: others have the slot, or the match was ruled void."""
        counted = {fixture.pk for fixture in self.counted.values()}
        return [
            fixture
            for fixture in self.fixtures
            if fixture.pk not in counted and (fixture.match.result_id or fixture.match.ruled_void)
        ]

    @cached_property
    def bracket(self) -> list[BracketRound]:
        """Every round, every match; empty before the draw."""
        fixtures = self.counted

        def shown(slot: Slot) -> BracketSlot:
            one, two, winner = (self._entry(seat) for seat in (slot.one, slot.two, slot.winner))
            length = self.tournament.length_of(slot.round)
            return BracketSlot(slot, one, two, winner, fixtures.get(slot.key), length)

        return [
            BracketRound(number, self.tournament.length_of(number), [shown(slot) for slot in slots])
            for number, slots in enumerate(self.format.parts(self.history)[0].rounds, 1)
        ]

    @cached_property
    def standings(self) -> list[StandingsRow]:
        """Everybody's place, best first; empty before the draw."""
        tallies = {number: [0, 0, 0, 0] for number in self.history.entries}
        for fixture in self.counted.values():
            result = fixture.match.final_result
            if result is None or not EFFECTS[Kind(result.kind)].score:
                continue
            for side, number in enumerate((fixture.one_id, fixture.two_id)):
                tally = tallies[number]
                if result.winner is not None:
                    tally[0 if result.winner == side else 1] += 1
                tally[2] += result.score[side]
                tally[3] += result.score[1 - side]
        seeds = {number: seed for seed, number in enumerate(self.history.entries, 1)}
        return [
            StandingsRow(place, self.entries[place.entry], seeds[place.entry], *tallies[place.entry])
            for place in self.format.standings(self.history)
        ]

    def _entry(self, seat: Seat) -> Entry | None:
        return self.entries[seat] if isinstance(seat, int) else None


def tournament_course(tournament: Tournament) -> Course:
    """All that has been drawn and played: four queries at any size, one more if the draw is not loaded.

    Six more where somebody has withdrawn whose match is not decided.
    """
    entries = {entry.pk: entry for entry in entry_list(tournament)}
    fixtures = list(fixture_list(tournament))
    withdrawn = {number for number, entry in entries.items() if hasattr(entry, "withdrawal")}
    draw = getattr(tournament, "draw", None)
    order = () if draw is None else draw.order
    meetings = with_awaited([meeting_of(fixture) for fixture in fixtures], withdrawn)
    return Course(tournament, entries, fixtures, history(order, meetings, withdrawn))
