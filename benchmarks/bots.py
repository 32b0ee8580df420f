"""How the bots play: each against random plays in every variant, and against the one below it.

A random player picks any legal result of a roll, each as likely as another, and never doubles. Matches are
played with the cube and the Crawford rule; who begins is thrown for. The same seed plays the same games.
In backgammon the bots of the network play too, where it is installed, and it judges what plays cost.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from engine.bots import BOTS, PASS, Bot, BotQuestion
from engine.cube import Cube
from engine.plays import Step
from engine.position import Position
from engine.score import Score
from engine.variants import VARIANTS, Variant
from matches.bots.rules import INSTALLED, PLAYED, SAGES
from matches.bots.rules.asked import signed_board

LENGTH = 7
LONGEST = 5_000
JUDGED = 10
"""How many plays are judged for each match."""


class Arena:
    """Two players of one variant, None for a random one, and the processor time of each of their plays."""

    def __init__(self, variant: Variant, players: tuple[Bot | None, Bot | None], seed: int) -> None:
        self.variant, self.players, self.seed = variant, players, seed
        self.random = Random(seed)
        self.times: tuple[list[float], list[float]] = ([], [])

    def play_game(self, score: Score | None = None) -> tuple[int | None, int]:
        """Play one game and return who has won it, None for a draw, and how many points.

        Without a score nobody doubles.
        """
        position, cube, side, first = self.variant.start_position(), Cube(), self.random.randrange(2), True
        for _ in range(LONGEST):
            if score is not None and not first and self._may_double(score, cube, side):
                mover, other = self.players[side], self.players[1 - side]
                if mover is not None and mover.wants_to_double(self._ask(position, side, cube, score)):
                    asked = self._ask(position.with_sides_swapped(), 1 - side, cube, score)
                    if other is not None and other.answer_double(asked) == PASS:
                        return side, cube.value
                    cube = cube.taken_by(1 - side)
            dice = self._roll(first)
            first = False
            after = self._play(position, side, dice, cube, score)
            finish = self.variant.game_finish(after.own, after.opponent)
            if finish is not None:
                winner = None if finish.won is None else side if finish.won else 1 - side
                return winner, cube.value * finish.wins
            position, side = after.with_sides_swapped(), 1 - side
        return None, 0

    def play_match(self, length: int) -> Score:
        """Play a match and return its score."""
        score = Score(length)
        while score.winner is None:
            winner, points = self.play_game(score)
            if winner is not None:
                score = score.after_game(winner, points)
        return score

    def _may_double(self, score: Score, cube: Cube, side: int) -> bool:
        return self.variant.cube and cube.may_double(side, score.points_needed(side), score.is_crawford)

    def _roll(self, first: bool) -> tuple[int, int]:
        while True:
            one, two = self.random.randint(1, 6), self.random.randint(1, 6)
            dice = max(one, two), min(one, two)
            if not first or self.variant.may_open_with(dice):
                return dice

    def _ask(
        self,
        position: Position,
        side: int,
        cube: Cube,
        score: Score | None,
        dice: tuple[int, int] | None = None,
    ) -> BotQuestion:
        away = None
        if score is not None and score.length:
            away = score.length - score.points[side], score.length - score.points[1 - side]
        return BotQuestion(
            variant=self.variant.code,
            own=position.own,
            opponent=position.opponent,
            dice=dice,
            away=away,
            cube=cube.value if score is not None else 0,
            owner=None if cube.owner is None else int(cube.owner != side),
            crawford_played=score is not None and score.crawford_played,
            seed=str(self.seed),
        )

    def _play(
        self, position: Position, side: int, dice: tuple[int, int], cube: Cube, score: Score | None
    ) -> Position:
        player = self.players[side]
        if player is None:
            plays = list(self.variant.legal_plays(position, dice))
            return self.random.choice(plays) if plays else position
        began = time.process_time()
        steps = player.choose_play(self._ask(position, side, cube, score, dice))
        self.times[side].append(time.process_time() - began)
        for step in steps:
            position = Position(*self.variant.after_step(position.own, position.opponent, step))
        return position


def run(arguments: Sequence[str]) -> Iterator[str]:
    """Play so many games against random in each variant, and so many matches; yield lines to print.

    Without numbers, 100 of either. A third argument names one bot, a fourth one variant.
    """
    games, matches = (int(each) for each in [*arguments[:2], *("100", "100")][:2])
    named = [code for code in arguments[2:3] if code != "all"]
    variants = [VARIANTS[code] for code in arguments[3:4]] or [*VARIANTS.values()]
    for variant in variants if games else ():
        for bot in [each for known in bots_of(variant) for each in known]:
            if bot.code in named or not named:
                yield against_random(variant, bot, games)
    for variant in variants if matches else ():
        for below, above in [pair for known in bots_of(variant) for pair in pairwise(known)]:
            if above.code in named or not named:
                yield against_each_other(variant, above, below, matches)
    for bot in [*BOTS.values(), *SAGES.values()] if matches and INSTALLED else ():
        if (bot.code in named or not named) and VARIANTS["backgammon"] in variants:
            rate, plays = error_rate(bot, JUDGED * matches), JUDGED * matches
            yield f"backgammon: {bot.code} has an error rate of {rate:.1f} in {plays} plays"


class Recorder:
    """A bot that notes what it is asked."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.asked: list[BotQuestion] = []

    def choose_play(self, question: BotQuestion) -> tuple[Step, ...]:
        self.asked.append(question)
        return self.bot.choose_play(question)


