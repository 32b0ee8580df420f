"""The service's processes with what the chaos puts before and after their commands."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "controls"))

from patching import after_import


def place(supervisor) -> None:  # type: ignore[no-untyped-def]
    command_of = supervisor.child_command
    placed = json.loads(Path(os.environ["CHAOS_COMMANDS"]).read_text())

    def child_command(program) -> list[str]:  # type: ignore[no-untyped-def]
        found = placed.get(program.name, {})
        return [*found.get("before", ()), *command_of(program), *found.get("after", ())]

    supervisor.child_command = child_command


after_import("config.embedded.supervisor", place)
