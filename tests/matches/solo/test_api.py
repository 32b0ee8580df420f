"""/solo/: a whole game by a program without a token, and what is refused."""

from random import Random

import pytest
from django.test import Client

import engine
from engine.fair_dice import FairDice, seal_of
from engine.variants import VARIANTS
from matches.solo.models import KeptSoloGame, SoloStanding
from tests.conftest import api_as
from tests.each import each
from tests.factories import UserFactory

from .playing import SOLO, act, begun, play_on, sent

pytestmark = pytest.mark.django_db


@each("code", VARIANTS)
def test_a_game_of_every_variant_is_played(client: Client, code: str) -> None:
    game = begun(client, variant=code, scoring="match", length=1, bot="beginner")
    game = play_on(client, game, Random(1), acts=40)
    kept = KeptSoloGame.objects.get(key=game["key"])
    text = client.get(f"{SOLO}{game['key']}/transcript/").content
    assert engine.adjudicate(engine.read(text), kept.solo_terms.judged_by).violations == ()


def test_a_game_is_played_to_its_end(client: Client) -> None:
    seals = set()
    game = play_on(
        client,
        begun(client, bot="beginner"),
        Random(1),
        watch=lambda seen: seals.add((seen["seal"], seen["seed"])),
    )
    assert game["state"] == "ended"
    assert game["board"]["result"]["points"] > 0
    assert seal_of(game["seed"]) == game["seal"]
    assert seals == {(game["seal"], None), (game["seal"], game["seed"])}


def test_what_is_shown_of_a_game(client: Client) -> None:
    made = client.post(SOLO, {}, content_type="application/json").json()
    assert (made["state"], made["board"], made["seed"]) == ("sealed", None, None)
    KeptSoloGame.objects.update(seed="8f3c1f0d5a7be2946c08d1b7e35f92aa04c6d8e1f7b35290ac4e6d8b1f0a2c3e")
    address = f"{SOLO}{made['key']}/"
    begun = client.post(f"{address}begin/", {"contribution": "luck"}, content_type="application/json").json()
    board = begun["board"]
    assert (board["side"], board["dice"], board["actions"]) == (0, [4, 2], ["step"])
    assert board["opening"] == [[4, 2]]
    assert board["pips"] == [167, 167]
    assert {"start": 8, "end": 4, "die": 4, "text": "8/4"} in board["steps"]
    assert board["words"].startswith("A position of Backgammon.")
    game = act(client, begun, "step", start=8, end=4, die=4).json()
    assert [step["text"] for step in game["board"]["made"]] == ["8/4"]
    game = act(client, game, "step", start=6, end=4, die=2).json()
    assert game["board"]["actions"] == ["end_turn", "undo"]
    game = act(client, game, "end_turn").json()
    assert game["board"]["turns"][0] == {"side": 0, "text": "42: 8/4 6/4"}
    assert game["done"][0]["side"] == 1
    assert client.get(address).json()["board"] == game["board"]
    japanese = client.get(address, headers={"Accept-Language": "ja"}).json()
    assert japanese["board"]["words"] != game["board"]["words"]


