"""The machine that something is measured on."""

import os
import platform
from pathlib import Path

from django.db import connection


def described_machine() -> str:
    """Cores, processor, memory, and the versions that count."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        (server,) = cursor.fetchone()
    return (
        f"{os.cpu_count()} cores ({_processor()}), {_memory():.0f} GB, "
        f"Python {platform.python_version()}, PostgreSQL {server.partition(' ')[0]}"
    )


def _processor() -> str:
    """As Linux names it; elsewhere as Python does."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def postmaster() -> int:
    """The process of which all of PostgreSQL's are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    return int(Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1])


def processor_seconds(number: int) -> float:
    """Of a process and all that descend from it, those included that have ended."""
    fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    own = sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    return own + sum(processor_seconds(int(child)) for child in children)
