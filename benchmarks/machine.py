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
