"""One of those who enter results of an event at the same instant, in a process of its own."""

from collections.abc import Callable
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from typing import Any

SCORES = {"forwards": (5, 1), "backwards": (1, 5), "without a key": (5, 3)}
"""What each of those says who enter lists."""


def act(who: str, database: dict, jobs: list[dict], barrier: Barrier, results: Queue) -> None:
    """For event after event, wait for the others, then enter what one has to, as a program does."""
    from django.db import connections

    connections.databases["default"] |= database
    outcomes = []
    for number, job in enumerate(jobs):
        barrier.wait(60)
        try:
            outcomes.append(enter(who, job, f"{who}-{number}"))
        except Exception as error:
            outcomes.append([f"{type(error).__name__}: {error}"])
    results.put((who, outcomes))
    connections.close_all()


def enter(who: str, job: dict[str, Any], key: str) -> list[str]:
    """What was answered to each score: "taken", "done", or a refusal."""
    from matches.ratings.services import ratings_update
    from tests.conftest import api_as
    from tournaments.events.services import tournament_advance

    def sent(address: str, body: dict[str, Any], key: str) -> Any:
        headers = {"Idempotency-Key": key.replace(" ", "-")} if who != "without a key" else {}
        return api_as(job["director"]).post(f"/api/v1/{address}", body, format="json", headers=headers)

    def singly(match: int) -> str:
        answer = sent(f"matches/{match}/reports/", {"score": {"one": 5, "two": 0}}, f"{key}-{match}")
        return "done" if answer.status_code == 202 else answer.json()["code"]

    working: dict[str, Callable[[], object]] = {
        "advancing": lambda: tournament_advance(tournament_id=job["cup"]),
        "rating": ratings_update,
    }
    if who in working:
        working[who]()
        return ["done"]
    if who == "one by one":
        return [singly(match) for match in job["matches"]]
    one, two = SCORES[who]
    numbers = sorted(job["numbers"], reverse=who == "backwards")
    rows = [{"number": number, "score": {"one": one, "two": two}} for number in numbers]
    answer = sent(f"tournaments/{job['cup']}/results/", {"results": rows}, key)
    if answer.status_code != 200:
        return [answer.json()["code"]]
    return ["taken" if each["taken"] else each["problem"]["code"] for each in answer.json()["results"]]