def test_every_roll_follows_from_the_seed(client: Client) -> None:
    game = begun(client, word="ひとこと", bot="intermediate")
    seen: dict[int, tuple[int, ...]] = {}

    def watch(game):
        if game["board"]["dice"]:
            seen[game["board"]["rolls"]] = tuple(game["board"]["dice"])

    game = play_on(client, game, Random(3), watch=watch)
    dice = FairDice(game["seed"], game["contribution"])
    assert len(seen) > 5
    assert seen == {number: dice.roll(1, number) for number in seen}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"place": 1, "action": "roll"}, "invalid_action"),
        ({"place": 1, "action": "dance"}, "invalid_request"),
        ({"place": 1, "action": "step", "start": 8, "end": 1, "die": 4}, "invalid_action"),
        ({"place": 1, "action": "step", "start": 26, "end": 1, "die": 4}, "invalid_request"),
        ({"place": 0, "action": "end_turn"}, "solo_moved_on"),
        ({"action": "end_turn"}, "invalid_request"),
        ({"place": "one", "action": "end_turn"}, "invalid_request"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(client: Client, body: dict, code: str) -> None:
    made = client.post(SOLO, {}, content_type="application/json").json()
    KeptSoloGame.objects.update(seed="8f3c1f0d5a7be2946c08d1b7e35f92aa04c6d8e1f7b35290ac4e6d8b1f0a2c3e")
    client.post(f"{SOLO}{made['key']}/begin/", {"contribution": "luck"}, content_type="application/json")
    before = KeptSoloGame.objects.values().get()
    answer = client.post(f"{SOLO}{made['key']}/acts/", body, content_type="application/json")
    assert answer.status_code in (400, 409, 422)
    assert answer.json()["code"] == code
    assert KeptSoloGame.objects.values().get() == before


def test_a_key_that_nobody_has_is_not_found(client: Client) -> None:
    bodies = {"begin/": {"contribution": ""}, "acts/": {"place": 1, "action": "roll"}}
    for path in ("", "begin/", "acts/", "end/", "give-up/", "transcript/"):
        address = f"{SOLO}{'x' * 22}/{path}"
        answer = (
            client.get(address) if path in ("", "transcript/") else sent(client, address, bodies.get(path))
        )
        assert answer.status_code == 404


def test_a_length_belongs_to_a_match(client: Client) -> None:
    for body in ({"scoring": "match"}, {"scoring": "pips", "length": 5}, {"scoring": "match", "length": 4}):
        answer = client.post(SOLO, body, content_type="application/json")
        assert answer.status_code == 400
        assert not KeptSoloGame.objects.exists()


def test_settings_say_what_is_done_without_an_act(client: Client) -> None:
    game = begun(client)
    assert (game["passes_by_itself"], game["rolls_by_itself"]) == (True, True)
    changed = client.patch(
        f"{SOLO}{game['key']}/", {"rolls_by_itself": False}, content_type="application/json"
    ).json()
    assert (changed["passes_by_itself"], changed["rolls_by_itself"]) == (True, False)
    assert begun(client)["rolls_by_itself"] is True, "another visitor, for all that is known"


def test_the_games_of_a_login_are_its_own(client: Client) -> None:
    own, other = api_as(UserFactory()), api_as(UserFactory())
    game = begun(own)
    listed = own.get(SOLO).json()["results"]
    assert [each["key"] for each in listed] == [game["key"]]
    assert "board" not in listed[0]
    assert listed[0]["seed"] is None
    assert other.get(SOLO).json()["results"] == []
    assert client.get(SOLO).status_code == 401
    own.post(f"{SOLO}{game['key']}/give-up/")
    shown = own.get("/api/v1/solo/standings/").json()
    assert [(each["played"], each["won"], each["mean"]) for each in shown["standings"]] == [(1, 0, None)]
    assert shown["listed"] is False


def test_the_best_are_listed_by_their_own_wish(client: Client) -> None:
    login = UserFactory(username="klara")
    SoloStanding.objects.create(
        login=login, variant="backgammon", scoring="pips", bot="beginner", played=12, won=7, mean=31.5
    )
    query = {"bot": "beginner"}
    assert client.get("/api/v1/solo/bests/", query).json()["results"] == []
    api_as(login).patch("/api/v1/solo/standings/", {"listed": True})
    assert client.get("/api/v1/solo/bests/", query).json()["results"] == [
        {"login": "klara", "played": 12, "won": 7, "streak": 0, "longest_streak": 0, "mean": 31.5}
    ]


def test_who_plays_a_variant_is_listed_in_the_language_asked_for(client):
    listed = client.get("/api/v1/solo/bots/").json()
    assert [each["code"] for each in listed] == ["beginner", "intermediate", "advanced"]
    assert all(each["name"] and each["description"] for each in listed)
    japanese = client.get("/api/v1/solo/bots/?variant=fevga", headers={"Accept-Language": "ja"}).json()
    assert [each["code"] for each in japanese] == [each["code"] for each in listed]
    assert japanese[0]["name"] != listed[0]["name"]
    for code in ("beginner", "intermediate", "advanced"):
        assert client.post("/api/v1/solo/", {"bot": code}, "application/json").status_code == 201
    assert client.get("/api/v1/solo/bots/?variant=chess").status_code == 400
