"""What docs/api.md has for a shell, pasted as it stands."""

import subprocess

from tests.config.stack import PROJECT, Stack, environment
from tests.test_api_docs import blocks


def paste_examples(stack: Stack) -> None:
    """Every example for a shell, one after the other, in one; each ends well."""
    pasted = "\n".join(blocks("sh"))
    assert "http://127.0.0.1:8000" in pasted
    assert "@var/login.json" in pasted
    pasted = pasted.replace("http://127.0.0.1:8000", stack.url).replace("@var/", f"@{stack.var}/")
    done = subprocess.run(
        ["sh", "-eu", "-c", pasted],
        cwd=PROJECT,
        env=environment(stack.var),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "urn:golden-point:problem" not in done.stdout
    assert '"first":1,"last":1,"clinched":true' in done.stdout, "the standings of the tournament"
    assert done.stdout.endswith("{'one': 5, 'two': 4}\n"), "the score of the transcript"
