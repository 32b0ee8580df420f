"""The drill: a service is written to and backed up, destroyed, and restored from the last backup.

    ./run bench restore [--seconds 60] [--every 5] [--clients 4]

The whole service over data of its own. Clients create players, set up matches and report them over the
API, as fast as they are answered, while `backup` is called every few seconds. Then every process is killed
and the whole of `var/` deleted: database, secrets, login. `restore` makes all of it of the last backup.

Whatever was accepted before that backup has to be there, old passwords, tokens and a second factor have to
let in, and the secret of a webhook has to open. What was accepted later is lost: the window is from the
snapshot of the last backup to the destruction.
"""

import argparse
import contextlib
import hmac
import json
import os
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import httpx
import psycopg

from config.backups.archive import open_archive
from config.embedded.layout import VarDirectory
from config.rest import Api, Refused
from tests.config.stack import PROJECT, Stack, environment, processes_of, until

PASSWORD = "correct horse battery"
# Of otto's authenticator app, in the base32 in which it was made known: twenty bytes.
KEY = b"golden point drill!!"
MAKE_LOGINS = f"""
import base64
from allauth.mfa.totp.internal.auth import TOTP
from matches.accounts.models import User
for name in ("dora", "otto"):
    login = User(username=name)
    login.set_password({PASSWORD!r})
    login.save()
TOTP.activate(User.objects.get(username="otto"), base64.b32encode({KEY!r}).decode())
"""
OPEN_SECRETS = """
from django.conf import settings
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.rules.secrets import unseal_secret
print(*[unseal_secret(bytes(each.secret), settings.SECRET_KEY) for each in Webhook.objects.order_by("pk")])
"""
TABLES = {"player": "matches_player", "match": "matches_match", "report": "matches_report"}
READY_WITHIN = 180.0


class Accepted(NamedTuple):
    """A write that was answered: what it made, its number, and when the answer came (seconds since 1970)."""

    kind: str
    number: int
    at: float


class TakenBackup(NamedTuple):
    """A backup that is ready: its file, the seconds that it took, and the instant of its snapshot."""

    path: Path
    seconds: float
    taken_at: float


def run(arguments: list[str]) -> Iterator[str]:
    """Raises SystemExit where something is missing that should be there."""
    parser = argparse.ArgumentParser(prog="./run bench restore", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="for how long is written")
    parser.add_argument("--every", type=float, default=5, help="seconds from one backup to the next")
    parser.add_argument("--clients", type=int, default=4)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="golden-drill-") as directory, ExitStack() as end:
        drill = Drill(Path(directory), end)
        yield from drill.carried_out(options.clients, options.seconds, options.every)


