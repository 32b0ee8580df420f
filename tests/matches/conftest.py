"""What tests of matches begin with."""

import pytest

from tests.factories import MatchFactory, UserFactory


@pytest.fixture
def match(players):
    """Ann against Bob to five points."""
    ann, bob = players(2)
    return MatchFactory(one=ann, two=bob, length=5)


@pytest.fixture
def staff():
    return UserFactory(is_staff=True)
