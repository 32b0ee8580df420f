"""The bots of the network: plays and cubes whose answers are known, and whole games, which are legal."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from benchmarks.bots import error_rate
from engine import adjudicate
from engine.bots import BEAVER, BOTS, PASS, TAKE, BotQuestion
from engine.position import BAR, Position, Side, make_side
from engine.solo import SoloGame, SoloTerms, act_as_bot
from engine.variants import VARIANTS
from matches.bots.rules import INSTALLED, SAGES
from matches.bots.rules.asked import match_state, signed_board
from matches.bots.rules.sage import SageBot
from tests.each import each

pytestmark = pytest.mark.skipif(not INSTALLED, reason="bgsage is not installed: ./run install")

PAGE = (Path(__file__).parents[3] / "docs/bots.md").read_text()
BACKGAMMON = VARIANTS["backgammon"]
START = BACKGAMMON.start_position()
PLAIN = SageBot(code="plain", name=SAGES["club"].name, description=SAGES["club"].description)
SURE = (PLAIN, SAGES["expert"])
"""Those that err by no chance."""
ALL = (PLAIN, *SAGES.values())


def question(own: Side, opponent: Side, **more: object) -> BotQuestion:
    return BotQuestion(variant="backgammon", own=own, opponent=opponent, **({"cube": 1} | more))


def off(points: dict[int, int]) -> Side:
    """Fifteen checkers, all that are not on these points borne off."""
    return make_side(15, points)


def after(bot: SageBot, asked: BotQuestion) -> Position:
    """The position after the bot's play, whose steps are legal one after the other."""
    position = asked.position
    for step in bot.choose_play(asked):
        position = Position(*BACKGAMMON.after_step(position.own, position.opponent, step))
    return position


def test_the_strengths_are_the_networks() -> None:
    assert [*SAGES] == ["casual", "club", "expert"]
    assert not {*SAGES} & {*BOTS}
    noises = [bot.noise for bot in SAGES.values()]
    assert noises == sorted(noises, reverse=True)
    assert all(code == bot.code for code, bot in SAGES.items())
    section = PAGE.partition("## The network")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([\w ]+) \|", section, re.MULTILINE)
    assert rows == [(code, bot.name) for code, bot in SAGES.items()]


@pytest.mark.long
def test_each_strength_errs_less_than_the_one_below() -> None:
    """Of the network and of the engine, in a few plays; ./run bench bots plays matches."""
    for bots in (SAGES, BOTS):
        rates = [error_rate(bot, 80) for bot in bots.values()]
        assert all(above < 0.85 * below for below, above in pairwise(rates)), rates


# Plays.


@each(
    "dice, best",
    [
        # Everybody's openings: bkgm.com, "Opening replies".
        ((3, 1), "8/5 6/5"),
        ((4, 2), "8/4 6/4"),
        ((6, 1), "13/7 8/7"),
        ((5, 3), "8/3 6/3"),
        ((6, 5), "24/13"),
    ],
)
def test_openings(dice: tuple[int, int], best: str) -> None:
    for bot in SURE:
        for thrown in (dice, (dice[1], dice[0])):
            asked = question(START.own, START.opponent, dice=thrown, away=(7, 7))
            assert after(bot, asked) == Position(moved(START.own, best), START.opponent)


def moved(side: Side, text: str) -> Side:
    """The side after such a play, which hits nothing."""
    points = [*side]
    for word in text.split():
        start, end = map(int, word.split("/"))
        points[start] -= 1
        points[end] += 1
    return tuple(points)


def test_a_checker_on_the_bar_enters_where_it_can_and_stays_where_not() -> None:
    """The opponent holds all of its home board but the 20 point, which a five opens; then all of it."""
    home = {1: 2, 2: 2, 3: 2, 4: 2, 6: 2}
    own = make_side(15, {BAR: 1, 6: 7, 13: 7})
    for bot in ALL:
        one_way = question(own, make_side(15, home | {13: 5}), dice=(5, 2))
        assert after(bot, one_way).own[BAR] == 0
        closed = question(own, make_side(15, home | {5: 2, 13: 3}), dice=(5, 2))
        assert bot.choose_play(closed) == ()
        blocked = question(own, make_side(15, home | {13: 5}), dice=(4, 2))
        assert bot.choose_play(blocked) == ()


