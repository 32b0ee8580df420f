"""A tournament as it is shown: the draw with its matches, part by part, and the standings."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

from matches.play.models import Match
from matches.play.rules.results import EFFECTS, ResultKind
from tournaments.events.models import Entry, Fixture, PublishedRound, Tournament
from tournaments.events.rules.numbers import match_label
from tournaments.events.rules.reconciling import pairings_still_standing
from tournaments.formats import Empty, Format, History, Origin, Part, Place, Seat, Slot
from tournaments.formats.teams import team_match_of_slot

from .history import Row, field_of_tournament, history_of_draw, history_with_pending, meeting_of_fixture
from .numbers import fixtures_numbered, numbers_of_draw
from .tournaments import entry_list, fixtures_among


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """One match of the bracket as it is shown.

    `one` and `two` are the entries known so far; `bye` means that one of the seats stays empty. `fixture` is
    there once the match can be played; in a match of teams there are `boards` instead. `number` is what
    people call it by, `label` the same with the letter of its part; none where nobody meets.
    """

    slot: Slot
    one: Entry | None
    two: Entry | None
    winner: Entry | None
    fixture: Fixture | None
    length: int
    origins: tuple[Origin | None, Origin | None]
    boards: tuple[Fixture, ...] = ()
    number: int | None = None
    label: str | None = None

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """What is played for it: one match, or one on every board."""
        return self.boards or (() if self.fixture is None else (self.fixture,))

    @property
    def match(self) -> Match | None:
        """The match of two players that decides it; None in a match of teams."""
        return None if self.fixture is None else self.fixture.match

    @property
    def boards_won(self) -> tuple[int, int]:
        """By the teams, as far as their match has come."""
        won = [
            (board.one_id, board.two_id)[board.match.final_result.winner]
            for board in self.boards
            if board.match.final_result and board.match.final_result.winner is not None
        ]
        one, two = (sum(winner == seat for winner in won) for seat in (self.slot.one, self.slot.two))
        return one, two

    @property
    def is_bye(self) -> bool:
        return Empty.BYE in (self.slot.one, self.slot.two)

    @property
    def is_over(self) -> bool:
        """Decided, with somebody who advances or nobody."""
        return self.slot.winner is not Empty.PENDING

    @property
    def is_walkover(self) -> bool:
        """Decided without a fixture: somebody who should have played had withdrawn."""
        return not self.is_bye and self.winner is not None and not self.fixtures


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round: its part, its number in it from 1, the points it is played to, its matches in order."""

    part: str
    number: int
    length: int
    slots: list[BracketSlot]

    @property
    def has_match_to_come(self) -> bool:
        return has_match_to_come(self.slots)


