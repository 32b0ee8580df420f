"""An event's page is made once for all who have no login, and again when a result has come."""

import re

import pytest
from django.contrib.messages import SUCCESS
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from config.monitoring.tally import tally
from matches.base.pages import TOPIC_HEADER
from matches.facts import pages
from tests.conftest import director_reports, fixture_at, work_off
from tournaments.events.models import Tournament

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


def test_each_visitor_posts_with_a_token_of_its_own(cup):
    tokens = []
    for _ in range(2):
        visitor = Client(enforce_csrf_checks=True)
        page = visitor.get(f"/tournaments/{cup.pk}/").content.decode()
        (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        sent = {"csrfmiddlewaretoken": token, "language": "ja"}
        assert visitor.post("/i18n/setlang/", sent).status_code == 302
        tokens.append(token)
    assert tokens[0] != tokens[1]


def test_what_was_done_is_said_to_who_did_it(client, cup):
    kept, _ = asked(client, cup)
    say_on_next_page(client, "The match is reported.")
    assert "The match is reported." in asked(client, cup)[0]
    assert asked(Client(), cup)[0] == asked(client, cup)[0] == kept


def say_on_next_page(client, message):
    request, response = RequestFactory().get("/"), HttpResponse()
    messages = CookieStorage(request)
    messages.add(SUCCESS, message)
    messages.update(response)
    client.cookies.update(response.cookies)


def test_of_a_removed_event_nothing_is_kept(client, cup):
    asked(client, cup)
    Tournament.objects.update(removed=True)
    assert client.get(f"/tournaments/{cup.pk}/").status_code == 404


class TestWhileANewerIsMade:
    """A thread of the process makes the newer one, and is not done with it."""

    @pytest.fixture
    def before(self, client, cup, director, monkeypatch):
        """The page of before a result, and its version; from then on somebody makes the one after it."""
        monkeypatch.setattr(pages, "BEHIND", 60)
        page = client.get(f"/tournaments/{cup.pk}/")
        director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
        making = OtherMakes()
        monkeypatch.setattr(pages, "making_lock", lambda _: making)
        yield page, making
        assert making.acquired == making.released

    def test_who_opens_the_page_has_the_one_before_and_follows_it_from_there(self, client, cup, before):
        earlier, making = before
        page = client.get(f"/tournaments/{cup.pk}/")
        assert text(page) == text(earlier)
        assert version_of(page) == version_of(earlier)
        assert page[TOPIC_HEADER] == earlier[TOPIC_HEADER]
        assert making.acquired == 0

    def test_an_open_page_waits_for_the_newer(self, client, cup, before):
        earlier, making = before
        part = client.get(f"/tournaments/{cup.pk}/", headers={"hx-request": "true"})
        assert int(part[TOPIC_HEADER].split()[1]) > version_of(earlier)
        assert making.acquired == 1

    def test_a_moment_later_who_opens_the_page_waits_too(self, client, cup, before):
        earlier, making = before
        cache.clear()
        assert version_of(client.get(f"/tournaments/{cup.pk}/")) > version_of(earlier)
        assert making.acquired == 1

    def test_a_login_waits_for_nobody(self, client, cup, director, before):
        earlier, making = before
        client.force_login(director)
        assert version_of(client.get(f"/tournaments/{cup.pk}/")) > version_of(earlier)
        assert making.acquired == 0


class TestThatTakesLong:
    """The next versions are not made at once."""

    @pytest.fixture
    def before(self, client, cup, director, monkeypatch):
        """The page of before a result."""
        monkeypatch.setattr(pages, "DEAR", 0)
        monkeypatch.setattr(pages, "RESTS", 1_000_000)
        for language in ("ja", "en"):
            # The first time of a process says nothing of the next.
            client.get(f"/tournaments/{cup.pk}/", headers={"accept-language": language})
        cache.clear()
        page = client.get(f"/tournaments/{cup.pk}/")
        director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
        work_off()
        return page

    def test_who_opens_the_page_follows_it_from_there(self, client, cup, before):
        page = client.get(f"/tournaments/{cup.pk}/")
        assert text(page) == text(before)
        assert page[TOPIC_HEADER] == before[TOPIC_HEADER]

    def test_an_open_page_has_what_it_was_told_of(self, client, cup, before):
        part = client.get(f"/tournaments/{cup.pk}/", headers={"hx-request": "true"})
        assert int(part[TOPIC_HEADER].split()[1]) > version_of(before)

    def test_what_a_process_makes_for_the_first_time_is_made_anew(self, client, cup, before, monkeypatch):
        monkeypatch.setattr(pages, "_MADE", set())
        cache.clear()
        page = client.get(f"/tournaments/{cup.pk}/")
        director_reports(fixture_at(cup, "R1-M2").match, cup.created_by, (5, 3))
        work_off()
        assert version_of(client.get(f"/tournaments/{cup.pk}/")) > version_of(page)

    def test_it_rests_for_no_longer_than_it_is_shown(self, client, cup, before, monkeypatch):
        monkeypatch.setattr(pages, "BEHIND", 0)
        part = client.get(f"/tournaments/{cup.pk}/", headers={"accept-language": "ja"})
        director_reports(fixture_at(cup, "R1-M2").match, cup.created_by, (5, 3))
        work_off()
        later = client.get(f"/tournaments/{cup.pk}/", headers={"accept-language": "ja"})
        assert version_of(later) > version_of(part)


class TestWhileManyAreAnswered:
    """Nobody has to wait for a page to be made."""

    @pytest.fixture
    def before(self, client, cup, director):
        """The page of before a result."""
        page = client.get(f"/tournaments/{cup.pk}/")
        director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
        return page

    @pytest.mark.parametrize(("beside", "is_earlier"), [(2, False), (3, True)])
    def test_who_opens_the_page_follows_it_from_the_version_before(
        self, client, cup, before, settings, monkeypatch, beside, is_earlier
    ):
        settings.WEB_THREADS = 4
        monkeypatch.setattr(tally, "in_progress", beside)
        page = client.get(f"/tournaments/{cup.pk}/")
        assert (version_of(page) == version_of(before)) == is_earlier

    def test_an_open_page_has_what_it_was_told_of(self, client, cup, before, monkeypatch):
        monkeypatch.setattr(tally, "in_progress", 99)
        part = client.get(f"/tournaments/{cup.pk}/", headers={"hx-request": "true"})
        assert int(part[TOPIC_HEADER].split()[1]) > version_of(before)

    def test_a_login_has_what_there_is(self, client, cup, director, before, monkeypatch):
        monkeypatch.setattr(tally, "in_progress", 99)
        client.force_login(director)
        assert version_of(client.get(f"/tournaments/{cup.pk}/")) > version_of(before)


class OtherMakes:
    """A lock that another thread holds when it is asked for, and gives up to whoever waits."""

    def __init__(self):
        self.acquired = self.released = 0

    def acquire(self, blocking=True):
        self.acquired += blocking
        return blocking

    def release(self):
        self.released += 1


def version_of(page):
    return int(re.search(r'data-version="(\d+)"', page.content.decode())[1])
