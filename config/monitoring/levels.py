"""How things stand in a process: what it says of itself beside its counts."""

import shutil

from django.db import DEFAULT_DB_ALIAS, connections

from config.embedded.layout import VarDirectory

from .tally import Levels


def database_pool() -> Levels:
    """Of the pool of connections, once there is one."""
    # By the attribute: to ask for the pool makes one.
    pool = connections[DEFAULT_DB_ALIAS]._connection_pools.get(DEFAULT_DB_ALIAS)  # type: ignore[attr-defined]
    if pool is None:
        return {}
    found = pool.get_stats()
    return {
        "golden_database_pool_max": found["pool_max"],
        "golden_database_pool_size": found["pool_size"],
        "golden_database_pool_in_use": found["pool_size"] - found["pool_available"],
        "golden_database_pool_waiting": found["requests_waiting"],
    }


def disk() -> Levels:
    """Of the disk that the directory of the service is on, or would be."""
    where = VarDirectory.from_environment().root
    while not where.exists():
        where = where.parent
    found = shutil.disk_usage(where)
    return {"golden_disk_bytes": found.total, "golden_disk_free_bytes": found.free}
