"""What a result costs each process that has to do with it, and PostgreSQL, in seconds of a core.

Measured in one process while nobody else asks for anything. The events have sixteen players, as those of
clubs have, and no two results that are done together are of one event.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.test import Client

from benchmarks.brackets import drawn_field
from benchmarks.machine import postmaster, processor_seconds
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.play.models import Match, Report
from matches.play.services import reports_verify
from matches.ratings.services import ratings_update
from tournaments.clubs.services import club_create
from tournaments.events.models import Fixture, Tournament
from tournaments.events.services import fixtures_advance

FIELD = 16
TOGETHER = 40
"""What a worker takes in hand at once, at most."""
ROUNDS = 5
READS = 100


class Cost(NamedTuple):
    """Seconds of a core: of the process that does it, and of PostgreSQL."""

    process: float
    database: float

    def __str__(self) -> str:
        return f"{self.process * 1000:.1f} + {self.database * 1000:.1f} ms"


@dataclass(frozen=True)
class Together:
    """What is done by itself, or with others at once: so many seconds of a core then for each."""

    alone: Cost
    each: Cost

    def of(self, count: int) -> Cost:
        share = (count - 1) / (TOGETHER - 1)
        return Cost(
            *(
                count * (alone + share * (each - alone))
                for alone, each in zip(self.alone, self.each, strict=True)
            )
        )

    def __str__(self) -> str:
        return f"{self.alone} alone, {self.each} with {TOGETHER - 1} others"


@dataclass(frozen=True)
class Costs:
    """report: taken in by a web process. judge, advance, rate: by workers, the last many at once always.

    made: the page of an event, once for a version. read: as it is kept.
    """

    report: Cost
    judge: Together
    advance: Together
    rate: Cost
    made: Cost
    read: Cost

    def __str__(self) -> str:
        return "; ".join(f"{name} {cost}" for name, cost in vars(self).items())


def measured_costs() -> Costs:
    """The medians of ROUNDS, in each of which results are done one by one and TOGETHER at once."""
    director = User.objects.create(username="director of evenings", is_staff=True)
    _, token = token_issue(user=director, name="Evenings", scopes=Token.Scope.values)
    client, visitor = Client(headers={"authorization": f"Bearer {token}"}), Client()
    found: dict[str, list[Cost]] = {}

    def note(kind: str, work: Callable[[], object], times: int) -> None:
        found.setdefault(kind, []).append(cost_of(work, times))

    def decided(fixtures: Sequence[Fixture], together: int) -> None:
        matches = [fixture.match_id for fixture in fixtures]
        note("report", lambda: report_each(client, matches), len(matches))
        reports = [*Report.objects.filter(match__in=matches).values_list("pk", flat=True)]
        judged = in_groups(reports, together)
        note(f"judge {together}", lambda: [reports_verify(report_ids=each) for each in judged], len(reports))
        advanced = in_groups([fixture.pk for fixture in fixtures], together)
        note(
            f"advance {together}",
            lambda: [fixtures_advance(fixture_ids=each) for each in advanced],
            len(matches),
        )
        if together > 1:
            note("rate", ratings_update, len(matches))
        ratings_update()
        assert Match.objects.filter(pk__in=matches, state=Match.State.FINAL).count() == len(matches)

    for number in range(ROUNDS):
        club = club_create(actor=director, name=f"Club of evening {number}")
        cups = [drawn_field(club, director, FIELD) for _ in range(TOGETHER)]
        # Of each event its first two matches, the second of which sets up another, then the two after them.
        matches = zip(*(cup.fixtures.order_by("pk")[:4] for cup in cups), strict=True)
        for together in (1, TOGETHER):
            decided([*next(matches), *next(matches)], together)
        note("made", lambda cups=cups: [look(visitor, cup) for cup in cups], len(cups))  # type: ignore[misc]
        note("read", lambda cup=cups[0]: [look(visitor, cup) for _ in range(READS)], READS)  # type: ignore[misc]
    middle = {kind: Cost(*map(statistics.median, zip(*costs, strict=True))) for kind, costs in found.items()}
    judge, advance = (
        Together(middle[f"{kind} 1"], middle[f"{kind} {TOGETHER}"]) for kind in ("judge", "advance")
    )
    return Costs(middle["report"], judge, advance, middle["rate"], middle["made"], middle["read"])


def cost_of(work: Callable[[], object], times: int) -> Cost:
    """Of each of so many."""
    server = postmaster()
    before, began = processor_seconds(server), time.process_time()
    work()
    own, database = time.process_time() - began, processor_seconds(server) - before
    return Cost(own / times, database / times)


def report_each(client: Client, matches: Sequence[int]) -> None:
    for match in matches:
        address, score = f"/api/v1/matches/{match}/reports/", {"score": {"one": 5, "two": 3}}
        answer = client.post(address, score, content_type="application/json")
        assert answer.status_code == 202, answer.content


def look(visitor: Client, cup: Tournament) -> None:
    answer = visitor.get(f"/tournaments/{cup.pk}/")
    assert answer.status_code == 200, answer.content


def in_groups(numbers: Sequence[int], size: int) -> list[Sequence[int]]:
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]
