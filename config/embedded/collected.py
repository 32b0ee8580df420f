"""Static files of the embedded service: collected before its processes start, where something has changed."""

import hashlib
import sys
from collections.abc import Mapping

from config.embedded.layout import PROJECT, VarDirectory
from config.embedded.supervisor import Program, run_to_end


class CollectFailed(RuntimeError):
    """The static files could not be collected."""

    code = "collect_failed"


async def collect_static_files(layout: VarDirectory, environment: Mapping[str, str]) -> None:
    """Name the files by their content and compress them, unless that is done. Raises CollectFailed."""
    note = layout.static_directory / "collected"
    state = state_of_sources()
    if note.exists() and note.read_text() == state:
        return
    words = (sys.executable, "manage.py", "collectstatic", "--no-input", "--clear", "--verbosity", "0")
    status, output = await run_to_end(Program("collectstatic", words), PROJECT, environment)
    if status:
        raise CollectFailed(
            f"The static files could not be collected.\n{output.decode(errors='replace').strip()}"
        )
    note.write_text(state)


def state_of_sources() -> str:
    """Of our files, and of the packages that bring others."""
    digest = hashlib.sha256((PROJECT / "uv.lock").read_bytes())
    for path in sorted(PROJECT.glob("*/static/**/*")):
        if path.is_file():
            found = path.stat()
            digest.update(f"{path.relative_to(PROJECT)} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
