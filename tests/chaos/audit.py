"""What is there afterwards, beside what was accepted: every write once, and everything as the facts say."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Count, QuerySet

from matches.play.models import Answer, Match, Report, Ruling
from matches.play.selectors import reports_without_verdict
from matches.work.models import Outbox
from matches.work.selectors import dead_letters
from matches.work.services import caches_compare
from tournaments.events.models import Draw, Entry, Fixture, Tournament
from tournaments.ladders.models import Challenge, ChallengeAnswer, Ladder, LadderJoin

from .actors import Ledger

DRAINED_WITHIN = 240.0
DAY = timedelta(days=1)


def rows_of(rows: QuerySet[Any], *columns: str) -> Callable[[], Counter[tuple[Any, ...]]]:
    return lambda: Counter(tuple(row) for row in rows.order_by().values_list(*columns))


FOUND: dict[str, Callable[[], Counter[tuple[Any, ...]]]] = {
    "tournament": rows_of(Tournament.objects.all(), "name"),
    "entry": rows_of(Entry.objects.all(), "tournament", "player"),
    "draw": rows_of(Draw.objects.all(), "tournament"),
    "match": rows_of(Match.objects.filter(fixture=None, challenge_answer=None), "one", "two"),
    "report": rows_of(Report.objects.all(), "match"),
    "answer": rows_of(Answer.objects.all(), "report"),
    "ruling": rows_of(Ruling.objects.filter(reason__startswith="chaos"), "reason"),
    "ladder": rows_of(Ladder.objects.all(), "name"),
    "join": rows_of(LadderJoin.objects.all(), "ladder", "player"),
    "challenge": rows_of(Challenge.objects.all(), "ladder", "challenger", "challenged"),
    "reply": rows_of(ChallengeAnswer.objects.all(), "challenge"),
}


class Audit:
    """lost, doubled: writes that are not there as often as they were accepted; wrong: in words."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.lost = self.doubled = 0
        self.wrong: list[str] = []

    def drain(self) -> float:
        """Wait until nothing is due any more; the seconds that took."""
        began = time.monotonic()
        while Outbox.objects.filter(set_aside_at=None).exists():
            if time.monotonic() - began > DRAINED_WITHIN:
                waiting = Outbox.objects.filter(set_aside_at=None)
                kinds = Counter(waiting.values_list("kind", flat=True))
                self.wrong.append(
                    f"{kinds.total()} pieces of work never done: "
                    f"{', '.join(f'{kind} {count}' for kind, count in kinds.most_common())}"
                )
                self.wrong += [f"due: {described(row)}" for row in waiting.order_by("-attempts", "pk")[:5]]
                break
            time.sleep(0.5)
        return time.monotonic() - began

    def look(self) -> None:
        if not self.ledger.is_full:
            self.wrong.append(f"only {self.ledger.total} writes of {self.ledger.wanted} were accepted")
        # A trouble of what the service stands on is told as one, whatever it was.
        for code in ("internal_error", "http_500"):
            if count := self.ledger.refused[code]:
                self.wrong.append(f"{count} answers were {code}")
        for kind, read in FOUND.items():
            accepted, found = self.ledger.accepted.get(kind, Counter()), read()
            for what in accepted.keys() | found.keys():
                missing = accepted[what] - found[what]
                self.lost += max(missing, 0)
                self.doubled += max(-missing, 0)
                if missing:
                    self.wrong.append(f"{kind} {what}: accepted {accepted[what]}, found {found[what]}")
        self.wrong += self.followed()
        self.wrong += caches_compare()
        self.wrong += [f"set aside: {row}: {row.error[-300:]}" for row in dead_letters()]

    @staticmethod
    def followed() -> Iterator[str]:
        """What follows from writes is there once."""
        from django.utils import timezone

        # Some were written by a clock that goes before ours.
        for report in reports_without_verdict(before=timezone.now() + DAY):
            yield f"report {report} was never refereed"
        finished = Tournament.objects.filter(state=Tournament.State.FINISHED)
        for event in finished.annotate(matches=Count("fixtures")).exclude(matches=3):
            yield f"tournament {event.pk} has {event.matches} matches"
        doubled = Fixture.objects.exclude(match=None).values("match").annotate(count=Count("pk"))
        for row in doubled.filter(count__gt=1):
            yield f"match {row['match']} stands in {row['count']} places"


def described(row: Outbox) -> str:
    """What is known of a piece of work that is due."""
    since = f"{row.kind} {row.subject}, since {row.created_at:%H:%M:%S}"
    if row.enqueued_at is None:
        return f"{since}, never sent"
    error = row.error.strip().rpartition("\n")[2]
    sent = f"sent {row.attempts} times, last {row.enqueued_at:%H:%M:%S}"
    return f"{since}, {sent}, failed {row.failures} times {error}"


def tallies_doubled() -> int:
    """How many of the control's effects came more than once."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM (SELECT FROM chaos_tally GROUP BY subject HAVING count(*) > 1) AS doubled"
        )
        return int(cursor.fetchone()[0])
