"""Secrets of webhooks: made, kept sealed, signed with. After Standard Webhooks 1.0.0."""

import base64
import hashlib
import hmac
import os
from collections.abc import Sequence
from datetime import UTC, datetime

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from standardwebhooks.webhooks import Webhook as Signer

PREFIX = "whsec_"
SECRET_BYTES = 32
NONCE_BYTES = 12


def new_secret() -> str:
    """A secret as it is shown, once: `whsec_` and 32 random bytes in base64."""
    return PREFIX + base64.b64encode(os.urandom(SECRET_BYTES)).decode()


def seal_secret(secret: str, key: str) -> bytes:
    """As it lies in the database: nothing without the key of the service."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(key).encrypt(nonce, secret.encode(), None)


def unseal_secret(sealed: bytes, key: str) -> str:
    """Raises cryptography's InvalidTag where it was sealed with another key."""
    return _cipher(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], None).decode()


def _cipher(key: str) -> AESGCM:
    return AESGCM(hmac.digest(key.encode(), b"webhooks: secrets", hashlib.sha256))


def signature_header(secrets: Sequence[str], message: str, at: datetime, body: bytes) -> str:
    """The signatures of a body, one for each secret, as `webhook-signature` has them."""
    said = body.decode()
    return " ".join(Signer(secret).sign(message, at.astimezone(UTC), said) for secret in secrets)
