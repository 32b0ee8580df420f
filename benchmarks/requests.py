"""Requests of the service over HTTP, interleaved in one run with bare Django views of the same rows.

    ./run bench requests [--blocks 15] [--reports 15] [--only leaderboard --only player]

The web process, the dispatcher and a worker as the service runs them, over a database of our own; beside them
the bare views (bare.py). One client, one connection each, one request after the other; both are asked in turn
in blocks, so that the machine's moods fall on both. What they answer is compared first: it is the same JSON.

Of what has an ETag, 304 is measured besides, against the whole of it: as it comes, and made anew each time,
as after a change.
"""

import argparse
import contextlib
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from http import HTTPStatus
from typing import IO, Any

from django.core.cache import cache as kept_documents
from django.db import connection
from django.test import RequestFactory

from benchmarks.compare import spread
from benchmarks.population import Population, populate
from matches.facts.api.versions import document_key
from matches.play.models import Match

PER_BLOCK = 20
# Reports of one block: each is of a match of its own.
REPORTS_PER_BLOCK = 4
# The processes of the service that a request needs, and the result that follows from it.
RUNNING = ("web", "solo", "dispatcher", "worker", "background")
READY_WITHIN = 60.0
FINAL_WITHIN = 20.0


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of one side."""

    path: str
    method: str = "GET"
    body: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


class Client:
    """One connection that is kept, to one of the two."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def send(self, request: Request) -> tuple[int, bytes]:
        self.connection.request(request.method, request.path, request.body, request.headers)
        response = self.connection.getresponse()
        return response.status, response.read()

    def tag(self, path: str) -> str | None:
        """The `ETag` of what is there, if it has one."""
        self.connection.request("GET", path)
        response = self.connection.getresponse()
        response.read()
        return response.headers["ETag"]

    def timed(self, request: Request, expected: int | None = None) -> float:
        """Milliseconds from the request to the end of its answer, of this status or of success."""
        began = time.perf_counter()
        status, body = self.send(request)
        taken = time.perf_counter() - began
        assert status == expected if expected else status < 300, (request.path, status, body)
        return taken * 1000


@dataclass(frozen=True, slots=True)
class Row:
    """The medians of the blocks, in milliseconds, of ours and of theirs."""

    name: str
    ours: Sequence[float]
    theirs: Sequence[float]
    compared: str = "of the bare view's speed"

    def __str__(self) -> str:
        ratios = sorted(theirs / ours for ours, theirs in zip(self.ours, self.theirs, strict=True))
        middle = statistics.median(ratios)
        return (
            f"Requests, {self.name}: {statistics.median(self.ours):.2f} ms against "
            f"{statistics.median(self.theirs):.2f}: {middle:.2f} {self.compared} "
            f"({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench requests", description=__doc__.partition("\n")[0])
    parser.add_argument("--blocks", type=int, default=15, help=f"of {PER_BLOCK} requests of each kind")
    parser.add_argument("--reports", type=int, default=15, help=f"blocks of {REPORTS_PER_BLOCK} reports")
    parser.add_argument("--only", action="append", choices=PARTS, help="a part; all without it")
    options = parser.parse_args(arguments)
    wanted = options.only or PARTS
    there = populate()
    with processes() as (ours, theirs):
        found = {name: document for name, document in documents(there).items() if name in wanted}
        yield from reads(found.values(), ours, theirs, options.blocks)
        if "token" in wanted:
            yield with_a_token(there, ours, theirs, options.blocks)
        if "unchanged" in wanted:
            yield from unchanged(documents(there).values(), ours, options.blocks)
            # Nobody has asked it meanwhile, and it ends such connections.
            theirs.connection.close()
        if "reports" in wanted:
            yield from reports(there, ours, theirs, options.reports)


PARTS = (
    "match", "matches", "fixtures", "bracket", "standings", "ladder", "leaderboard", "player", "token",
    "unchanged", "reports",
)  # fmt: skip


def documents(there: Population) -> dict[str, tuple[str, str]]:
    """What is read, and where, by the name of its part."""
    event = f"/api/v1/tournaments/{there.tournament}"
    return {
        "match": ("one match", f"/api/v1/matches/{there.match}/"),
        "matches": ("fifty matches", "/api/v1/matches/?state=final"),
        "fixtures": ("fifty fixtures", f"{event}/fixtures/"),
        "bracket": ("a bracket of 64", f"{event}/bracket/"),
        "standings": ("standings of 64", f"{event}/standings/"),
        "ladder": ("a ladder of 50", f"/api/v1/ladders/{there.ladder}/"),
        "leaderboard": (
            "a leaderboard, fifty rows",
            f"/api/v1/rating-pools/{there.rating_pool}/leaderboard/",
        ),
        "player": ("one player", f"/api/v1/players/{there.player}/"),
    }


