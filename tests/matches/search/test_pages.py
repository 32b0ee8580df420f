"""The search in the head of every page: its page of results, and what it suggests."""

import pytest

from tests.factories import ClubFactory, PlayerFactory, TournamentFactory

pytestmark = pytest.mark.django_db


def test_what_is_found_stands_by_kind(client, django_assert_max_num_queries):
    club = ClubFactory(name="Golden Club")
    TournamentFactory(club=club, name="Golden Cup")
    player = PlayerFactory(name="Kim Golden")
    client.get("/search/?q=x")
    with django_assert_max_num_queries(35):
        page = client.get("/search/?q=golden").content.decode()
    for heading in ("Players</h2>", "Clubs</h2>", "Tournaments</h2>"):
        assert heading in page
    assert f'<a href="/players/{player.pk}/">Kim Golden</a>' in page
    assert 'name="q" value="golden"' in page
    titles = [group["title"] for group in client.get("/search/suggestions/?q=golden").json()["groups"]]
    assert titles == ["Players", "Clubs", "Tournaments"]


def test_where_nothing_is_found_it_says_what_to_do(client):
    page = client.get("/search/?q=<b>").content.decode()
    assert "Nothing has a name like “&lt;b&gt;”. Look at the spelling" in page
    assert "Type a name, or how it begins" in client.get("/search/").content.decode()
    japanese = client.get("/search/?q=xyz", HTTP_ACCEPT_LANGUAGE="ja").content.decode()
    assert "「xyz」に近い名前のものは見つかりませんでした。" in japanese
    assert client.get("/search/suggestions/").json() == {"groups": []}
