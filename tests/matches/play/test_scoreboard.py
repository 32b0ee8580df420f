"""The scoreboard: a page on which players and officials record the games as they end."""

import html
import re

import pytest

from matches.play.models import LiveGame, Report
from matches.play.selectors import match_games
from tests.conftest import work_off
from tests.factories import MatchFactory, UserFactory

pytestmark = pytest.mark.django_db


def board(client, match):
    content = client.get(f"/matches/{match.pk}/games/").content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", content.split("<main")[1])).split())


def choices(client, match, name):
    content = client.get(f"/matches/{match.pk}/games/").content.decode()
    found = re.search(rf'<select name="{name}"[^>]*>(.*?)</select>', content)
    return re.findall(r">([^<>]+)</option>", found.group(1)) if found else None


def record_game(client, match, number, winner, ending="single", cube=1):
    game = {"number": number, "winner": winner, "ending": ending, "cube": cube}
    return client.post(f"/matches/{match.pk}/games/record/", game)


def test_a_match_is_recorded_from_the_page_until_it_is_reported(client, match):
    client.force_login(match.one.user)
    assert "Game 1 is next." in board(client, match)
    assert choices(client, match, "cube") == ["1", "2", "4", "8"]
    assert choices(client, match, "ending") == [
        "Single game",
        "Gammon",
        "Backgammon",
        "Double passed",
        "Resigned, a single game",
        "Resigned, a gammon",
        "Resigned, a backgammon",
    ]
    response = record_game(client, match, 1, 0, "resign_gammon", 2)
    assert response["Location"] == f"/matches/{match.pk}/games/"
    text = board(client, match)
    assert "Ann 4 – 0 Bob" in text
    assert "Game 2 is the Crawford game: nobody doubles in it." in text
    assert choices(client, match, "cube") is None, "nobody doubles"
    assert "Double passed" not in choices(client, match, "ending")
    record_game(client, match, 2, 1)
    record_game(client, match, 3, 1, "pass")
    record_game(client, match, 4, 0)
    text = board(client, match)
    assert "The games reach the length of the match." in text
    assert "Record game" not in text
    work_off()
    report = Report.objects.get()
    assert (report.means, report.side, report.status) == ("live", 0, "accepted")
    assert [(game["points"], game["ending"]) for game in report.games] == [
        (4, "resignation"),
        (1, "single"),
        (1, "pass"),
        (1, "single"),
    ]


def test_the_last_game_is_taken_back_from_the_page(client, match):
    client.force_login(match.two.user)
    record_game(client, match, 1, 1)
    assert "Take game 1 back" in board(client, match)
    response = client.post(f"/matches/{match.pk}/games/take-back/", {"number": 1})
    assert response["Location"] == f"/matches/{match.pk}/games/"
    assert not match_games(match.pk).facts
    assert "Take game" not in board(client, match)


def test_a_drawn_game_of_plakoto_is_recorded(client, players):
    ann, bob = players(2)
    match = MatchFactory(one=ann, two=bob, variant="plakoto", length=3)
    client.force_login(ann.user)
    assert choices(client, match, "ending") == [
        "Single game",
        "Gammon",
        "Resigned, a single game",
        "Resigned, a gammon",
        "Draw",
    ]
    record_game(client, match, 1, 0, "draw")
    assert LiveGame.objects.get().winner is None


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"number": 2, "winner": 0, "ending": "single", "cube": 1}, "Record game 1 first"),
        ({"number": 1, "winner": 0, "ending": "single", "cube": 3}, "the cube cannot show 3"),
        ({"number": 1, "winner": 0, "ending": "mars", "cube": 1}, "is not one of the"),
        ({"number": 1, "winner": 2, "ending": "single", "cube": 1}, "is not one of the"),
        ({"number": "x", "winner": 0, "ending": "single", "cube": 1}, "Enter a whole number."),
        ({}, "This field is required."),
    ],
)
def test_what_cannot_be_is_said_on_the_page_and_not_kept(client, match, fields, says):
    client.force_login(match.one.user)
    response = client.post(f"/matches/{match.pk}/games/record/", fields)
    assert response.status_code == 422
    assert says in html.unescape(response.content.decode())
    assert client.post(f"/matches/{match.pk}/games/take-back/", fields).status_code == 422
    assert not LiveGame.objects.exists()


def test_strangers_look_and_record_nothing(client, match):
    for address in ("", "record/", "take-back/"):
        method = client.post if address else client.get
        assert method(f"/matches/{match.pk}/games/{address}").status_code == 302, "log in first"
    client.force_login(UserFactory())
    assert "Record game" not in board(client, match)
    assert record_game(client, match, 1, 0).status_code == 422
    assert client.get("/matches/999999/games/").status_code == 404
    assert not LiveGame.objects.exists()


def test_the_page_of_the_match_leads_there(client, match):
    address = f"/matches/{match.pk}/games/"
    assert address not in client.get(f"/matches/{match.pk}/").content.decode()
    client.force_login(match.one.user)
    assert address in client.get(f"/matches/{match.pk}/").content.decode()
