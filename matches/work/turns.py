"""Work that one transaction does at a time, by PostgreSQL's advisory locks; who only reads never waits."""

from enum import IntEnum

from django.db import connection


class Turn(IntEnum):
    """The key of the lock: one number for each kind of work, and nothing else of ours may use it."""

    # Ratings are written.
    RATINGS = 0x60D_E10
    # Players are merged, parted and anonymised, which is rare.
    PLAYERS = 0x60D_E11
    # Mails are handed to their server.
    MAILS = 0x60D_E12
    # Clubs are founded: one of them is the first.
    FOUNDING = 0x60D_E13
    # Extracts of dice are written: of two that share dice, the second sees the first.
    DICE = 0x60D_D1CE


def take_turns(turn: Turn) -> None:
    """Wait until nobody else is at it; theirs is the transaction's until it ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int(turn)])


def turn_taken(turn: Turn) -> bool:
    """Take the turn if it is free, as `take_turns` does; or say at once that it is not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [int(turn)])
        row = cursor.fetchone()
    return bool(row and row[0])
