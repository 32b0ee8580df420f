"""Answers as they lie in the database: under a name, and with a content, that mean nothing without the key.

Answers hold secrets: tokens, one-time codes, what is private. Both keys are made of the service's secret and
of the key that the client sent, which is kept nowhere: a copy of the database tells neither who asked, nor
what, nor what was answered.
"""

import base64
import hashlib
import hmac
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from matches.accounts.rules.sealing import seal_bytes, unseal_bytes


@dataclass(frozen=True, slots=True)
class SentAnswer:
    """What a request was answered.

    fingerprint: of the request. body: None where it is too long to be kept.
    """

    fingerprint: str
    status: int
    headers: Mapping[str, str]
    body: bytes | None


@dataclass(frozen=True, slots=True)
class KeyOfCaller:
    """An idempotency key of one caller: the same key of another is another."""

    secret: str
    caller: str
    key: str

    @property
    def digest(self) -> str:
        """The name of the row: 64 hexadecimal digits."""
        return self._derive("digest").hex()

    @property
    def lock_number(self) -> int:
        """A signed number of 64 bits."""
        return int.from_bytes(self._derive("lock")[:8], signed=True)

    def seal(self, answer: SentAnswer) -> bytes:
        body = None if answer.body is None else base64.b64encode(answer.body).decode()
        said = json.dumps([answer.fingerprint, answer.status, dict(answer.headers), body])
        return seal_bytes(self._derive("seal"), zlib.compress(said.encode(), 1))

    def unseal(self, sealed: bytes) -> SentAnswer:
        """Raises cryptography's InvalidTag where it is not what was sealed with this key."""
        said = unseal_bytes(self._derive("seal"), sealed)
        fingerprint, status, headers, body = json.loads(zlib.decompress(said))
        return SentAnswer(fingerprint, status, headers, None if body is None else base64.b64decode(body))

    def _derive(self, purpose: str) -> bytes:
        said = json.dumps(["idempotency", purpose, self.caller, self.key])
        return hmac.digest(self.secret.encode(), said.encode(), hashlib.sha256)
