"""An event's page is made once for all who have no login, and again when a result has come."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import director_reports, fixture_at, work_off

from .test_pages import text

pytestmark = pytest.mark.django_db(transaction=True)

UNMADE = 1
"""Queries of a page whose live part is kept: the event with its version."""


@pytest.fixture
def cup(knockout):
    return knockout(4)


def asked(client, cup, **headers):
    with CaptureQueriesContext(connection) as queries:
        response = client.get(f"/tournaments/{cup.pk}/", headers=headers)
    assert response.status_code == 200
    return text(response), len(queries)


def test_it_is_made_once_for_a_version(client, cup):
    first, made = asked(client, cup)
    again, kept = asked(client, cup)
    assert again == first
    assert kept <= UNMADE < made
    _, part = asked(client, cup, hx_request="true")
    assert part <= UNMADE


def test_a_result_is_shown_at_once(client, cup, director):
    before, _ = asked(client, cup)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
    work_off()
    after, made = asked(client, cup)
    assert after != before
    assert made > UNMADE
    assert asked(client, cup)[0] == after


def test_each_language_has_its_own(client, cup):
    english, _ = asked(client, cup, accept_language="en")
    japanese, made = asked(client, cup, accept_language="ja")
    assert japanese != english
    assert made > UNMADE
    assert asked(client, cup, accept_language="en")[0] == english


def test_a_login_is_shown_its_own(client, cup, director):
    visited, _ = asked(client, cup)
    client.force_login(director)
    seen, made = asked(client, cup)
    assert "Control desk" in seen
    assert "Control desk" not in visited
    assert made > UNMADE
    client.logout()
    assert asked(client, cup)[0] == visited


def test_what_an_address_chooses_is_not_kept_for_others(client, cup):
    visited, _ = asked(client, cup)
    player = cup.entries.first().player_id
    followed = text(client.get(f"/tournaments/{cup.pk}/?player={player}"))
    assert "The way of" in followed
    assert asked(client, cup)[0] == visited
