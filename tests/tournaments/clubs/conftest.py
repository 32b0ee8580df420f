"""A club of somebody's own."""

import pytest

from tests.factories import UserFactory
from tournaments.clubs.services import club_create


@pytest.fixture
def owner(db):
    return UserFactory(username="owner")


@pytest.fixture
def inn(owner):
    return club_create(actor=owner, name="The Inn")
