"""The short form of the storm: writes sent again and again while web processes are killed."""

import os
import re
import subprocess
import sys

import pytest

from tests.config.stack import PROJECT

# The benchmark brings servers of its own.
OURS = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "GOLDEN_TEST_REDIS", "GOLDEN_VAR")


@pytest.mark.long
@pytest.mark.timeout(400)
def test_whatever_is_killed_each_write_is_done_once_and_without_keys_some_twice():
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    ended = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks",
            "storm",
            "--writes",
            "150",
            "--control",
            "120",
            "--clients",
            "4",
        ],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    keys, control = ended.stdout.splitlines()
    assert "0 doubled, 0 lost, 0 answered otherwise" in keys
    assert int(re.search(r"(\d+) processes killed", keys)[1]) > 0, keys
    assert int(re.search(r"(\d+) doubled", control)[1]) > 0, control
