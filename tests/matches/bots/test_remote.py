"""Bots whose answers come from a worker: killed, hung, back again, and never there."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache

from engine import adjudicate
from engine.bots import BOTS, TAKE, BotQuestion
from engine.position import make_side
from engine.solo import PERSON, SoloGame, SoloTerms, act_as_bot
from engine.variants import VARIANTS
from matches.bots.errors import BotAway, UnknownBot
from matches.bots.rules import INSTALLED, SAGES
from matches.bots.selectors import bot_of, bots_alive, bots_for, remote
from matches.bots.selectors.remote import ALIVE, RemoteBot, answers
from tests.config.stack import PROJECT, until
from tests.matches.bots.workers import bots_worker, said, wait_for_life

needs_network = pytest.mark.skipif(not INSTALLED, reason="bgsage is not installed: ./run install")

START = VARIANTS["backgammon"].start_position()
OPENING = BotQuestion(
    variant="backgammon", own=START.own, opponent=START.opponent, dice=(3, 1), away=(7, 7), cube=1, seed="a"
)


@pytest.fixture(autouse=True)
def nobody_alive() -> Iterator[None]:
    cache.delete(ALIVE)
    yield
    cache.delete(ALIVE)


def codes(variant: str) -> list[str]:
    return [bot.code for bot in bots_for(variant)]


def test_without_a_worker_the_engines_bots_are_offered() -> None:
    assert not bots_alive()
    for variant in VARIANTS:
        assert codes(variant) == [*BOTS]
    for code, bot in BOTS.items():
        assert bot_of(code) is bot


def test_a_game_keeps_its_bot_which_is_away() -> None:
    """Nobody waits where nobody lives, and what is asked waits nowhere."""
    bot = bot_of("expert")
    began = time.monotonic()
    with pytest.raises(BotAway, match="try again in a moment") as refused:
        bot.choose_play(OPENING)
    assert time.monotonic() - began < 1
    assert (refused.value.code, refused.value.data) == ("bot_away", {"bot": "expert"})
    assert (bot.name, bot.description) == (SAGES["expert"].name, SAGES["expert"].description)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"“grandmaster”.*beginner.*expert"):
        bot_of("grandmaster")


def test_who_is_alive_plays_backgammon() -> None:
    cache.set(ALIVE, 1, timeout=5)
    assert codes("backgammon") == ["casual", "club", "expert"]
    for variant in VARIANTS:
        if variant != "backgammon":
            assert codes(variant) == [*BOTS]


ASKING = """
import sys, django
django.setup()
import config.celery
from django.core.cache import cache
from matches.bots.errors import BotAway
from matches.bots.selectors import bot_of
from tests.matches.bots.test_remote import OPENING
try:
    bot_of("club").choose_play(OPENING)
except BotAway:
    sys.exit(42)
"""


def test_without_the_broker_a_bot_is_away() -> None:
    """As in a web process, whose connections are its own."""
    cache.set(ALIVE, 1, timeout=60)
    nowhere = {"CELERY_BROKER_URL": "redis+socket:///nowhere/redis.sock"}
    asked = subprocess.run([sys.executable, "-c", ASKING], cwd=PROJECT, env=os.environ | nowhere, timeout=60)
    assert asked.returncode == 42


def test_who_asks_does_not_load_the_network() -> None:
    load = "import sys, django; django.setup(); import matches.bots.tasks"
    look = f"{load}; print({{'bgsage', 'bgbot_cpp'}} & {{*sys.modules}})"
    asked = subprocess.run([sys.executable, "-c", look], cwd=PROJECT, capture_output=True, text=True)
    assert (asked.stdout, asked.returncode) == ("set()\n", 0), asked.stderr


def test_a_worker_without_the_network_plays_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with bots_worker(log, installed=False) as process:
        until("it says so", lambda: said(log, "bots_not_installed"))
        assert process.poll() is None
        assert codes("backgammon") == [*BOTS]
        with pytest.raises(BotAway):
            bot_of("club").choose_play(OPENING)


@needs_network
@pytest.mark.long
def test_a_worker_that_hangs_is_killed_and_comes_back(tmp_path: Path) -> None:
    """The same question has the same answer, whenever and by whomever it is answered."""
    log, bot = tmp_path / "log", bot_of("casual")
    known, even = SAGES["casual"], BotQuestion.from_dict(OPENING.as_dict() | {"dice": None})
    with bots_worker(log) as worker:
        wait_for_life(worker, log)
        assert codes("backgammon") == [*SAGES]
        cache.delete(ALIVE)
        until("it shows again that it lives", bots_alive)
        assert bot.choose_play(OPENING) == known.choose_play(OPENING)
        assert bot.wants_to_double(even) is known.wants_to_double(even) is False
        assert bot.answer_double(even) == known.answer_double(even) == TAKE
        assert bot.answer_beaver(BotQuestion.from_dict(even.as_dict() | {"away": None})) == TAKE
        blocked = BotQuestion(
            variant="backgammon",
            own=make_side(15, {25: 1, 6: 14}),
            opponent=make_side(15, dict.fromkeys(range(1, 7), 2) | {13: 3}),
            dice=(6, 6),
        )
        assert bot.choose_play(blocked) == ()
        worker.send_signal(signal.SIGSTOP)
        with pytest.raises(BotAway):
            bot.choose_play(OPENING)
        worker.send_signal(signal.SIGCONT)
        until("it goes on", lambda: answered(bot))
        worker.kill()
        worker.wait()
        with pytest.raises(BotAway):
            bot.choose_play(OPENING)
    with bots_worker(log) as worker:
        wait_for_life(worker, log)
        assert bot.choose_play(OPENING) == known.choose_play(OPENING)
    # What nobody has fetched is gone in a moment.
    assert all(answers().ttl(each) <= remote.KEPT for each in answers().scan_iter("bots:answer:*"))


def answered(bot: RemoteBot) -> bool:
    try:
        return bool(bot.choose_play(OPENING))
    except BotAway:
        return False


@needs_network
@pytest.mark.long
def test_a_solo_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """A bot of the engine against one that is asked, whose worker is killed in every fifth of its turns."""
    log, bot = tmp_path / "log", bot_of("club")
    game = SoloGame(SoloTerms(scoring="match", length=1, seed="5" * 64, contribution="word"))
    away = turns = 0
    while not game.is_over:
        with bots_worker(log) as worker:
            wait_for_life(worker, log)
            for _ in range(40):
                if game.is_over:
                    break
                if game.side == PERSON:
                    act_as_bot(game, BOTS["intermediate"])
                else:
                    act_as_bot(game, bot)
                    turns += 1
            worker.kill()
            worker.wait()
            before = game.as_dict()
            if not game.is_over and game.side != PERSON and game.steps is not None:
                with pytest.raises(BotAway):
                    act_as_bot(game, bot)
                away += 1
            assert game.as_dict() == before
    assert turns > 10
    assert adjudicate(game.record, game.terms.judged_by).violations == ()
