"""The file of a backup: a tar of the database's dump, the secrets and a manifest that names and checks them.

database.dump     of pg_dump, in its custom format
secret_key, push_key, login.json   of `var/`, where the service keeps them there
manifest.json     what it is a backup of (`Manifest`)
manifest.sha256   the checksum of that
"""

import hashlib
import json
import os
import tarfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

FORMAT = "golden-point-backup"
FORMAT_NUMBER = 1
DUMP, MANIFEST, MANIFEST_SUM = "database.dump", "manifest.json", "manifest.sha256"
BLOCK = 1 << 20
LARGEST_MANIFEST = 16 << 20
"""Bytes; more is nothing of ours."""


class BackupRefused(RuntimeError):
    """A backup cannot be taken or restored; the text says why, and what to do."""

    code = "backup_refused"


@dataclass(frozen=True)
class ArchivePart:
    """A file of a backup: its size in bytes and its SHA-256 in hexadecimal digits."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class KeptSecret:
    """A secret that the database is sealed with, or known by.

    part: its file in the backup; "" where a variable holds it, which whoever restores has to set again.
    fingerprint: of the secret, which tells nothing of it; "" where the service had none.
    """

    part: str
    fingerprint: str


@dataclass(frozen=True)
class Manifest:
    """What a backup holds.

    version: of Golden Point. taken_at: ISO 8601; whatever was accepted before is in the backup.
    migrations: those applied, as (app, name). facts: how many of each kind. rows: how many in each table.
    """

    version: str
    taken_at: str
    postgresql: str
    migrations: list[tuple[str, str]]
    facts: dict[str, int]
    rows: dict[str, int]
    secrets: dict[str, KeptSecret]
    parts: dict[str, ArchivePart] = field(default_factory=dict)

    def as_bytes(self) -> bytes:
        data = {"format": FORMAT, "number": FORMAT_NUMBER, **asdict(self)}
        return json.dumps(data, indent=1, ensure_ascii=False).encode()

    @classmethod
    def from_bytes(cls, text: bytes) -> "Manifest":
        """Raises BackupRefused where the format is another, or a later one."""
        try:
            data = json.loads(text)
            ours, number = data.pop("format") == FORMAT, data.pop("number")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BackupRefused("It is no backup of Golden Point: its manifest cannot be read.") from None
        if not ours or number != FORMAT_NUMBER:
            raise BackupRefused(f"It is a backup of format {number}; this version reads {FORMAT_NUMBER}.")
        try:
            data["migrations"] = [(app, name) for app, name in data["migrations"]]
            data["secrets"] = {name: KeptSecret(**each) for name, each in data["secrets"].items()}
            data["parts"] = {name: ArchivePart(**each) for name, each in data["parts"].items()}
            return cls(**data)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BackupRefused("It is no backup of Golden Point: its manifest lacks something.") from None


class ArchiveWriter:
    """Writes a backup to a file that can be gone back in: sizes are known when a part is over."""

    def __init__(self, out: IO[bytes]) -> None:
        self.out = out
        self.parts: dict[str, ArchivePart] = {}

    def add_bytes(self, name: str, content: bytes) -> None:
        with self.adding(name) as write:
            write(content)

    @contextmanager
    def adding(self, name: str) -> Iterator[Any]:
        """A function that takes the part's bytes, piece by piece."""
        header_at = self.out.tell()
        self.out.write(bytes(tarfile.BLOCKSIZE))
        digest, size = hashlib.sha256(), 0

        def write(piece: bytes) -> None:
            nonlocal size
            self.out.write(piece)
            digest.update(piece)
            size += len(piece)

        yield write
        self.out.write(bytes(-size % tarfile.BLOCKSIZE))
        end = self.out.tell()
        header = tarfile.TarInfo(name)
        header.size, header.mode, header.mtime = size, 0o600, int(time.time())
        self.out.seek(header_at)
        self.out.write(header.tobuf(tarfile.GNU_FORMAT))
        self.out.seek(end)
        self.parts[name] = ArchivePart(size, digest.hexdigest())

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest, and all of it to the disk."""
        text = manifest.as_bytes()
        self.add_bytes(MANIFEST, text)
        self.add_bytes(MANIFEST_SUM, hashlib.sha256(text).hexdigest().encode())
        self.out.write(bytes(2 * tarfile.BLOCKSIZE))
        self.out.flush()
        os.fsync(self.out.fileno())


class Archive:
    """A backup that is whole: every part is there and has its checksum, and nothing is besides."""

    def __init__(self, tar: tarfile.TarFile, manifest: Manifest) -> None:
        self.tar, self.manifest = tar, manifest

    def part(self, name: str) -> IO[bytes]:
        found = self.tar.extractfile(name)
        assert found is not None
        return found


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """A backup to read from, all of which was checked. Raises BackupRefused, which names the file."""
    with ExitStack() as files:
        try:
            tar = files.enter_context(tarfile.open(path, "r:"))
            manifest = checked_manifest(tar)
        except OSError as error:
            raise BackupRefused(f"{path} cannot be read: {error.strerror or error}.") from None
        except tarfile.TarError:
            raise BackupRefused(
                f"{path} is no backup of Golden Point, or a broken one. Nothing was changed."
            ) from None
        except BrokenArchive as broken:
            raise BackupRefused(f"{path} cannot be restored. {broken} Nothing was changed.") from None
        yield Archive(tar, manifest)


class BrokenArchive(BackupRefused):
    """What is wrong with a file, in a sentence that does not name it."""

    code = "broken_archive"


def checked_manifest(tar: tarfile.TarFile) -> Manifest:
    """The manifest of a backup all of whose parts are as it says. Raises BrokenArchive."""
    members = {member.name: member for member in tar.getmembers() if member.isreg()}
    if len(members) != len(tar.getmembers()):
        raise BrokenArchive("It is no backup of Golden Point: it holds more than files.")
    if MANIFEST not in members or MANIFEST_SUM not in members:
        raise BrokenArchive("It is no backup of Golden Point, or its end is missing: it has no manifest.")
    if members[MANIFEST].size > LARGEST_MANIFEST or members[MANIFEST_SUM].size > 100:
        raise BrokenArchive("It is no backup of Golden Point: its manifest is too large.")
    text = read_member(tar, MANIFEST)
    if hashlib.sha256(text).hexdigest().encode() != read_member(tar, MANIFEST_SUM):
        raise BrokenArchive("It is broken: its manifest is not what was written.")
    try:
        manifest = Manifest.from_bytes(text)
    except BackupRefused as refused:
        raise BrokenArchive(str(refused)) from None
    check_parts(tar, members, manifest.parts)
    return manifest


def check_parts(
    tar: tarfile.TarFile, members: Mapping[str, tarfile.TarInfo], parts: Mapping[str, ArchivePart]
) -> None:
    if DUMP not in parts:
        raise BrokenArchive("It is broken: its manifest names no database.")
    if different := sorted(set(parts) ^ (set(members) - {MANIFEST, MANIFEST_SUM})):
        raise BrokenArchive(f"It is broken: {different[0]} is only in its manifest or only beside it.")
    for name, part in parts.items():
        digest = hashlib.sha256()
        content = tar.extractfile(members[name])
        assert content is not None
        while piece := content.read(BLOCK):
            digest.update(piece)
        if (members[name].size, digest.hexdigest()) != (part.bytes, part.sha256):
            raise BrokenArchive(f"It is broken: {name} is not what was written.")


def read_member(tar: tarfile.TarFile, name: str) -> bytes:
    content = tar.extractfile(name)
    assert content is not None
    return content.read()
