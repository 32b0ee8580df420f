"""One of those who fight over a match, in a process of its own."""

from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

import django


def act(who: str, database: dict, jobs: list[dict], barrier: Barrier, results: Queue) -> None:
    """Be one of the four: for match after match, wait for the others, then do one thing."""
    django.setup()
    from django.db import connections
    from django.utils import timezone

    from engine import RuleError
    from matches import services
    from matches.models import User
    from matches.results import Kind

    connections.databases["default"] |= database
    outcomes = []
    for job in jobs:
        actor = User.objects.get(pk=job[who])
        barrier.wait(60)
        try:
            match who:
                case "one" | "two":
                    report = services.report_submit(match_id=job["match"], actor=actor, score=(5, 2))
                    services.report_verify(report_id=report.pk)
                case "confirming":
                    services.report_answer(report_id=job["report"], actor=actor, agrees=True)
                case "director":
                    services.ruling_make(
                        match_id=job["match"],
                        actor=actor,
                        kind=Kind.PLAYED,
                        points=(1, 5),
                        reason="Seen by the director.",
                        now=timezone.now(),
                    )
            outcomes.append("done")
        except RuleError as refusal:
            outcomes.append(refusal.code)
        except Exception as error:
            outcomes.append(f"{type(error).__name__}: {error}")
    results.put((who, outcomes))
    connections.close_all()
