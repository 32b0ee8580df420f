"""Guessing passwords, codes and second factors at every door of the running service, by people in a hurry.

    ./run bench guesses [--minutes 10] [--rate 50] [--addresses 1 100]

Starts the service over data of its own, with a server of mails beside it, and knocks at its doors in turn:
so many attempts a second, from one address and then from a hundred. Meanwhile those whose accounts they are
log in. The addresses are those that a trusted proxy names (NUM_PROXIES=1). What was answered 429 was not
looked at; that nothing is hashed then, tests/matches/accounts/test_doors.py shows.
"""

import argparse
import asyncio
import base64
import contextlib
import hmac
import itertools
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import httpx
from aiosmtpd.controller import Controller

PROJECT = Path(__file__).resolve().parent.parent
PASSWORD, GUESS = "correct horse battery", "Summer2026!"
# The authenticator app of otto, whose password is known to those who guess.
KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
MEMBERS = 100
# Seconds between the logins of the real owners; a code of an app works once in thirty.
OWNERS_EVERY = 35.0

MAKE_LOGINS = f"""
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.utils import timezone
from matches.accounts.models import User
for name in ["dora", "otto", *(f"member{{n}}" for n in range({MEMBERS}))]:
    login = User(username=name, email=f"{{name}}@club.example", email_confirmed_at=timezone.now())
    login.set_password({PASSWORD!r})
    login.save()
    EmailAddress.objects.create(user=login, email=login.email, primary=True, verified=True)
TOTP.activate(User.objects.get(username="otto"), {KEY!r})
"""


@dataclass
class Tally:
    """What happened at one door: attempts, and of those the looked at, the successful, the failed."""

    attempts: int = 0
    looked_at: int = 0
    got_in: int = 0
    failed: int = 0
    answers: Counter[int] = field(default_factory=Counter)


@dataclass
class Owner:
    """The logins of somebody whose account is attacked."""

    tried: int = 0
    got_in: int = 0
    seconds: list[float] = field(default_factory=list)


class Letterbox:
    """Counts mails."""

    mails = 0

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
        self.mails += 1
        return "250 OK"


@dataclass(frozen=True)
class Knock:
    """A way in. `send` makes one attempt from an address; `seen`: answers to attempts that were looked at."""

    name: str
    send: Callable[[str], Awaitable[httpx.Response]]
    seen: frozenset[int]
    inside: Callable[[httpx.Response], bool] = lambda answer: False


class Visitor:
    """Sends requests as from an address, with the cookies it is given."""

    def __init__(self, client: httpx.AsyncClient, csrf: str) -> None:
        self.client, self.csrf = client, csrf

    async def post(
        self, path: str, address: str, *, cookies: Sequence[str] = (), **sent: dict[str, str]
    ) -> httpx.Response:
        headers = {
            "X-Forwarded-For": address,
            "X-CSRFToken": self.csrf,
            "Cookie": "; ".join(filter(None, (f"csrftoken={self.csrf}", *cookies))),
        }
        return await self.client.post(path, headers=headers, **sent)

    async def get(self, path: str, address: str) -> httpx.Response:
        return await self.client.get(path, headers={"X-Forwarded-For": address})

    async def at_page(
        self, name: str, password: str, address: str, *, cookies: Sequence[str] = (), then: str = ""
    ) -> httpx.Response:
        sent = {"username": name, "password": password, **({"next": then} if then else {})}
        return await self.post("/login/", address, cookies=cookies, data=sent)

    async def at_tokens(self, name: str, password: str, address: str, otp: str = "") -> httpx.Response:
        return await self.post(
            "/api/v1/tokens/", address, json={"login": name, "password": password, "otp": otp}
        )


