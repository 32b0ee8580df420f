"""A PostgreSQL and a Redis that live as long as the process that asked for them; for test runs.

    python -m config.embedded.throwaway postgres redis

With `durable` PostgreSQL writes to the disk before it confirms, for who measures that.
Writes one line of JSON when both are ready, {"variables": {...}, "servers": "..."}, then waits for the end
of its standard input. However the asking process ends, that end comes, and the servers and their data go.
"""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from config.embedded import servers
from config.embedded.layout import PROJECT, VarDirectory
from config.embedded.supervisor import Supervisor


async def run_servers(wanted: list[str], root: Path) -> None:
    layout = VarDirectory(root)
    layout.make_directories()
    environment = dict(os.environ, LC_ALL="C", TZ="UTC")
    supervisor = Supervisor(
        layout.log_directory, environment, PROJECT, say=lambda text: print(text, file=sys.stderr)
    )
    variables, found = {"GOLDEN_VAR": str(root)}, []
    try:
        if "redis" in wanted:
            found.append(server := servers.find_redis())
            await supervisor.start_program(servers.redis_program(layout, server, throwaway=True))
            variables |= {"REDIS_URL": layout.redis_url, "CELERY_BROKER_URL": layout.celery_broker_url}
        if "postgres" in wanted:
            found.append(server := servers.find_postgres())
            program = await servers.postgres_program(layout, server, environment, "durable" not in wanted)
            await supervisor.start_program(program)
            variables["DATABASE_URL"] = layout.database_url
        print(json.dumps({"variables": variables, "servers": ", ".join(map(str, found))}), flush=True)
        await asyncio.to_thread(sys.stdin.read)
    finally:
        await supervisor.stop_programs()


def main() -> None:
    root = Path(tempfile.mkdtemp(prefix="golden-"))
    try:
        asyncio.run(run_servers(sys.argv[1:], root))
    finally:
        for directory in (root, VarDirectory(root).socket_directory):
            shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main()
