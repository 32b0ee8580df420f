"""Viewers of one event: how soon a result is on all their pages, and what that costs the service.

    ./run bench viewers [--viewers 300] [--reloading 10] [--results 10]

The web process, the dispatcher and a worker as the service runs them; three double eliminations of 256. The
page of the first is open at so many visitors, each with the stream that live.js opens; that of the second is
loaded again by fewer, whenever they hear that something has changed; at that of the third nobody looks. In
turn a result of each is reported by the director, over HTTP; last, of the first event, as many at once as
when a round ends. Counted is the time from that request to the moment at which a viewer has what shows the
result, and the processor time of the service's processes until all is done: what the third event costs is
what a result costs by itself.
"""

import argparse
import asyncio
import contextlib
import functools
import gzip
import json
import os
import re
import statistics
import time
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection

from benchmarks.brackets import drawn_field
from benchmarks.compare import spread
from benchmarks.machine import processor_seconds
from benchmarks.requests import Client, Request, await_idle, service_processes
from config.pieces import PACKED_START
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from tournaments.clubs.services import club_create
from tournaments.events.models import Tournament

FIELD, FORMAT = 256, "double_elimination"
# Results that come together when a round ends.
AT_ONCE = 32
# What is to be shown: all viewers have a result within so many milliseconds.
WITHIN = 1000.0
GIVEN_UP_AFTER = 60.0
STANDINGS = "event-standings"
# Seconds after which a page that shows too little is loaded once more.
LOADED_AGAIN = 1.0
# Seconds without a word to any viewer after which a result is over.
QUIET = 1.5
WON = ">1–0<"
READER = ("Accept-Language: en", "Accept-Encoding: gzip, deflate, br")


