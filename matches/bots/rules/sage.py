"""Computer players over the network of bgsage (Open Sage, by M. Higgins): strengths of one and the same."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from engine.bots import BEAVER, PASS, TAKE, BotQuestion
from engine.plays import Step
from engine.position import Position
from engine.words import Text

from .asked import signed_board

if TYPE_CHECKING:
    from .network import Network

CUBE_PART = 0.5
"""How much of the noise there is at the cube: with all of it the weakest would double at random."""


@dataclass(frozen=True, kw_only=True)
class SageBot:
    """Chooses what the network finds best, looking so many `plies` ahead.

    `noise` is how much its estimates are off, in standard deviations of the equity: the value of a game
    against that of the cube.
    """

    code: str
    name: Text
    description: Text
    plies: int = 1
    noise: float = 0.0

    @property
    def network(self) -> "Network":
        """What it asks, loaded when it is asked for first. Raises ImportError where it is not installed."""
        from .network import network_looking

        return network_looking(self.plies)

    def choose_play(self, question: BotQuestion) -> tuple[Step, ...]:
        """The steps of the best play. `question.dice` are given."""
        assert question.dice is not None
        high, low = max(question.dice), min(question.dice)
        plays = question.rules.legal_plays(question.position, (high, low))
        if len(plays) < 2:
            return next(iter(plays.values()), ())
        return best_play(plays, self._worths(question))

    def wants_to_double(self, question: BotQuestion) -> bool:
        """Whether it has more of doubling than of not, whatever the opponent answers."""
        worth = self.network.cube_worth(question)
        return min(worth.doubled, worth.passed) - worth.undoubled + self._cube_error(question) > 0

    def answer_double(self, question: BotQuestion) -> str:
        """What costs it least of take and pass, or a beaver where it is the favourite: the other rolls."""
        worth = self.network.cube_worth(as_opponent(question))
        if worth.beavered and question.beavers and question.away is None:
            return BEAVER
        return TAKE if worth.passed - worth.doubled + self._cube_error(question) >= 0 else PASS

    def answer_beaver(self, question: BotQuestion) -> str:
        """It takes unless it would lose more than the half of the cube that a pass costs."""
        return TAKE if self.network.worth_on_roll(question) >= -0.5 else PASS

    def _worths(self, question: BotQuestion) -> list[tuple[tuple[int, ...], float]]:
        found = self.network.plays_worth(question)
        if not self.noise:
            return found
        chance = chance_of(question)
        erring = [(board, worth + chance.gauss(0, self.noise)) for board, worth in sorted(found)]
        return sorted(erring, key=lambda each: -each[1])

    def _cube_error(self, question: BotQuestion) -> float:
        return chance_of(question).gauss(0, CUBE_PART * self.noise) if self.noise else 0.0


def best_play(
    plays: Mapping[Position, tuple[Step, ...]], worths: list[tuple[tuple[int, ...], float]]
) -> tuple[Step, ...]:
    """The steps to the board that is worth most: among those that the referee knows."""
    steps = {tuple(signed_board(after)): steps for after, steps in plays.items()}
    return next(steps[board] for board, _ in worths if board in steps)


def as_opponent(question: BotQuestion) -> BotQuestion:
    """The same moment, as the other side has it."""
    return replace(
        question,
        own=question.opponent,
        opponent=question.own,
        away=None if question.away is None else (question.away[1], question.away[0]),
        owner=None if question.owner is None else 1 - question.owner,
    )


def chance_of(question: BotQuestion) -> Random:
    """What chance makes of a question: the same of the same."""
    dice = "" if question.dice is None else f"{max(question.dice)}{min(question.dice)}"
    return Random(f"{question.seed}:{question.own}:{question.opponent}:{dice}:{question.cube}")
