"""What a result costs in fields of different sizes, and what it costs to look at a correction."""

import time
from collections.abc import Callable, Iterator

from django.db import connection, transaction

import matches.services
import tournaments.services
from benchmarks.compare import in_turn, spread
from matches.models import Match, Player, Report, User
from matches.results import Kind
from matches.selectors import Preview
from tournaments.draws import Seeding
from tournaments.models import Entry, Fixture, Tournament

SIZES = (8, 64, 1024)
ROUNDS = 25


def run() -> Iterator[str]:
    """Rows are made in a transaction that is rolled back."""
    with transaction.atomic():
        director = User.objects.create(username="director")
        cups = [knockout(director, size) for size in SIZES]
        times = in_turn([lambda cup=cup: decide_and_advance(cup, director) for cup in cups], rounds=ROUNDS)  # type: ignore[misc]
        for size, taken in zip(SIZES, times, strict=True):
            yield f"A result settled and followed, field of {size}: {spread(milliseconds(taken), 'ms')}"
        ratios = [large / small for small, large in zip(times[0], times[-1], strict=True)]
        yield f"The same in a field of {SIZES[-1]} against one of {SIZES[0]}: {spread(ratios, 'times')}"
        play_out(cups[-1], director)
        match = Match.objects.get(fixture__tournament=cups[-1], fixture__key="R1-M1", fixture__void=False)
        (times_looked,) = in_turn([lambda: clock(lambda: look(match, director))], rounds=ROUNDS)
        rated = len(look(match, director).ratings)
        yield (
            f"A correction of the first match looked at, field of {SIZES[-1]}, all played, {rated} ratings: "
            f"{spread(milliseconds(times_looked), 'ms')}"
        )
        transaction.set_rollback(True)
    connection.close()


def knockout(director: User, size: int) -> Tournament:
    """Drawn, its first fixtures made, the first match of it decided."""
    club = tournaments.services.club_create(actor=director, name=f"Club of {size}")
    cup = tournaments.services.tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    players = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(size))
    Entry.objects.bulk_create(Entry(tournament=cup, player=player) for player in players)
    tournaments.services.tournament_draw(
        actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="benchmark"
    )
    tournaments.services.tournament_advance(tournament_id=cup.pk)
    decide(fixture(cup, "R1-M1"), director)
    return cup


def fixture(cup: Tournament, key: str) -> Fixture:
    return cup.fixtures.get(key=key, void=False)


def decide(fixture: Fixture, director: User) -> list[Fixture]:
    """A report, its verdict, the result, and the match that follows from it."""
    report: Report = matches.services.report_submit(match_id=fixture.match_id, actor=director, score=(5, 2))
    matches.services.report_verify(report_id=report.pk)
    return tournaments.services.fixture_advance(fixture_id=fixture.pk)


def decide_and_advance(cup: Tournament, director: User) -> float:
    """Seconds to settle the second match and set up the one that its winner goes on to; taken back after."""
    with transaction.atomic():
        second = fixture(cup, "R1-M2")
        report = matches.services.report_submit(match_id=second.match_id, actor=director, score=(5, 2))
        began = time.perf_counter()
        matches.services.report_verify(report_id=report.pk)
        made = tournaments.services.fixture_advance(fixture_id=second.pk)
        taken = time.perf_counter() - began
        assert [each.key for each in made] == ["R2-M1"]
        transaction.set_rollback(True)
    return taken


def play_out(cup: Tournament, director: User) -> None:
    while playable := list(cup.fixtures.filter(match__state=Match.State.OPEN).order_by("round", "pk")):
        for each in playable:
            decide(each, director)
    matches.services.ratings_update()


def look(match: Match, director: User) -> Preview:
    return matches.services.ruling_preview(match_id=match.pk, actor=director, kind=Kind.PLAYED, points=(2, 5))


def clock(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def milliseconds(times: tuple[float, ...]) -> list[float]:
    return [1000 * seconds for seconds in times]
