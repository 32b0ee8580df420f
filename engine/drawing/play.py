"""From a solo game as it stands to what is drawn, for whoever plays it."""

from dataclasses import replace

from ..doubling import waiting_offer
from ..solo import PIPS, SoloGame
from .diagram import Diagram
from .moments import diagram_of_sides


def diagram_of_solo(game: SoloGame, bottom: int = 0) -> Diagram:
    """Return a solo game with side `bottom` at the bottom: after the steps made so far, dice on the board."""
    terms = game.terms
    is_going = not game.game_over
    steps = game.steps if is_going else None
    offer = waiting_offer(game.table) if is_going else None
    has_cube = terms.scoring != PIPS
    diagram = diagram_of_sides(
        terms.rules,
        (tuple(game.sides_of(0)[0]), tuple(game.sides_of(1)[0])),
        bottom,
        cube=game.cube.value if offer is None else offer.passed,
        cube_owner=game.cube.owner,
        on_roll=game.on_roll if is_going else None,
        dice=game.thrown if steps is not None else (),
        played=tuple(step.die for step in steps.made) if steps is not None else (),
        offered=None if offer is None else offer.taken,
        offered_by=None if offer is None else 1 - offer.answerer,
        resigned=None if game.resigned is None else game.resigned[1] // game.cube.value,
        resigned_by=None if game.resigned is None else game.resigned[0],
        jacoby=terms.jacoby,
        beavers=terms.beavers,
        score=game.score.points,
        length=terms.record_length,
        crawford=is_going and game.table.score.is_crawford,
    )
    assert diagram is not None
    return diagram if has_cube else replace(diagram, cube=None, score=None, length=None)
