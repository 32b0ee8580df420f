"""Codes that people read out and type in: twelve characters in fours, of which none is taken for another."""

import secrets

# Neither I, L, O, U nor 0, 1: 30 characters, of which twelve are 58 bits.
ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
LENGTH, GROUP = 12, 4


def make_reset_code() -> str:
    """Of the system's randomness: the one thing here that is not computed."""
    chars = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return "-".join(chars[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def reset_code_as_meant(typed: str) -> str:
    """A code as it was issued, whatever capitals and separators it was typed with."""
    return "".join(char for char in typed.upper() if char in ALPHABET)
