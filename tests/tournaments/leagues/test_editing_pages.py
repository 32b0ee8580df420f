"""Leagues on pages: founded, changed, closed, removed; and the next season, looked at before it opens."""

import re

import pytest

from matches.players.models import Player
from tests.conftest import work_off
from tests.factories import UserFactory
from tests.page_forms import sent_from
from tests.tournaments.events.test_pages import text, visible
from tournaments.leagues.models import League, LeagueEdit, Season
from tournaments.leagues.pages.forms import league_formats

from .seasons import in_a_ring, numbers, opened, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_director(client, director):
    client.force_login(director)
    return client


@pytest.mark.parametrize("format", league_formats())
def test_a_league_is_founded_with_a_name_alone(as_director, club, league, format):
    assert f'href="?format={format}"' in as_director.get(f"/clubs/{club.pk}/leagues/new/").content.decode()
    address = f"/clubs/{club.pk}/leagues/new/?format={format}"
    answer = as_director.post(address, sent_from(as_director.get(address).content.decode(), name="Spring"))
    made = League.objects.latest("pk")
    assert (answer.status_code, answer.url) == (302, f"/leagues/{made.pk}/")
    assert (made.format, made.format_options, made.lengths) == (format, {}, [7])
    assert "Open the first season" in text(as_director.get(answer.url))


def test_what_cannot_be_is_said_beside_its_field(as_director, club, league):
    address = f"/clubs/{club.pk}/leagues/new/?format=round_robin"
    page = as_director.get(address).content.decode()
    for changed, field, fault in [
        ({"lengths": "4"}, "lengths", "odd"),
        ({"lengths": "five"}, "lengths", "whole numbers"),
        ({"up": "99"}, "up", "16"),
        ({"option_meetings": "99"}, "option_meetings", "less than or equal"),
    ]:
        answer = as_director.post(address, sent_from(page, name="My league", **changed))
        assert answer.status_code == 422
        assert fault in re.search(rf'id="id_{field}_error"[^>]*>([^<]*)', answer.content.decode())[1]
        assert 'value="My league"' in answer.content.decode()
    assert League.objects.get() == league


def test_changed_closed_removed_and_taken_back(as_director, league, club):
    address = f"/leagues/{league.pk}/edit/"
    as_director.post(address, sent_from(as_director.get(address).content.decode(), up="2", name="Monday"))
    league.refresh_from_db()
    assert (league.name, league.up, league.format, league.lengths) == ("Monday", 2, "round_robin", [3])
    undo = f"/leagues/{league.pk}/edits/{LeagueEdit.objects.get().pk}/undo/"
    assert f'action="{undo}"' in as_director.get(f"/leagues/{league.pk}/").content.decode()
    assert "Taken back." in text(as_director.post(undo, follow=True))
    closed = text(as_director.post(f"/leagues/{league.pk}/close/", {"closed": "yes"}, follow=True))
    assert "The league is closed: no further season opens." in closed
    assert "Open the first season" not in closed
    as_director.post(f"/leagues/{league.pk}/close/", {"closed": "no"})
    assert f"{league_name(league)} is removed." in text(
        as_director.post(f"/leagues/{league.pk}/remove/", follow=True)
    )
    edit = LeagueEdit.objects.latest("pk")
    as_director.post(f"/leagues/{league.pk}/edits/{edit.pk}/undo/")
    assert as_director.get(f"/leagues/{league.pk}/").status_code == 200


def league_name(league):
    league.refresh_from_db()
    return league.name


def test_terms_that_seasons_follow_stay(as_director, season, league):
    address = f"/leagues/{league.pk}/edit/"
    answer = as_director.post(address, sent_from(as_director.get(address).content.decode(), down="2"))
    assert answer.status_code == 422
    assert "has opened a season" in re.search(r'id="id_down_error"[^>]*>([^<]*)', answer.content.decode())[1]
    assert not LeagueEdit.objects.exists()


def test_the_first_season_by_names(as_director, league, field):
    address = f"/leagues/{league.pk}/season/"
    page = as_director.get(address).content.decode()
    assert page.count('class="combo"') == 8
    more = as_director.post(address, {"do": "more", "rows": "8", "player_1": "Ann"})
    assert more.status_code == 200
    assert more.content.decode().count('class="combo"') == 16
    assert 'value="Ann"' in more.content.decode()
    named = {f"player_{n}": player.name for n, player in enumerate(field, 1)}
    sent = {**named, "rows": "8", "sizes": "4, 4", "draw": "on"}
    Player.objects.create(name="Eva Lindqvist")
    wrong = as_director.post(address, {**sent, "player_3": "Eva Lindqvisd", "do": "preview"})
    assert wrong.status_code == 422
    assert "similar name" in re.search(r'id="id_player_3_error"[^>]*>([^<]*)', wrong.content.decode())[1]
    assert not Player.objects.filter(name="Eva Lindqvisd").exists()
    seen = as_director.post(address, {**sent, "do": "preview"})
    assert seen.status_code == 200
    assert "Season 1 would be Division 1 Ann Bob Cem Dai Division 2 Eva Fay Gus Hal" in text(seen)
    assert not Season.objects.exists()
    token = re.search(r'name="preview" value="([^"]+)"', seen.content.decode())[1]
    answer = as_director.post(address, {**sent, "do": "open", "preview": token, "name": "Spring"})
    assert answer.url == f"/leagues/{league.pk}/"
    made = Season.objects.get()
    assert (made.name, made.divisions.count()) == ("Spring", 2)
    assert all(division.tournament.state == "running" for division in made.divisions.all())


