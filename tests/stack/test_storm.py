"""The short form of the storm: writes sent again and again while web processes are killed."""

import re

import pytest

from tests.config.stack import run_with_own_servers


@pytest.mark.long
@pytest.mark.timeout(400)
def test_whatever_is_killed_each_write_is_done_once_and_without_keys_some_twice():
    size = ("--writes", "150", "--control", "120", "--clients", "4")
    keys, control = run_with_own_servers("benchmarks", "storm", *size).splitlines()
    assert "0 doubled, 0 lost, 0 answered otherwise" in keys
    assert int(re.search(r"(\d+) processes killed", keys)[1]) > 0, keys
    assert int(re.search(r"(\d+) doubled", control)[1]) > 0, control
