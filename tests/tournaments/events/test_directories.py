"""Directories as pages: what one finds there, by what, and what stands there where nothing is."""

import pytest

from tests.each import each
from tests.factories import PlayerFactory, UserFactory
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

NAMES = (
    *("Golden Club 東京", "Kölner Backgammon", "Golden Cup", "Golden Weekend", "Some Evening", "Abroad"),
    *("Golden Ladder", "Golden League", "Golden Pond", "Kim Golden"),
)
EMPTY = {
    "/clubs/": "There is no club yet.",
    "/tournaments/": "No tournament has been announced yet.",
    "/ladders/": "There is no ladder yet.",
    "/leagues/": "There is no league yet.",
    "/ponds/": "There is no pond yet.",
    "/players/": "Nobody has been entered yet.",
}


def shown(client, address):
    """The names of the list, in their order."""
    page = client.get(address)
    assert page.status_code == 200, address
    main = page.content.decode().split('<form class="finder"')[1].split("</form>", 1)[1]
    found = {name: main.find(f"{name}</a>") for name in NAMES}
    return [name for name in sorted(found, key=found.__getitem__) if found[name] >= 0]


@each(
    "address, found",
    [
        ("clubs/", ["Golden Club 東京", "Kölner Backgammon"]),
        ("clubs/?search=koelner", ["Kölner Backgammon"]),
        ("clubs/?place=tōk", ["Golden Club 東京"]),
        ("clubs/?place=nowhere", []),
        ("tournaments/", ["Golden Cup", "Golden Weekend", "Abroad", "Some Evening"]),
        ("tournaments/?search=goldne", ["Golden Weekend", "Golden Cup"]),
        ("tournaments/?first=2026-12-02&last=2026-12-02", ["Golden Cup"]),
        ("tournaments/?place=lisb", ["Abroad"]),
        ("tournaments/?state=running", []),
        ("ladders/?search=golden", ["Golden Ladder"]),
        ("leagues/?place=köln", ["Golden League"]),
        ("leagues/?place=shib", []),
        ("ponds/", ["Golden Pond"]),
        ("players/?search=goldne", ["Kim Golden"]),
        ("players/?search=xaver", []),
        # What cannot be read narrows nothing.
        ("tournaments/?state=bingo&search=cup", ["Golden Cup"]),
        ("ladders/?club=999999", ["Golden Ladder"]),
        ("ponds/?club=x&page=99", ["Golden Pond"]),
    ],
)
def test_directories_are_searched_and_narrowed_down(town, client, address, found):
    assert shown(client, f"/{address}") == found


def test_by_club(town, client):
    tokyo = Club.objects.get(name="Golden Club 東京")
    assert shown(client, f"/tournaments/?club={tokyo.pk}") == ["Golden Cup"]
    assert shown(client, f"/ladders/?club={tokyo.pk}") == ["Golden Ladder"]
    assert shown(client, f"/ponds/?club={tokyo.pk}") == []
    PlayerFactory(name="Kim Golden")
    assert client.get(f"/players/?club={tokyo.pk}&search=kim").content.decode().count("Kim Golden</a>") <= 1


def test_what_was_asked_stays_and_a_fault_stands_beside_it(town, client):
    page = client.get("/tournaments/?search=%3Cxyz%3E&first=tomorrow").content.decode()
    assert 'value="&lt;xyz&gt;"' in page
    assert 'value="tomorrow"' in page
    assert '<p class="fault" id="id_first_error" role="alert">Enter a valid date.</p>' in page
    assert "Nothing fits. Leave something out" in page
    assert (
        "条件に合うものはありません"
        in client.get("/tournaments/?search=xyz", HTTP_ACCEPT_LANGUAGE="ja").content.decode()
    )


def test_what_is_unlisted_is_shown_to_who_runs_it_alone(town, client, director):
    Tournament.objects.filter(name="Golden Cup").update(listed=False)
    assert "Golden Cup" not in shown(client, "/tournaments/")
    assert "Golden Cup" not in shown(client, "/tournaments/?search=golden")
    client.force_login(director)
    assert "Golden Cup" in shown(client, "/tournaments/?search=golden")


@each("address", [*EMPTY])
def test_where_nothing_is_it_says_what_to_do(client, address):
    page = client.get(address).content.decode()
    assert EMPTY[address] in page
    assert 'class="empty"' in page


@each(
    "address, most",
    [
        ("clubs/?search=g", 4),
        ("tournaments/?search=g&place=e", 5),
        ("tournaments/", 3),
        ("ladders/?search=g", 5),
        ("leagues/?search=g", 5),
        ("ponds/?search=g", 5),
        ("players/?search=g", 9),
    ],
)
def test_a_directory_costs_as_much_for_any_number(town, client, address, most, django_assert_max_num_queries):
    client.get(f"/{address}")
    client.force_login(UserFactory())
    with django_assert_max_num_queries(most + 5):
        client.get(f"/{address}")
