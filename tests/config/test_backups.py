"""Backups: what is refused before anything is touched, and that what is restored is what was."""

import io
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from config.backups.archive import (
    DUMP,
    ArchivePart,
    ArchiveWriter,
    BackupRefused,
    KeptSecret,
    Manifest,
    open_archive,
)
from config.backups.restoring import FRESH, KEPT, check_server, check_version, restore_backup
from config.backups.secrets import check_secrets, describe_secrets, secret_fingerprint, secrets_to_place
from config.backups.taking import backup_path, take_backup
from config.backups.tools import explain_database_error, find_tool, last_words
from tests.config.stack import program, until
from tests.databases import PROJECT, another_database, manage

MANIFEST = Manifest(
    version="0.1.0",
    taken_at="2026-11-27T21:05:00+00:00",
    postgresql="18.4",
    migrations=[("matches", "0001_initial")],
    facts={"report": 2},
    rows={"matches_report": 2},
    secrets={"SECRET_KEY": KeptSecret("secret_key", secret_fingerprint("the key"))},
)


def write_archive(path: Path, manifest: Manifest = MANIFEST, dump: bytes = b"PGDMP" * 300) -> Path:
    with path.open("w+b") as out:
        writer = ArchiveWriter(out)
        writer.add_bytes(DUMP, dump)
        writer.add_bytes("secret_key", b"the key")
        writer.finish(replace(manifest, parts=dict(writer.parts)))
    return path


def contents(path: Path) -> tuple[Manifest, dict[str, bytes]]:
    with open_archive(path) as archive:
        return archive.manifest, {name: archive.part(name).read() for name in archive.manifest.parts}


# -- The file


def test_what_was_written_is_read_and_any_tar_lists_it(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "golden.tar")
    manifest, parts = contents(path)
    assert parts == {DUMP: b"PGDMP" * 300, "secret_key": b"the key"}
    assert replace(manifest, parts={}) == MANIFEST
    listed = subprocess.run(["tar", "tf", path], capture_output=True, text=True, check=True).stdout
    assert listed.split() == [DUMP, "secret_key", "manifest.json", "manifest.sha256"]


