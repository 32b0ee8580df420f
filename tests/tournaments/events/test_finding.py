"""Clubs and events found by name, by day and by place; and one search over all of it."""

import pytest
from django.utils import translation

from matches.hooks import ROOMS, Directory, Room, SearchHit, directories
from matches.players.models import Player
from matches.players.services import player_edit
from matches.search.selectors import rows_found
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.consent import membership_add, player_create
from tests.each import each
from tests.factories import AliasFactory, TournamentFactory, UserFactory
from tests.matches.players.people import person, staff
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_create, club_remove
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_edit, tournament_remove

pytestmark = pytest.mark.django_db


def names(path, user=None):
    answer = api_as(user).get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


@each(
    "path, found",
    [
        ("clubs/?search=golden", ["Golden Club 東京"]),
        ("clubs/?search=koelner", ["Kölner Backgammon"]),
        ("clubs/?search=koln", ["Kölner Backgammon"]),
        ("clubs/?search=shibuya", ["Golden Club 東京"]),
        ("clubs/?search=toukyou", ["Golden Club 東京"]),
        ("clubs/?search=東京", ["Golden Club 東京"]),
        ("clubs/?place=tōk", ["Golden Club 東京"]),
        ("clubs/?place=kö&search=golden", []),
        ("clubs/", ["Kölner Backgammon", "Golden Club 東京"]),
        ("tournaments/?search=golden", ["Golden Weekend", "Golden Cup"]),
        ("tournaments/?search=cup golden", ["Golden Cup"]),
        ("tournaments/?search=dusseldorf", ["Golden Weekend"]),
        ("tournaments/?search=goldne", ["Golden Weekend", "Golden Cup"]),
        ("tournaments/?search=golden&format=round_robin", ["Golden Weekend"]),
        ("tournaments/?state=running", []),
        ("tournaments/?place=düssel", ["Golden Weekend"]),
        ("tournaments/?place=köln", ["Some Evening"]),
        ("tournaments/?place=tavern", ["Abroad"]),
        ("tournaments/?place=lisb", ["Abroad"]),
        ("tournaments/?from=2027-01-07&to=2027-01-07", ["Abroad"]),
        ("tournaments/?from=2027-01-08", []),
        # The day is that of the event: in Tokyo it is the 2nd, in Köln the 5th to the 6th.
        ("tournaments/?from=2026-12-02&to=2026-12-02", ["Golden Cup"]),
        ("tournaments/?to=2026-12-01", []),
        ("tournaments/?from=2026-12-03", ["Abroad", "Golden Weekend"]),
        ("tournaments/?to=2026-12-04", ["Golden Cup"]),
        ("tournaments/?from=2026-12-06", ["Abroad", "Golden Weekend"]),
        ("tournaments/?from=2026-12-07", ["Abroad"]),
        ("tournaments/?from=2026-12-05&to=2026-12-05&search=week", ["Golden Weekend"]),
        ("ladders/?search=golden", ["Golden Ladder"]),
        ("ladders/?search=gold&kind=pyramid", []),
        ("leagues/?search=league", ["Golden League"]),
        ("ponds/?search=golden pond", ["Golden Pond"]),
    ],
)
def test_lists_are_searched_and_narrowed_down(town, path, found):
    assert names(path) == found


@each(
    "path",
    [
        "tournaments/?from=tomorrow",
        "tournaments/?format=bingo",
        f"clubs/?search={'x' * 121}",
        "search/",
        "search/?q=",
    ],
)
def test_what_cannot_be_looked_for_is_refused(town, path):
    assert_problem(api_as(None).get(f"/api/v1/{path}"), 400, "invalid_request")


def test_what_lists_do_not_show_is_not_found(town, director):
    cup = Tournament.objects.get(name="Golden Cup")
    tournament_edit(actor=director, tournament_id=cup.pk, listed=False)
    for found in (names("tournaments/?search=golden cup"), kinds("golden cup")):
        assert "Golden Cup" not in found
    assert names("tournaments/?search=golden cup", director) == ["Golden Cup"]
    tournament_remove(actor=director, tournament_id=cup.pk)
    assert names("tournaments/?search=golden cup", director) == []
    empty = club_create(actor=director, name="Nobody's Club")
    assert names("clubs/?search=nobody") == ["Nobody's Club"]
    club_remove(actor=director, club_id=empty.pk)
    assert names("clubs/?search=nobody") == []


def kinds(text, user=None, **asked):
    """What the search over all kinds finds, by kind and name."""
    answer = api_as(user).get("/api/v1/search/", {"q": text, **asked})
    assert answer.status_code == 200, answer.content
    return [(row["kind"], row["name"]) for row in answer.json()]