def reads(found: Iterable[tuple[str, str]], ours: Client, theirs: Client, blocks: int) -> Iterator[str]:
    for name, path in found:
        request = Request(path)
        check_same(name, ours.send(request), theirs.send(request))
        yield str(in_blocks(name, blocks, lambda asked=request: (ours.timed(asked), theirs.timed(asked))))  # type: ignore[misc]


def with_a_token(there: Population, ours: Client, theirs: Client, blocks: int) -> str:
    request = Request(f"/api/v1/matches/{there.match}/", headers=token(there))
    bare = Request(request.path)
    return str(
        in_blocks("one match, with a token", blocks, lambda: (ours.timed(request), theirs.timed(bare)))
    )


def unchanged(found: Iterable[tuple[str, str]], ours: Client, blocks: int) -> Iterator[str]:
    """Of what has an ETag: 304 against the whole, and where that is kept, against the whole made anew."""
    for name, path in found:
        tag = ours.tag(path)
        if tag is None:
            continue
        key = document_key(tag, RequestFactory().get(path))
        forget = partial(kept_documents.delete, key)
        for what, before in (("200", None), ("200 made anew", forget)):
            if before is None or before():
                asked = partial(ask_unchanged, ours, path, tag, before)
                row = in_blocks(f"304 of {name} against {what}", blocks, asked)
                yield str(replace(row, compared="times as fast"))


def ask_unchanged(
    ours: Client, path: str, tag: str, before: Callable[[], object] | None
) -> tuple[float, float]:
    known = ours.timed(Request(path, headers={"If-None-Match": tag}), HTTPStatus.NOT_MODIFIED)
    if before is not None:
        before()
    return known, ours.timed(Request(path))


def check_same(name: str, ours: tuple[int, bytes], theirs: tuple[int, bytes]) -> None:
    found, expected = (json.loads(body) for _, body in (ours, theirs))
    if links_left_out(found) != links_left_out(expected):
        raise SystemExit(f"{name}: the answers differ:\n{ours[1][:3000]!r}\n{theirs[1][:3000]!r}")


def links_left_out(answer: Any) -> Any:
    """The answer, of its link to the next page only whether there is one."""
    if isinstance(answer, dict) and "next" in answer:
        return {**answer, "next": answer["next"] is not None}
    return answer


def in_blocks(name: str, blocks: int, ask: Callable[[], tuple[float, float]], size: int = PER_BLOCK) -> Row:
    """Ask both in turn; the first block warms up and is not counted."""
    medians = []
    for _ in range(blocks + 1):
        times = [ask() for _ in range(size)]
        medians.append([statistics.median(each) for each in zip(*times, strict=True)])
    ours, theirs = zip(*medians[1:], strict=True)
    return Row(name, ours, theirs)


def token(there: Population) -> dict[str, str]:
    return {"Authorization": f"Bearer {there.token}"}


def reports(there: Population, ours: Client, theirs: Client, blocks: int) -> Iterator[str]:
    """Scores reported by the director, in small fields and in a large one; and how soon they are final."""
    headers = {"Content-Type": "application/json", **token(there)}
    body = json.dumps({"score": {"one": 5, "two": 3}})
    for name, numbers in (("of a field of 8", there.small), ("of a field of 1,024", there.large)):
        matches = iter(numbers)
        finals: list[float] = []

        def report(written: str) -> tuple[float, float]:
            number = next(matches)  # noqa: B023
            bare = Request(f"/matches/{number}/reports/of/{there.director}/{written}", "GET")
            began = time.perf_counter()
            taken = ours.timed(Request(f"/api/v1/matches/{number}/reports/", "POST", body, headers))
            finals.append((await_final(number) - began) * 1000)  # noqa: B023
            time.sleep(0.1)
            return taken, theirs.timed(bare)

        for what, written in (("against the rows it writes", "rows/"), ("against one INSERT", "")):
            asked = partial(report, written)
            yield str(in_blocks(f"a report {name}, {what}", blocks, asked, REPORTS_PER_BLOCK))
        counted = finals[REPORTS_PER_BLOCK:]
        late = statistics.quantiles(counted, n=20)[-1]
        yield f"Requests, from a report {name} to the result: {spread(counted, 'ms')}, p95 {late:.0f} ms"


