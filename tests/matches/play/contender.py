"""One of those who fight over a match, in a process of its own."""

from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier


def act(who: str, database: dict, jobs: list[dict], barrier: Barrier, results: Queue) -> None:
    """Be one of them: for match after match, wait for the others, then do one thing."""
    from django.db import connections
    from django.utils import timezone

    from engine import RuleError
    from matches.accounts.models import User
    from matches.play import services
    from matches.play.rules.results import ResultKind

    connections.databases["default"] |= database
    outcomes = []
    for job in jobs:
        actor = User.objects.get(pk=job["actors"][who])
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
                        kind=ResultKind.PLAYED,
                        points=(1, 5),
                        reason="Seen by the director.",
                        now=timezone.now(),
                    )
                case "reporting" | "recording":
                    services.game_record(
                        match_id=job["match"], actor=actor, number=2, winner=job["winners"][who], points=1
                    )
                case "undoing" | "undoing too":
                    services.report_undo(report_id=job["report"], actor=actor)
                case "taking back":
                    services.game_take_back(match_id=job["match"], actor=actor, number=1)
                case "penalising":
                    services.penalty_give(
                        match_id=job["match"],
                        actor=actor,
                        side=0,
                        cause="lateness",
                        minutes=20,
                        reason="The train was late.",
                    )
                case "processing":
                    services.match_process_due(match_id=job["match"])
            outcomes.append("done")
        except RuleError as refusal:
            outcomes.append(refusal.code)
        except Exception as error:
            outcomes.append(f"{type(error).__name__}: {error}")
    results.put((who, outcomes))
    connections.close_all()
