"""From a moment of a replayed match, or where an unfinished one stands, to what is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..dice import is_roll
from ..errors import InvalidDice, InvalidPlay, InvalidPosition
from ..moments import GameMoments, MatchMoments, Moment
from ..plays import Step
from ..position import Position, Side
from ..record import Beavered, Doubled, Hop, Resigned, Rolled
from ..variants import VARIANTS, Variant
from .diagram import Diagram, End


def diagram_of_moment(
    match: MatchMoments, game: GameMoments, moment: Moment, bottom: int = 0, **shown: Any
) -> Diagram | None:
    """Return a moment as it is drawn with side `bottom`, 0 or 1, at the bottom; None without a board.

    A roll lies beside its player, whose play as written is shown by arrows, as far as there are checkers to
    take; whether it is legal is not asked. `shown` are fields of the diagram that no moment has: colours, the
    direction, another play (`play`), which then is the one that is shown.
    """
    if moment.boards is None:
        return None
    on_roll, offered, offered_by = moment.on_roll, moment.offered, moment.offered_by
    action, resigned = moment.action, None
    dice: tuple[int, ...] = ()
    if isinstance(action, Rolled):
        on_roll, dice = moment.player, action.dice if is_roll(action.dice) else ()
        offered = offered_by = None
    elif isinstance(action, Doubled | Beavered):
        offered, offered_by = action.value, moment.player
    elif isinstance(action, Resigned) and offered is None and on_roll is not None:
        resigned = next((times for times in (1, 2, 3) if action.points == times * moment.cube), None)
    diagram = diagram_of_sides(
        match.variant,
        moment.boards,
        bottom,
        on_roll=on_roll,
        dice=dice,
        cube=moment.cube,
        cube_owner=moment.owner,
        offered=offered,
        offered_by=offered_by,
        resigned=resigned,
        resigned_by=moment.player if resigned else None,
        score=game.score,
        length=match.verdict.length,
        crawford=game.crawford,
        **{name: value for name, value in shown.items() if name != "play"},
    )
    hops = action.hops if isinstance(action, Rolled) else ()
    return diagram and with_play(diagram, shown.get("play", steps_of(hops)))


def diagram_of_standing(standing: Mapping[str, Any], bottom: int = 0) -> Diagram | None:
    """Return where a match stands, as `Standing.as_dict()` has it, as it is drawn; None without a board."""
    if standing["boards"] is None:
        return None
    one, two = (tuple(checkers) for checkers in standing["boards"])
    turn = standing["turn"]
    offered = standing["offered"] if turn is not None else None
    return diagram_of_sides(
        VARIANTS[standing["variant"]],
        (one, two),
        bottom,
        on_roll=standing["on_roll"],
        dice=tuple(standing["dice"] or ()) if offered is None else (),
        cube=standing["cube"],
        cube_owner=standing["owner"],
        offered=offered,
        offered_by=None if offered is None else 1 - turn,
        score=standing["score"],
        length=standing["length"],
        crawford=standing["crawford"],
    )


BY_SIDE = ("on_roll", "cube_owner", "offered_by", "resigned_by")


def diagram_of_sides(
    variant: Variant,
    boards: tuple[Side, Side],
    bottom: int,
    *,
    cube: int,
    score: Sequence[int],
    **shown: Any,
) -> Diagram | None:
    """The diagram of what is told by sides, 0 and 1; None where a record claims what cannot be drawn."""
    ends = (End.BOTTOM, End.TOP) if bottom == 0 else (End.TOP, End.BOTTOM)
    shown |= {name: ends[shown[name]] for name in BY_SIDE if shown.get(name) is not None}
    try:
        return Diagram(
            position=Position(boards[bottom], boards[1 - bottom]),
            variant=variant,
            cube=cube if variant.cube else None,
            score=(score[bottom], score[1 - bottom]),
            **shown,
        )
    except (InvalidPosition, InvalidDice):
        return None


def steps_of(hops: tuple[Hop, ...]) -> tuple[Step, ...]:
    """Hops as steps to be drawn."""
    return tuple((hop.start, hop.end) for hop in hops)


def with_play(diagram: Diagram, steps: tuple[Step, ...]) -> Diagram:
    """The diagram with as many of the steps as there are checkers for."""
    while steps:
        try:
            return replace(diagram, play=steps)
        except InvalidPlay:
            steps = steps[:-1]
    return diagram
