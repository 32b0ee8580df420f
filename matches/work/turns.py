"""Work that one transaction does at a time, by PostgreSQL's advisory locks; who only reads never waits."""

from enum import IntEnum

from django.db import connection


class Turn(IntEnum):
    """The key of the lock: one number for each kind of work, and nothing else of ours may use it."""

    # The ratings of a rating pool are written.
    RATINGS = 0x60D_E10
    # Players are merged, parted and anonymised, which is rare.
    PLAYERS = 0x60D_E11
    # Mails are handed to their server.
    MAILS = 0x60D_E12
    # Clubs are founded: one of them is the first.
    FOUNDING = 0x60D_E13
    # Something is sent to a webhook: to one that has not answered lately; to one of this number.
    WEBHOOKS_SILENT = 0x60D_E14
    WEBHOOK = 0x60D_E15
    # Extracts of dice are written: of two that share dice, the second sees the first.
    DICE = 0x60D_D1CE


def take_turns(turn: Turn, subject: int | None = None) -> None:
    """Wait until nobody else is at it; theirs is the transaction's until it ends.

    subject: the number of what it is about, where each has a turn of its own.
    """
    with connection.cursor() as cursor:
        cursor.execute(*_asked("pg_advisory_xact_lock", turn, subject))


def turn_taken(turn: Turn, subject: int | None = None) -> bool:
    """Take the turn if it is free, as `take_turns` does; or say at once that it is not."""
    with connection.cursor() as cursor:
        cursor.execute(*_asked("pg_try_advisory_xact_lock", turn, subject))
        row = cursor.fetchone()
    return bool(row and row[0])


def _asked(function: str, turn: Turn, subject: int | None) -> tuple[str, list[int]]:
    if subject is None:
        return f"SELECT {function}(%s)", [int(turn)]
    # Numbers beyond 31 bits share a turn, which is late and no harm.
    return f"SELECT {function}(%s, %s)", [int(turn), subject % 2**31]
