"""Restoring a backup: into a database of its own, which takes the place of the other when it is right."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from config.embedded.layout import PROJECT, VarDirectory
from matches.facts.models import Change, Version

from .archive import BLOCK, DUMP, Archive, BackupRefused, Manifest, open_archive
from .secrets import BEFORE, check_secrets, place_secrets, secrets_to_place, stage_secrets
from .server import with_stopped_service
from .taking import count_rows, list_tables, project_version
from .tools import database_parameters, explain_database_error, last_words, start_tool

# Besides the one that is restored into its place: under whose name the database that was there is kept.
FRESH, KEPT = "_restoring", "_before"
MAINTENANCE = ("postgres", "template1")

_OTHERS = """
    SELECT coalesce(nullif(application_name, ''), usename), count(*) FROM pg_stat_activity
    WHERE datname = %s AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    GROUP BY 1 ORDER BY 1
"""
_NO_ANSWER_IS_OF_BEFORE = sql.SQL("""
    UPDATE {versions} SET number = greatest(number, extract(epoch FROM now())::bigint) + 1
""")


@dataclass
class Restoration:
    """What a restore did.

    kept: the database that was there, by its new name; "" where there was none.
    files: files that were replaced, by their new names. differences: what `compare` found.
    """

    manifest: Manifest
    kept: str = ""
    files: list[Path] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def restore_backup(path: Path, say: Callable[[str], None], *, other_key: bool = False) -> Restoration:
    """Put the backup in the place of what is there. Raises BackupRefused; then all is as it was."""
    with open_archive(path) as archive:
        manifest = archive.manifest
        check_version(manifest)
        done = Restoration(manifest, warnings=check_secrets(manifest, other_key=other_key))
        say(f"The backup of {manifest.taken_at} is whole: {sum(manifest.facts.values()):,} facts.")
        with_stopped_service(lambda: restore_over(archive, done, say), say)
    return done


def check_version(manifest: Manifest) -> None:
    """Raises BackupRefused where a newer version took the backup: whose migrations this one does not know."""
    on_disk = MigrationLoader(None).disk_migrations
    known = set(on_disk) | {old for migration in on_disk.values() for old in migration.replaces}
    if unknown := [name for name in manifest.migrations if name not in known]:
        app, name = unknown[-1]
        raise BackupRefused(
            f"A newer version took this backup: {manifest.version}; this is {project_version()}, which does "
            f"not know the migration {app} {name}. Upgrade first. Nothing was changed."
        )


def restore_over(archive: Archive, done: Restoration, say: Callable[[str], None]) -> None:
    parameters = database_parameters()
    try:
        with connect_maintenance(parameters) as server:
            exchange = Exchange(server, str(parameters["dbname"]))
            exchange.check_unused()
            major = server.info.server_version // 10_000
            check_server(archive.manifest, major)
            staged: list[Path] = []
            try:
                exchange.make_fresh()
                say("Loading it into a database of its own ...")
                load_dump(archive, major, exchange.fresh)
                check_counts(archive.manifest, exchange.fresh)
                say("Bringing it up to date, and comparing what is stored with the facts ...")
                bring_up_to_date(exchange.fresh)
                done.differences = compare_caches(exchange.fresh)
                names = secrets_to_place(archive.manifest)
                staged = stage_secrets({name: archive.part(name).read() for name in names})
                done.kept = exchange.swap()
            except BaseException:
                for each in staged:
                    each.unlink(missing_ok=True)
                # What has gone wrong is of more interest; the next restore drops it.
                with suppress(psycopg.Error):
                    exchange.drop(exchange.fresh)
                raise
            done.files = place_secrets(staged, keep=bool(done.kept))
    except psycopg.Error as error:
        raise explain_database_error(error, parameters) from None
    except OSError as error:
        raise BackupRefused(
            f"{error.filename or 'The disk'} cannot be written: {error.strerror}. The database is as it was."
        ) from None
    # What a start notes of the database that it prepared.
    if (note := VarDirectory.from_environment().prepared_file).exists():
        note.unlink()


def connect_maintenance(parameters: dict[str, Any]) -> psycopg.Connection[Any]:
    """A connection to the server, not to the database that is to be exchanged."""
    for last, name in ((False, MAINTENANCE[0]), (True, MAINTENANCE[1])):
        try:
            return psycopg.connect(**{**parameters, "dbname": name}, autocommit=True)
        except psycopg.OperationalError as error:
            if last or "does not exist" not in str(error):
                raise
    raise AssertionError("one of them has raised")


def check_server(manifest: Manifest, server: int) -> None:
    """Raises BackupRefused where an older PostgreSQL is to read what a newer one wrote."""
    if int(manifest.postgresql.split(".")[0]) > server:
        raise BackupRefused(
            f"PostgreSQL {manifest.postgresql} wrote this backup; here is {server}, which cannot "
            "read it. Nothing was changed."
        )


class Exchange:
    """The databases of a restore: the one in its place, the fresh one, the one that is kept."""

    def __init__(self, server: psycopg.Connection[Any], name: str) -> None:
        self.server, self.name = server, name
        self.fresh, self.kept = f"{name}{FRESH}", f"{name}{KEPT}"

    def check_unused(self) -> None:
        """Raises BackupRefused where somebody is connected to the database: the service runs."""
        others = self.server.execute(_OTHERS, [self.name]).fetchall()
        if others:
            who = ", ".join(f"{name} ({count})" for name, count in others)
            raise BackupRefused(
                f"The database {self.name} is in use by {who}. Stop the service first: web, solo, "
                "dispatcher, the workers and beat. Nothing was changed."
            )

    def exists(self, name: str) -> bool:
        found = self.server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        return found is not None

    def drop(self, name: str) -> None:
        self.server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def make_fresh(self) -> None:
        """An empty database; one that an earlier restore left when it was killed goes."""
        self.drop(self.fresh)
        create = sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(self.fresh))
        self.server.execute(create)

    def swap(self) -> str:
        """Put the fresh one in its place, at once or not at all; returns how the one there is called now.

        The one that the restore before kept goes; an empty one is not kept.
        """
        self.check_unused()
        there = self.exists(self.name)
        if there and is_empty(self.name):
            self.drop(self.name)
            there = False
        if there:
            self.drop(self.kept)
        rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
        with self.server.transaction():
            if there:
                self.server.execute(rename.format(*map(sql.Identifier, (self.name, self.kept))))
            self.server.execute(rename.format(*map(sql.Identifier, (self.fresh, self.name))))
        return self.kept if there else ""


def is_empty(database: str) -> bool:
    """Whether a database has no tables."""
    with psycopg.connect(**database_parameters(database)) as connection:
        return not list_tables(connection)


def load_dump(archive: Archive, server: int, database: str) -> None:
    """Raises BackupRefused with what pg_restore says."""
    words = ["--exit-on-error", "--no-owner", "--no-privileges", "--format=custom"]
    with tempfile.TemporaryFile() as errors:
        process = start_tool("pg_restore", words, server, database, stdin=subprocess.PIPE, stderr=errors)
        assert process.stdin is not None
        dump = archive.part(DUMP)
        try:
            while piece := dump.read(BLOCK):
                process.stdin.write(piece)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended, and says why
        finally:
            status = process.wait()
        errors.seek(0)
        if status:
            raise BackupRefused(
                f"The backup cannot be loaded: {last_words(errors.read())}\nThe database is as it was."
            )


def check_counts(manifest: Manifest, database: str) -> None:
    """Raises BackupRefused where a table has not as many rows as the manifest says."""
    with psycopg.connect(**database_parameters(database)) as connection:
        found = count_rows(connection)
    for table in sorted(found.keys() | manifest.rows.keys()):
        if found.get(table) != manifest.rows.get(table):
            raise BackupRefused(
                f"{table} has {found.get(table)} rows after loading, the manifest says "
                f"{manifest.rows.get(table)}. The database is as it was."
            )


def bring_up_to_date(database: str) -> None:
    """Migrate, and have no version of what is shown be one that somebody may have seen of what is lost.

    Versions grow by one with each change and are above the seconds of the day they began: those that the
    lost hours gave are below the seconds of now.
    """
    status, said = run_command(database, "migrate", "--no-input", "--verbosity", "0")
    if status:
        raise BackupRefused(f"The backup cannot be brought up to date.\n{said}\nThe database is as it was.")
    with psycopg.connect(**database_parameters(database), autocommit=True) as connection:
        table = sql.Identifier(Version._meta.db_table)
        connection.execute(_NO_ANSWER_IS_OF_BEFORE.format(versions=table))
        connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(Change._meta.db_table)))
        connection.execute("ANALYZE")


def compare_caches(database: str) -> list[str]:
    """What `manage.py compare` finds, line by line; nothing where all is as the facts say."""
    status, said = run_command(database, "compare")
    return said.splitlines() if status else []


def run_command(database: str, *words: str) -> tuple[int, str]:
    """Exit status and output of a command of manage.py on another database of the server."""
    given = os.environ.get("DATABASE_DIRECT_URL") or os.environ.get("DATABASE_URL")
    address = given or VarDirectory.from_environment().database_url
    ended = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=PROJECT,
        env={
            **os.environ,
            "DATABASE_URL": urlsplit(address)._replace(path=f"/{database}").geturl(),
            "DATABASE_POOL": "0",
            "DATABASE_POOLER": "",
            "DATABASE_DIRECT_URL": "",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return ended.returncode, ended.stdout.strip()


def kept_in_words(done: Restoration) -> list[str]:
    """What was there before, and where it is now."""
    lines = []
    if done.kept:
        lines.append(f"What was there is kept as the database {done.kept} until the next restore.")
    if done.files:
        lines.append(
            f"Files that were replaced have {BEFORE} behind their names: {', '.join(map(str, done.files))}."
        )
    return lines
