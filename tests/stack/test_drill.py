"""The short form of the drill: a service is destroyed under load, and made again of its last backup."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.stack import PROJECT, Stack, environment, run_with_own_servers

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(500),
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc"),
]


def test_what_was_accepted_before_the_last_backup_outlives_the_service() -> None:
    said = run_with_own_servers("benchmarks", "restore", "--seconds", "8", "--every", "1", "--clients", "2")
    assert "Everything stored is what the facts say." in said
    assert re.search(r"Accepted before it: [1-9][\d,]*, lost of them: 0\.", said), said
    assert "2 old tokens and a second factor let in, the secret of the webhook opens" in said


def test_nothing_is_restored_under_a_running_service_and_a_stopped_one_is_backed_up(tmp_path: Path) -> None:
    stack = Stack.start(tmp_path / "var")

    def manage(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, cwd=PROJECT, env=environment(stack.var), capture_output=True, text=True, timeout=120
        )

    try:
        stack.wait_ready()
        running = tmp_path / "running.tar"
        assert manage("backup", str(running)).returncode == 0
        refused = manage("restore", str(running))
        assert refused.returncode == 1
        assert f"is being served already, at {stack.url} by process {stack.process.pid}" in refused.stderr
        assert stack.healthy()
    finally:
        stack.end()
    stopped = manage("backup", str(tmp_path / "stopped.tar"))
    assert stopped.returncode == 0, stopped.stderr
    assert "rows in all" in stopped.stderr
    restored = manage("restore", str(running))
    assert restored.returncode == 0, restored.stderr
    assert "What was there is kept as the database golden_before until the next restore." in restored.stdout
