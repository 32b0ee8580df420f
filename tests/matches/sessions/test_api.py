"""Sessions over the API."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import engine
from matches.players.models import EntryConsent, Player
from matches.sessions.models import MoneySession
from matches.sessions.services import session_answer, session_show
from tests.conftest import api_as
from tests.factories import PlayerFactory, UserFactory

from .people import ann_and_bob, kept
from .sheets import ILLEGAL, MATCH, PLAKOTO, SESSION

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/sessions/"


@pytest.fixture
def pair(db):
    return ann_and_bob()


def test_a_transcript_is_posted_replayed_and_downloaded_in_every_format(pair):
    ann, bob = pair
    api = api_as(ann.user)
    sent = {"transcript": SimpleUploadedFile("evening.mat", SESSION), "opponent": bob.pk, "beavers": "true"}
    answer = api.post(ADDRESS, sent, format="multipart")
    assert answer.status_code == 201, answer.json()
    found = answer.json()
    assert answer["Location"].endswith(f"{ADDRESS}{found['id']}/")
    assert (found["side"], found["kind"], found["answer"]) == ("one", "transcript", "pending")
    # The file says that they played without.
    assert (found["jacoby"], found["beavers"], found["played_on"]) == (True, False, "2026-10-30")
    assert found["games"][1] == {
        "number": 2,
        "winner": "two",
        "points": 4,
        "cube": 4,
        "ending": "resignation",
        "score": {"one": 1, "two": 4},
    }
    assert found["notes"][0]["code"] == "early_concession"
    address = f"{ADDRESS}{found['id']}/"
    replay = api.get(f"{address}replay/").json()
    assert [(game["winner"], game["points"]) for game in replay["games"]] == [
        ("one", 1),
        ("two", 4),
        (None, None),
    ]
    game = api.get(f"{address}replay/games/2/").json()
    assert game["moments"][0]["text"] == "61: 13/7 8/7"
    assert api.get(f"{address}replay/games/4/").status_code == 404
    assert api.get(f"{address}transcript/").content == SESSION
    for to in ("mat", "sgf", "ogxm"):
        written = api.get(f"{address}transcript/?to={to}")
        assert written["Content-Disposition"].endswith(f'.{to}"')
        verdict = engine.verify(written.content)
        assert (verdict.verdict, verdict.format, verdict.score) == ("legal", to, (1, 4))
    assert api.get(f"{address}transcript/?to=pdf").status_code == 400


def test_games_and_points_are_kept_without_a_transcript(pair):
    ann, bob = pair
    api = api_as(ann.user)
    games = [{"winner": "one", "points": 2}, {"winner": "two", "points": 3}]
    found = api.post(ADDRESS, {"opponent": bob.pk, "games": games, "jacoby": True}, format="json").json()
    assert (found["points"], found["kind"], found["jacoby"]) == ({"one": 2, "two": 3}, "games", True)
    points = {"guest": "Bo", "points": {"one": 7, "two": 0}, "note": "In the train", "variant": "nackgammon"}
    other = api.post(ADDRESS, points, format="json").json()
    assert (other["kind"], other["games"], other["answer"], other["guest"]) == ("score", None, None, "Bo")
    assert other["variant"] == "nackgammon"
    assert api.get(f"{ADDRESS}{other['id']}/transcript/").status_code == 404
    assert api.get(f"{ADDRESS}{other['id']}/replay/").status_code == 404
    balances = api.get(f"/api/v1/players/{ann.pk}/balances/").json()
    assert [(each["opponent"] or each["guest"], each["net"]) for each in balances["balances"]] == [
        ("Bo", 7),
        ({"id": bob.pk, "name": "Bob"}, -1),
    ]
    assert (balances["total"]["net"], balances["total"]["games_lost"]) == (6, 1)


def test_the_list_is_narrowed_down(pair):
    ann, bob = pair
    met, alone = kept(ann, bob), kept(ann, guest="Bo")
    api = api_as(ann.user)

    def listed(query=""):
        return [each["id"] for each in api.get(ADDRESS + query).json()["results"]]

    assert listed() == [alone.pk, met.pk]
    assert listed(f"?opponent={bob.pk}") == listed(f"?player={bob.pk}") == [met.pk]
    assert listed("?guest=BO") == [alone.pk]
    assert api_as(bob.user).get(ADDRESS).json()["results"][0]["side"] == "two"


def test_what_is_refused_is_kept_nowhere(pair):
    ann, bob = pair
    api = api_as(ann.user)
    for sheet, code in (
        (ILLEGAL, "transcript_illegal"),
        (MATCH, "not_a_session"),
        (b"x", "transcript_unreadable"),
    ):
        answer = api.post(ADDRESS, {"opponent": bob.pk, "transcript": sheet.decode()}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    for wrong in (
        {"opponent": bob.pk},
        {"points": {"one": 1, "two": 0}},
        {"guest": "Bo", "games": [], "name": "x"},
    ):
        assert api.post(ADDRESS, wrong, format="json").status_code == 400
    assert not MoneySession.objects.exists()


def test_each_refusal_says_what_to_send_instead(pair, settings):
    ann, bob = pair
    pairs = PlayerFactory(name="A pair", kind=Player.Kind.PAIR)
    alone = PlayerFactory(name="Cem", user=UserFactory(username="cem"), entered_by=EntryConsent.OWN)
    gone = PlayerFactory(name="Player 9", anonymised=True)
    merged = PlayerFactory(name="Bobby", stand_in=bob)
    sheet, points = {"transcript": SESSION.decode()}, {"points": {"one": 1, "two": 0}}
    settings.TRANSCRIPT_AT_ONCE_BYTES = 5_000
    cases = [
        ({"guest": "Bo", **points, "played_on": "2199-01-01"}, 422, "invalid_session"),
        ({"opponent": ann.pk, **points}, 422, "invalid_session"),
        ({"opponent": pairs.pk, **points}, 422, "persons_only"),
        ({"opponent": alone.pk, **points}, 409, "entry_unwanted"),
        ({"opponent": gone.pk, **points}, 409, "player_anonymised"),
        ({"opponent": merged.pk, **points}, 409, "already_merged"),
        ({"opponent": 999_999, **points}, 422, "unknown_player"),
        ({"guest": "Bo", **sheet, "name": "Cem"}, 422, "players_not_matched"),
        ({"guest": "Bo", "transcript": SESSION.decode().partition("  2)  Doubles")[0]}, 422, "no_game_ended"),
        ({"guest": "Bo", "transcript": SESSION.decode() * 9}, 413, "transcript_too_large"),
    ]
    api = api_as(ann.user)
    for sent, status, code in cases:
        answer = api.post(ADDRESS, sent, format="json")
        assert (answer.status_code, answer.json().get("code")) == (status, code), sent
    assert not MoneySession.objects.exists()
    session = kept(ann, bob)
    address = f"{ADDRESS}{session.pk}/"
    keeper = api.post(f"{address}answer/", {"agrees": True}, format="json")
    assert (keeper.status_code, keeper.json()["code"]) == (422, "invalid_session")
    stranger = api_as(alone.user)
    assert stranger.post(f"{address}visibility/", {"public": True}, format="json").status_code == 403
    assert stranger.delete(address).status_code == 403


def test_a_format_that_cannot_say_it_is_refused(client, pair):
    ann, bob = pair
    session = kept(ann, bob, transcript=PLAKOTO)
    assert session.variant == "plakoto"
    answer = api_as(ann.user).get(f"{ADDRESS}{session.pk}/transcript/?to=ogxm")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_option")
    client.force_login(ann.user)
    page = client.get(f"/sessions/{session.pk}/transcript/?to=ogxm")
    assert (page.status_code, page.content.count(b"cannot say all")) == (422, 1)


def test_the_same_key_keeps_it_once(pair):
    ann, bob = pair
    sent = {"opponent": bob.pk, "points": {"one": 1, "two": 0}}
    again = [
        api_as(ann.user).post(ADDRESS, sent, format="json", headers={"Idempotency-Key": "evening-1"})
        for _ in range(2)
    ]
    assert again[0].json() == again[1].json()
    assert again[1]["Idempotent-Replayed"] == "true"


def test_others_see_nothing_of_it_until_both_show_it(pair):
    ann, bob = pair
    session = kept(ann, bob, transcript=SESSION, note="Between us")
    address = f"{ADDRESS}{session.pk}/"
    pages = (address, f"{address}replay/", f"{address}replay/games/1/", f"{address}transcript/")
    assert [api_as(None).get(page).status_code for page in pages] == [404] * 4
    assert api_as(bob.user).get(address).json()["note"] == "Between us"
    assert api_as(bob.user).post(f"{address}answer/", {"agrees": True}, format="json").status_code == 204
    for player in pair:
        api_as(player.user).post(f"{address}visibility/", {"public": True}, format="json")
    assert [api_as(None).get(page).status_code for page in pages] == [200] * 4
    seen = api_as(None).get(address).json()
    assert (seen["note"], seen["public"], seen["side"]) == ("", True, None)
    assert api_as(ann.user).delete(address).status_code == 204
    assert api_as(None).get(address).status_code == 404
    assert api_as(bob.user).delete(address).status_code == 204
    assert not MoneySession.objects.exists()


def test_a_list_costs_the_same_however_long(pair, django_assert_num_queries):
    ann, bob = pair
    for points in range(1, 9):
        session = kept(ann, bob, points=(points, 0))
        session_answer(actor=bob.user, session_id=session.pk, agrees=True)
        session_show(actor=bob.user, session_id=session.pk, public=True)
    api = api_as(ann.user)
    api.get(ADDRESS)
    with django_assert_num_queries(2):
        assert len(api.get(ADDRESS).json()["results"]) == 8
