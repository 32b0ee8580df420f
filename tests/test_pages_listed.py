"""Every page is looked at in a browser: one without a row in tests/browser/every_page.py fails here."""

import pytest

from tests.browser.every_page import ELSEWHERE, FILES, looked_at, page_address, page_routes
from tests.matches.players.people import staff

pytestmark = pytest.mark.django_db


def test_every_page_that_shows_something_is_looked_at(client):
    client.force_login(staff())
    known = looked_at().keys() | FILES | ELSEWHERE
    missing = [
        name
        for name in page_routes()
        if name not in known and client.get(page_address(name, {})).status_code != 405
    ]
    assert not missing, f"name them in tests/browser/every_page.py: {missing}"


def test_nothing_is_listed_that_is_no_page():
    assert (looked_at().keys() | FILES | ELSEWHERE) - page_routes().keys() == set()