@dataclass(slots=True)
class Audience:
    """The viewers of one event: what each has not seen of the results, when it had all, what was sent."""

    port: int
    path: str
    reloads: bool
    size: int
    missing: list[set[int]] = field(default_factory=list)
    seen: dict[int, float] = field(default_factory=dict)
    last_word: float = 0.0
    bytes: int = 0
    repaints: int = 0
    pages: int = 0

    async def open(self) -> list[asyncio.Task[None]]:
        """Load the page once, and open the stream of it for each."""
        self.await_wins(())
        page = await self._page(live_part=False)
        found = re.search(r'data-events="([^"]+)" data-version="(\d+)"( data-painted)?', page)
        assert found, page[:2000]
        stream = f"{found[1]}?since={found[2]}"
        if not self.reloads:
            assert found[3]
            stream += f"&page={self.path}"
        opened = [asyncio.Event() for _ in range(self.size)]
        watching = [
            asyncio.create_task(self._watch(number, stream, event)) for number, event in enumerate(opened)
        ]
        await asyncio.gather(*(event.wait() for event in opened))
        return watching

    async def _watch(self, number: int, stream: str, opened: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        with contextlib.closing(writer):
            writer.write(http_request(stream, "text/event-stream"))
            head = await reader.readuntil(b"\r\n\r\n")
            assert b"content-encoding: gzip" in head or self.reloads, head
            opened.set()
            # uvicorn sends what it is handed as one chunk.
            while size := int(await reader.readline(), 16):
                chunk = event_text((await reader.readexactly(size + 2))[:-2])
                if not chunk.startswith("id:"):
                    continue
                self.bytes += size
                self.last_word = time.perf_counter()
                regions = repainted(chunk)
                if regions is None:
                    # live.js asks for the live part; who has no script loads the page, which may be of a
                    # moment before, until it is that of what has changed.
                    page = await self._page(live_part=not self.reloads)
                    while self.reloads and version_of_page(page) < version_of_event(chunk):
                        await asyncio.sleep(LOADED_AGAIN)
                        page = await self._page(live_part=False)
                    self.look(number, page)
                else:
                    self.repaints += 1
                    self.look(number, regions.get(STANDINGS, ""))

    def await_wins(self, winners: Collection[int]) -> None:
        """Begin to look for the first wins of entries."""
        self.missing = [set(winners) for _ in range(self.size)]
        self.seen = {}

    def look(self, number: int, standings: str) -> None:
        """Note when the viewer has what shows the results."""
        now, missing = time.perf_counter(), self.missing[number]
        missing -= {entry for entry in missing if shows_win(standings, entry)}
        if not missing:
            self.seen.setdefault(number, now)
        self.last_word = now

    async def _page(self, *, live_part: bool) -> str:
        """The page, or the live part of it, over a connection of its own, as it is asked for compressed."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        with contextlib.closing(writer):
            extra = ("HX-Request: true",) if live_part else ()
            writer.write(http_request(self.path, "text/html", "Connection: close", *extra))
            head = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in head.partition(b"\r\n")[0], head
            body = await reader.read()
        self.pages += 1
        self.bytes += len(body)
        return unpacked(head, body)


def http_request(path: str, accept: str, *headers: str) -> bytes:
    lines = (f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"Accept: {accept}", *READER, *headers)
    return "\r\n".join((*lines, "", "")).encode()


def unpacked(head: bytes, body: bytes) -> str:
    """The text of an answer to a request that takes gzip."""
    if b"chunked" in head.lower():
        parts, rest = [], body
        while rest:
            size, _, rest = rest.partition(b"\r\n")
            parts.append(rest[: int(size, 16)])
            rest = rest[int(size, 16) + 2 :]
        body = b"".join(parts)
    return (gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body).decode()


@functools.lru_cache(maxsize=16)
def event_text(chunk: bytes) -> str:
    """What a chunk of a stream says; each can be unpacked by itself."""
    if chunk == PACKED_START:
        return ""
    is_plain = chunk.startswith((b"id:", b":", b"retry:"))
    return (chunk if is_plain else zlib.decompressobj(wbits=-zlib.MAX_WBITS).decompress(chunk)).decode()


def version_of_page(page: str) -> int:
    found = re.search(r'data-version="(\d+)"', page)
    assert found, page[:2000]
    return int(found[1])


def version_of_event(event: str) -> int:
    return int(event.partition("\n")[0].removeprefix("id: "))


@functools.lru_cache(maxsize=16)
def repainted(event: str) -> dict[str, str] | None:
    """The regions of an event by name; None where it says no more than that something has changed."""
    _, kind, data = event.split("\n")[:3]
    if kind != "event: repaint":
        return None
    regions: dict[str, str] = json.loads(data.removeprefix("data: "))["regions"]
    return regions


@functools.lru_cache(maxsize=256)
def shows_win(standings: str, entry: int) -> bool:
    """Whether the row of that entry, in a region or a page, has its first win."""
    at = standings.find(f'id="standing-{entry}"')
    return at >= 0 and WON in standings[at : standings.find("</tr>", at)]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a result: milliseconds until each viewer had it; of the processors until all was done.

    pages: that were asked for by all viewers until then, since they were counted.
    """

    delays: Sequence[float]
    cpu: float
    pages: int


def run(arguments: list[str]) -> Iterator[str]:
    """Raises SystemExit where a result reaches the last viewer too late."""
    parser = argparse.ArgumentParser(prog="./run bench viewers", description=__doc__.partition("\n")[0])
    parser.add_argument("--viewers", type=int, default=300, help="with a stream of their page")
    parser.add_argument("--reloading", type=int, default=10, help="who load the page again")
    parser.add_argument("--results", type=int, default=10, help="of each event")
    options = parser.parse_args(arguments)
    director = User.objects.create(username="director", is_staff=True)
    club = club_create(actor=director, name="Golden Club")
    cups = [drawn_field(club, director, FIELD, FORMAT) for _ in range(3)]
    _, token = token_issue(user=director, name="benchmark", scopes=Token.Scope.values)
    os.environ["MAX_STREAMS"] = str(options.viewers + options.reloading)
    with service_processes() as (port, processes):
        sizes = (options.viewers, options.reloading, 0)
        audiences = [
            Audience(port, f"/tournaments/{cup.pk}/", reloads=cup is cups[1], size=size)
            for cup, size in zip(cups, sizes, strict=True)
        ]
        wins = [winners_of(cup, options.results + 1 + AT_ONCE) for cup in cups]
        memory = memory_of(processes)
        results = asyncio.run(Stage(port, processes, token, wins).play(audiences))
        grown = memory_of(processes) - memory
        yield f"Viewers: {grown / 1000:.0f} MB more memory of all processes after that"
    yield from report(audiences, results)


def winners_of(cup: Tournament, count: int) -> list[tuple[int, int]]:
    """Who will win matches of the first round of which none follows from another's, and those matches."""
    found = cup.fixtures.filter(match__state="open").order_by("step", "pk").values_list("one", "match")
    return list(found)[::2][:count]


@dataclass(frozen=True, slots=True)
class Stage:
    """The service, who directs there, and what is to be reported of each event: who wins, and where."""

    port: int
    processes: Sequence[int]
    token: str
    wins: Sequence[Sequence[tuple[int, int]]]

    async def play(self, audiences: Sequence[Audience]) -> list[list[Result]]:
        """The results of each event, reported in turn; the first of each warms up and is not counted."""
        watching = [task for audience in audiences for task in await audience.open()]
        # The page is rendered once more, to be compared with what comes.
        await asyncio.sleep(2 * QUIET)
        found: list[list[Result]] = [[] for _ in audiences]
        for number in range(len(self.wins[0]) - AT_ONCE):
            for audience, wins, results in zip(audiences, self.wins, found, strict=True):
                result = await self._decide(audience, [wins[number]])
                if number:
                    results.append(result)
                else:
                    audience.bytes = audience.repaints = audience.pages = 0
        found.append([await self._decide(audiences[0], self.wins[0][-AT_ONCE:])])
        for task in watching:
            task.cancel()
        for ended in await asyncio.gather(*watching, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        return found

    async def _decide(self, audience: Audience, wins: Sequence[tuple[int, int]]) -> Result:
        audience.await_wins([winner for winner, _ in wins])
        before, began = self._used(), time.perf_counter()
        await asyncio.gather(*(asyncio.to_thread(self._report, match) for _, match in wins))
        while len(audience.seen) < audience.size and time.perf_counter() - began < GIVEN_UP_AFTER:
            await asyncio.sleep(0.02)
        if len(audience.seen) < audience.size:
            raise SystemExit(f"{audience.size - len(audience.seen)} viewers never had a result.")
        await asyncio.to_thread(await_all_done)
        audience.last_word = max(audience.last_word, time.perf_counter())
        while time.perf_counter() - audience.last_word < QUIET:
            await asyncio.sleep(0.1)
        delays = [1000 * (at - began) for at in audience.seen.values()]
        return Result(sorted(delays), self._used() - before, audience.pages)

    def _used(self) -> float:
        """Milliseconds of the processors that the service has had."""
        return 1000 * sum(map(processor_seconds, self.processes))

    def _report(self, match: int) -> None:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        body = json.dumps({"score": {"one": 5, "two": 3}})
        client = Client(self.port)
        with contextlib.closing(client.connection):
            client.timed(Request(f"/api/v1/matches/{match}/reports/", "POST", body, headers))


def await_all_done() -> None:
    """Until nothing is due; in a thread, whose connection nobody else closes."""
    try:
        await_idle()
    finally:
        connection.close()


def memory_of(processes: Sequence[int]) -> int:
    """Kilobytes of the processes, as Linux counts what is theirs alone."""
    said = "\n".join(Path(f"/proc/{process}/smaps_rollup").read_text() for process in processes)
    return sum(int(size) for size in re.findall(r"^Private_\w+: +(\d+) kB", said, re.MULTILINE))


def report(audiences: Sequence[Audience], results: Sequence[Sequence[Result]]) -> Iterator[str]:
    *results, (round_end,) = results
    alone = statistics.mean(result.cpu for result in results[-1])
    yield f"Viewers, a result at which nobody looks: {alone:.0f} ms of the processors"
    for audience, found in zip(audiences[:-1], results[:-1], strict=True):
        if not audience.size:
            continue
        name = f"{audience.size} who {'load the page again' if audience.reloads else 'have a stream'}"
        for which, times in (
            ("median", [statistics.median(result.delays) for result in found]),
            ("last", [result.delays[-1] for result in found]),
        ):
            soon = f"{spread(times, 'ms')}, p95 {late(times):.0f} ms"
            yield f"Viewers, {name}: from the report to the {which} viewer {soon}"
        cpu = statistics.mean(result.cpu for result in found)
        seen = audience.size * len(found)
        yield (
            f"Viewers, {name}: {cpu:.0f} ms of the processors a result, "
            f"{(cpu - alone) / audience.size:.2f} ms for each viewer; to each a result "
            f"{audience.repaints / seen:.1f} repaints, {audience.pages / seen:.1f} pages, "
            f"{audience.bytes / seen / 1000:.1f} kB"
        )
    if audiences[0].size:
        yield (
            f"Viewers, {AT_ONCE} results at once, {audiences[0].size} who have a stream: "
            f"{round_end.delays[-1]:.0f} ms until the last has all, "
            f"{round_end.cpu:.0f} ms of the processors, {round_end.pages} pages"
        )
    if audiences[0].size and max(result.delays[-1] for result in results[0]) > WITHIN:
        raise SystemExit(f"A result took more than {WITHIN:.0f} ms to the last viewer.")


def late(times: Sequence[float]) -> float:
    """The 95th percentile, between what was measured."""
    return statistics.quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]
