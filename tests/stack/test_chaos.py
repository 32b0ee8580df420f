"""The short form of the chaos: the whole service is killed under load, and both controls fail."""

import os
import re
import subprocess
import sys

import pytest

from tests.config.stack import PROJECT

from .test_storm import OURS


@pytest.mark.long
@pytest.mark.timeout(900)
def test_nothing_is_lost_or_doubled_and_the_controls_lose_and_double():
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    size = ("--writes", "120", "--kills", "8", "--clients", "2", "--control-writes", "60")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.chaos", *size],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "0 lost, 0 doubled" in ended.stdout
    assert "nothing lost, nothing doubled, all as the facts say" in ended.stdout
    assert re.search(r"work that is sent once: .* pieces of work never done", ended.stdout)
    assert int(re.search(r"(\d+) came twice", ended.stdout)[1]) > 0
