"""The seal of a draw: shown before it, so that nobody can choose the seed of its lots afterwards."""

from hashlib import sha256


def seal_of_seed(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal: it gives the seed away to nobody."""
    return sha256(seed.encode()).hexdigest()
