"""The profile as a page shows it and asks for it."""

import re

import pytest

from tests.factories import PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db

JAPANESE = {"Accept-Language": "ja"}


@pytest.fixture
def ann(client):
    """A player who is logged in."""
    player = PlayerFactory(name="Ann", user=UserFactory())
    client.force_login(player.user)
    return player


def countries_offered(client, player, headers):
    page = client.get(f"/players/{player.pk}/manage/", headers=headers).content.decode()
    offered = page.partition('<select name="country"')[2].partition("</select>")[0]
    return re.findall(r'<option value="(\w*)"(?: selected)?>([^<]+)', offered)


def test_countries_are_chosen_by_name_in_the_language_of_the_reader(client, ann):
    english = countries_offered(client, ann, {})
    assert english[:2] == [("", "–"), ("AF", "Afghanistan")]
    assert ("JP", "Japan") in english
    japanese = countries_offered(client, ann, JAPANESE)
    assert japanese[:3] == [("", "–"), ("JP", "日本"), ("AF", "アフガニスタン")]
    assert sorted(code for code, _ in japanese) == sorted(code for code, _ in english)


def test_the_country_of_a_player_is_shown_by_name(client, ann):
    edited = {"name": "Ann", "country": "FI", "public": ["country"]}
    assert client.post(f"/players/{ann.pk}/manage/edit/", edited).status_code == 302
    ann.refresh_from_db()
    assert ann.country == "FI"
    assert "🇫🇮 Finland" in client.get(f"/players/{ann.pk}/").content.decode()
    assert "🇫🇮 フィンランド" in client.get(f"/players/{ann.pk}/", headers=JAPANESE).content.decode()
