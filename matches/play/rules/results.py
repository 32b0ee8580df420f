"""The ways a match can end, and what each means. Plain data: no Django.

Which results are rated: UKBGF's local policy (a settled match is not, nor is one that became a walkover; one
with penalty points is).
"""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    PLAYED = "played"
    RETIRED = "retired"
    WALKOVER = "walkover"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    SETTLED = "settled"
    UNFINISHED = "unfinished"
    VOID = "void"


class Winner(StrEnum):
    """Whether a result names who goes on."""

    ALWAYS = "always"
    MAYBE = "maybe"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a kind of result does.

    winner: whether somebody goes on in the bracket; without one nobody does.
    score: whether it has a score, which counts in the standings.
    complete: whether that score must end the match; else it must not.
    rated: whether it moves the ratings of a rated match.
    """

    winner: Winner
    score: bool = False
    complete: bool = False
    rated: bool = False


EFFECTS: dict[Kind, Effect] = {
    # Played to the end.
    Kind.PLAYED: Effect(Winner.ALWAYS, score=True, complete=True, rated=True),
    # Given up in the middle: the other side goes on, the score stands where it was.
    Kind.RETIRED: Effect(Winner.ALWAYS, score=True, rated=True),
    # One side was not there, or had left the tournament.
    Kind.WALKOVER: Effect(Winner.ALWAYS),
    # Lost by a rule: too late, out of time, expelled.
    Kind.FORFEIT: Effect(Winner.ALWAYS),
    # Both lost by a rule: nobody goes on.
    Kind.DOUBLE_FORFEIT: Effect(Winner.NEVER),
    # The players divided what there was to win; who goes on may be agreed.
    Kind.SETTLED: Effect(Winner.MAYBE, score=True),
    # Broken off for good.
    Kind.UNFINISHED: Effect(Winner.MAYBE, score=True),
    # Never happened: its place in the bracket is free again.
    Kind.VOID: Effect(Winner.NEVER),
}
"""A bye is no match and has no result: the format knows the empty seat."""

KINDS = [(kind.value, kind.value) for kind in Kind]
"""For fields that hold one."""
