"""Secrets of webhooks: made, kept sealed, signed with. After Standard Webhooks 1.0.0."""

import base64
import hashlib
import hmac
import os
from collections.abc import Sequence
from datetime import UTC, datetime

from standardwebhooks.webhooks import Webhook as Signer

from matches.accounts.rules.sealing import seal_bytes, unseal_bytes

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """A secret as it is shown, once: `whsec_` and 32 random bytes in base64."""
    return PREFIX + base64.b64encode(os.urandom(SECRET_BYTES)).decode()


def seal_secret(secret: str, key: str) -> bytes:
    """As it lies in the database: nothing without the key of the service."""
    return seal_bytes(_sealing_key(key), secret.encode())


def unseal_secret(sealed: bytes, key: str) -> str:
    """Raises cryptography's InvalidTag where it was sealed with another key."""
    return unseal_bytes(_sealing_key(key), sealed).decode()


def _sealing_key(key: str) -> bytes:
    return hmac.digest(key.encode(), b"webhooks: secrets", hashlib.sha256)


def signature_header(secrets: Sequence[str], message: str, at: datetime, body: bytes) -> str:
    """The signatures of a body, one for each secret, as `webhook-signature` has them."""
    said = body.decode()
    return " ".join(Signer(secret).sign(message, at.astimezone(UTC), said) for secret in secrets)
