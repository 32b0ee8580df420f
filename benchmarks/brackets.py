"""What a result costs in fields of different sizes, and what it costs to look at a correction."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db import transaction

from benchmarks.compare import in_turn, spread
from matches.accounts.models import User
from matches.play.models import Match, Report
from matches.play.rules.results import ResultKind
from matches.play.selectors import Preview
from matches.play.services import report_submit, report_verify, ruling_preview
from matches.players.models import Player
from matches.ratings.services import ratings_update
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_create
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.events.services import (
    fixture_advance,
    tournament_advance,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding

SIZES = (8, 64, 1024)
ROUNDS = 25


@dataclass(frozen=True, slots=True)
class Event:
    """Two matches of the first round next to each other, and where the two who win and lose them meet."""

    format: str
    first: str
    second: str
    meet: frozenset[str]


EVENTS = (
    Event("single_elimination", "R1-M1", "R1-M2", frozenset({"R2-M1"})),
    Event("double_elimination", "WB-R1-M1", "WB-R1-M2", frozenset({"WB-R2-M1", "LB-R1-M1"})),
)


def run() -> Iterator[str]:
    """Each row is committed, as in the service: one long transaction makes the database slower and slower."""
    director = User.objects.create(username="director")
    for event in EVENTS:
        yield from measured(event, director)


def measured(event: Event, director: User) -> Iterator[str]:
    cups = [drawn(event, director, size) for size in SIZES]
    times = in_turn([lambda cup=cup: decide_and_advance(event, cup, director) for cup in cups], rounds=ROUNDS)  # type: ignore[misc]
    for size, taken in zip(SIZES, times, strict=True):
        spreads = spread(milliseconds(taken), "ms")
        yield f"{event.format}: a result confirmed and followed, field of {size}: {spreads}"
    ratios = [large / small for small, large in zip(times[0], times[-1], strict=True)]
    yield f"The same in a field of {SIZES[-1]} against one of {SIZES[0]}: {spread(ratios, 'times')}"
    play_out(cups[-1], director)
    match = fixture(cups[-1], event.first).match
    (times_looked,) = in_turn([lambda: clock(lambda: look(match, director))], rounds=ROUNDS)
    rated = len(look(match, director).beside["ratings"])
    yield (
        f"{event.format}: a correction of the first match looked at, field of {SIZES[-1]}, all played, "
        f"{rated} ratings: {spread(milliseconds(times_looked), 'ms')}"
    )


def drawn(event: Event, director: User, size: int) -> Tournament:
    """Drawn, its first fixtures made, the first match of it decided."""
    club = club_create(actor=director, name=f"Club of {size}, {event.format}")
    cup = drawn_field(club, director, size, event.format)
    decide(fixture(cup, event.first), director)
    return cup


def drawn_field(club: Club, director: User, size: int, format: str = "single_elimination") -> Tournament:
    """New players, drawn, with their first fixtures."""
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,), format=format)
    players = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(size))
    Entry.objects.bulk_create(Entry(tournament=cup, player=player) for player in players)
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="benchmark")
    tournament_advance(tournament_id=cup.pk)
    return cup


def fixture(cup: Tournament, key: str) -> Fixture:
    return cup.fixtures.get(key=key, void=False)


def decide(fixture: Fixture, director: User) -> list[Fixture]:
    """A report, its verdict, the result, and the match that follows from it."""
    report: Report = report_submit(match_id=fixture.match_id, actor=director, score=(5, 2))
    report_verify(report_id=report.pk)
    return fixture_advance(fixture_id=fixture.pk)


def decide_and_advance(event: Event, cup: Tournament, director: User) -> float:
    """Seconds to finalise the second match and set up those that follow from it; rolled back after."""
    with transaction.atomic():
        second = fixture(cup, event.second)
        report = report_submit(match_id=second.match_id, actor=director, score=(5, 2))
        began = time.perf_counter()
        report_verify(report_id=report.pk)
        made = fixture_advance(fixture_id=second.pk)
        taken = time.perf_counter() - began
        assert {each.key for each in made} == event.meet
        transaction.set_rollback(True)
    return taken


def play_out(cup: Tournament, director: User) -> None:
    while playable := list(cup.fixtures.filter(match__state=Match.State.OPEN).order_by("step", "pk")):
        for each in playable:
            decide(each, director)
    ratings_update()


def look(match: Match, director: User) -> Preview:
    return ruling_preview(match_id=match.pk, actor=director, kind=ResultKind.PLAYED, points=(2, 5))


def clock(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def milliseconds(times: tuple[float, ...]) -> list[float]:
    return [1000 * seconds for seconds in times]