def test_the_next_season_shows_who_moves_before_it_opens(as_director, league, season, field):
    address = f"/leagues/{league.pk}/season/"
    seen = text(as_director.get(address))
    assert "▲ Up Eva to division 1" in seen
    assert "▼ Down Dai to division 2" in seen
    ivo = Player.objects.create(name="Ivo Kramer")
    sent = {"rows": "2", "player_1": "Ivo Kramer", "withdrawn": [field[7].pk], "draw": "on"}
    page = as_director.post(address, {**sent, "do": "preview"})
    assert "Division 2 Dai Fay Gus Ivo Kramer" in text(page)
    token = re.search(r'name="preview" value="([^"]+)"', page.content.decode())[1]
    stale = as_director.post(address, {"rows": "2", "draw": "on", "do": "open", "preview": token})
    assert stale.status_code == 422
    assert "would be another than in the preview" in visible(stale.content.decode())
    assert as_director.post(address, {**sent, "do": "open", "preview": token}).status_code == 302
    second = Season.objects.latest("pk")
    assert (second.number, second.newcomers, second.withdrawn) == (2, [ivo.pk], [field[7].pk])


def test_who_is_new_is_recorded_on_the_spot(as_director, league, season, field):
    address = f"/leagues/{league.pk}/season/"
    sent = {"rows": "2", "player_1": "Zora Newcomer", "withdrawn": [field[7].pk], "draw": "on"}
    page = as_director.post(address, {**sent, "do": "preview"})
    zora = Player.objects.get(name="Zora Newcomer")
    assert "Division 2 Dai Fay Gus Zora Newcomer" in text(page)
    assert "Zora Newcomer is recorded as a player of the club." in text(page)
    token = re.search(r'name="preview" value="([^"]+)"', page.content.decode())[1]
    chosen = {"player_1-chosen": str(zora.pk), "player_1-asked": zora.name}
    assert f'value="{zora.pk}"' in page.content.decode()
    assert as_director.post(address, {**sent, **chosen, "do": "open", "preview": token}).status_code == 302
    assert Season.objects.latest("pk").newcomers == [zora.pk]
    assert Player.objects.filter(name="Zora Newcomer").count() == 1


def test_places_that_are_shared_are_put_in_order(as_director, league, director, field):
    made = opened(league, director, divisions=numbers([field[:3], field[3:6]]))
    for division in made.divisions.all():
        play(division, director, in_a_ring(field[:3] if division.number == 1 else field[3:6]))
    work_off()
    address = f"/leagues/{league.pk}/season/"
    page = as_director.get(address)
    assert page.status_code == 200
    asked = re.findall(r'name="(order_\d+)"', page.content.decode())
    assert len(asked) == 3
    first = {name: str(place) for place, name in enumerate(asked, 1)}
    page = as_director.post(address, {**first, "rows": "2", "draw": "on", "do": "preview"})
    asked = re.findall(r'name="(order_\d+)"', page.content.decode())
    assert len(asked) == 6
    both = {name: str(place) for place, name in enumerate(asked, 1)}
    page = as_director.post(address, {**both, "rows": "2", "draw": "on", "do": "preview"})
    assert "Season 2 would be" in text(page)


def test_a_season_that_runs_is_played_first(as_director, league, director, field):
    opened(league, director, divisions=numbers([field[:4], field[4:]]))
    page = as_director.get(f"/leagues/{league.pk}/season/")
    assert "opens when season 1 is over" in text(page)
    assert 'value="open"' not in page.content.decode()


def test_only_who_directs_the_club(client, league, club):
    client.force_login(UserFactory())
    for address in (f"/clubs/{club.pk}/leagues/new/", f"/leagues/{league.pk}/season/"):
        assert client.get(address).status_code == 403
    for under in ("edit", "close", "remove"):
        assert client.post(f"/leagues/{league.pk}/{under}/", {"closed": "yes"}).status_code == 403
    assert "Open the first season" not in text(client.get(f"/leagues/{league.pk}/"))
    assert not LeagueEdit.objects.exists()


def test_japanese_and_queries(as_director, league, season, django_assert_num_queries):
    as_director.cookies["django_language"] = "ja"
    assert "次のシーズンを開始" in text(as_director.get(f"/leagues/{league.pk}/season/"))
    with django_assert_num_queries(26):
        as_director.get(f"/leagues/{league.pk}/season/")
    with django_assert_num_queries(4):
        as_director.get(f"/leagues/{league.pk}/edit/")