def knocks(visitor: Visitor, half_login: str) -> list[Knock]:
    """Every door once. `half_login`: the cookie of a session that has shown otto's password."""
    number, code = itertools.count(), {"code": "AAAA-BBBB-CCCC", "password": PASSWORD}
    refused, shown = frozenset({401, 422}), frozenset({200, 302})

    def spray(address: str) -> Awaitable[httpx.Response]:
        return visitor.at_tokens(f"member{next(number) % MEMBERS}", GUESS, address)

    def second_factor(address: str) -> Awaitable[httpx.Response]:
        sent = {"code": f"{next(number) % 1_000_000:06}"}
        return visitor.post("/account/factors/authenticate/", address, cookies=[half_login], data=sent)

    def with_otp(address: str) -> Awaitable[httpx.Response]:
        return visitor.at_tokens("otto", PASSWORD, address, f"{next(number) % 1_000_000:06}")

    def token(answer: httpx.Response) -> bool:
        return answer.status_code == 201

    def session(answer: httpx.Response) -> bool:
        return answer.status_code == 302 and "sessionid" in answer.cookies

    return [
        Knock("page", lambda a: visitor.at_page("dora", GUESS, a), shown, session),
        Knock("admin", lambda a: visitor.at_page("director", GUESS, a, then="/admin/"), shown, session),
        Knock("tokens", lambda a: visitor.at_tokens("dora", GUESS, a), refused, token),
        Knock("tokens, of a hundred accounts", spray, refused, token),
        Knock("tokens, second factor", with_otp, refused, token),
        Knock("page, second factor", second_factor, shown, session),
        Knock(
            "one-time code",
            lambda a: visitor.post("/api/v1/password-resets/", a, json={"login": "dora", **code}),
            refused,
            lambda answer: answer.status_code == 204,
        ),
        Knock(
            "page of one-time codes",
            lambda a: visitor.post("/account/password/code/", a, data={"login": "dora", **code}),
            frozenset({422}),
            lambda answer: answer.status_code == 302,
        ),
        Knock(
            "issuing one-time codes",
            lambda a: visitor.post("/api/v1/reset-codes/", a, json={"login": "dora"}),
            frozenset(),
            token,
        ),
        Knock(
            "link of a mail",
            lambda a: visitor.get(f"/account/password/reset/1-c{next(number):05}-{'0' * 32}/", a),
            frozenset({200}),
            lambda answer: answer.status_code == 302,
        ),
        Knock(
            "mails for a new password",
            lambda a: visitor.post("/account/password/reset/", a, data={"email": "dora@club.example"}),
            frozenset({302}),
        ),
    ]


async def guess(
    doors: list[Knock], addresses: int, rate: float, seconds: float, tallies: dict[str, Tally]
) -> None:
    """Knock at the doors in turn, `rate` times a second, whether or not earlier ones have been answered."""

    async def knock(door: Knock, address: str) -> None:
        tally = tallies.setdefault(door.name, Tally())
        tally.attempts += 1
        try:
            answer = await door.send(address)
        except httpx.HTTPError:
            tally.failed += 1
            return
        tally.answers[answer.status_code] += 1
        tally.failed += answer.status_code >= 500
        tally.looked_at += answer.status_code in door.seen
        tally.got_in += door.inside(answer)

    began, pending = time.monotonic(), set[asyncio.Task[None]]()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(began + number / rate - time.monotonic(), 0))
        # An address meets every door, though the numbers of both may have a common divisor.
        address = f"203.0.113.{(number + number // len(doors)) % addresses + 1}"
        task = asyncio.create_task(knock(doors[number % len(doors)], address))
        pending.add(task)
        task.add_done_callback(pending.discard)
    await asyncio.gather(*pending)


async def log_in_meanwhile(visitor: Visitor, known: dict[str, list[str]], owners: dict[str, Owner]) -> None:
    """The owners, every now and then: from devices that are known, and from others somewhere new."""
    for number in itertools.count():
        somewhere = f"198.51.100.{number % 250 + 1}"
        await owner_logs_in(visitor, "dora", somewhere, known["dora"], owners, "dora, a known device")
        await owner_logs_in(visitor, "dora", f"192.0.2.{number % 250 + 1}", (), owners, "dora, a new device")
        cookie, device = (known["otto"], "a known device") if number % 2 else ((), "a new device")
        await owner_logs_in(visitor, "otto", somewhere, cookie, owners, f"otto and his app, {device}")
        await owner_logs_in(
            visitor, "director", "10.1.1.1", (), owners, "the director's program, its address"
        )
        await asyncio.sleep(OWNERS_EVERY)


async def owner_logs_in(
    visitor: Visitor, name: str, address: str, cookies: Sequence[str], owners: dict[str, Owner], who: str
) -> None:
    """One login; whoever is asked to wait a moment does so, up to five times."""
    owner, began = owners.setdefault(who, Owner()), time.monotonic()
    owner.tried += 1
    with contextlib.suppress(httpx.HTTPError):
        for _ in range(5):
            if name == "director":
                answer = await visitor.at_tokens(name, known_password(), address)
            else:
                answer = await whole_login(visitor, name, address, cookies)
            if int(answer.headers.get("Retry-After", 60)) > 3:
                break
            await asyncio.sleep(int(answer.headers["Retry-After"]))
        owner.got_in += answer.status_code == 201 or "sessionid" in answer.cookies
    owner.seconds.append(time.monotonic() - began)


async def whole_login(visitor: Visitor, name: str, address: str, cookies: Sequence[str]) -> httpx.Response:
    """The answer that logs in, after the second factor where there is one."""
    answer = await visitor.at_page(name, PASSWORD, address, cookies=cookies)
    if name == "otto" and answer.status_code == 302:
        half = (f"sessionid={answer.cookies['sessionid']}", *cookies)
        code = {"code": app_code()}
        answer = await visitor.post("/account/factors/authenticate/", address, cookies=half, data=code)
        if answer.status_code != 302:
            answer.cookies.clear()
    return answer


