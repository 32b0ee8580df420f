"""What is kept of a secret that was made at random: enough to know it again, not enough to tell it."""

import hashlib


def secret_digest(secret: str) -> str:
    """The SHA-256, in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()
