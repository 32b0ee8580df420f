"""An event as one file: whole, with nothing that is loaded from elsewhere."""

import re

import pytest
from django.conf import settings

from tests.conftest import director_reports, field_entered, fixture_at
from tests.tournaments.events.test_pages import text
from tournaments.events.services import tournament_create

pytestmark = pytest.mark.django_db


def saved(client, cup, **headers):
    response = client.get(f"/tournaments/{cup.pk}/event.html", headers=headers)
    assert response.status_code == 200
    return response


def test_it_has_everything_and_needs_nothing(client, knockout, director):
    cup = knockout(4)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
    response = saved(client, cup)
    assert response["Content-Disposition"] == 'attachment; filename="Spring Cup.html"'
    page = response.content.decode()
    for tag in ("<script", "<form", "<link", "<img", "<iframe", "@import", "url("):
        assert tag not in page
    assert "--paper:" in page
    links = re.findall(r'<a [^>]*href="([^"]*)"', page)
    assert {link[0] for link in links} <= {"#", "h"}
    assert f"{settings.PUBLIC_URL}/tournaments/{cup.pk}/" in links
    for anchor in (link.removeprefix("#") for link in links if link.startswith("#")):
        assert f'id="{anchor}"' in page
    seen = text(response)
    for words in ("Spring Cup", "Golden Club", "M1", "Ann won 5", "Standings", "as of"):
        assert words in seen


def test_it_is_in_the_language_of_who_asks(client, knockout):
    cup = knockout(2)
    assert "順位表" in text(saved(client, cup, accept_language="ja"))


def test_a_large_bracket_is_whole(client, drawn):
    cup = drawn("single_elimination", 66, third_place=True)
    page = saved(client, cup).content.decode()
    assert page.count('class="slot"') + page.count('class="slot bye"') == 128
    assert "?part=" not in page


def test_before_the_draw_it_has_the_entries(client, club, director, players):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    field_entered(cup, director, players(2))
    assert re.search("Entries .*Ann.*Bob", text(saved(client, cup)))


def test_there_is_none_of_no_event(client, db):
    assert client.get("/tournaments/99999/event.html").status_code == 404
