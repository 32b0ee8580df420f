"""Django's cache in Redis, for limits that may be missing for a moment: without Redis it holds nothing."""

from functools import cached_property
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import RedisError

log = structlog.get_logger(__name__)


class KeepingClient(RedisCacheClient):
    """Of one server, to which a client is made once: it costs as much as what is asked of it."""

    @cached_property
    def kept(self) -> Any:
        return super().get_client()

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        return self.kept


class RestingCache(RedisCache):
    """While Redis is away nothing is found and everything is taken to be written."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeepingClient

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except (RedisError, OSError) as error:
            return self._rest(error, default)

    def add(self, key: Any, value: Any, timeout: Any = None, version: int | None = None) -> bool:
        try:
            return super().add(key, value, timeout, version)
        except (RedisError, OSError) as error:
            return bool(self._rest(error, True))

    def set(self, key: Any, value: Any, timeout: Any = None, version: int | None = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except (RedisError, OSError) as error:
            self._rest(error, None)

    def delete(self, key: Any, version: int | None = None) -> bool:
        try:
            return super().delete(key, version)
        except (RedisError, OSError) as error:
            return bool(self._rest(error, False))

    def _rest(self, error: Exception, answer: Any) -> Any:
        log.warning("cache_unavailable", error=type(error).__name__)
        return answer