def test_one_search_over_all_kinds(town):
    assert kinds("golden") == [
        ("player", "Kim Golden"),
        ("club", "Golden Club 東京"),
        ("ladder", "Golden Ladder"),
        ("pond", "Golden Pond"),
        ("tournament", "Golden Weekend"),
        ("tournament", "Golden Cup"),
        ("league", "Golden League"),
    ]
    assert kinds("golden", kind="tournament", limit=1) == [("tournament", "Golden Weekend")]
    assert kinds("?!") == []
    answers = api_as(None).get("/api/v1/search/", {"q": "golden"}).json()
    details = {row["name"]: (row["detail"], row["page"]) for row in answers}
    cup, kim = Tournament.objects.get(name="Golden Cup"), Player.objects.get(name="Kim Golden")
    assert details["Golden Cup"] == ("Golden Club 東京 · 2 Dec 2026", f"/tournaments/{cup.pk}/")
    assert details["Kim Golden"] == ("Golden Club 東京", f"/players/{kim.pk}/")
    assert details["Golden Pond"][0] == "Kölner Backgammon"
    assert details["Golden Club 東京"][0] == "Shibuya, Tōkyō"
    japanese = api_as(None).get("/api/v1/search/", {"q": "golden cup"}, HTTP_ACCEPT_LANGUAGE="ja").json()
    assert japanese[0]["detail"] == "Golden Club 東京 · 2026年12月2日"
    for row in answers:
        assert api_as(None).get(row["page"]).status_code == 200, row


def test_what_tells_players_of_one_name_apart(town, director):
    mia, ned = person("Mia Berg"), person("Ned Berg")
    pair = player_create(actor=mia.user, name="The Bergs", kind="pair", members=[mia, ned])
    player_edit(actor=mia.user, player_id=mia.pk, reading="みあ", private=[])
    AliasFactory(player=mia, name="bergsteiger")
    answers = api_as(None).get("/api/v1/search/", {"q": "bergs", "kind": "player"}).json()
    assert {row["id"]: row["detail"] for row in answers} == {
        pair.pk: "Mia Berg, Ned Berg",
        mia.pk: "みあ · also known as bergsteiger",
        ned.pk: "",
    }
    japanese = api_as(None).get("/api/v1/search/", {"q": "bergst"}, HTTP_ACCEPT_LANGUAGE="ja").json()
    assert japanese[0]["detail"] == "みあ · 別名：bergsteiger"


def test_members_of_the_club_for_which_somebody_looks_come_first(town, director):
    club = Club.objects.get(name__startswith="Golden")
    first, second = person("Ann Aaa", login=False), person("Ann Bbb", login=False)
    membership_add(actor=staff(), club_id=club.pk, player=second)
    assert kinds("ann", kind="player") == [("player", first.name), ("player", second.name)]
    assert kinds("ann", kind="player", club=club.pk) == [("player", second.name), ("player", first.name)]


def test_a_room_makes_its_subject_findable(town, monkeypatch):
    class Diaries(Directory):
        kind = "diary"
        title = "Diaries"

        def search(self, viewer, text, most, club):
            return [SearchHit(7, f"{text} of {viewer}", f"{most} {club}", "/diaries/7/")][:most]

    monkeypatch.setitem(ROOMS, "diaries", Room(name="diaries", directories=[Diaries()]))
    answer = api_as(None).get("/api/v1/search/", {"q": "dear", "kind": "diary", "club": 3}).json()
    assert answer == [
        {"kind": "diary", "id": 7, "name": "dear of AnonymousUser", "detail": "5 3", "page": "/diaries/7/"}
    ]


def test_every_directory_says_what_it_is_called():
    for language in ("en", "ja"):
        with translation.override(language):
            titles = [str(directory.title) for directory in directories()]
            assert len({*titles}) == len(titles)


def test_of_events_of_one_name_the_newest_come_first(director, club):
    TournamentFactory.create_batch(3, name="Tuesday", club=club)
    numbers = [*Tournament.objects.order_by("-pk").values_list("pk", flat=True)]
    assert rows_found(Tournament.objects.all(), "tues") == numbers
    assert rows_found(Tournament.objects.all(), "tues", most=2) == numbers[:2]


def test_a_search_over_everything_costs_as_much_for_any_number(town, django_assert_max_num_queries):
    viewer = UserFactory()
    client = api_as(viewer)
    client.get("/api/v1/search/?q=x")
    with django_assert_max_num_queries(35):
        client.get("/api/v1/search/?q=golden")