def has_match_to_come(slots: Iterable[BracketSlot]) -> bool:
    return not all(slot.is_over or slot.is_bye for slot in slots)


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A bracket, group or division: its rounds, and its own table; what comes behind them is as in Part."""

    code: str
    is_bracket: bool
    rounds: list[BracketRound]
    table: "list[StandingsRow]"
    round_places: tuple[int, ...] = ()
    of_rounds: int = 0
    is_paired_by_round: bool = False


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


Tallies = dict[int, list[int]]


@dataclass(frozen=True)
class TournamentCourse:
    """A tournament with all that is needed to show it, loaded at once; bracket and standings are folded.

    `entries` by number; `fixtures` in order of round, those that do not count too. Which of them count is
    folded like the rest: a page never shows a score in a slot whose players did not play it.
    `published_rounds`: all since the draw, withdrawn or not. `replaced_by`: who came for whom.
    """

    tournament: Tournament
    entries: dict[int, Entry]
    fixtures: list[Fixture]
    history: History
    published_rounds: list[PublishedRound]
    replaced_by: dict[int, int]

    @cached_property
    def format(self) -> Format:
        """With the options chosen."""
        return self.tournament.played_as

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every slot, by key; the fixtures have theirs from then on."""
        set_up = [(each.created_at, each.key) for each in sorted(self.fixtures, key=attrgetter("pk"))]
        size = len(self.history.entries)
        found = numbers_of_draw(self.format, size, self.published_rounds, set_up)
        fixtures_numbered(self.fixtures, found)
        return found

    @cached_property
    def fixtures_by_key(self) -> dict[str, Fixture]:
        """The fixtures that count, by key."""
        fixtures = {fixture.pk: fixture for fixture in self.fixtures}
        stands = pairings_still_standing(
            self.format.pairings(self.history), map(meeting_of_fixture, self.fixtures)
        )
        return {key: fixtures[meeting.fixture] for key, (_, meeting) in stands.items() if meeting is not None}

    @cached_property
    def not_counted(self) -> list[Fixture]:
        """What was played and does not count: others have the slot, or the match was ruled void."""
        counted = {fixture.pk for fixture in self.fixtures_by_key.values()}
        return [
            fixture
            for fixture in self.fixtures
            if fixture.pk not in counted and (fixture.match.final_result or fixture.match.ruled_void)
        ]

    @cached_property
    def shown_parts(self) -> list[ShownPart]:
        """Every bracket, group or division, the main one first; empty before the draw."""
        return [
            ShownPart(
                part.code,
                part.is_bracket,
                [self._bracket_round(part, number, slots) for number, slots in enumerate(part.rounds, 1)],
                [self._standings_row(place, self._tallies_by_part[part.code]) for place in part.places],
                part.round_places,
                part.of_rounds,
                part.is_paired_by_round,
            )
            for part in (self.format.draw_parts(self.history) if self.history.entries else ())
        ]

    @cached_property
    def round_of_slot(self) -> dict[str, tuple[ShownPart, BracketRound]]:
        """The part and the round of every slot, by key."""
        return {
            slot.slot.key: (part, round)
            for part in self.shown_parts
            for round in part.rounds
            for slot in round.slots
        }

    @cached_property
    def slots_by_key(self) -> dict[str, BracketSlot]:
        return {slot.slot.key: slot for round in self.rounds for slot in round.slots}

    @cached_property
    def loser_to(self) -> dict[str, BracketSlot]:
        """Where the loser of a slot plays on, by its key."""
        return {
            origin.key: slot
            for slot in self.slots_by_key.values()
            for origin in slot.origins
            if origin is not None and origin.loser
        }

    @cached_property
    def winner_to(self) -> dict[str, BracketSlot]:
        """Where the winner of a slot plays on, by its key."""
        return {
            origin.key: slot
            for slot in self.slots_by_key.values()
            for origin in slot.origins
            if origin is not None and not origin.loser
        }

    @property
    def champion(self) -> Entry | None:
        """Who has won, alone and for good."""
        first = self.standings[0].place if self.standings else None
        won = first is not None and first.clinched and first.last == 1
        return self.standings[0].entry if won else None

    @property
    def rounds(self) -> list[BracketRound]:
        """Every round of every part."""
        return [round for part in self.shown_parts for round in part.rounds]

    @cached_property
    def standings(self) -> list[StandingsRow]:
        """Everybody's place in the whole event, best first; empty before the draw."""
        whole: Tallies = defaultdict(lambda: [0, 0, 0, 0])
        for tallies in self._tallies_by_part.values():
            for number, tally in tallies.items():
                whole[number] = [sum(pair) for pair in zip(whole[number], tally, strict=True)]
        return [self._standings_row(place, whole) for place in self.format.standings(self.history)]

    def _bracket_round(self, part: Part, number: int, slots: Iterable[Slot]) -> BracketRound:
        length = self.tournament.terms_of(part.code, number).length_of(number)
        return BracketRound(
            part.code, number, length, [self._bracket_slot(part, slot, length) for slot in slots]
        )

    def _bracket_slot(self, part: Part, slot: Slot, length: int) -> BracketSlot:
        size = len(self.history.entries)
        origins = (self.format.seat_origin(slot.key, 0, size), self.format.seat_origin(slot.key, 1, size))
        fixture, boards = self.fixtures_by_key.get(slot.key), tuple(self._boards_by_match.get(slot.key, ()))
        played = next(iter(boards), fixture)
        # A correction of an earlier stage may have changed the order of two who have met already.
        if played is not None and (played.one_id, played.two_id) == (slot.two, slot.one):
            slot = replace(slot, one=slot.two, two=slot.one)
            origins = origins[1], origins[0]
        one, two, winner = (self._entry_in_seat(seat) for seat in (slot.one, slot.two, slot.winner))
        number = self.numbers.get(slot.key)
        label = match_label(part.code, number)
        return BracketSlot(slot, one, two, winner, fixture, length, origins, boards, number, label)

    @cached_property
    def _boards_by_match(self) -> dict[str, list[Fixture]]:
        """The boards that count, in order, by the match of teams."""
        found: dict[str, list[Fixture]] = defaultdict(list)
        for fixture in sorted(self.fixtures_by_key.values(), key=lambda fixture: fixture.board):
            if fixture.board:
                found[team_match_of_slot(fixture.key)].append(fixture)
        return found

    @cached_property
    def _seed_by_entry(self) -> dict[int, int]:
        return {number: seed for seed, number in enumerate(self.history.entries, 1)}

    @cached_property
    def _tallies_by_part(self) -> dict[str, Tallies]:
        """By part and entry: matches won and lost at the table, points won and lost."""
        found: dict[str, Tallies] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0, 0]))
        for fixture in self.fixtures_by_key.values():
            result = fixture.match.final_result
            if result is None or not EFFECTS[ResultKind(result.kind)].score:
                continue
            for side, number in enumerate((fixture.one_id, fixture.two_id)):
                tally = found[fixture.part][number]
                if result.winner is not None:
                    tally[0 if result.winner == side else 1] += 1
                tally[2] += result.score[side]
                tally[3] += result.score[1 - side]
        return found

    def _standings_row(self, place: Place, tallies: Tallies) -> StandingsRow:
        entry = place.entry
        return StandingsRow(place, self.entries[entry], self._seed_by_entry[entry], *tallies[entry])

    def _entry_in_seat(self, seat: Seat) -> Entry | None:
        return self.entries[seat] if isinstance(seat, int) else None


