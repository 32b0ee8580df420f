"""The doors: wherever a secret is asked for, all attempts are counted together, before any is looked at.

A door is a page, an address of the API or the admin site; each asks `login_authenticate`, so the one
backend in AUTHENTICATION_BACKENDS, or `door_enter` itself where the secret is no password. Attempts of an
address are limited, its failures slow it down, and failures for an account slow down who is not known to it.
Who is known, by a cookie of this device or by an earlier login from this address, has a budget of their own:
guesses of others never lock them out. Nor do they keep out who comes from somewhere new: the first attempts
of an address for an account are counted apart. An account that does not exist is counted like one that does.
"""

import ipaddress
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.backends import ModelBackend
from django.core import signing
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from redis import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from matches.accounts.errors import TooManyAttempts
from matches.accounts.models import User
from matches.accounts.rules.budgets import AttemptRule, SlidingBudget, SlowingBudget
from matches.accounts.rules.usernames import username_folded
from matches.accounts.selectors import has_second_factor, login_of_name
from matches.base.api.throttling import CallerThrottle, throttle_counters
from matches.hooks import login_columns

log = structlog.get_logger(__name__)

DAY = 24 * 3600.0
# Failures for one account: ten cost nothing, then a minute, two, four and so on up to an hour.
FAILURES = SlowingBudget(free=10, first=60.0, longest=3600.0, within=DAY)
# Failures of one address, for whatever accounts: who tries one password on many is slowed down too.
ADDRESS_FAILURES = SlowingBudget(free=20, first=60.0, longest=3600.0, within=DAY)
# The first failures of an address for an account are no part of FAILURES, up to so many of all addresses.
FIRST_FAILURES = SlidingBudget(limit=2, within=DAY)
ALL_FIRST_FAILURES = SlidingBudget(limit=240, within=DAY)
# Passwords of people not known here that one process looks at at the same time. Each takes a core for a tenth
# of a second: whatever number is tried at once, there are threads left for everybody else.
STRANGERS_AT_ONCE = threading.BoundedSemaphore(max(settings.WEB_THREADS // 2, 1))
# Seconds: a code of an authenticator app is right in its half minute, and in those beside it.
CODE_RIGHT_FOR = 120
ADDRESS_KNOWN_FOR = 30 * int(DAY)
DEVICE_COOKIE = "known_device"
DEVICE_KNOWN_FOR = 365 * int(DAY)
# Accounts that one device is known to; whoever logs into more is known to the last of them.
ACCOUNTS_PER_DEVICE = 10
_SALT = "matches.accounts.doors"

Rules = dict[str, AttemptRule]
"""What an attempt is counted under, by the key of the count."""

# As Django's views and REST framework's give it; none where a command asks.
AnyRequest = HttpRequest | Request | None


@dataclass(frozen=True, slots=True)
class DoorAttempt:
    """An attempt that was let in, and what it was counted under."""

    mark: str
    failures: tuple[str, ...]
    own: bool

    def succeeded(self, *, half: bool = False) -> None:
        """It was no failure; of those of a known device or address none is remembered.

        half: a second factor is still to come. Whoever has the password alone does not wipe out by it what
        they guess of that.
        """
        if self.own and not half:
            _forget_all(self.failures)
        else:
            _forget_attempt(self.failures, self.mark)


def door_enter(request: AnyRequest, username: str, *, code: bool = False) -> DoorAttempt:
    """Count an attempt to show a secret of the account. Raises TooManyAttempts, the secret unseen.

    code: a secret too long to be guessed: failures slow down its address alone, so nobody else's do.
    """
    account, address = account_key(username), address_key(request)
    everybody: Rules = {f"door:address:{address}": address_budget()}
    failed: Rules = {f"door:failed:{address}": ADDRESS_FAILURES}
    if code:
        return _count_attempt(everybody, {**failed, f"door:code:{account}:{address}": FAILURES})
    if device := known_device(request, account):
        own: Rules = {f"door:device-rate:{account}:{device}": address_budget()}
        return _count_attempt(own, {f"door:device:{account}:{device}": FAILURES}, own=True)
    if _is_known_address(account, address):
        own = {f"door:known-rate:{account}:{address}": address_budget()}
        return _count_attempt(own, {f"door:known:{account}:{address}": FAILURES}, own=True)
    first: Rules = {
        f"door:first:{account}:{address}": FIRST_FAILURES,
        f"door:firsts:{account}": ALL_FIRST_FAILURES,
    }
    return _count_attempt(
        everybody, {**failed, f"door:account:{account}": FAILURES}, first={**failed, **first}
    )


def login_authenticate(request: AnyRequest, *, username: str, password: str) -> User | None:
    """The login of this name, if the password is its. Raises TooManyAttempts."""
    user = authenticate(request=request, username=username, password=password)
    return user if isinstance(user, User) else None


def password_is_own(request: AnyRequest, user: User, password: str) -> bool:
    """Whether who is logged in knows the password too. Raises TooManyAttempts."""
    found = login_authenticate(request, username=user.username, password=password)
    return found is not None and found.pk == user.pk


class DoorBackend(ModelBackend):
    """Looks at a password after the attempt is counted. The only backend: no door can be left out."""

    def authenticate(
        self,
        request: AnyRequest,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        if username is None or password is None:
            return None
        attempt = door_enter(request, username)
        user = login_of_name(username)
        with _while_few_are_looked_at(attempt):
            if user is None:
                # As long as looking at a password takes: who asks learns nothing by the time.
                User().set_password(password)
                return None
            if not user.check_password(password) or not self.user_can_authenticate(user):
                return None
        if user.is_service:
            return None
        attempt.succeeded(half=has_second_factor(user))
        return user

    def get_user(self, user_id: Any) -> User | None:
        """The login of a session, with what every page says to it: one query."""
        user = User.objects.annotate(**login_columns()).filter(pk=user_id).first()
        return user if self.user_can_authenticate(user) else None


@contextmanager
def _while_few_are_looked_at(attempt: DoorAttempt) -> Iterator[None]:
    """Whoever is known is always one of them. Raises TooManyAttempts; then it was none."""
    if attempt.own:
        yield
        return
    if not STRANGERS_AT_ONCE.acquire(blocking=False):
        attempt.succeeded()
        raise TooManyAttempts(1)
    try:
        yield
    finally:
        STRANGERS_AT_ONCE.release()


def is_first_use(user: User, code: str) -> bool:
    """Whether a right code of a second factor has not been used before, for as long as it is right.

    Where nobody can say, it has not: the counts beside it limit guesses, not who has seen a code.
    """
    as_shown = "".join(filter(str.isalnum, code))
    key = f"door:used:{user.pk}:{salted_hmac(_SALT, as_shown).hexdigest()[:32]}"
    try:
        return bool(throttle_counters().set(key, 1, nx=True, ex=CODE_RIGHT_FOR))
    except (RedisError, OSError) as error:
        log.warning("used_code_not_kept", error=type(error).__name__)
        return True


def address_budget() -> SlidingBudget:
    """RATE_PASSWORD, wherever its minute is laid."""
    limit, seconds = CallerThrottle().parse_rate(CallerThrottle.THROTTLE_RATES["password"])
    assert limit is not None
    assert seconds is not None
    return SlidingBudget(limit, seconds)


# -- Who is known


def login_remember(request: AnyRequest, user: User) -> None:
    """Somebody has logged in from this address: it is known to the account for a while."""
    key = f"door:met:{account_key(user.username)}:{address_key(request)}"
    try:
        throttle_counters().set(key, 1, ex=ADDRESS_KNOWN_FOR)
    except (RedisError, OSError) as error:
        log.warning("known_address_not_kept", error=type(error).__name__)


def device_cookie(request: HttpRequest, user: User) -> str:
    """The value of the cookie by which this device is known to the account from now on."""
    device, accounts = _device_of(request)
    account = account_key(user.username)
    known = [account, *(each for each in accounts if each != account)][:ACCOUNTS_PER_DEVICE]
    return signing.dumps([device or secrets.token_hex(8), *known], salt=_SALT)


def known_device(request: AnyRequest, account: str) -> str | None:
    """The device that asks, if somebody has logged into the account on it."""
    device, accounts = _device_of(request)
    return device if account in accounts else None


def _device_of(request: AnyRequest) -> tuple[str | None, list[str]]:
    sent = None if request is None else request.COOKIES.get(DEVICE_COOKIE)
    if not sent:
        return None, []
    try:
        device, *accounts = signing.loads(sent, salt=_SALT, max_age=DEVICE_KNOWN_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return None, []
    return device, accounts


def _is_known_address(account: str, address: str) -> bool:
    try:
        return bool(throttle_counters().exists(f"door:met:{account}:{address}"))
    except (RedisError, OSError):
        return False


def account_key(username: str) -> str:
    """What attempts for a name are counted under, in any capitals and width; no login need have it."""
    return salted_hmac(_SALT, username_folded(username)).hexdigest()[:32]


def address_key(request: AnyRequest) -> str:
    """Where the request comes from; of IPv6 the first half, which is what one household is given."""
    # NUM_PROXIES says whose word is taken for it.
    ident = "" if request is None else str(BaseThrottle().get_ident(request) or "")  # type: ignore[arg-type]
    try:
        address = ipaddress.ip_address(ident.partition("%")[0])
    except ValueError:
        return salted_hmac(_SALT, ident).hexdigest()[:32]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return str(ipaddress.ip_network((address, 64), strict=False).network_address)
        address = address.ipv4_mapped
    return str(address)


def network_of(request: AnyRequest) -> str:
    """The network that a request comes from, no closer than /24 or /48; "" where that is not known."""
    ident = "" if request is None else str(BaseThrottle().get_ident(request) or "")  # type: ignore[arg-type]
    try:
        address = ipaddress.ip_address(ident.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return str(ipaddress.ip_network((str(address), 24 if address.version == 4 else 48), strict=False))


# -- Counting


class LocalAttempts:
    """What one process counts by itself while Redis is away: less than all of them would, but not nothing."""

    def __init__(self, most: int = 10_000) -> None:
        self.most = most
        self.kept: OrderedDict[str, dict[str, float]] = OrderedDict()
        self.lock = threading.Lock()

    def add(self, rules: Mapping[str, AttemptRule], mark: str, now: float) -> dict[str, list[float]]:
        """Note an attempt under each key; the times of those before it."""
        with self.lock:
            found = {}
            for key, rule in rules.items():
                attempts = self.kept.setdefault(key, {})
                self.kept.move_to_end(key)
                for old in [each for each, moment in attempts.items() if moment <= now - rule.within]:
                    del attempts[old]
                found[key] = list(attempts.values())
                attempts[mark] = now
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)
            return found

    def remove(self, keys: Iterable[str], mark: str | None) -> None:
        """Forget an attempt, or all of them."""
        with self.lock:
            for key in keys:
                if mark is None:
                    self.kept.pop(key, None)
                else:
                    self.kept.get(key, {}).pop(mark, None)


local_attempts = LocalAttempts()


def _count_attempt(
    rates: Rules, failures: Rules, *, own: bool = False, first: Rules | None = None
) -> DoorAttempt:
    """Count first, then look: of attempts at the same instant each sees those before it.

    first: what is counted in place of `failures` as long as nothing of it has to wait.
    """
    rules = {**rates, **failures, **(first or {})}
    mark = secrets.token_hex(12)
    try:
        now = _time_of_redis()
        earlier = _add_to_redis(rules, mark, now)
    except (RedisError, OSError) as error:
        log.warning("attempts_counted_locally", error=type(error).__name__)
        now = time.time()
        earlier = local_attempts.add(rules, mark, now)
    waits = {key: rule.wait(earlier[key], now) for key, rule in rules.items()}
    if first is not None and not any(waits[key] for key in first):
        failures = first
    wait = max(waits[key] for key in (*rates, *failures))
    if wait > 0:
        # What was not let in does not count: whoever goes on asking does not wait the longer for it.
        _forget_attempt(rules, mark)
        raise TooManyAttempts(wait)
    if beside := rules.keys() - rates.keys() - failures.keys():
        _forget_attempt(beside, mark)
    return DoorAttempt(mark, tuple(failures), own)


def _time_of_redis() -> float:
    """The clock of all who count there: by one that is fast another's attempts would be long ago."""
    seconds, microseconds = throttle_counters().time()
    return float(seconds) + float(microseconds) / 1e6


def _add_to_redis(rules: Mapping[str, AttemptRule], mark: str, now: float) -> dict[str, list[float]]:
    """The same as `LocalAttempts.add`, for all processes: one round trip."""
    with throttle_counters().pipeline(transaction=True) as pipeline:
        for key, rule in rules.items():
            pipeline.zremrangebyscore(key, "-inf", now - rule.within)
            pipeline.zrange(key, 0, -1, withscores=True)
            pipeline.zadd(key, {mark: now})
            pipeline.expire(key, int(rule.within) + 1)
        answers = pipeline.execute()
    return {key: [score for _, score in answers[4 * number + 1]] for number, key in enumerate(rules)}


def _forget_attempt(keys: Iterable[str], mark: str) -> None:
    local_attempts.remove(keys, mark)
    try:
        with throttle_counters().pipeline(transaction=False) as pipeline:
            for key in keys:
                pipeline.zrem(key, mark)
            pipeline.execute()
    except (RedisError, OSError):
        return


def _forget_all(keys: Iterable[str]) -> None:
    local_attempts.remove(keys, None)
    try:
        throttle_counters().delete(*keys)
    except (RedisError, OSError):
        return