def test_no_byte_can_change_unnoticed(tmp_path: Path) -> None:
    """Each is turned: the file is refused, or it was padding and all reads as it did."""
    path = write_archive(tmp_path / "golden.tar", dump=b"PGDMP" * 9)
    whole, right = path.read_bytes(), contents(path)
    refused = 0
    for at in range(0, len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        try:
            assert contents(path) == right, at
        except BackupRefused:
            refused += 1
    assert refused > 1000


def test_a_file_that_ends_too_early_is_refused(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "golden.tar")
    whole = path.read_bytes()
    # But for the empty blocks behind the last part, and what fills its block.
    for size in range(0, len(whole) - 2 * 512 - (512 - 64), 97):
        path.write_bytes(whole[:size])
        with pytest.raises(BackupRefused, match=r"golden\.tar"):
            contents(path)


def tar_of(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w") as tar:
        for member in members:
            tar.addfile(member, io.BytesIO(bytes(member.size)))
    return path


def link(name: str) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return member


def test_what_is_no_backup_is_refused_by_name(tmp_path: Path) -> None:
    foreign = {
        "text": b"once upon a time",
        "empty": b"",
        "zeros": bytes(5000),
    }
    paths = []
    for name, content in foreign.items():
        paths.append(tmp_path / name)
        paths[-1].write_bytes(content)
    paths.append(tar_of(tmp_path / "another.tar", tarfile.TarInfo("letter.txt")))
    paths.append(tar_of(tmp_path / "links.tar", link("manifest.json"), link("manifest.sha256")))
    paths += [tmp_path / "absent.tar", tmp_path]
    for path in paths:
        with pytest.raises(BackupRefused, match=str(path)), open_archive(path):
            pass


def test_a_later_format_is_refused() -> None:
    data = json.loads(MANIFEST.as_bytes()) | {"number": 2}
    with pytest.raises(BackupRefused, match="format 2; this version reads 1"):
        Manifest.from_bytes(json.dumps(data).encode())


# -- What fits together


def test_a_backup_of_a_newer_version_is_refused_and_of_an_older_one_is_not() -> None:
    check_version(MANIFEST)
    newer = replace(MANIFEST, version="9.0", migrations=[*MANIFEST.migrations, ("matches", "9999_later")])
    with pytest.raises(BackupRefused, match=r"9\.0; .*does not know the migration matches 9999_later"):
        check_version(newer)


def test_a_backup_of_a_newer_postgresql_is_refused() -> None:
    check_server(MANIFEST, 18)
    check_server(MANIFEST, 19)
    with pytest.raises(BackupRefused, match=r"PostgreSQL 18\.4 wrote this backup; here is 17"):
        check_server(MANIFEST, 17)


def test_secrets_are_only_exchanged_where_no_variable_holds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SECRET_KEY", "the key of here")
    in_file = MANIFEST
    in_variable = replace(MANIFEST, secrets={"SECRET_KEY": KeptSecret("", secret_fingerprint("the key"))})
    monkeypatch.delenv("SECRET_KEY", raising=False)
    laptops = replace(in_file, parts=dict.fromkeys((DUMP, "secret_key", "login.json"), ArchivePart(1, "")))
    assert secrets_to_place(laptops) == ["secret_key", "login.json"]
    with monkeypatch.context() as production:
        production.setattr(settings, "PRODUCTION", True)
        assert secrets_to_place(laptops) == []
        with pytest.raises(BackupRefused, match="it is the part secret_key of the file"):
            check_secrets(in_file, other_key=False)
    assert check_secrets(in_file, other_key=False) == [], "the file's takes the place of ours"
    with pytest.raises(BackupRefused, match="the backup does not hold it"):
        check_secrets(in_variable, other_key=False)
    monkeypatch.setenv("SECRET_KEY", "the key of here")
    with pytest.raises(BackupRefused, match="it is the part secret_key of the file"):
        check_secrets(in_file, other_key=False)
    (warning,) = check_secrets(in_file, other_key=True)
    assert "has to log in anew" in warning
    monkeypatch.setattr(settings, "SECRET_KEY", "the key")
    assert check_secrets(in_file, other_key=False) == check_secrets(in_variable, other_key=False) == []


def test_a_fingerprint_tells_two_secrets_apart_and_not_what_they_are() -> None:
    prints = {secret_fingerprint(secret) for secret in ("one", "two", "three")}
    assert len(prints) == 3
    assert secret_fingerprint("one") == secret_fingerprint("one")
    assert secret_fingerprint("") == ""
    assert settings.SECRET_KEY not in str(describe_secrets())


def test_a_backup_is_named_by_its_time_and_written_over_none(tmp_path: Path) -> None:
    at = datetime(2026, 11, 27, 21, 5)
    path = backup_path(str(tmp_path), at)
    assert path == tmp_path / "golden-20261127-2105.tar"
    path.touch()
    for wanted in (tmp_path, path):
        with pytest.raises(BackupRefused, match="exists already"):
            backup_path(str(wanted), at)


# -- PostgreSQL's programs


def test_programs_are_those_of_pg_bin_or_the_first_that_is_new_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(settings, "PG_BIN", "")
    old = program(tmp_path / "old" / "pg_dump", "echo 'pg_dump (PostgreSQL) 15.14 (Debian)'")
    new = program(tmp_path / "new" / "pg_dump", "echo 'pg_dump (PostgreSQL) 99.1'")
    monkeypatch.setenv("PATH", str(old.parent), prepend=os.pathsep)
    assert find_tool("pg_dump", 15) == old
    assert find_tool("pg_dump", 18).parent.parent.name == "pginstall18"
    with pytest.raises(BackupRefused, match=r"no pg_dump of PostgreSQL 98 here. .* is of version 15"):
        find_tool("pg_dump", 98)
    monkeypatch.setattr(settings, "PG_BIN", str(new.parent))
    assert find_tool("pg_dump", 98) == new
    monkeypatch.setattr(settings, "PG_BIN", str(tmp_path))
    with pytest.raises(BackupRefused, match="PG_BIN must be"):
        find_tool("pg_dump", 18)


def test_the_line_with_the_error_is_what_a_program_says() -> None:
    said = b"pg_dump: warning: slow\npg_dump: error: query failed: no space\nDETAIL: none\n"
    assert last_words(said) == "pg_dump: error: query failed: no space"
    assert last_words(b"first\nlast\n") == "last"


def test_a_refused_password_is_named() -> None:
    said = psycopg.OperationalError('FATAL:  password authentication failed for user "golden"')
    sentence = str(explain_database_error(said, {"user": "golden", "host": "db", "port": 5432}))
    assert (
        sentence == "PostgreSQL at db, port 5432 does not take the password of golden: correct DATABASE_URL."
    )


# -- A database


def name_in(address: str) -> str:
    return urlsplit(address).path[1:]


@contextmanager
def served(address: str) -> Iterator[None]:
    """This process uses the database at `address`, as the service would."""
    name = name_in(address)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", address)
        patch.setitem(connection.settings_dict, "NAME", name)
        yield


def rows(address: str, question: str) -> list[tuple[object, ...]]:
    with psycopg.connect(address) as database:
        return database.execute(question).fetchall()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a database with a login and a version."""
    with another_database("backups") as address:
        made = manage(address, "prepare")
        assert made.returncode == 0, made.stderr
        with psycopg.connect(address) as database:
            database.execute("INSERT INTO matches_version (kind, subject, number) VALUES ('club', 1, 7)")
        yield address
        name = name_in(address)
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(f'DROP DATABASE IF EXISTS "{name}{KEPT}"')


@pytest.fixture(scope="module")
def backup(address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("backups") / "golden.tar"
    with served(address):
        manifest = take_backup(path, print)
    assert manifest.rows["matches_user"] == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["golden.tar"]
    return path


def remade(backup: Path, path: Path, *, dump: bytes | None = None, **changes: object) -> Path:
    """The same backup with another manifest or dump, all its checksums right."""
    manifest, parts = contents(backup)
    with path.open("w+b") as out:
        writer = ArchiveWriter(out)
        for name, content in parts.items():
            writer.add_bytes(name, content if dump is None or name != DUMP else dump)
        writer.finish(replace(manifest, parts=dict(writer.parts), **changes))
    return path


def test_a_backup_that_fails_leaves_the_database_as_it_was(
    address: str, backup: Path, tmp_path: Path
) -> None:
    manifest, parts = contents(backup)
    torn = remade(backup, tmp_path / "torn.tar", dump=parts[DUMP][: len(parts[DUMP]) // 2])
    fewer = remade(backup, tmp_path / "fewer.tar", rows=manifest.rows | {"matches_user": 2})
    before = rows(address, "SELECT oid FROM pg_database WHERE datname = current_database()")
    with served(address):
        for path, says in ((torn, "cannot be loaded"), (fewer, "matches_user has 1 rows after loading")):
            with pytest.raises(BackupRefused, match=says):
                restore_backup(path, print)
    assert rows(address, "SELECT oid FROM pg_database WHERE datname = current_database()") == before
    fresh = f"SELECT 1 FROM pg_database WHERE datname = current_database() || '{FRESH}'"
    assert rows(address, fresh) == []


def test_nothing_is_restored_over_a_database_in_use(address: str, backup: Path) -> None:
    with (
        psycopg.connect(address, application_name="golden web"),
        served(address),
        pytest.raises(BackupRefused, match=r"in use by golden web \(1\). Stop the service first"),
    ):
        restore_backup(backup, print)


def kill_half_way(address: str, backup: Path) -> None:
    """Begin to restore, and be killed when the fresh database is there."""
    command = [sys.executable, "manage.py", "restore", str(backup)]
    with subprocess.Popen(
        command, cwd=PROJECT, env=os.environ | {"DATABASE_URL": address}, start_new_session=True
    ) as killed:
        fresh = f"SELECT 1 FROM pg_database WHERE datname = '{name_in(address)}{FRESH}'"
        until("it has begun", lambda: rows(os.environ["DATABASE_URL"], fresh) or killed.poll() is not None)
        assert killed.poll() is None
        os.killpg(killed.pid, signal.SIGKILL)


@pytest.mark.long
def test_what_is_restored_is_what_was_and_what_was_there_is_kept(
    address: str, backup: Path, tmp_path: Path
) -> None:
    login = rows(address, "SELECT id, username, password FROM matches_user")
    with psycopg.connect(address) as database:
        database.execute("UPDATE matches_user SET username = 'somebody', password = 'lost'")
        database.execute("UPDATE matches_version SET number = 9")
    kill_half_way(address, backup)
    assert rows(address, "SELECT username FROM matches_user") == [("somebody",)]
    with served(address):
        done = restore_backup(backup, print)
    assert done.differences == []
    assert rows(address, "SELECT id, username, password FROM matches_user") == login
    assert done.kept == f"{name_in(address)}{KEPT}"
    kept = urlsplit(address)._replace(path=f"/{done.kept}").geturl()
    assert rows(kept, "SELECT username FROM matches_user") == [("somebody",)]
    ((number,),) = rows(address, "SELECT number FROM matches_version")
    assert number > 1_700_000_000, "no version is given twice: those of the lost hours are below"


def test_faults_of_a_server_are_sentences(address: str, tmp_path: Path) -> None:
    path = tmp_path / "golden.tar"
    with (
        another_database("empty") as empty,
        served(empty),
        pytest.raises(BackupRefused, match="no tables of Golden Point"),
    ):
        take_backup(path, print)
    with (
        served(urlsplit(address)._replace(path="/nowhere").geturl()),
        pytest.raises(BackupRefused, match="no database nowhere"),
    ):
        take_backup(path, print)
    with served(address), pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict, "PORT", "5999")
        patch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        patch.setitem(connection.settings_dict, "OPTIONS", {})
        with pytest.raises(BackupRefused, match=r"127\.0\.0\.1, port 5999 does not answer: is it running"):
            take_backup(path, print)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_named_and_nothing_is_left(address: str, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    ended = subprocess.run(
        [sys.executable, "manage.py", "backup", str(tmp_path / "golden.tar")],
        cwd=PROJECT,
        env=os.environ | {"DATABASE_URL": address},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)),
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert f"CommandError: {tmp_path}/golden.tar cannot be written: File too large." in ended.stderr
    assert list(tmp_path.iterdir()) == []
