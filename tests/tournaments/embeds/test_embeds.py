"""What other sites show in frames: an event's bracket and standings, a ladder."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from matches.players.models import Player
from tests.conftest import director_reports, field_entered, fixture_at
from tests.tournaments.events.test_pages import text
from tournaments.events.services import tournament_create
from tournaments.ladders.services import ladder_create, ladder_join

pytestmark = pytest.mark.django_db


def policy(response):
    return dict(each.strip().split(" ", 1) for each in response["Content-Security-Policy"].split(";"))


@pytest.fixture
def ladder(director, club, players):
    made = ladder_create(actor=director, club=club, name="Club Ladder", kind="position", length=5)
    for player in players(2):
        ladder_join(actor=director, ladder_id=made.pk, player=player)
    return made


def addresses(cup, ladder):
    return (
        f"/embed/tournaments/{cup.pk}/bracket/",
        f"/embed/tournaments/{cup.pk}/standings/",
        f"/embed/ladders/{ladder.pk}/",
    )


@pytest.fixture
def cup(knockout, ladder):
    return knockout(2, field=list(Player.objects.order_by("pk")))


def test_any_site_may_show_them_and_no_other_page(client, cup, ladder):
    for address in addresses(cup, ladder):
        response = client.get(address)
        assert response.status_code == 200
        assert policy(response)["frame-ancestors"] == "*"
        assert policy(response)["form-action"] == "'none'"
        assert "X-Frame-Options" not in response
        assert response["X-Robots-Tag"] == "noindex"
        assert client.post(address).status_code == 405
    for address in (f"/tournaments/{cup.pk}/", f"/ladders/{ladder.pk}/", f"/tournaments/{cup.pk}/screen/"):
        response = client.get(address)
        assert policy(response)["frame-ancestors"] == "'none'"
        assert response["X-Frame-Options"] == "DENY"


def test_nothing_can_be_sent_and_a_login_is_nobody(client, cup, ladder, director):
    visited = [client.get(address).content for address in addresses(cup, ladder)]
    client.force_login(director)
    for address, seen in zip(addresses(cup, ladder), visited, strict=True):
        page = client.get(address).content
        assert page == seen
        assert b"<form" not in page
        assert b"csrf" not in page


def test_links_to_other_pages_open_in_a_tab_of_their_own(client, cup, ladder):
    for address in addresses(cup, ladder):
        links = re.findall(r"<a [^>]*>", client.get(address).content.decode())
        away = [link for link in links if 'href="/' in link]
        assert away
        assert all('target="_blank"' in link and 'rel="noopener"' in link for link in away)
        assert all('target="_blank"' not in link for link in links if 'href="#' in link)


def test_they_show_what_the_pages_show(client, cup, ladder, director):
    bracket, standings, rungs = addresses(cup, ladder)
    match = fixture_at(cup, "R1-M1").match
    director_reports(match, director, (5, 3))
    assert f"1 {match.one.name} won 5 2 {match.two.name} 3" in text(client.get(bracket))
    assert re.search(rf"{match.one.name} 1 1–0 .*{match.two.name} 2 0–1", text(client.get(standings)))
    assert re.search(r"1 Ann 2 Bob", text(client.get(rungs)))


def test_the_site_around_chooses_the_language(client, cup):
    address = f"/embed/tournaments/{cup.pk}/standings/"
    assert 'lang="ja"' in client.get(f"{address}?language=ja").content.decode()
    english = {"headers": {"accept-language": "en"}}
    assert "Standings" in text(client.get(address, **english))
    assert "順位表" in text(client.get(f"{address}?language=ja", **english))
    for wrong in ("?language=xx", "?language=%00", "?part=%2e%2e%2f&what=ever"):
        assert "Standings" in text(client.get(f"{address}{wrong}", **english))


def test_before_the_draw_the_entries_are_shown(client, club, director, ladder):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    for shown in ("bracket", "standings"):
        assert "Nobody has entered yet." in text(client.get(f"/embed/tournaments/{cup.pk}/{shown}/"))
    field_entered(cup, director, Player.objects.all())
    for shown in ("bracket", "standings"):
        assert re.search(r"Entries .*Ann.*Bob", text(client.get(f"/embed/tournaments/{cup.pk}/{shown}/")))


def test_what_is_not_there_is_not_found(client, cup, ladder):
    for address in addresses(cup, ladder):
        assert client.get(re.sub(r"\d+", "99999", address)).status_code == 404
    assert client.get(f"/embed/tournaments/{cup.pk}/bracket/?part=losers-9").status_code == 404


def test_pages_have_what_is_to_be_pasted(client, cup, ladder):
    bracket, standings, rungs = addresses(cup, ladder)
    script = f'<script async src="{settings.PUBLIC_URL}/embed/embed.js"></script>'
    for page, shown in (
        (f"/tournaments/{cup.pk}/", [bracket, standings]),
        (f"/ladders/{ladder.pk}/", [rungs]),
    ):
        found = re.findall(
            r'<input id="embed-\w+" readonly value="([^"]*)"', client.get(page).content.decode()
        )
        snippets = [
            f'<div data-golden-point="{settings.PUBLIC_URL}{address}"></div>{script}' for address in shown
        ]
        assert [unescape(each) for each in found] == snippets


def test_the_script_is_for_every_site(client):
    response = client.get("/embed/embed.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "public" in response["Cache-Control"]
    with open(finders.find("tournaments/embed.js")) as script:
        assert response.content.decode() == script.read()
