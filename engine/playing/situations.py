"""Where a match in play stands, as identifiers describe it."""

from ..doubling import waiting_offer
from ..ids import MatchState, Situation
from ..position import Position
from ..variants import Variant
from .match import MatchInPlay


def situation_of(match: MatchInPlay, bottom: int = 0) -> Situation | None:
    """A match as it stands, after the steps made so far; side `bottom` is side 1, at the bottom of XGIDs.

    None where identifiers cannot say it: checkers that move in their own way, nobody on roll.
    """
    player, variant = match.on_roll, match.rules
    if player is None or type(variant).judge_play is not Variant.judge_play:
        return None
    position = Position(*map(tuple, match.sides_of(player)))
    if variant.problems(position):
        return None
    offer, cube, score = waiting_offer(match.table), match.cube, match.score
    side = (1, 0) if bottom == 0 else (0, 1)
    dice = None if match.steps is None else match.steps.dice
    resigned = 0 if match.resigned is None else match.resigned[1] // cube.value
    state = MatchState(
        length=score.length,
        score=(score.points[1 - bottom], score.points[bottom]),
        cube=cube.value if offer is None else offer.passed,
        owner=None if cube.owner is None else side[cube.owner],
        on_roll=side[player],
        turn=side[player if match.side is None else match.side],
        dice=dice,
        doubled=int(offer is not None),
        resigned=resigned,
        crawford=score.is_crawford and variant.cube,
    )
    return Situation(position, state)
