"""The database while a backup is taken or restored: the service's own, or the embedded one started for it."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from config.embedded.layout import PROJECT, VarDirectory
from config.embedded.serve import AlreadyServed, running_service, take_lock
from config.embedded.servers import ServerUnavailable, find_postgres, postgres_program
from config.embedded.supervisor import StartFailed, Supervisor

from .archive import BackupRefused

Answer = TypeVar("Answer")


def is_embedded() -> bool:
    """Whether the database is the embedded one, as for `./run serve`."""
    return not os.environ.get("DATABASE_URL")


def with_database(work: Callable[[], Answer], say: Callable[[str], None]) -> Answer:
    """Do `work` while the database runs: the embedded one is started where nobody serves.

    Raises BackupRefused.
    """
    layout = VarDirectory.from_environment()
    if not is_embedded() or running_service(layout):
        return work()
    if not layout.postgres_data.exists():
        raise BackupRefused(f"There is no database in {layout.postgres_data}. `./run serve` makes one.")
    return with_stopped_service(work, say)


def with_stopped_service(work: Callable[[], Answer], say: Callable[[str], None]) -> Answer:
    """Do `work` while nobody serves and nobody can begin to; the embedded database runs, made if need be.

    Who uses a database of DATABASE_URL, only its server knows. Raises BackupRefused.
    """
    if not is_embedded():
        return work()
    layout = VarDirectory.from_environment()
    try:
        layout.make_directories()
        lock = take_lock(layout, "no address")
    except AlreadyServed as served:
        raise BackupRefused(str(served)) from None
    except OSError as error:
        raise BackupRefused(f"{layout.root} cannot be used: {error.strerror}.") from None
    try:
        return asyncio.run(beside_postgres(layout, lock, work, say))
    except (ServerUnavailable, StartFailed) as failed:
        raise BackupRefused(
            f"{failed}\nThe embedded PostgreSQL does not start with the data that is there. To restore "
            f"without them, move {layout.postgres_data} away."
        ) from None
    finally:
        with suppress(OSError):
            os.close(lock)


async def beside_postgres(
    layout: VarDirectory, lock: int, work: Callable[[], Answer], say: Callable[[str], None]
) -> Answer:
    environment = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
    supervisor = Supervisor(layout.log_directory, environment, PROJECT, say, files=(lock,))
    try:
        server = find_postgres()
        await supervisor.start_program(await postgres_program(layout, server, environment))
        return await asyncio.to_thread(work)
    finally:
        await asyncio.shield(supervisor.stop_programs())
