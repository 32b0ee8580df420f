"""One of those who call matches to tables, in a process of its own."""

from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

SAID = {
    "calling": ("first", "hall", "1"),
    "calling elsewhere": ("first", "hall", "2"),
    "calling another": ("second", "hall", "1"),
    "calling its player": ("shared", "garden", "1"),
}
"""Who calls which match to which table of which venue."""


def act(who: str, director: int, database: dict, jobs: list[dict], barrier: Barrier, results: Queue) -> None:
    """For evening after evening, wait for the others, then do one thing."""
    from django.db import connections

    from engine import RuleError
    from matches.accounts.models import User
    from matches.play.services import report_submit, report_verify
    from tournaments.venues import services

    connections.databases["default"] |= database
    actor, outcomes = User.objects.get(pk=director), []
    for job in jobs:
        barrier.wait(60)
        try:
            match who:
                case "calling next":
                    services.match_call_next(actor=actor, venue_id=job["hall"])
                case "working":
                    services.venue_process_due(venue_id=job["hall"])
                    services.venue_process_due(venue_id=job["garden"])
                case "reporting":
                    report = report_submit(match_id=job["first"], actor=actor, score=(5, 1))
                    report_verify(report_id=report.pk)
                case _:
                    match, venue, table = SAID[who]
                    services.match_call(actor=actor, match_id=job[match], table=table, venue_id=job[venue])
            outcomes.append("done")
        except RuleError as refusal:
            outcomes.append(refusal.code)
        except Exception as error:
            outcomes.append(f"{type(error).__name__}: {error}")
    results.put((who, outcomes))
    connections.close_all()
