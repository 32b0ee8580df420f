"""What a game came to for the player, and what several are as one number."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.solo import MATCH, MONEY, PERSON, PIPS, SoloGame
from engine.unfinished import pip_score

MOST_RECENT = 20
"""Of so many last games the list of bests knows the mean: who plays on stands by how they play now."""
FEWEST_IN_LIST = 10
"""Who has played fewer is not in a list of bests: one lucky game makes nobody the best."""


class SoloOutcome(NamedTuple):
    """What a game or match came to: who won, None for a draw; the player's score and the computer's.

    The scores are points by pips or for money; of a match 1 for who won it.
    """

    won: bool | None
    score: int
    computer_score: int


def outcome_of(game: SoloGame) -> SoloOutcome | None:
    """What the game at hand, or the match, has come to; None as long as it goes on."""
    result = game.table.result
    if result is None or (game.terms.scoring == MATCH and not game.is_over):
        return None
    if game.terms.scoring == PIPS:
        scores = game.pip_scores
        assert scores is not None
        return SoloOutcome(None if result.winner is None else result.winner == PERSON, *scores)
    if game.terms.scoring == MONEY:
        won = None if result.winner is None else result.winner == PERSON
        points = 0 if won is None else result.points
        return SoloOutcome(won, points if won else -points, -points if won else points)
    won = game.score.winner == PERSON
    return SoloOutcome(won, int(won), int(not won))


def outcome_given_up(game: SoloGame) -> SoloOutcome | None:
    """What leaving it costs: the match, the pips left, the cube; None between two games for money."""
    if game.terms.scoring == PIPS:
        return SoloOutcome(False, *pip_score((game.pips[PERSON], 0)))
    if game.terms.scoring == MATCH:
        return SoloOutcome(False, 0, 1)
    return None if game.game_over else SoloOutcome(False, -game.cube.value, game.cube.value)


def recent_mean(recent: Sequence[int], played: int) -> float | None:
    """The mean of the last games; None of too few."""
    return sum(recent) / len(recent) if played >= FEWEST_IN_LIST and recent else None
