"""Tournaments: who is in, what was drawn and played, where everybody stands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Count, F, Q, QuerySet

from matches.models import RatingStanding
from matches.ratings import RATINGS
from tournaments.formats import FORMATS, Decided, Empty, History, Place, Seat, Slot
from tournaments.models import Draw, Entry, Fixture, Tournament


def tournament_list() -> QuerySet[Tournament]:
    """Every tournament with its club and draw, in one query."""
    return Tournament.objects.select_related("club", "draw")


def tournament_overview() -> QuerySet[Tournament]:
    """Every tournament with its club and `entered`, how many are or were in the draw, in one query."""
    in_draw = Q(entries__withdrawal=None) | Q(entries__withdrawal__recorded_at__gte=F("draw__recorded_at"))
    return Tournament.objects.select_related("club").annotate(entered=Count("entries", filter=in_draw))


def entry_list(tournament: Tournament) -> QuerySet[Entry]:
    """Every entry with player and withdrawal, in one query."""
    return tournament.entries.select_related("player", "withdrawal").order_by("pk")


def active_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that have not withdrawn, in order of entering."""
    return entry_list(tournament).filter(withdrawal=None)


def entry_ratings(entries: Sequence[Entry], system: str = "fibs") -> dict[int, float]:
    """Each entry's rating now, newcomers at the system's start: one query."""
    players = [entry.player_id for entry in entries]
    values = dict(
        RatingStanding.objects.filter(system=system, player__in=players).values_list("player", "value")
    )
    return {entry.pk: values.get(entry.player_id, RATINGS[system].start.value) for entry in entries}


def tournament_entries(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entry]:
    """Entries by number, with their players: one query."""
    return Entry.objects.filter(tournament=tournament).select_related("player").in_bulk(set(numbers))


def live_fixtures(tournament: Tournament) -> QuerySet[Fixture]:
    return tournament.fixtures.filter(void=False)


def fixture_list(tournament: Tournament) -> QuerySet[Fixture]:
    """Every fixture, void ones too, with match, players and result, in one query."""
    return tournament.fixtures.select_related(
        "match__one", "match__two", "match__result", "one__player", "two__player"
    ).order_by("round", "pk")


def tournament_history(tournament: Tournament) -> History:
    """What the format needs to know, folded from the facts: three queries. Empty before the draw."""
    draw = Draw.objects.filter(tournament=tournament).first()
    if draw is None:
        return History(entries=())
    decided = live_fixtures(tournament).filter(match__state="final").select_related("match__result")
    results = {}
    for fixture in decided:
        assert fixture.match.result is not None
        one, two = fixture.one_id, fixture.two_id
        winner, loser = (one, two) if fixture.match.result.winner == 0 else (two, one)
        results[fixture.key] = Decided(winner, loser)
    withdrawn = tournament.entries.exclude(withdrawal=None).values_list("pk", flat=True)
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
    """A round: its number from 1, how many matches a full one has, and the matches from top to foot."""

    number: int
    length: int
    slots: list[BracketSlot] = field(default_factory=list)


def tournament_bracket(tournament: Tournament) -> list[BracketRound]:
    """The bracket with all that is needed to show it: five queries at any size. Empty before the draw."""
    rounds = FORMATS[tournament.format].bracket(tournament_history(tournament))
    entries = {entry.pk: entry for entry in entry_list(tournament)}
    fixtures = {fixture.key: fixture for fixture in fixture_list(tournament) if not fixture.void}

    def entry(seat: Seat) -> Entry | None:
        return entries[seat] if isinstance(seat, int) else None

    return [
        BracketRound(
            number,
            tournament.length_of(number),
            [
                BracketSlot(
                    slot,
                    entry(slot.one),
                    entry(slot.two),
                    entry(slot.winner),
                    fixtures.get(slot.key),
                    tournament.length_of(number),
                )
                for slot in slots
            ],
        )
        for number, slots in enumerate(rounds, 1)
    ]


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


def tournament_standings(tournament: Tournament) -> list[StandingsRow]:
    """Everybody's place, best first: five queries. Empty before the draw."""
    history = tournament_history(tournament)
    entries = {entry.pk: entry for entry in entry_list(tournament)}
    seeds = {number: seed for seed, number in enumerate(history.entries, 1)}
    tallies = {number: [0, 0, 0, 0] for number in history.entries}
    for fixture in fixture_list(tournament):
        result = fixture.match.result
        if fixture.void or result is None or result.kind != "played":
            continue
        score = tuple(min(points, fixture.match.length) for points in result.points)
        for side, number in enumerate((fixture.one_id, fixture.two_id)):
            tally = tallies[number]
            tally[0 if result.winner == side else 1] += 1
            tally[2] += score[side]
            tally[3] += score[1 - side]
    return [
        StandingsRow(place, entries[place.entry], seeds[place.entry], *tallies[place.entry])
        for place in FORMATS[tournament.format].standings(history)
    ]