def app_code() -> str:
    """What otto's authenticator app shows: RFC 6238."""
    digest = hmac.digest(base64.b32decode(KEY), struct.pack(">Q", int(time.time()) // 30), "sha1")
    (number,) = struct.unpack_from(">L", digest, digest[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06}"


def known_password() -> str:
    """Of the first login, whose program knows it."""
    return str(json.loads((Path(os.environ["GOLDEN_VAR"]) / "login.json").read_text())["password"])


async def measure(url: str, addresses: int, rate: float, seconds: float, box: Letterbox) -> Iterator[str]:
    """One attack; the lines of its tables."""
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=50)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits, trust_env=False) as client:
        # Each request says whose it is.
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        csrf = (await client.get("/login/")).cookies["csrftoken"]
        visitor, known = Visitor(client, csrf), dict[str, list[str]]()
        for name in ("dora", "otto"):
            answer = await whole_login(visitor, name, "198.51.100.251", ())
            known[name] = [f"known_device={answer.cookies['known_device']}"]
        assert (await visitor.at_tokens("director", known_password(), "10.1.1.1")).status_code == 201
        half = await visitor.at_page("otto", PASSWORD, "203.0.113.1")
        doors = knocks(visitor, f"sessionid={half.cookies['sessionid']}")
        tallies, owners, mails = dict[str, Tally](), dict[str, Owner](), box.mails
        # The code that otto has just used does not work twice.
        await asyncio.sleep(30)
        meanwhile = asyncio.create_task(log_in_meanwhile(visitor, known, owners))
        await guess(doors, addresses, rate, seconds, tallies)
        meanwhile.cancel()
        await asyncio.gather(meanwhile, return_exceptions=True)
    heading = f"{rate:g} attempts a second for {seconds / 60:g} min from {addresses} address(es)"
    return tables(heading, tallies, owners, box.mails - mails)


def tables(heading: str, tallies: dict[str, Tally], owners: dict[str, Owner], mails: int) -> Iterator[str]:
    yield heading
    yield f"{'door':<32} {'attempts':>8} {'looked at':>9} {'got in':>6} {'failed':>6}  answers"
    for name, tally in tallies.items():
        answers = " ".join(f"{status}x{count}" for status, count in sorted(tally.answers.items()))
        row = f"{name:<32} {tally.attempts:>8} {tally.looked_at:>9} {tally.got_in:>6} {tally.failed:>6}"
        yield f"{row}  {answers}"
    sums = [
        sum(getattr(each, name) for each in tallies.values()) for name in ("attempts", "looked_at", "got_in")
    ]
    yield f"{'all':<32} {sums[0]:>8} {sums[1]:>9} {sums[2]:>6}; {mails} mails"
    yield f"{'meanwhile':<40} {'tried':>5} {'got in':>6} {'median s':>8} {'longest s':>9}"
    for who, owner in owners.items():
        middle, longest = statistics.median(owner.seconds or [0]), max(owner.seconds, default=0)
        yield f"{who:<40} {owner.tried:>5} {owner.got_in:>6} {middle:>8.2f} {longest:>9.2f}"


@contextlib.contextmanager
def running_service(box: Letterbox) -> Iterator[str]:
    """A service over data of its own, which trusts its proxy and mails to the box: its address."""
    from tests.config.stack import Stack, environment, free_port

    mail = Controller(box, hostname="127.0.0.1", port=free_port())
    mail.start()
    with tempfile.TemporaryDirectory(prefix="golden-guesses-") as directory:
        var = Path(directory) / "var"
        os.environ["GOLDEN_VAR"] = str(var)
        settings = {"NUM_PROXIES": "1", "EMAIL_URL": f"smtp://127.0.0.1:{mail.port}", "LOG_LEVEL": "WARNING"}
        stack = Stack.start(var, **settings)
        try:
            stack.wait_ready()
            command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", MAKE_LOGINS]
            subprocess.run(command, cwd=PROJECT, env=environment(var), check=True)
            yield stack.url
        finally:
            stack.end()
            mail.stop()


def run(arguments: list[str]) -> Iterator[str]:
    """The lines of all attacks asked for, each against a service that has not seen the others."""
    parser = argparse.ArgumentParser(prog="./run bench guesses", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--rate", type=float, default=50, help="attempts a second")
    parser.add_argument("--addresses", type=int, nargs="+", default=[1, 100], help="from how many addresses")
    options = parser.parse_args(arguments)
    for addresses in options.addresses:
        box = Letterbox()
        with running_service(box) as url:
            lines = asyncio.run(measure(url, addresses, options.rate, options.minutes * 60, box))
        yield from lines
