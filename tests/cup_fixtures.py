"""A tournament to ask about."""

import pytest

from tests.conftest import fixture_at
from tests.factories import AliasFactory


@pytest.fixture
def cup(knockout):
    """A drawn knockout of four to five points: Ann against Dai, Cem against Bob."""
    return knockout(4)


@pytest.fixture
def first(cup):
    """Ann against Dai, who are known to the bots' nicknames."""
    match = fixture_at(cup, "R1-M1").match
    for player, nick in zip(match.players, ("Bot_expert_A", "Bot_expert_B"), strict=True):
        AliasFactory(player=player, name=nick)
    return match
