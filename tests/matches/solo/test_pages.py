"""The pages of solo games: by their buttons, with the script and without."""

import re
from random import Random

import pytest
from django.test import Client

from matches.solo.models import KeptSoloGame, SoloListing, SoloStanding
from tests.each import each
from tests.factories import UserFactory
from tests.page_forms import log_in

from .playing import PagePlayer

pytestmark = pytest.mark.django_db

TERMS = {"variant": "backgammon", "scoring": "pips", "length": "5", "strength": "0"}
SEED = "8f3c1f0d5a7be2946c08d1b7e35f92aa04c6d8e1f7b35290ac4e6d8b1f0a2c3e"


def opened(client: Client, **terms: str) -> str:
    """The address of a new game, whose first dice have been thrown."""
    made = client.post("/play/", {**TERMS, **terms})
    assert made.status_code == 302, made.content.decode()
    KeptSoloGame.objects.filter(state="sealed").update(seed=SEED)
    address = made["Location"]
    begin = client.post(f"{address}begin/", {"contribution": "luck"})
    assert begin.status_code == 302
    return str(address)


@pytest.mark.parametrize("script", [True, False])
def test_a_game_is_played_by_its_buttons(client: Client, script: bool) -> None:
    player = PagePlayer(client, opened(client), Random(5), script=script)
    assert SEED not in player.page
    page = player.play()
    assert SEED in page
    assert 'name="act"' not in page
    assert SoloStanding.objects.get().played == 1
    assert "Ended" in client.get("/play/").content.decode()


def test_a_match_goes_from_game_to_game(client: Client) -> None:
    player = PagePlayer(client, opened(client, scoring="match", length="3"), Random(2))
    page = player.play()
    assert "The match is" in page
    kept = KeptSoloGame.objects.get()
    assert kept.state == "ended"
    assert kept.games_counted >= 1


def test_a_session_ends_between_two_games(client: Client) -> None:
    player = PagePlayer(client, opened(client, scoring="money", jacoby="on", beavers="on"), Random(2))
    assert KeptSoloGame.objects.get().terms == {"jacoby": True, "beavers": True}
    while "next_game" not in player.buttons():
        assert player.press(next(each for each in player.buttons() if each not in ("undo", "double"))) == 200
    assert player.press("end") == 200
    assert SEED in player.page


def test_a_press_that_comes_late_is_answered_with_the_game_as_it_is(client: Client) -> None:
    player = PagePlayer(client, opened(client), Random(5))
    steps = [value for value in player.buttons() if value.startswith("step")]
    place = player.place
    player.press(steps[0])
    now = player.place
    assert player.press(steps[-1], place) == 409
    assert "decide again" in player.page
    assert player.place == now
    without = PagePlayer(client, player.address, Random(5), script=False)
    without.press(steps[-1], place)
    assert "decide again" in without.page


@each(
    "sent", ["", "dance", "step", "step 1 2", "step a b c", "step ² 1 1", "resign", "resign 9", "roll 1 2 3"]
)
def test_what_no_button_says_changes_nothing(client: Client, sent: str) -> None:
    player = PagePlayer(client, opened(client), Random(5))
    before = list(KeptSoloGame.objects.order_by("pk").values())
    assert player.press(sent) == 409
    assert list(KeptSoloGame.objects.order_by("pk").values()) == before


def test_a_place_that_is_none_is_not_obeyed(client: Client) -> None:
    player = PagePlayer(client, opened(client), Random(5))
    for place in ("99999999999999", "-1", "x", "²"):
        assert player.press("roll", place) == 409


def test_a_visitor_is_known_again_by_the_browser_alone(client: Client) -> None:
    address = opened(client)
    assert address in client.get("/play/").content.decode()
    assert address not in Client().get("/play/").content.decode()
    assert Client().get(address).status_code == 200, "whoever has the key may look and play"
    forged = Client()
    forged.cookies["solo_visitor"] = "x" * 500
    assert forged.get("/play/").status_code == 200


def test_a_login_goes_on_with_its_game_and_is_led_to_it(client: Client) -> None:
    login = UserFactory()
    log_in(client, login)
    address = opened(client)
    other = Client()
    log_in(other, login)
    assert address in other.get("/play/").content.decode()
    again = client.post("/play/", TERMS)
    assert again.status_code == 422
    assert address in again.content.decode()


def test_games_of_the_browser_are_kept_by_a_login(client: Client) -> None:
    address = opened(client)
    login = UserFactory()
    log_in(client, login)
    assert "play/keep/" in client.get("/play/").content.decode()
    assert client.post("/play/keep/").status_code == 302
    assert KeptSoloGame.objects.get().login == login
    other = Client()
    log_in(other, login)
    assert address in other.get("/play/").content.decode()
    assert Client().post("/play/keep/").status_code == 302


def test_settings_are_boxes(client: Client) -> None:
    address = opened(client)
    client.post(f"{address}act/", {"act": "settings", "rolls_by_itself": "1"})
    kept = KeptSoloGame.objects.get()
    assert (kept.passes_by_itself, kept.rolls_by_itself) == (False, True)


def test_giving_up_ends_it(client: Client) -> None:
    player = PagePlayer(client, opened(client), Random(5))
    assert player.press("give-up") == 200
    assert "You have given the game up." in player.page
    assert SEED in player.page


def test_a_contribution_that_is_too_long_is_said_beside_its_field(client: Client) -> None:
    made = client.post("/play/", TERMS)
    answer = client.post(f"{made['Location']}begin/", {"contribution": "x" * 300})
    assert answer.status_code == 422
    assert "200" in answer.content.decode()
    assert KeptSoloGame.objects.get().state == "sealed"


def test_dice_are_made_again(client: Client) -> None:
    query = {"seed": SEED, "contribution": "luck", "game": 1, "rolls": 3}
    seal = "4906a9dd35758d98ff4f884539e9e17d26d3d20e55868bba5607ce8cb11ea914"
    page = client.get("/play/dice/", {**query, "seal": seal}).content.decode()
    assert re.findall(r"<li>(\d\d)</li>", page) == ["42", "52", "45"]
    assert "The seal is that of this seed." in page
    page = client.get("/play/dice/", {**query, "seal": "0" * 64}).content.decode()
    assert "The seal is not that of this seed" in page
    assert client.get("/play/dice/", {**query, "seed": "ab"}).status_code == 422
    assert client.get("/play/dice/", {**query, "rolls": "100000"}).status_code == 422
    assert client.get("/play/dice/").status_code == 200


def test_the_best_and_who_is_listed(client: Client) -> None:
    login = UserFactory(username="klara")
    SoloStanding.objects.create(
        login=login,
        variant="backgammon",
        scoring="match",
        length=5,
        bot="beginner",
        played=12,
        won=7,
        mean=0.6,
    )
    query = "/play/bests/?scoring=match-5&bot=beginner"
    log_in(client, login)
    assert "klara</th>" not in client.get(query).content.decode()
    assert client.post(query, {"listed": "yes"}).status_code == 302
    page = Client().get(query).content.decode()
    assert "klara</th>" in page
    assert "60.0 %" in page
    client.post(query, {"listed": "no"})
    assert not SoloListing.objects.exists()
    assert Client().post(query, {"listed": "yes"}).status_code == 302
    assert client.get("/play/bests/?scoring=nothing").status_code == 422
