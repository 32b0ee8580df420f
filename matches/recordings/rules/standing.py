"""Where a recorded match stands, as plain values: what is kept beside its acts, and shown of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.dice import ROLLS, Roll
from engine.doubling import waiting_offer
from engine.ids import write_id
from engine.moments import action_code
from engine.playing import RecordedMatch, plays_ahead, situation_of
from engine.record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    Hop,
    Passed,
    Resigned,
    Rolled,
    Took,
    Won,
    Written,
)
from engine.variants.searched import Searched

from .course import RecordedCourse

NAMED: dict[str, type] = {"take": Took, "pass": Passed, "decline": Declined}


def standing_of(course: RecordedCourse) -> dict[str, Any]:
    """Where it stands, in JSON: the names are those of engine.Standing, and what is told besides.

    Sides are 0 and 1; `turn` is who acts next, `can` what can be done, `last` what was done last on the
    board, `results` the games that have ended. `opened` is False while nobody is on roll yet.
    """
    match = course.match
    offer, cube = waiting_offer(match.table), match.cube
    situation = situation_of(match)
    return {
        "game": match.game.number,
        "variant": match.terms.variant,
        "length": match.terms.length,
        "score": list(match.score.points),
        "crawford": match.score.is_crawford and match.rules.cube and not match.game_over,
        "opened": match.on_roll is not None,
        "game_over": match.game_over,
        "over": match.is_over,
        "winner": match.score.winner,
        "boards": [[*match.sides_of(0)[0]], [*match.sides_of(1)[0]]],
        "pips": list(match.pips),
        "on_roll": match.on_roll,
        "turn": match.side,
        "dice": None if match.steps is None else list(match.thrown),
        "cube": cube.value if offer is None else offer.passed,
        "has_cube": match.rules.cube,
        "owner": cube.owner,
        "offered": None if offer is None else offer.taken,
        "offered_by": None if offer is None else 1 - offer.answerer,
        "resigned": None if match.resigned is None else match.resigned[1],
        "resigned_by": None if match.resigned is None else match.resigned[0],
        "resignations": list(match.resignations()) if match.resigned is None else [],
        "can": list(course.actions()),
        "misfit": course.misfit,
        "paused": course.paused,
        "last": last_done(match),
        "results": [
            {"winner": each.winner, "points": each.points, "ending": each.ending, "cube": each.cube}
            for each in match.results
        ],
        "xgid": None if situation is None else write_id("xgid", situation),
    }


def last_done(match: RecordedMatch) -> dict[str, Any] | None:
    """What was last done on the board of the game at hand; None before its first play."""
    for entry in reversed(match.game.entries):
        if not isinstance(entry.action, Won):
            return {"side": entry.player, **plain_action(entry.action)}
    return None


def plain_action(action: Action) -> dict[str, Any]:
    """An action of a transcript in JSON."""
    said: dict[str, Any] = {"action": action_code(action)}
    match action:
        case Rolled():
            said |= {"dice": list(action.dice), "hops": [[*map(int, hop)] for hop in action.hops]}
        case Doubled() | Beavered():
            said["value"] = action.value
        case Resigned():
            said["value"] = action.points
    return said


def action_of(plain: Mapping[str, Any]) -> Action:
    """The action that plain_action was asked for."""
    match plain["action"]:
        case "roll":
            hops = tuple(Hop(start, end, bool(hit)) for start, end, hit in plain["hops"])
            one, two = plain["dice"]
            return Rolled((one, two), hops, Written.PLAY if hops else Written.CANNOT_MOVE)
        case "double":
            return Doubled(plain["value"])
        case "beaver":
            return Beavered(plain["value"])
        case "resign":
            return Resigned(plain["value"])
        case code:
            action: Action = NAMED[code]()
            return action


def ahead_of(match: RecordedMatch) -> dict[str, Any] | None:
    """The plays ahead of a match as it stands: of all rolls, or of the one that was thrown.

    Where plays are found by search, only once the dice are known. None where nobody plays next.
    """
    if match.game_over or match.resigned is not None or waiting_offer(match.table) is not None:
        return None
    rolls: Sequence[Roll] = ROLLS
    if match.steps is not None:
        rolls = [match.steps.dice]
    elif isinstance(match.rules, Searched):
        return None
    return plays_ahead(match.rules, match.table.position_of(match.on_roll or 0), rolls)
