"""What is measured while many ask: each answer, each result, the machine, and what waits."""

import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection
from django.db.backends.utils import CursorWrapper

from benchmarks.requests import Client, Request
from config.celery import app
from matches.play.models import Match
from matches.work.tasks import QUEUES

Point = tuple[float, float]
"""Seconds since the beginning, and what was measured then."""

EVERY = 0.2
LOOKED_EVERY = 0.01
DONE_WITHIN = 180.0


def percentile(values: list[float], of: int) -> float:
    """The value that `of` of 100 do not exceed."""
    return values[0] if len(values) == 1 else statistics.quantiles(values, n=100, method="inclusive")[of - 1]


def in_short(values: list[float]) -> str:
    """Milliseconds: the median, and what 95 and 99 of 100 take at most."""
    if not values:
        return "none"
    middle, late, latest = (percentile(values, of) for of in (50, 95, 99))
    return f"{middle:.0f} ms, p95 {late:.0f}, p99 {latest:.0f}, at most {max(values):.0f}"


@dataclass
class Results:
    """When reports were due, when their matches were final, and when the matches they lead to were there.

    next_of: of a match, the tournament and the key of what its winner plays next, where that is waited for.
    """

    began: float
    next_of: dict[int, tuple[int, str]] = field(default_factory=dict)
    due: dict[int, float] = field(default_factory=dict)
    final: list[Point] = field(default_factory=list)
    in_bracket: list[Point] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        try:
            self._look()
        finally:
            connection.close()

    def _look(self) -> None:
        """Until all are final after it is over, and all that follows from them is there."""
        waiting: dict[int, float] = {}
        noted: set[int] = set()
        next_due: dict[tuple[int, str], list[float]] = {}
        deadline = None
        with connection.cursor() as cursor:
            while True:
                over = self.over.is_set()
                for match in [*self.due]:
                    if match not in noted:
                        noted.add(match)
                        waiting[match] = self.due[match]
                        if match in self.next_of:
                            next_due.setdefault(self.next_of[match], []).append(self.due[match])
                now = self._note(cursor, waiting, next_due)
                if over and not waiting and not any(len(due) == 2 for due in next_due.values()):
                    return
                deadline = deadline or (now + DONE_WITHIN if over else None)
                if deadline and now > deadline:
                    raise SystemExit(f"{len(waiting)} matches are not final: {[*waiting][:5]}")
                time.sleep(LOOKED_EVERY)

    def _note(
        self,
        cursor: CursorWrapper,
        waiting: dict[int, float],
        next_due: dict[tuple[int, str], list[float]],
    ) -> float:
        cursor.execute(
            "SELECT id FROM matches_match WHERE id = ANY (%s) AND state = %s", [[*waiting], Match.State.FINAL]
        )
        found, now = cursor.fetchall(), time.perf_counter()
        for (match,) in found:
            self.final.append((now - self.began, (now - waiting.pop(match)) * 1000))
        # Of a pair whose second report has been due; the first alone leads to nothing.
        both = [place for place, due in next_due.items() if len(due) == 2]
        if both:
            cursor.execute(
                "SELECT tournament_id, key FROM tournaments_fixture "
                "WHERE tournament_id = ANY (%s) AND key = ANY (%s)",
                [[*{event for event, _ in both}], [key for _, key in both]],
            )
            found, now = cursor.fetchall(), time.perf_counter()
            for place in found:
                if place in next_due:
                    self.in_bracket.append((now - self.began, (now - max(next_due.pop(place))) * 1000))
        return now


@dataclass
class Waiting:
    """What is due, queue by queue: the age of the oldest in seconds, and how many."""

    began: float
    oldest: dict[str, list[Point]] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # The tasks say what their queues are.
        app.loader.import_default_modules()

    def look(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT kind, count(*), EXTRACT(EPOCH FROM now() - min(created_at)) "
                "FROM matches_outbox GROUP BY kind"
            )
            rows = cursor.fetchall()
        now = time.perf_counter() - self.began
        ages: dict[str, float] = dict.fromkeys(self.oldest, 0.0)
        counts: dict[str, int] = {}
        for kind, count, age in rows:
            queue = str(QUEUES[kind].value)
            ages[queue] = max(ages.get(queue, 0.0), float(age))
            counts[queue] = counts.get(queue, 0) + count
        for queue, age in ages.items():
            self.oldest.setdefault(queue, []).append((now, age))
        for queue, count in counts.items():
            self.most[queue] = max(self.most.get(queue, 0), count)


class BareView:
    """Somebody who asks the bare view of one match, again and again; of port 0 nobody."""

    def __init__(self, port: int, began: float, match: int) -> None:
        self.client, self.began = Client(port) if port else None, began
        self.request = Request(f"/api/v1/matches/{match}/")
        self.asked: list[Point] = []

    def look(self) -> None:
        if self.client is None:
            return
        taken = self.client.timed(self.request)
        self.asked.append((time.perf_counter() - self.began, taken))


@contextmanager
def meanwhile(*looks: Callable[[], None]) -> Iterator[None]:
    """Look five times a second, each in a thread of its own; raises what one of them raised."""
    over, failed = threading.Event(), []

    def again_and_again(look: Callable[[], None]) -> None:
        try:
            while not over.wait(EVERY):
                look()
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=again_and_again, args=(look,)) for look in looks]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()
    if failed:
        raise failed[0]
