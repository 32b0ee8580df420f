"""A player who does something possible, by the API or by the pages, until a game has ended."""

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from html import unescape
from random import Random
from typing import Any

from django.test import Client, TestCase
from rest_framework.test import APIClient

from matches.solo.services import Table, solo_act, solo_begin, solo_prepare
from matches.solo.services.tables import take_game

SOLO = "/api/v1/solo/"


def sent(client: Client | APIClient, address: str, body: dict[str, Any] | None) -> Any:
    """A POST of JSON, or of nothing."""
    with as_committed():
        return client.post(address, "" if body is None else json.dumps(body), content_type="application/json")


def as_committed() -> AbstractContextManager[Any]:
    """What is done in it is at hand when it ends, though the test's transaction is not committed.

    Without, each act would play the game again from its beginning.
    """
    return TestCase.captureOnCommitCallbacks(execute=True)


def begun(client: Client | APIClient, word: str = "luck", **terms: Any) -> dict[str, Any]:
    """A game over the API whose first dice have been thrown."""
    made = sent(client, SOLO, terms)
    assert made.status_code == 201, made.content
    begin = sent(client, f"{SOLO}{made.json()['key']}/begin/", {"contribution": word})
    assert begin.status_code == 200, begin.content
    return dict(begin.json())


def act(client: Client | APIClient, game: dict[str, Any], action: str, **given: int) -> Any:
    return sent(client, f"{SOLO}{game['key']}/acts/", {"place": game["place"], "action": action, **given})


def decide(board: dict[str, Any], random: Random, *, resigning: float = 0.0) -> tuple[str, dict[str, int]]:
    """Something that can be done now, which brings the game on."""
    actions = [each for each in board["actions"] if each not in ("resign", "undo")]
    if "resign" in board["actions"] and random.random() < resigning:
        return "resign", {"wins": random.choice(board["resignations"])}
    action = random.choice(actions)
    if action != "step":
        return action, {}
    step = random.choice(board["steps"])
    return "step", {name: step[name] for name in ("start", "end", "die")}


def play_on(
    client: Client | APIClient,
    game: dict[str, Any],
    random: Random,
    *,
    acts: int = 4000,
    watch: Callable[[dict[str, Any]], object] = lambda game: None,
) -> dict[str, Any]:
    """Play by the API until the game has ended, or so many acts were done."""
    for _ in range(acts):
        watch(game)
        if game["state"] != "going":
            break
        action, given = decide(game["board"], random)
        answer = act(client, game, action, **given)
        assert answer.status_code == 200, answer.content
        game = answer.json()
    return game


def begun_solo_game(**terms: Any) -> Table:
    """A session for money of a visitor's, the player on turn in its first game."""
    said = {"variant": "backgammon", "scoring": "money", "bot": "beginner", **terms}
    row = solo_prepare(login=None, **said)
    return solo_begin(key=row.key, contribution="luck")


def played_solo_game() -> Table:
    """The same between its first two games."""
    table = begun_solo_game()
    while table.state is not None and table.state.result is None:
        action, *given = (
            ("step", *table.state.steps[0].step) if table.state.steps else table.state.actions[:1]
        )
        with as_committed():
            table = solo_act(key=table.row.key, place=table.row.place, action=action, given=given)
    # Its row may yet be rolled back, and another have its number.
    take_game(table.row)
    return table


class PagePlayer:
    """Plays by the buttons of a game's page, as the script or as somebody without one."""

    def __init__(
        self, client: Client | APIClient, address: str, random: Random, *, script: bool = True
    ) -> None:
        self.client, self.address, self.random = client, address, random
        self.headers = {"HX-Request": "true"} if script else {}
        self.page = unescape(client.get(address).content.decode())

    @property
    def place(self) -> str:
        return re.findall(r'name="place" value="(\d+)"', self.page)[0]

    def buttons(self) -> list[str]:
        """What the buttons of the page send."""
        return re.findall(r'name="act" value="([^"]+)"', self.page)

    def press(self, value: str, place: str | None = None) -> int:
        sent = {"act": value, "place": place or self.place}
        with as_committed():
            answer = self.client.post(f"{self.address}act/", sent, headers=self.headers)
        if answer.status_code == 302:
            answer = self.client.get(answer["Location"])
        self.page = unescape(answer.content.decode())
        return int(answer.status_code)

    def play(self, most: int = 4000) -> str:
        """Press buttons until none is left; the page then."""
        for _ in range(most):
            left = [
                value
                for value in self.buttons()
                if value not in ("give-up", "undo", "end", "settings") and not value.startswith("resign")
            ]
            if not left:
                break
            assert self.press(self.random.choice(left)) == 200, self.page
        return self.page