def test_the_last_checkers_go_off() -> None:
    """Off with both dice, where a checker could as well be moved; and off with one where that is all."""
    for bot in SURE:
        ends = after(bot, question(off({4: 1, 2: 1}), off({1: 2}), dice=(4, 2)))
        assert ends.own[0] == 15
        two_left = after(bot, question(off({6: 1, 5: 1, 1: 2}), off({1: 2}), dice=(6, 5)))
        assert two_left.own[0] == 13


def test_a_blot_is_hit_that_costs_the_game_otherwise() -> None:
    """The opponent bears off its last two with any roll, but one of them stands where a six hits it."""
    own, opponent = make_side(15, {7: 1, 6: 6, 5: 4, 4: 4}), off({24: 1, 1: 1})
    for bot in SURE:
        assert after(bot, question(own, opponent, dice=(6, 1))).opponent[BAR] == 1


# The cube.


@each(
    "points, doubles, answer",
    [
        # The last roll of the game: off with so many of 36, and the opponent with any.
        ({4: 1, 1: 1}, True, PASS),  # 29
        ({5: 1, 2: 1}, True, TAKE),  # 19
        ({6: 1, 1: 1}, False, TAKE),  # 15
        ({6: 2}, False, TAKE),  # 4
    ],
)
def test_the_last_roll(points: dict[int, int], doubles: bool, answer: str) -> None:
    own, opponent = off(points), off({1: 1})
    for bot in SURE:
        assert bot.wants_to_double(question(own, opponent)) is doubles
        assert bot.answer_double(question(opponent, own)) == answer
        beaver = BEAVER if answer == TAKE and not doubles else answer
        assert bot.answer_double(question(opponent, own, beavers=True)) == beaver


def test_beavers() -> None:
    """Whoever is the favourite after a double turns it at once, and passes no beaver with a chance left."""
    even, lost = question(START.own, START.opponent, cube=2, owner=1), question(off({6: 9}), off({1: 1}))
    for bot in SURE:
        worst = question(off({1: 2}), off({6: 8}), beavers=True)
        assert bot.answer_double(worst) == BEAVER
        assert bot.answer_double(question(off({1: 2}), off({6: 8}))) == TAKE
        assert bot.answer_double(question(off({1: 2}), off({6: 8}), away=(5, 5), beavers=True)) == TAKE
        assert bot.answer_beaver(even) == TAKE
        assert bot.answer_beaver(lost) == PASS


def test_too_good_to_double_but_by_jacobys_rule() -> None:
    """Four on the bar against a closed board: a gammon nearly always, which a cube nobody turned annuls."""
    own = make_side(15, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 3, 7: 2})
    opponent = make_side(15, {BAR: 4, 13: 6, 12: 5})
    for bot in SURE:
        assert not bot.wants_to_double(question(own, opponent))
        assert bot.wants_to_double(question(own, opponent, jacoby=True))
        assert not bot.wants_to_double(question(own, opponent, jacoby=True, cube=2, owner=0))
        assert bot.answer_double(question(opponent, own)) == PASS


def test_the_score_counts() -> None:
    for bot in SURE:
        behind = {"away": (3, 1), "crawford_played": True}
        # The trailer after the Crawford game has nothing to lose.
        assert bot.wants_to_double(question(START.own, START.opponent, **behind))
        assert not bot.wants_to_double(question(START.own, START.opponent, away=(7, 7)))
        lost = question(off({6: 8}), off({1: 4}), away=(3, 4), cube=2, owner=1)
        assert bot.answer_double(lost) == PASS


