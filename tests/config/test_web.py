"""The web process: what it asks of its host."""

import resource
import subprocess
import sys

import pytest

from tests.config.stack import PROJECT


@pytest.mark.parametrize(("soft", "hard", "allowed"), [(64, 4096, 2500), (64, 300, 300), (3000, 4096, 3000)])
def test_it_may_open_as_many_files_as_it_wants_if_the_host_lets_it(soft, hard, allowed) -> None:
    program = "from config.web import *; allow_files(2500); print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == str((allowed, hard))
