"""How many requests a caller may make. The count lives in Redis; without Redis nobody is turned away."""

import time
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from redis import Redis, RedisError
from redis.commands.core import Script
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    # REST framework loads this module while it loads its views.
    from rest_framework.views import APIView

log = structlog.get_logger(__name__)


@cache
def throttle_counters() -> Redis:
    """The Redis of the counters, which may hang or be away: whatever it has to say, it says at once."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=0.2, socket_connect_timeout=0.2)


# Both at once: a counter that outlived its window would count for ever.
COUNT = """
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return count
"""


@cache
def request_counter() -> Script:
    return throttle_counters().register_script(COUNT)


class CallerThrottle(SimpleRateThrottle):
    """One budget a minute per login, or per address for the anonymous; shown in RateLimit headers.

    A fixed window: one counter, one round trip to Redis.
    """

    scope = "anonymous"

    def allow_request(self, request: Request, view: "APIView") -> bool:
        known = getattr(request.user, "pk", None)
        self.scope = getattr(view, "throttle_rate", "anonymous" if known is None else "login")
        limit, seconds = self.parse_rate(self.THROTTLE_RATES[self.scope])
        assert limit is not None
        assert seconds is not None
        now = time.time()
        window = int(now // seconds)
        # Whoever guesses passwords may well have a token: those are counted by address.
        caller = self.get_ident(request) if known is None or self.scope == "password" else known
        self.reset = int((window + 1) * seconds - now) + 1
        try:
            count = self.count_request(f"rate:{self.scope}:{caller}:{window}", seconds)
        # redis-py loses the buffer of a connection that times out while it is set up, and then stumbles.
        except (RedisError, OSError, AttributeError) as error:
            log.warning("rate_limit_unavailable", error=type(error).__name__)
            return True
        remaining = max(limit - count, 0)
        request._request.rate_limit = (limit, remaining, self.reset)  # type: ignore[attr-defined]
        return count <= limit

    def count_request(self, key: str, seconds: int) -> int:
        """Count this request; one command, one round trip."""
        return int(request_counter()(keys=[key], args=[seconds], client=throttle_counters()))

    def wait(self) -> float:
        return float(self.reset)


class RateLimitHeaders:
    """Middleware: shows every API caller what is left of the budget, as RateLimit-* headers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        limit = getattr(request, "rate_limit", None)
        if limit is not None:
            for name, value in zip(("Limit", "Remaining", "Reset"), limit, strict=True):
                response[f"RateLimit-{name}"] = str(value)
        return response