@each(
    "away, played, state",
    [
        ((7, 7), False, (7, 7, False)),
        ((1, 4), False, (1, 4, True)),
        ((4, 1), False, (4, 1, True)),
        ((4, 1), True, (4, 1, False)),
        ((1, 1), False, (1, 1, False)),
        ((50, 40), False, (25, 20, False)),
        ((2, 99), False, (2, 25, False)),
        ((99, 1), False, (25, 1, True)),
    ],
)
def test_the_score_as_the_network_has_it(
    away: tuple[int, int], played: bool, state: tuple[int, int, bool]
) -> None:
    asked = question(START.own, START.opponent, away=away, crawford_played=played)
    assert tuple(match_state(asked).values()) == state


def test_a_match_longer_than_the_table_is_played() -> None:
    for bot in SURE:
        asked = question(START.own, START.opponent, away=(101, 64), dice=(3, 1))
        assert after(bot, asked) == Position(moved(START.own, "8/5 6/5"), START.opponent)
        assert not bot.wants_to_double(question(START.own, START.opponent, away=(101, 64)))


# Chance, and the rules.


def positions(number: int) -> list[BotQuestion]:
    """Moments of games of random plays."""
    random, position, found = Random(5), START, []
    while len(found) < number:
        high, low = sorted((random.randint(1, 6), random.randint(1, 6)), reverse=True)
        found.append(question(position.own, position.opponent, dice=(high, low)))
        plays = [*BACKGAMMON.legal_plays(position, (high, low))]
        position = random.choice(plays) if plays else position
        over = BACKGAMMON.game_finish(position.own, position.opponent)
        position = START if over else position.with_sides_swapped()
    return found


def test_every_play_is_legal_and_chance_comes_of_the_seed_alone() -> None:
    casual, plain = SAGES["casual"], PLAIN
    played = []
    for asked in positions(200):
        again = BotQuestion.from_dict(asked.as_dict() | {"seed": "another"})
        assert casual.choose_play(asked) == casual.choose_play(BotQuestion.from_dict(asked.as_dict()))
        assert plain.choose_play(asked) == plain.choose_play(again)
        played.append((casual.choose_play(asked), casual.choose_play(again)))
        legal = BACKGAMMON.legal_plays(asked.position, asked.dice)
        for bot in (casual, plain):
            assert after(bot, asked) in (legal or {asked.position})
    assert len([one for one, other in played if one != other]) > 20


def test_boards_as_the_network_has_them() -> None:
    board = signed_board(Position(make_side(15, {BAR: 2, 6: 13}), make_side(15, {BAR: 1, 1: 14})))
    assert (board[0], board[6], board[24], board[25], sum(map(abs, board))) == (1, 13, -14, 2, 30)


@pytest.mark.parametrize(
    "terms",
    [
        {"scoring": "match", "length": 5},
        {"scoring": "match", "length": 1},
        {"scoring": "money", "jacoby": True, "beavers": True, "automatic_doubles": 1},
        {"scoring": "pips"},
    ],
    ids=["match", "one", "money", "pips"],
)
def test_the_referee_finds_whole_matches_legal(terms: dict[str, object]) -> None:
    """Two of them against each other, every question of the match asked; the expert plays one game."""
    pairs = [(SAGES["casual"], SAGES["club"])] * 3 + [(SAGES["expert"], SAGES["club"])]
    for number, sides in enumerate(pairs):
        game = SoloGame(SoloTerms(seed=f"{number:064x}", contribution="word", **terms))
        games = 1 if sides[0].plies > 1 else 4
        while not game.is_over and not (game.game_over and len(game.record.games) >= games):
            if game.game_over:
                game.act("next_game")
            else:
                assert game.side is not None
                act_as_bot(game, sides[game.side])
        verdict = adjudicate(game.record, game.terms.judged_by)
        assert verdict.violations == ()
        assert sum(len(each.entries) for each in game.record.games) > 20