def await_final(match: int) -> float:
    """When a match was seen to be final, by looking every other millisecond."""
    deadline = time.perf_counter() + FINAL_WITHIN
    with connection.cursor() as cursor:
        while time.perf_counter() < deadline:
            cursor.execute("SELECT state FROM matches_match WHERE id = %s", [match])
            if cursor.fetchone()[0] == Match.State.FINAL:
                return time.perf_counter()
            time.sleep(0.002)
    raise SystemExit(f"Match {match} is not final within {FINAL_WITHIN:.0f} s.")


@contextlib.contextmanager
def processes(names: Collection[str] = RUNNING) -> Iterator[tuple[Client, Client]]:
    """The service's processes and the bare views, over our database; a client of each."""
    from tests.config.stack import free_port

    bare = free_port()
    beside = (sys.executable, "-m", "benchmarks.bare", "--port", str(bare))
    with service_processes({bare: beside}, names) as (port, _):
        yield Client(port), Client(bare)


@contextlib.contextmanager
def service_processes(
    beside: Mapping[int, Sequence[str]] | None = None, names: Collection[str] = RUNNING
) -> Iterator[tuple[int, list[int]]]:
    """The service's port and the numbers of its processes, over our database, with nothing left to do.

    beside: commands that run meanwhile, by the ports at which they answer.
    """
    from config.embedded.programs import service_programs
    from config.web import open_listener

    listener = open_listener("127.0.0.1", 0)
    port = listener.getsockname()[1]
    environment = {**os.environ, "DATABASE_URL": database_url(), "LOG_LEVEL": "INFO"}
    commands = [
        (program.command, program.files) for program in service_programs(listener) if program.name in names
    ]
    ours = len(commands)
    commands += [(tuple(command), ()) for command in (beside or {}).values()]
    with tempfile.TemporaryFile() as said, contextlib.ExitStack() as running:
        sockets = running.enter_context(tempfile.TemporaryDirectory())
        environment["SOLO_ADDRESS"] = f"unix:{sockets}/solo.sock"
        started = [
            running.enter_context(ended(started_alone(command, files, environment, said)))
            for command, files in commands
        ]
        for each in (port, *(beside or {})):
            client = Client(each)
            if not is_answering(client, started):
                said.seek(0)
                raise SystemExit(said.read().decode())
            client.connection.close()
        await_idle()
        try:
            yield port, [process.pid for process in started[:ours]]
        except BaseException:
            said.seek(0)
            print(last_words(said.read().decode(errors="replace")), file=sys.stderr)
            raise
    listener.close()


def started_alone(
    command: Sequence[str], files: Sequence[int], environment: Mapping[str, str], said: IO[bytes]
) -> subprocess.Popen[bytes]:
    """A process in a session of its own, as the service starts its own."""
    return subprocess.Popen(
        command, pass_fds=files, env=environment, stdout=said, stderr=said, start_new_session=True
    )


def last_words(said: str) -> str:
    """What the processes wrote of a failure: from the last traceback on, or the end where there is none."""
    lines = said.splitlines()
    from_here = max((at for at, line in enumerate(lines) if "Traceback" in line), default=len(lines) - 20)
    return "\n".join(lines[max(from_here - 5, 0) : from_here + 120])


@contextlib.contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is asked to end, and made to."""
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def database_url() -> str:
    """DATABASE_URL with the name of the database that was made for us."""
    usual, _, options = os.environ["DATABASE_URL"].partition("?")
    address = f"{usual.rpartition('/')[0]}/{connection.settings_dict['NAME']}"
    return f"{address}?{options}" if options else address


def is_answering(client: Client, running: Sequence[subprocess.Popen[bytes]]) -> bool:
    """Whether it answers before long, and before one of the processes ends."""
    deadline = time.monotonic() + READY_WITHIN
    while time.monotonic() < deadline and all(process.poll() is None for process in running):
        try:
            client.send(Request("/api/v1/matches/?state=final"))
            return True
        except (OSError, http.client.HTTPException):
            client.connection.close()
            time.sleep(0.2)
    return False


def await_idle() -> None:
    """Until the worker has done what was due of the population."""
    deadline = time.monotonic() + READY_WITHIN
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("SELECT count(*) FROM matches_outbox")
            if cursor.fetchone()[0] == 0:
                return
            time.sleep(0.2)
