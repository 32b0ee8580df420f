"""Bots that play by the learned evaluation, the better the further they look and the surer they are."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import erf, sqrt
from random import Random

from ..dice import ROLLS, Roll, roll_weight
from ..plays import Step
from ..position import Position, count_pips
from ..variants import Variant
from ..words import Text
from . import doubling
from .base import PASS, TAKE, BotQuestion
from .evaluation import Evaluation
from .kept import evaluation_of
from .layered import LayeredEvaluation

AnyEvaluation = Evaluation | LayeredEvaluation

WORTH_A_LOOK = 0.08
"""How much worse a play may seem at first and still be looked at again."""
RACE_PIPS = 30
"""With so many pips to go on both sides a race is judged by Kleinman's formula."""


@dataclass(frozen=True, kw_only=True)
class LearnedBot:
    """Chooses the play after which its chance to win is the best.

    `noise` is how much its estimates are off, in standard deviations of the chance to win; `looked_at` is how
    many plays it looks at again, with all the opponent's rolls and best replies, 0 for none.
    """

    code: str
    name: Text
    description: Text
    noise: float = 0.0
    looked_at: int = 0

    def choose_play(self, question: BotQuestion) -> tuple[Step, ...]:
        """The steps of the best play. `question.dice` are given."""
        assert question.dice is not None
        rules, evaluation = question.rules, evaluation_of(question.variant)
        high, low = max(question.dice), min(question.dice)
        plays = rules.legal_plays(question.position, (high, low))
        if len(plays) < 2:
            return next(iter(plays.values()), ())
        chance = Random(f"{question.seed}:{question.own}:{question.opponent}:{high}{low}")
        found = [
            (result_chance(evaluation, rules, after) + self._error(chance), after)
            for after in sorted(plays, key=lambda after: (after.own, after.opponent))
        ]
        found.sort(key=lambda each: -each[0])
        if self.looked_at and found[0][0] < 1:
            near = [each for each in found[: self.looked_at] if each[0] >= found[0][0] - WORTH_A_LOOK]
            if len(near) > 1:
                found = [(1 - chance_on_roll(evaluation, rules, swapped(after)), after) for _, after in near]
        _, best = max(found, key=lambda each: each[0])
        return plays[best]

    def wants_to_double(self, question: BotQuestion) -> bool:
        """Whether it doubles, by its chance to win."""
        return doubling.wants_to_double(question, self._chance(question), _meeting(question))

    def answer_double(self, question: BotQuestion) -> str:
        """Take, pass or beaver, by its chance to win: the opponent is on roll."""
        return doubling.answer_double(question, self._chance_after_move(question), _meeting(question))

    def answer_beaver(self, question: BotQuestion) -> str:
        """It takes unless its chances are below a quarter."""
        return TAKE if self._chance(question) >= 0.25 else PASS

    def _chance(self, question: BotQuestion) -> float:
        """The chance of the side asked, which is about to roll."""
        evaluation, rules = evaluation_of(question.variant), question.rules
        known = race_chance(rules, question.position)
        if known is None:
            known = chance_on_roll(evaluation, rules, question.position)
        return known + self._error(Random(f"{question.seed}:{question.own}:{question.opponent}"))

    def _chance_after_move(self, question: BotQuestion) -> float:
        """The chance of the side asked, whose opponent is about to roll."""
        evaluation, rules, position = evaluation_of(question.variant), question.rules, question.position
        known = race_chance(rules, swapped(position))
        if known is None:
            known = chance_on_roll(evaluation, rules, swapped(position))
        return 1 - known + self._error(Random(f"{question.seed}:{question.own}:{question.opponent}"))

    def _error(self, chance: Random) -> float:
        return chance.gauss(0, self.noise) if self.noise else 0.0


def result_chance(evaluation: AnyEvaluation, rules: Variant, after: Position) -> float:
    """The chance to win of the side that has just played to this position, also where that ends the game."""
    finish = rules.game_finish(after.own, after.opponent)
    if finish is not None:
        return 0.5 if finish.won is None else float(finish.won)
    return evaluation.chance(after.own, after.opponent)


def chance_on_roll(evaluation: AnyEvaluation, rules: Variant, position: Position) -> float:
    """The chance to win of the side about to roll, which then plays the best of every roll."""
    compiled = evaluation.compiled.of(rules)
    found = None if compiled is None else compiled.on_roll(position.own, position.opponent)
    if found is not None:
        return found
    total = 0.0
    for dice in ROLLS:
        total += roll_weight(dice) * _best_chance(evaluation, rules, position, dice)
    return total / 36


def _best_chance(evaluation: AnyEvaluation, rules: Variant, position: Position, dice: Roll) -> float:
    results: Iterable[Position] = rules.legal_plays(position, dice) or (position,)
    return max(result_chance(evaluation, rules, after) for after in results)


def race_chance(rules: Variant, position: Position) -> float | None:
    """Kleinman's estimate for the side on roll; None where there is no race, or it is nearly over.

    With D pips of lead and S pips of both sides the chance is that of a normal variable to be below
    (D + 4) / sqrt(2 S - 8).
    """
    if rules.has_contact(position.own, position.opponent) or not rules.won_by_bearing_off:
        return None
    own, opponent = count_pips(position.own), count_pips(position.opponent)
    if min(own, opponent) < RACE_PIPS:
        return None
    return 0.5 + 0.5 * erf((opponent - own + 4) / (2 * sqrt(own + opponent - 4)))


def swapped(position: Position) -> Position:
    """The position with the other side first."""
    return position.with_sides_swapped()


def _meeting(question: BotQuestion) -> bool:
    """Whether a gammon can come of it: the sides can meet and nobody has borne off."""
    contact = question.rules.has_contact(question.own, question.opponent)
    return contact and not (question.own[0] or question.opponent[0])
