"""Bytes that a copy of the database is to tell nothing of: AES-GCM, with a fresh nonce each time."""

import os

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12


def seal_bytes(key: bytes, content: bytes) -> bytes:
    """Sealed with a key of 32 bytes."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, content, None)


def unseal_bytes(key: bytes, sealed: bytes) -> bytes:
    """Raises cryptography's InvalidTag where it is not what was sealed with this key."""
    return AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], None)
