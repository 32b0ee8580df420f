"""What docs/api.md has for a shell, pasted as it stands."""

import subprocess
import sys

import pytest

from tests.config.stack import PROJECT, Stack, environment
from tests.test_api_docs import blocks


@pytest.mark.timeout(240)
def test_what_is_pasted_works_on_a_fresh_service_and_after_the_demo(tmp_path):
    stack = Stack.start(tmp_path / "var")
    here = environment(stack.var)
    pasted = "\n".join(blocks("sh"))
    assert "http://127.0.0.1:8000" in pasted
    assert "@var/login.json" in pasted
    pasted = pasted.replace("http://127.0.0.1:8000", stack.url).replace("@var/", f"@{stack.var}/")
    try:
        stack.wait_ready()
        for nights in (0, 2):
            for _ in range(nights):
                demo = [sys.executable, "-m", "config.demo"]
                subprocess.run(demo, cwd=PROJECT, env=here, check=True, capture_output=True, timeout=90)
            done = subprocess.run(
                ["sh", "-eu", "-c", pasted], cwd=PROJECT, env=here, capture_output=True, text=True, timeout=60
            )
            assert done.returncode == 0, done.stdout + done.stderr
            assert "urn:golden-point:problem" not in done.stdout
            assert '"first":1,"last":1,"clinched":true' in done.stdout, "the standings of the tournament"
            assert done.stdout.endswith("{'one': 5, 'two': 4}\n"), "the score of the transcript"
    finally:
        stack.end()
