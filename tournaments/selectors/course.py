"""What has been drawn and played, folded: the format's history, the bracket, the standings."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from matches.models import Match
from matches.results import EFFECTS, Kind
from tournaments.formats import FORMATS, Decided, Empty, Format, History, Place, Seat, Slot
from tournaments.models import Draw, Entry, Fixture, Tournament

from .tournaments import entry_list, fixture_list, live_fixtures


def tournament_history(tournament: Tournament) -> History:
    """What the format needs to know, folded from the facts: three queries. Empty before the draw."""
    draw = Draw.objects.filter(tournament=tournament).first()
    decided = live_fixtures(tournament).filter(match__state=Match.State.FINAL).select_related("match__result")
    withdrawn = tournament.entries.exclude(withdrawal=None).values_list("pk", flat=True)
    return history(draw, decided, set(withdrawn))


def history(draw: Draw | None, fixtures: Iterable[Fixture], withdrawn: Collection[int]) -> History:
    """The history of a draw; fixtures that are void or not decided have no part in it."""
    if draw is None:
        return History(entries=())
    results = {}
    for fixture in fixtures:
        if fixture.match.result is not None and not fixture.void:
            entries, side = (fixture.one_id, fixture.two_id), fixture.match.result.winner
            results[fixture.key] = Decided(*entries, None if side is None else entries[side])
    return History(tuple(draw.order), results, frozenset(withdrawn))


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

    `entries` by number; `fixtures` in order of round, void ones too.
    """

    tournament: Tournament
    entries: dict[int, Entry]
    fixtures: list[Fixture]
    history: History

    @property
    def format(self) -> Format:
        return FORMATS[self.tournament.format]

    @cached_property
    def bracket(self) -> list[BracketRound]:
        """Every round, every match; empty before the draw."""
        fixtures = {fixture.key: fixture for fixture in self.fixtures if not fixture.void}

        def shown(slot: Slot) -> BracketSlot:
            one, two, winner = (self._entry(seat) for seat in (slot.one, slot.two, slot.winner))
            length = self.tournament.length_of(slot.round)
            return BracketSlot(slot, one, two, winner, fixtures.get(slot.key), length)

        return [
            BracketRound(number, self.tournament.length_of(number), [shown(slot) for slot in slots])
            for number, slots in enumerate(self.format.bracket(self.history), 1)
        ]

    @cached_property
    def standings(self) -> list[StandingsRow]:
        """Everybody's place, best first; empty before the draw."""
        tallies = {number: [0, 0, 0, 0] for number in self.history.entries}
        for fixture in self.fixtures:
            result = fixture.match.final_result
            if fixture.void or result is None or not EFFECTS[Kind(result.kind)].score:
                continue
            for side, number in enumerate((fixture.one_id, fixture.two_id)):
                tally = tallies[number]
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
    """All that has been drawn and played: two queries at any size, one more if the draw is not loaded."""
    entries = {entry.pk: entry for entry in entry_list(tournament)}
    fixtures = list(fixture_list(tournament))
    withdrawn = [number for number, entry in entries.items() if hasattr(entry, "withdrawal")]
    draw = getattr(tournament, "draw", None)
    return Course(tournament, entries, fixtures, history(draw, fixtures, withdrawn))
