"""Pages of sessions: kept by a form, looked at, replayed, answered, withdrawn."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches.sessions.models import MoneySession
from matches.sessions.services import session_answer, session_show

from .people import ann_and_bob, kept
from .sheets import ILLEGAL, SESSION

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(db):
    return ann_and_bob()


def text(answer):
    """What a page says, in words."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def test_a_file_is_handed_in_looked_at_and_replayed(client, pair):
    ann, _ = pair
    client.force_login(ann.user)
    sent = {"opponent": "Bob", "file": SimpleUploadedFile("evening.mat", SESSION), "note": "At the harbour"}
    answer = client.post("/sessions/new/", sent, follow=True)
    session = MoneySession.objects.get()
    assert answer.redirect_chain[-1][0] == f"/sessions/{session.pk}/"
    page = text(answer)
    assert "Ann – Bob 1–4" in page
    assert "Jacoby rule without beavers" in page
    assert "At the harbour" in page
    assert "2 Bob 4 1 – 4" in page
    replay = client.get(f"/sessions/{session.pk}/replay/?game=2&move=1")
    assert "61: 13/7 8/7" in text(replay)
    boards = client.get(f"/sessions/{session.pk}/replay/games/1/")
    assert boards.content.decode().count('class="drawn"') > 3
    assert client.get(f"/sessions/{session.pk}/replay/games/9/").status_code == 404
    assert client.get(f"/sessions/{session.pk}/transcript/").content == SESSION
    assert client.get(f"/sessions/{session.pk}/transcript/?to=sgf").content.startswith(b"(;")
    assert "no-store" in client.get(f"/sessions/{session.pk}/")["Cache-Control"]


def test_a_refused_transcript_is_shown_with_its_faults_on_boards(client, pair):
    ann, _ = pair
    client.force_login(ann.user)
    answer = client.post("/sessions/new/", {"opponent": "Bob", "text": ILLEGAL.decode()})
    assert answer.status_code == 422
    assert "Nothing was kept" in text(answer)
    page = answer.content.decode()
    assert "small-board objected" in page
    # What was typed is still there.
    assert "Resigns 4 points" in page
    assert not MoneySession.objects.exists()


@pytest.mark.parametrize(
    ("games", "points"),
    [("+2 -1 +4", (6, 1)), ("+2, −1; ＋8", (10, 1)), ("- 3\n+1", (1, 3))],
)
def test_games_are_written_as_on_a_sheet(client, pair, games, points):
    ann, _ = pair
    client.force_login(ann.user)
    client.post("/sessions/new/", {"guest": "Bo", "games": games})
    session = MoneySession.objects.get()
    assert (session.points, session.guest) == (points, "Bo")


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"guest": "Bo"}, "Hand in a transcript, list the games, or say the points"),
        ({"guest": "Bo", "games": "+2 x"}, "Write each game as + or −"),
        ({"guest": "Bo", "games": "+0"}, "A game is worth from 1"),
        ({"guest": "Bo", "points_one": "3"}, "Say the points of both"),
        ({"guest": "Bo", "games": "+1", "points_one": "3", "points_two": "1"}, "one of these alone"),
        ({"games": "+1"}, "Name a player, or a guest"),
        ({"opponent": "Bob", "guest": "Bo", "games": "+1"}, "Name a player, or a guest"),
        ({"opponent": "Ann", "games": "+1"}, "cannot play against themselves"),
        ({"guest": "Bo", "games": "+1", "played_on": "2199-01-01"}, "still to come"),
        ({"guest": "Bo", "text": "x"}, "What is wrong"),
    ],
)
def test_what_is_wrong_stands_beside_it(client, pair, sent, fault):
    ann, _ = pair
    client.force_login(ann.user)
    answer = client.post("/sessions/new/", sent)
    assert (answer.status_code, MoneySession.objects.count()) == (422, 0)
    assert fault in text(answer)


def test_the_balance_against_each_opponent(client, pair):
    ann, bob = pair
    kept(ann, bob)
    kept(ann, guest="Bo", points=(0, 9))
    client.force_login(ann.user)
    assert client.get("/sessions/")["Location"] == f"/players/{ann.pk}/sessions/"
    page = text(client.get(f"/players/{ann.pk}/sessions/"))
    assert "Bo 1 0–0 0–9 −9" in page
    assert "Bob 1 2–1 6–1 +5" in page
    assert "In all 2 2–1 6–10 −4" in page
    narrowed = text(client.get(f"/players/{ann.pk}/sessions/?opponent={bob.pk}"))
    listed = narrowed.partition("All sessions")[2]
    assert "6–1" in listed
    assert "0–9" not in listed
    # From where they are looked for.
    assert "2 sessions, balance −4" in text(client.get(f"/players/{ann.pk}/"))
    assert "Against you 1 session, your balance +5" in text(client.get(f"/players/{bob.pk}/"))
    assert f"/sessions/new/?opponent={bob.pk}" in client.get(f"/players/{bob.pk}/").content.decode()


def test_the_opponent_finds_it_waiting_and_answers(client, pair):
    ann, bob = pair
    session = kept(ann, bob)
    client.force_login(bob.user)
    assert "Ann keeps a session with you, 6–1. Is that so?" in text(client.get("/"))
    answer = client.post(f"/sessions/{session.pk}/answer/", {"yes": "yes"}, follow=True)
    assert "It counts for both of you." in text(answer)
    assert "Ann 1 1–2 1–6 −5" in text(client.get(f"/players/{bob.pk}/sessions/"))
    client.post(f"/sessions/{session.pk}/answer/", {"yes": "no"})
    assert "Disowned" in text(client.get(f"/sessions/{session.pk}/"))
    client.force_login(ann.user)
    client.post(f"/sessions/{session.pk}/withdraw/")
    assert not MoneySession.objects.exists()


def test_others_see_what_both_show(client, pair):
    ann, bob = pair
    session = kept(ann, bob)
    assert client.get(f"/sessions/{session.pk}/").status_code == 404
    assert "There is no session here that you may see" in text(client.get(f"/players/{ann.pk}/sessions/"))
    assert "Sessions for money" not in text(client.get(f"/players/{ann.pk}/"))
    session_answer(actor=bob.user, session_id=session.pk, agrees=True)
    session_show(actor=ann.user, session_id=session.pk, public=True)
    client.force_login(bob.user)
    client.post(f"/sessions/{session.pk}/visibility/", {"yes": "yes"})
    client.logout()
    assert "Ann – Bob 6–1" in text(client.get(f"/sessions/{session.pk}/"))
    assert "Sessions shown to everybody" in text(client.get(f"/players/{ann.pk}/"))


def test_a_login_without_a_player_says_first_who_it_is(client, django_user_model):
    client.force_login(django_user_model.objects.create(username="nobody"))
    for page in ("/sessions/", "/sessions/new/"):
        assert client.get(page)["Location"] == "/own-player/" or client.get(page).status_code == 302
