"""Solo games are forgotten with their rows."""

from collections.abc import Iterator

import pytest

from matches.solo.services import tables


@pytest.fixture(autouse=True)
def _no_games_left_at_hand() -> Iterator[None]:
    """The numbers of rows that are rolled back may be given out again."""
    yield
    tables._at_hand.clear()