def error_rate(bot: Bot, plays: int, seed: int = 1) -> float:
    """What its plays cost, as the network finds at once, in games that the club player plays with itself.

    500 times the mean in points, without the cube, of rolls that can be played in more ways than one: so
    eXtreme Gammon has its performance rating.
    """
    recorder, rules, lost = Recorder(SAGES["club"]), VARIANTS["backgammon"], 0.0
    arena = Arena(rules, (recorder, recorder), seed)
    asked: list[BotQuestion] = []
    while len(asked) < plays:
        recorder.asked = []
        arena.play_game()
        asked += [each for each in recorder.asked if len(rules.legal_plays(each.position, each.dice)) > 1]
    judge = SAGES["club"].network
    for question in asked[:plays]:
        worths, after = dict(judge.plays_worth(question)), question.position
        for step in bot.choose_play(question):
            after = Position(*rules.after_step(after.own, after.opponent, step))
        lost += max(worths.values()) - worths[tuple(signed_board(after))]
    return 500 * lost / plays


def bots_of(variant: Variant) -> list[list[Bot]]:
    """The engine's bots, the weakest first, and those of the network."""
    sages: list[Bot] = [*SAGES.values()] if INSTALLED and variant.code in PLAYED else []
    return [[*BOTS.values()], sages]


def against_random(variant: Variant, bot: Bot, games: int, seed: int = 1) -> str:
    """Games in which random plays are the other side's."""
    arena = Arena(variant, (bot, None), seed)
    winners = [arena.play_game()[0] for _ in range(games)]
    won, drawn, taken = winners.count(0), winners.count(None), arena.times[0]
    return (
        f"{variant.code}: {bot.code} wins {won} of {games} games against random plays"
        f"{f', {drawn} drawn' if drawn else ''}; a play takes {statistics.mean(taken) * 1000:.1f} ms, "
        f"the slowest {max(taken) * 1000:.0f} ms"
    )


def against_each_other(variant: Variant, above: Bot, below: Bot, matches: int, seed: int = 1) -> str:
    """Matches of two bots."""
    arena = Arena(variant, (above, below), seed)
    scores = [arena.play_match(LENGTH) for _ in range(matches)]
    won = sum(score.winner == 0 for score in scores)
    return f"{variant.code}: {above.code} wins {won} of {matches} {LENGTH}-point matches against {below.code}"
