"""What stands before PostgreSQL: nothing, or a pooler that lends connections for a transaction each.

Behind one of those (PgBouncer, `pool_mode = transaction`) what belongs to a session is lost after each
transaction: statements that were prepared, cursors that are held, and `LISTEN`.
"""

from config.openness import UnknownChoice

POOLERS = ("", "transaction")


class NoDirectAddress(ValueError):
    """Nobody could listen: behind a pooler of transactions no notification arrives, and nothing says so."""

    code = "no_direct_address"


def chosen_pooler(pooler: str, direct: str) -> str:
    """pooler: DATABASE_POOLER. direct: DATABASE_DIRECT_URL. Raises UnknownChoice, NoDirectAddress."""
    if pooler not in POOLERS:
        raise UnknownChoice(f"DATABASE_POOLER is {pooler!r}; it is transaction, or not set.")
    if pooler and not direct:
        raise NoDirectAddress(
            f"DATABASE_POOLER is {pooler!r}, and live events and the dispatcher listen to PostgreSQL itself: "
            "set DATABASE_DIRECT_URL to its address, past the pooler."
        )
    return pooler