@dataclass
class Drill:
    """A service, what it has accepted, and its backups."""

    directory: Path
    end: ExitStack
    accepted: list[Accepted] = field(default_factory=list)
    backups: list[TakenBackup] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def var(self) -> Path:
        return self.directory / "var"

    def carried_out(self, clients: int, seconds: float, every: float) -> Iterator[str]:
        stack = self.start()
        self.manage("shell", "--no-imports", "-c", MAKE_LOGINS)
        self.login = json.loads(stack.layout.login_file.read_text())
        with ExitStack() as open_clients:
            apis = [
                open_clients.enter_context(
                    closing(Api(stack.url, self.login["login"], self.login["password"]))
                )
                for _ in range(clients)
            ]
            club = apis[0].post("clubs/", name="Club of the Drill")
            hook = apis[0].post(f"clubs/{club['id']}/webhooks/", url="https://hooks.example.org/golden")
            destroyed_at = self.written_and_destroyed(stack, apis, seconds, every)
            last = self.backups[-1]
            took = statistics.median(backup.seconds for backup in self.backups)
            yield (
                f"Drill, {clients} clients: {len(self.accepted):,} writes accepted in {seconds:.0f} s, "
                f"{len(self.backups)} backups taken meanwhile, {took:.1f} s each (median). "
                "Then everything was killed and var/ deleted."
            )
            began = time.monotonic()
            for line in self.manage("restore", str(last.path)).splitlines():
                yield f"  {line}"
            restored = time.monotonic() - began
            self.start(stack.port)
            yield f"Restored in {restored:.1f} s, ready after {time.monotonic() - began:.1f} s."
            yield self.losses(last.taken_at, destroyed_at)
            yield self.entrances(stack.url, apis, hook["secret"])

    def start(self, port: int | None = None) -> Stack:
        stack = Stack.start(self.var, port, LOG_LEVEL="WARNING", RATE_LOGIN="1000000/min")
        self.end.callback(stack.end)
        until("the service is ready", lambda: "Ready after" in stack.said(), READY_WITHIN)
        return stack

    def manage(self, *words: str) -> str:
        """What a command printed. Raises SystemExit with it where it failed."""
        ended = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=PROJECT,
            env=environment(self.var),
            capture_output=True,
            text=True,
        )
        if ended.returncode:
            raise SystemExit(f"{words[0]}: {ended.stdout}{ended.stderr}")
        return ended.stdout

    # -- Before

    def written_and_destroyed(self, stack: Stack, apis: list[Api], seconds: float, every: float) -> float:
        """When it was destroyed (seconds since 1970)."""
        over = threading.Event()
        threads = [threading.Thread(target=self.write, args=(api, over)) for api in apis]
        threads.append(threading.Thread(target=self.back_up, args=(every, over)))
        for thread in threads:
            thread.start()
        try:
            time.sleep(seconds)
            until("a backup is ready", lambda: self.backups or self.failures, READY_WITHIN)
        finally:
            destroyed_at = time.time()
            # In the midst of the writes, and of a backup if one is being taken.
            self.kill_everything(stack)
            over.set()
            for thread in threads:
                thread.join()
        shutil.rmtree(self.var)
        if self.failures:
            raise SystemExit("\n".join(self.failures))
        return destroyed_at

    def write(self, api: Api, over: threading.Event) -> None:
        """Players, a match of each two, its report; until nobody answers."""
        number = 0
        while not over.is_set():
            number += 1
            try:
                one, two = (self.made(api, "player", "players/", name=f"Player {number}") for _ in "ab")
                match = self.made(api, "match", "matches/", one=one, two=two, length=5)
                score = {"one": 5, "two": number % 5}
                self.made(api, "report", f"matches/{match}/reports/", score=score)
            except (httpx.TransportError, httpx.StreamError):
                return

    def made(self, api: Api, kind: str, path: str, **body: object) -> int:
        """The number of what was made; what was not accepted is sent again."""
        key = {"Idempotency-Key": str(uuid4())}
        while True:
            answer = api.client.post(f"/api/v1/{path}", json=body, headers=key)
            if answer.status_code < 300:
                made = Accepted(kind, answer.json()["id"], time.time())
                self.accepted.append(made)
                return made.number
            if answer.status_code < 500:
                self.failures.append(f"{path}: {answer.status_code} {answer.text}")
                raise httpx.StreamError(answer.text)
            time.sleep(0.1)

    def back_up(self, every: float, over: threading.Event) -> None:
        while not over.is_set():
            path = self.directory / f"golden-{len(self.backups) + 1}.tar"
            began = time.monotonic()
            try:
                self.manage("backup", str(path))
            except SystemExit as failed:
                # By the destruction it may.
                if not over.wait(2):
                    self.failures.append(str(failed))
                return
            with open_archive(path) as archive:
                taken_at = datetime.fromisoformat(archive.manifest.taken_at).timestamp()
            self.backups.append(TakenBackup(path, time.monotonic() - began, taken_at))
            over.wait(every)

    def kill_everything(self, stack: Stack) -> None:
        stack.process.kill()
        stack.process.wait()

        def nobody_left() -> bool:
            left = processes_of(self.var)
            for line in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(line.split()[0]), signal.SIGKILL)
            return not left

        until("no process is left", nobody_left)

    # -- After

    def losses(self, taken_at: float, destroyed_at: float) -> str:
        there = set()
        with psycopg.connect(VarDirectory(self.var).database_url) as database:
            for kind, table in TABLES.items():
                there |= {
                    (kind, number) for (number,) in database.execute(f"SELECT id FROM {table}").fetchall()
                }
        lost = [each for each in self.accepted if (each.kind, each.number) not in there]
        before = [each for each in self.accepted if each.at <= taken_at]
        missing = [each for each in lost if each.at <= taken_at]
        if missing:
            raise SystemExit(f"{len(missing)} writes from before the backup are lost: {missing[0]}")
        if not before:
            raise SystemExit("Nothing was accepted before the backup: this drill proves nothing.")
        when = datetime.fromtimestamp(taken_at, UTC)
        return (
            f"Loss window: {destroyed_at - taken_at:.1f} s, from the snapshot at {when:%H:%M:%S} to the "
            f"destruction. Accepted before it: {len(before):,}, lost of them: 0. "
            f"Accepted after it: {len(self.accepted) - len(before):,}, lost of them: {len(lost):,}."
        )

    def entrances(self, url: str, apis: list[Api], secret: str) -> str:
        """Whether everybody gets in as before, and secrets open."""
        try:
            for name, password in ((self.login["login"], self.login["password"]), ("dora", PASSWORD)):
                Api(url, name, password).close()
        except Refused as refused:
            raise SystemExit(f"An old password does not let in: {refused}") from None
        refused_tokens = [api for api in apis if api.client.get("/api/v1/tokens/").status_code != 200]
        if refused_tokens:
            raise SystemExit(f"{len(refused_tokens)} old tokens do not let in.")
        asked = {"login": "otto", "password": PASSWORD, "name": "drill"}
        without = httpx.post(f"{url}/api/v1/tokens/", json=asked)
        with_code = httpx.post(f"{url}/api/v1/tokens/", json=asked | {"otp": one_time_code(time.time())})
        if without.status_code < 400 or with_code.status_code != 201:
            raise SystemExit(
                f"The second factor: {without.status_code}, {with_code.status_code} {with_code.text}"
            )
        if (opened := self.manage("shell", "--no-imports", "-c", OPEN_SECRETS).strip()) != secret:
            raise SystemExit(f"The secret of the webhook does not open: {opened!r}")
        number = apis[0].post("players/", name="After the drill")["id"]
        return (
            f"2 old passwords, {len(apis)} old tokens and a second factor let in, the secret of the webhook "
            f"opens, and a write is accepted (player {number})."
        )


def one_time_code(at: float) -> str:
    """Of otto's authenticator app: RFC 6238, six digits, thirty seconds."""
    digest = hmac.digest(KEY, struct.pack(">Q", int(at) // 30), "sha1")
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF) % 1_000_000:06}"
