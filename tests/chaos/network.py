"""A host for each process, with an address of its own, and between them a router that may drop what comes."""

from __future__ import annotations

import subprocess
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

SERVERS = ("postgres", "redis")
NAMES = (*SERVERS, "web", "solo", "worker", "background", "bots", "dispatcher", "beat")
# Whose link is cut; the games against computers lose nothing.
CUT = tuple(name for name in NAMES if name not in ("solo", "bots"))
ADDRESSES = {name: f"10.77.{number}.2" for number, name in enumerate(NAMES)}
FIRST_RULE = 100
# As docs/operations.md asks it of a server that is not on the host of its clients.
WATCHED = (
    *("-c", "tcp_keepalives_idle=10", "-c", "tcp_keepalives_interval=5", "-c", "tcp_keepalives_count=3"),
    *("-c", "tcp_user_timeout=20000"),
)
HBA = "local all all trust\nhost all all 10.77.0.0/16 trust\n"


@dataclass
class Network:
    """The hosts, which are named as their processes. What the servers have to know lies in `directory`."""

    directory: Path

    @classmethod
    @contextmanager
    def made(cls, directory: Path) -> Iterator[Network]:
        (directory / "pg_hba.conf").write_text(HBA)
        Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        made = []
        try:
            for number, name in enumerate(NAMES):
                ip("netns", "add", name)
                made.append(name)
                ip("link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
                ip("addr", "add", f"10.77.{number}.1/24", "dev", f"to-{name}")
                ip("link", "set", f"to-{name}", "up")
                ip("-n", name, "addr", "add", f"{ADDRESSES[name]}/24", "dev", "eth0")
                for device in ("lo", "eth0"):
                    ip("-n", name, "link", "set", device, "up")
                ip("-n", name, "route", "add", "default", "via", f"10.77.{number}.1")
            yield cls(directory)
        finally:
            for name in made:
                ip("netns", "delete", name)

    @contextmanager
    def cut(self, names: Collection[str]) -> Iterator[None]:
        """Nothing comes to these hosts and nothing from them, and nobody is told."""
        rules = [[word, ADDRESSES[name]] for name in names for word in ("from", "to")]
        try:
            for number, rule in enumerate(rules, FIRST_RULE):
                ip("rule", "add", *rule, "blackhole", "pref", str(number))
            yield
        finally:
            for number, _ in enumerate(rules, FIRST_RULE):
                with suppress(subprocess.CalledProcessError):
                    ip("rule", "delete", "pref", str(number))

    def before(self) -> dict[str, list[str]]:
        broker = f"redis://{ADDRESSES['redis']}:6379"
        addresses = [
            "env",
            f"DATABASE_URL=postgresql://golden@{ADDRESSES['postgres']}:5432/golden",
            f"REDIS_URL={broker}/1",
            f"CELERY_BROKER_URL={broker}/0",
        ]
        return {
            name: ["nsenter", f"--net=/run/netns/{name}", *([] if name in SERVERS else addresses)]
            for name in NAMES
        }

    def after(self) -> dict[str, list[str]]:
        """Servers listen at their hosts too; who starts them asks them at their sockets."""
        return {
            "postgres": [
                "-h",
                ADDRESSES["postgres"],
                "-c",
                f"hba_file={self.directory / 'pg_hba.conf'}",
                *WATCHED,
            ],
            "redis": ["--port", "6379", "--bind", ADDRESSES["redis"], "--protected-mode", "no"],
        }


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)
