"""From a moment of a replayed match, or where an unfinished one stands, to what is drawn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..dice import is_roll
from ..errors import InvalidDice, InvalidPlay, InvalidPosition
from ..moments import GameMoments, MatchMoments, Moment
from ..plays import Step
from ..position import Position
from ..record import Beavered, Doubled, Hop, Resigned, Rolled
from ..variants import VARIANTS
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
    ends = (End.BOTTOM, End.TOP) if bottom == 0 else (End.TOP, End.BOTTOM)
    on_roll, offered, offered_by = moment.on_roll, moment.offered, moment.offered_by
    action = moment.action
    dice: tuple[int, ...] = ()
    if isinstance(action, Rolled):
        on_roll, dice = moment.player, action.dice if is_roll(action.dice) else ()
        offered = offered_by = None
    elif isinstance(action, Doubled | Beavered):
        offered, offered_by = action.value, moment.player
    length = match.verdict.length
    try:
        diagram = Diagram(
            position=Position(moment.boards[bottom], moment.boards[1 - bottom]),
            variant=match.variant,
            on_roll=None if on_roll is None else ends[on_roll],
            dice=dice,
            cube=moment.cube if match.variant.cube else None,
            cube_owner=None if moment.owner is None else ends[moment.owner],
            score=(game.score[bottom], game.score[1 - bottom]),
            length=length,
            crawford=game.crawford,
            **{name: value for name, value in shown.items() if name != "play"},
        )
        if offered is not None and offered_by is not None:
            diagram = replace(diagram, offered=offered, offered_by=ends[offered_by])
        elif isinstance(action, Resigned) and moment.player is not None and on_roll is not None:
            for times in (1, 2, 3):
                if action.points == times * moment.cube:
                    diagram = replace(diagram, resigned=times, resigned_by=ends[moment.player])
    except (InvalidPosition, InvalidDice):
        # A record can claim a cube that there is none of.
        return None
    hops = action.hops if isinstance(action, Rolled) else ()
    return with_play(diagram, shown.get("play", steps_of(hops)))


def diagram_of_standing(standing: Mapping[str, Any], bottom: int = 0) -> Diagram | None:
    """Return where a match stands, as `Standing.as_dict()` has it, as it is drawn; None without a board."""
    if standing["boards"] is None:
        return None
    ends = (End.BOTTOM, End.TOP) if bottom == 0 else (End.TOP, End.BOTTOM)
    one, two = (tuple(checkers) for checkers in standing["boards"])
    on_roll, owner, turn = standing["on_roll"], standing["owner"], standing["turn"]
    offered = standing["offered"] if turn is not None else None
    variant = VARIANTS[standing["variant"]]
    try:
        return Diagram(
            position=Position(two, one) if bottom else Position(one, two),
            variant=variant,
            on_roll=None if on_roll is None else ends[on_roll],
            dice=tuple(standing["dice"] or ()) if offered is None else (),
            cube=standing["cube"] if variant.cube else None,
            cube_owner=None if owner is None else ends[owner],
            offered=offered,
            offered_by=None if offered is None else ends[1 - turn],
            score=(standing["score"][bottom], standing["score"][1 - bottom]),
            length=standing["length"],
            crawford=standing["crawford"],
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
