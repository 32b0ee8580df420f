"""PostgreSQL's own programs, and what went wrong with them in a sentence."""

import os
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import psycopg
from django.conf import settings
from psycopg.conninfo import make_conninfo

from config.database import session_parameters
from config.embedded.servers import ServerUnavailable, find_postgres

from .archive import BackupRefused


def find_tool(name: str, server: int) -> Path:
    """`pg_dump` or `pg_restore` for a PostgreSQL of that major version; older ones refuse it.

    Of PG_BIN; else on PATH or beside the embedded PostgreSQL, the first that is new enough.
    Raises BackupRefused.
    """
    if settings.PG_BIN:
        candidates = [Path(settings.PG_BIN, name)]
        if not os.access(candidates[0], os.X_OK):
            raise BackupRefused(
                f"There is no program {candidates[0]}: PG_BIN must be the directory of PostgreSQL's own."
            )
    else:
        candidates = [Path(found)] if (found := shutil.which(name)) else []
        with suppress(ServerUnavailable):
            candidates.append(find_postgres().path.with_name(name))
    for path in candidates:
        if tool_major(path) >= server:
            return path
    older = "".join(f" {path} is of version {tool_major(path)}." for path in candidates)
    raise BackupRefused(
        f"There is no {name} of PostgreSQL {server} here.{older} Install PostgreSQL's client programs of "
        "that version, or set PG_BIN to their directory."
    )


def tool_major(path: Path) -> int:
    """The major version of a program of PostgreSQL; 0 where it does not run."""
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10).stdout
    except OSError:
        return 0
    found = re.search(r"PostgreSQL\D*(\d+)", said)
    return int(found[1]) if found else 0


def database_parameters(database: str | None = None) -> dict[str, Any]:
    """The keyword arguments for psycopg.connect that lead to Django's database, or another on its server."""
    parameters = session_parameters("backup")
    return parameters if database is None else {**parameters, "dbname": database}


def database_place(parameters: dict[str, Any]) -> str:
    """Where a server is, for people; never with the password."""
    return f"{parameters.get('host') or 'the local socket'}, port {parameters.get('port') or 5432}"


def start_tool(
    name: str, arguments: list[str], server: int, database: str, **pipes: IO[bytes] | int
) -> subprocess.Popen[bytes]:
    """A program at work on a database of a server of that major version.

    The password goes by its environment, where only we can read it.
    """
    parameters = database_parameters(database)
    environment = {**os.environ, "LC_ALL": "C"}
    if password := parameters.pop("password", None):
        environment["PGPASSWORD"] = str(password)
    address = make_conninfo(**parameters)
    command = [str(find_tool(name, server)), "--no-password", *arguments, f"--dbname={address}"]
    return subprocess.Popen(command, env=environment, **pipes)  # type: ignore[call-overload,no-any-return]


def last_words(stderr: bytes) -> str:
    """The first line that names an error, else the last, of what a program wrote."""
    lines = [line.strip() for line in stderr.decode(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line]
    return (errors or lines[::-1] or ["it does not say why"])[0]


def explain_database_error(error: psycopg.Error, parameters: dict[str, Any]) -> BackupRefused:
    """Why the database could not be asked, in a sentence."""
    text = str(error).strip().splitlines()
    first = text[0] if text else type(error).__name__
    place, name, user = database_place(parameters), parameters.get("dbname"), parameters.get("user")
    if "password authentication failed" in first or "no password supplied" in first:
        return BackupRefused(
            f"PostgreSQL at {place} does not take the password of {user}: correct DATABASE_URL."
        )
    if f'database "{name}" does not exist' in first:
        return BackupRefused(f"PostgreSQL at {place} has no database {name}: correct DATABASE_URL.")
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return BackupRefused(
            f"PostgreSQL does not let {user} do this ({first}). A restore needs a user who may make "
            f"databases: ALTER ROLE {user} CREATEDB."
        )
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return BackupRefused(f"PostgreSQL at {place} does not answer: is it running? ({first})")
    return BackupRefused(f"PostgreSQL at {place} refuses: {first}")
