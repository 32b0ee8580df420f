"""A solo game as it stands, in values that do not change: what pages and programs are shown."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.drawing import Diagram, diagram_of_solo
from engine.moments import action_text
from engine.notation import format_hops
from engine.record import Hop, Won
from engine.results import GameResult
from engine.solo import COMPUTER, PERSON, DieStep, SoloGame
from engine.words import Text

from .going_on import is_stuck


class ListedStep(NamedTuple):
    """A step that can be made, and how it is written: "8/5"."""

    step: DieStep
    text: str


class ListedTurn(NamedTuple):
    """What somebody has done in the game at hand: the side, and in words."""

    side: int
    text: Text


class SoloState(NamedTuple):
    """Where a game stands.

    side: whose turn it is to do something, None between games. dice: what is to be played, None where nothing
    is. opening: the throws that opened the game, first the player's die. rolls: how many rolls the game has
    had. cube_owner: the side, None for the middle. offered: what the cube shows if the double is taken.
    resigned: for how many points the game is being given up. result: how the game at hand ended.
    """

    side: int | None
    actions: tuple[str, ...]
    steps: Sequence[ListedStep]
    made: Sequence[ListedStep]
    resignations: tuple[int, ...]
    dice: tuple[int, int] | None
    is_stuck: bool
    opening: Sequence[tuple[int, int]]
    rolls: int
    position: tuple[Sequence[int], Sequence[int]]
    pips: tuple[int, int]
    cube: int
    cube_owner: int | None
    offered: int | None
    resigned: int | None
    score: tuple[int, int]
    crawford: bool
    game: int
    turns: Sequence[ListedTurn]
    result: GameResult | None
    pip_scores: tuple[int, int] | None
    is_over: bool
    diagram: Diagram


def state_of(game: SoloGame) -> SoloState:
    """Where a game stands now; nothing of it changes with the game."""
    diagram = diagram_of_solo(game)
    turn = game.steps if not game.game_over else None
    resignations = game.resignations() if "resign" in game.actions() else ()
    return SoloState(
        side=game.side,
        actions=game.actions(),
        steps=[ListedStep(step, _step_text(step)) for step in game.next_steps()],
        made=[ListedStep(step, _step_text(step)) for step in (turn.made if turn else ())],
        resignations=resignations,
        dice=game.thrown if turn is not None else None,
        is_stuck=is_stuck(game) and turn is not None,
        opening=game.opening.throws,
        rolls=game.rolls,
        position=(tuple(game.sides_of(PERSON)[0]), tuple(game.sides_of(COMPUTER)[0])),
        pips=game.pips,
        cube=game.cube.value,
        cube_owner=game.cube.owner,
        offered=diagram.offered,
        resigned=None if game.resigned is None else game.resigned[1],
        score=game.score.points,
        crawford=diagram.crawford,
        game=game.game.number,
        turns=[
            ListedTurn(entry.player, action_text(entry.action))
            for entry in game.game.entries
            if not isinstance(entry.action, Won)
        ],
        result=game.table.result,
        pip_scores=game.pip_scores,
        is_over=game.is_over,
        diagram=diagram,
    )


def _step_text(step: DieStep) -> str:
    return format_hops((Hop(step.start, step.end, False),))
