"""Taking a backup, while the service runs or not: one snapshot of the database, and the secrets beside it."""

import os
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any, BinaryIO

import psycopg
from psycopg import sql

from config.embedded.layout import PROJECT
from matches.facts.kinds import fact_kinds

from .archive import BLOCK, DUMP, ArchiveWriter, BackupRefused, Manifest
from .secrets import describe_secrets, secret_files
from .server import with_database
from .tools import database_parameters, explain_database_error, last_words, start_tool

_MOMENT = """
    SELECT now(), pg_export_snapshot(), current_setting('server_version'), to_regclass('django_migrations')
"""
_TABLES = """
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname
"""


def project_version() -> str:
    """The version of this Golden Point, such as "0.1.0"."""
    return str(tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"])


def backup_path(wanted: str, now: datetime) -> Path:
    """The file of a backup: `wanted`, or one named by the time in it if that is a directory or nothing.

    Raises BackupRefused where it is there already: no backup is written over.
    """
    path = Path(wanted or ".")
    if path.is_dir():
        path /= f"golden-{now:%Y%m%d-%H%M}.tar"
    if path.exists():
        raise BackupRefused(f"{path} exists already, and no backup is written over. Name another file.")
    return path


def take_backup(path: Path, say: Callable[[str], None]) -> Manifest:
    """Write a backup to `path`, mode 0600; the file is there when all of it is. Raises BackupRefused."""
    part = path.with_name(f"{path.name}.part")
    try:
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w+b") as out:
            manifest = with_database(lambda: write_backup(out), say)
        # Two that end together have two names: the later is refused and does not replace the first.
        os.link(part, path)
        return manifest
    except FileExistsError:
        raise BackupRefused(f"{path} exists already, and no backup is written over.") from None
    except OSError as error:
        raise BackupRefused(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def take_backup_to(out: BinaryIO, say: Callable[[str], None]) -> Manifest:
    """Write a backup to a pipe, when all of it is there. Raises BackupRefused."""
    try:
        with tempfile.TemporaryFile() as whole:
            manifest = with_database(lambda: write_backup(whole), say)
            whole.seek(0)
            shutil.copyfileobj(whole, out, BLOCK)
        out.flush()
    except OSError as error:
        raise BackupRefused(f"The backup cannot be written: {error.strerror}.") from None
    return manifest


def write_backup(out: IO[bytes]) -> Manifest:
    """Write the parts and the manifest, all of one snapshot. Raises BackupRefused, and OSError of `out`."""
    parameters = database_parameters()
    try:
        with psycopg.connect(**parameters) as database:
            database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            database.read_only = True
            taken_at, snapshot, server, migrated = database.execute(_MOMENT).fetchall()[0]
            if migrated is None:
                raise BackupRefused(
                    f"The database {parameters.get('dbname')} has no tables of Golden Point: "
                    "there is nothing to back up."
                )
            writer = ArchiveWriter(out)
            major = database.info.server_version // 10_000
            dump_snapshot(writer, str(snapshot), major, str(parameters["dbname"]))
            for name, content in secret_files().items():
                writer.add_bytes(name, content)
            rows = count_rows(database)
            manifest = Manifest(
                version=project_version(),
                taken_at=taken_at.isoformat(),
                postgresql=str(server).split()[0],
                migrations=applied_migrations(database),
                facts=facts_of(rows),
                rows=rows,
                secrets=describe_secrets(),
                parts=dict(writer.parts),
            )
            writer.finish(manifest)
            return manifest
    except psycopg.Error as error:
        raise explain_database_error(error, parameters) from None


def dump_snapshot(writer: ArchiveWriter, snapshot: str, server: int, database: str) -> None:
    """Raises BackupRefused with what pg_dump says, and OSError where the file takes no more."""
    words = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
    with tempfile.TemporaryFile() as errors:
        process = start_tool("pg_dump", words, server, database, stdout=subprocess.PIPE, stderr=errors)
        try:
            assert process.stdout is not None
            with writer.adding(DUMP) as write:
                while piece := process.stdout.read(BLOCK):
                    write(piece)
            status = process.wait()
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        errors.seek(0)
        if status:
            raise BackupRefused(f"The database cannot be dumped: {last_words(errors.read())}")


def list_tables(database: psycopg.Connection[Any]) -> list[str]:
    return [name for (name,) in database.execute(_TABLES).fetchall()]


def count_rows(database: psycopg.Connection[Any]) -> dict[str, int]:
    """How many rows each table has."""
    count = sql.SQL("SELECT count(*) FROM public.{}")
    return {
        name: database.execute(count.format(sql.Identifier(name))).fetchall()[0][0]
        for name in list_tables(database)
    }


def applied_migrations(database: psycopg.Connection[Any]) -> list[tuple[str, str]]:
    return [
        (app, name)
        for app, name in database.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    ]


def facts_of(rows: dict[str, int]) -> dict[str, int]:
    """How many facts there are of each kind, where there are any."""
    counts = {name: rows.get(kind.model._meta.db_table, 0) for name, kind in fact_kinds().items()}
    return {name: count for name, count in counts.items() if count}
