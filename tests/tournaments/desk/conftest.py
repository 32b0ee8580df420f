"""Who stands before the pages of the desk."""

import pytest


@pytest.fixture
def desk(client, director):
    """A browser in which the director is logged in."""
    client.force_login(director)
    return client
