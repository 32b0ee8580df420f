"""From what identifiers describe to what is drawn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import InvalidPosition
from ..ids import parse_id
from ..ids.base import GameState, MatchState, Situation
from ..variants import VARIANTS, Variant
from .diagram import Diagram, End

BACKGAMMON = VARIANTS["backgammon"]


def diagram_of_situation(
    situation: Situation,
    variant: Variant = BACKGAMMON,
    bottom: int = 1,
    details: Mapping[str, object] | None = None,
    **shown: Any,
) -> Diagram:
    """Return a moment of a match as it is drawn with side `bottom`, 0 or 1, at the bottom.

    `details` are what `variant` needs to know besides where the checkers stand, for instance who is pinned;
    `shown` are fields of the diagram that no identifier has: a play, a marked point, colours, the direction.
    Without a match the side on roll is side 1. Raises InvalidPosition without a position, or for one that
    `variant` does not have.
    """
    if situation.position is None:
        raise InvalidPosition("a match ID has no checkers to draw: write the position ID before it")
    match = situation.match or MatchState()
    ends = (End.TOP, End.BOTTOM) if bottom == 1 else (End.BOTTOM, End.TOP)
    position = variant.position_of_counts(situation.position, details or {})
    if ends[match.on_roll] is End.TOP:
        position = position.with_sides_swapped()
    playing = match.state is GameState.PLAYING
    offerer = match.on_roll if match.doubled % 2 else 1 - match.on_roll
    resigned = match.resigned if playing else 0
    diagram = Diagram(
        position=position,
        variant=variant,
        on_roll=ends[match.on_roll] if playing else None,
        dice=match.dice if match.dice and playing and not match.doubled else (),
        cube=match.cube if variant.cube else None,
        cube_owner=None if match.owner is None else ends[match.owner],
        offered=match.cube << match.doubled if match.doubled else None,
        offered_by=ends[offerer] if match.doubled else None,
        resigned=resigned or None,
        resigned_by=ends[1 - match.turn] if resigned else None,
        jacoby=match.jacoby and variant.cube,
        beavers=match.beavers and variant.cube,
        score=(match.score[bottom], match.score[1 - bottom]) if situation.match else None,
        length=match.length if situation.match else None,
        crawford=match.crawford,
    )
    return replace(diagram, **shown)


def diagram_of_id(
    text: str,
    variant: Variant = BACKGAMMON,
    bottom: int = 1,
    details: Mapping[str, object] | None = None,
    **shown: Any,
) -> Diagram:
    """Return what an XGID, OGID or GNU Backgammon ID describes as it is drawn; see `diagram_of_situation`.

    Raises InvalidPosition for what is no identifier besides.
    """
    situation = parse_id(text, variant.checker_count, as_counts=True)
    return diagram_of_situation(situation, variant, bottom, details, **shown)