def tournament_course(tournament: Tournament) -> TournamentCourse:
    """All that has been drawn and played: four queries at any size, one more if the draw is not loaded.

    More as tournament_history explains.
    """
    listed = list(entry_list(tournament).select_related("left_to", "came_for"))
    entries = {entry.pk: entry for entry in listed}
    fixtures = fixtures_among(tournament, entries)
    return course_of_rows(tournament, entries, fixtures, [row_of_standings(entry) for entry in listed])


def course_of_rows(
    tournament: Tournament, entries: dict[int, Entry], fixtures: list[Fixture], rows: Iterable[Row]
) -> TournamentCourse:
    """The same of entries and fixtures that are loaded. rows: of the entries what history.COLUMNS names."""
    rows = list(rows)
    replaced_by = {pk: comes for pk, _, _, _, comes, *_ in rows if comes is not None}
    if tournament.draw is None:
        return TournamentCourse(tournament, entries, fixtures, History(()), [], replaced_by)
    field = field_of_tournament(tournament, tournament.draw, rows)
    meetings = history_with_pending(
        [meeting_of_fixture(fixture) for fixture in fixtures], field.withdrawn_entries
    )
    history, published_rounds = history_of_draw(tournament, field, meetings)
    return TournamentCourse(tournament, entries, fixtures, history, published_rounds, replaced_by)


def row_of_standings(entry: Entry) -> Row:
    """The columns of history.COLUMNS of an entry that is loaded with its substitutions."""
    left_to, came_for = getattr(entry, "left_to", None), getattr(entry, "came_for", None)
    return (
        entry.pk,
        entry.serial,
        entry.alternate,
        getattr(entry, "left", None),
        None if left_to is None else left_to.comes_id,
        None if came_for is None else came_for.leaves_id,
        entry.home,
        entry.family,
    )
