"""Where the embedded service keeps its data, sockets and logs, and the addresses that follow from it.

Standard library only: settings import this before anything else exists.
"""

import base64
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
# A socket's path may have 104 bytes on macOS, 108 on Linux; the longest name in it is ".s.PGSQL.5432".
_LONGEST_RUN = 85
_PLAIN = re.compile(r"[A-Za-z0-9/._-]+")


class UnsafeDirectory(RuntimeError):
    """A directory that must be ours alone is not."""

    code = "unsafe_directory"


@dataclass(frozen=True)
class VarDirectory:
    """The `var/` directory of one installation; two of them never share anything."""

    root: Path

    @classmethod
    def from_environment(cls) -> "VarDirectory":
        """The directory in GOLDEN_VAR, else `var/` in the project."""
        return cls(Path(os.environ.get("GOLDEN_VAR") or PROJECT / "var").resolve())

    @property
    def postgres_data(self) -> Path:
        return self.root / "postgres"

    @property
    def redis_data(self) -> Path:
        return self.root / "redis"

    @property
    def log_directory(self) -> Path:
        return self.root / "logs"

    @property
    def socket_directory(self) -> Path:
        """The directory of the sockets: `var/run`, or one in /tmp where that is too long or needs quoting.

        It follows from the root alone, not from TMPDIR or XDG_RUNTIME_DIR: a second terminal must find
        the same sockets.
        """
        beside = self.root / "run"
        if len(os.fsencode(beside)) <= _LONGEST_RUN and _PLAIN.fullmatch(str(beside)):
            return beside
        digest = hashlib.sha256(os.fsencode(self.root)).hexdigest()
        return Path("/tmp") / f"golden-{os.getuid()}-{digest[:10]}"

    @property
    def lock_file(self) -> Path:
        """Held by every process that serves this directory."""
        return self.root / "serve.lock"

    @property
    def login_file(self) -> Path:
        """JSON: login and password of the first director, for its owner alone."""
        return self.root / "login.json"

    @property
    def prepared_file(self) -> Path:
        """The state of the database (`serve.state_of`) after it was last prepared."""
        return self.root / "prepared"

    @property
    def static_directory(self) -> Path:
        """The static files, named by their content and compressed."""
        return self.root / "static"

    @property
    def redis_socket(self) -> Path:
        return self.socket_directory / "redis.sock"

    @property
    def solo_socket(self) -> Path:
        return self.socket_directory / "solo.sock"

    @property
    def database_url(self) -> str:
        # The port names the socket; named in full, because PGPORT in somebody's shell must not rename it.
        return f"postgresql://golden@/golden?host={self.socket_directory}&port=5432"

    @property
    def redis_url(self) -> str:
        """The database of the rate limits' counts; the broker's is 0, so clearing one leaves the other."""
        return f"unix://{self.redis_socket}?db=1"

    @property
    def celery_broker_url(self) -> str:
        return f"redis+socket://{self.redis_socket}"

    def make_directories(self) -> None:
        """Create the directories, 0700. Raises UnsafeDirectory where one of them belongs to somebody else."""
        for directory in (self.root, self.socket_directory):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Anybody may create a name in /tmp before us: no symbolic link, no other owner.
            found = directory.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
                raise UnsafeDirectory(
                    f"{directory} is no directory of this user (uid {os.geteuid()}) but of uid "
                    f"{found.st_uid}: run as that user, remove it, or set GOLDEN_VAR to another directory."
                )
            directory.chmod(0o700)
        for directory in (self.redis_data, self.log_directory):
            directory.mkdir(mode=0o700, exist_ok=True)


def local_secret(layout: VarDirectory) -> str:
    """The secret key of a laptop: made once, kept in `var/secret_key` for its owner alone."""
    return kept_secret(layout, "secret_key", lambda: secrets.token_urlsafe(50))


# How many private keys there are on P-256: SEC 2, 2.4.2.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def local_push_key(layout: VarDirectory) -> str:
    """The private key of a laptop for web push; likewise in `var/push_key`."""
    return kept_secret(layout, "push_key", new_push_key)


def new_push_key() -> str:
    """A private key on P-256: its 32 bytes in base64url, as RFC 8292 has VAPID sign with."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def kept_secret(layout: VarDirectory, name: str, make: Callable[[], str]) -> str:
    """A secret that is made when it is first asked for, and kept for the owner of the folder alone."""
    path = layout.root / name
    try:
        return path.read_text()
    except FileNotFoundError:
        layout.root.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = path.with_name(f"{name}.{os.getpid()}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(make())
    try:
        # Complete or absent: of two processes that start together one wins, and both read the same.
        os.link(made, path)
    except FileExistsError:
        pass
    finally:
        made.unlink()
    return path.read_text()
