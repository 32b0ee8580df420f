"""The short form of the chaos: the whole service is killed under load, and both controls fail."""

import re

import pytest

from tests.config.stack import run_with_own_servers


@pytest.mark.long
@pytest.mark.timeout(900)
def test_nothing_is_lost_or_doubled_and_the_controls_lose_and_double():
    size = ("--writes", "120", "--kills", "8", "--clients", "2", "--control-writes", "60")
    # What the others take (root, a compiler) is not everywhere, and they take long.
    size += ("--without", "disk,clock,network")
    said = run_with_own_servers("tests.chaos", *size)
    assert "0 lost, 0 doubled" in said
    assert "nothing lost, nothing doubled, all as the facts say" in said
    assert re.search(r"work that is sent once: .* pieces of work never done", said)
    assert int(re.search(r"(\d+) came twice", said)[1]) > 0
