"""Learns the weights of evaluation.py by play against itself: python -m engine.bots.learning VARIANT GAMES.

Temporal differences, as in TD-Gammon: after every play the estimate of the position before is moved towards
that of the position now, and at the end towards the result. Both sides play the best they know, so that the
dice alone lead from one game to others. The same number of games and seed lead to the same weights.
"""

import json
import sys
from collections.abc import Sequence
from math import exp
from random import Random

from .. import kernel
from ..position import BAR, Position
from ..variants import Variant, refereed_variant
from .compiled import compiled_rules
from .evaluation import DEGREES, Evaluation, WeightNumbers
from .kept import LAYERED, WEIGHTS
from .layered import first_layers

LAYERED_RATE = (0.05, 0.005)
"""The same where there are units between, which learn in the kernel alone."""
LONGEST = 1000
"""Turns after which a game is broken off."""
RATE = (0.02, 0.001)
"""How far the weights move: in the first game and in the last."""
LONGEST_LAYERED = 300
AFRESH = 10
"""How many games the best plays are chosen by the same weights."""


def first_weights(variant: Variant) -> list[float]:
    """Weights that know nothing but to move on: every pip to go costs a little."""
    numbers = WeightNumbers(variant)
    aim = 1 if variant.won_by_bearing_off else -1
    weights = [0.0] * numbers.size
    for phase in (0, numbers.race):
        for first, sign in ((phase, -aim), (phase + numbers.side, aim)):
            for place in range(1, BAR + 1):
                for degree, worth in enumerate((1, 1, 1, 2)):
                    weights[first + place * DEGREES + degree] = sign * worth * place * 0.02
    return weights


def learn(variant: Variant, games: int, seed: int, weights: Sequence[float] | None = None) -> list[float]:
    """Play so many games and return the weights then."""
    random = Random(seed)
    evaluation = Evaluation(variant, weights or first_weights(variant))
    start, end = RATE
    for game in range(games):
        if game % AFRESH == 0:
            evaluation.learned()
        _learn_from_game(evaluation, random, start * (end / start) ** (game / games))
    evaluation.learned()
    return evaluation.weights


def learn_layers(variant: Variant, games: int, seed: int) -> list[float]:
    """The same where there are units between. Raises RuntimeError without the kernel: it would take days."""
    rules = compiled_rules(variant)
    if kernel.make_layers is None or rules is None:
        raise RuntimeError("this is learned in the kernel: python -m engine.kernel.build")
    random, start = Random(seed), variant.start_position()
    weights = first_layers(variant, seed)
    layers = kernel.make_layers(*rules, variant.checker_count, len(start.own), weights)
    first, last = LAYERED_RATE
    for game in range(games):
        dice = [(random.randint(1, 6), random.randint(1, 6)) for _ in range(LONGEST_LAYERED)]
        rolls = [(max(pair), min(pair)) for pair in dice]
        layers.learn_game(start.own, start.opponent, rolls, first * (last / first) ** (game / games), [], 0)
    return layers.weights()


def _learn_from_game(evaluation: Evaluation, random: Random, rate: float) -> None:
    variant, weights = evaluation.variant, evaluation.weights
    position = variant.start_position()
    before: list[tuple[int, float]] = []  # what the position showed that the other side left
    for _ in range(LONGEST):
        dice = random.randint(1, 6), random.randint(1, 6)
        after, worth = best_result(evaluation, position, (max(dice), min(dice)))
        # The side before is better off the worse off this one is.
        if before:
            _move(weights, before, 1 - worth, rate)
        finish = variant.game_finish(after.own, after.opponent)
        shown = evaluation.features(after.own, after.opponent)
        if finish is not None:
            return
        before = shown
        position = after.with_sides_swapped()


def best_result(evaluation: Evaluation, position: Position, dice: tuple[int, int]) -> tuple[Position, float]:
    """The best board that a roll leads to, and the chance to win there."""
    best, most = position, -1.0
    for after in evaluation.variant.legal_plays(position, dice) or (position,):
        finish = evaluation.variant.game_finish(after.own, after.opponent)
        if finish is not None:
            worth = 0.5 if finish.won is None else float(finish.won)
        else:
            worth = evaluation.chance(after.own, after.opponent)
        if worth > most:
            best, most = after, worth
    return best, most


def _move(weights: list[float], shown: list[tuple[int, float]], target: float, rate: float) -> None:
    """Move the estimate of what was shown towards the target."""
    total = sum([weights[number] * much for number, much in shown])
    error = target - 1 / (1 + exp(-max(-30.0, min(30.0, total))))
    step = rate * error
    for number, much in shown:
        weights[number] += step * much


def main(arguments: Sequence[str]) -> None:
    """Learn a variant and keep its weights."""
    code, games, seed = arguments[0], int(arguments[1]), int(arguments[2]) if arguments[2:] else 1
    weights = (learn_layers if code in LAYERED else learn)(refereed_variant(code), games, seed)
    kept = {"variant": code, "games": games, "seed": seed, "weights": [round(each, 3) for each in weights]}
    (WEIGHTS / f"{code}.json").write_text(json.dumps(kept) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
