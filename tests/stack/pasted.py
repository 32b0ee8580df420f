"""What docs/api.md has for a shell, pasted as it stands."""

import subprocess
from pathlib import Path

from tests.config.stack import PROJECT, environment
from tests.test_api_docs import blocks


def paste_examples(url: str, var: Path) -> None:
    """Every example for a shell, one after the other, in one, at the service over `var`; each ends well."""
    pasted = "\n".join(blocks("sh"))
    assert "http://127.0.0.1:8000" in pasted
    assert "@var/login.json" in pasted
    pasted = pasted.replace("http://127.0.0.1:8000", url).replace("@var/", f"@{var}/")
    done = subprocess.run(
        ["sh", "-eu", "-c", pasted],
        cwd=PROJECT,
        env=environment(var),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "urn:golden-point:problem" not in done.stdout
    assert '"first":1,"last":1,"clinched":true' in done.stdout, "the standings of the tournament"
    assert "{'one': 5, 'two': 4}\n" in done.stdout, "the score of the transcript"
