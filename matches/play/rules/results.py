"""The ways a match can end, and what each means. Plain data: no Django.

Which results are rated: UKBGF's local policy (an agreed settlement is not, nor is one that became a
walkover; one with penalty points is).
"""

from dataclasses import dataclass
from enum import StrEnum


class ResultKind(StrEnum):
    PLAYED = "played"
    RETIRED = "retired"
    WALKOVER = "walkover"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    AGREED_SETTLEMENT = "agreed_settlement"
    UNFINISHED = "unfinished"
    VOID = "void"


class Winner(StrEnum):
    """Whether a result names who advances."""

    ALWAYS = "always"
    MAYBE = "maybe"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ResultEffect:
    """What a kind of result does.

    winner: whether somebody advances in the bracket; without one nobody does.
    score: whether it has a score, which counts in the standings.
    complete: whether that score must end the match; else it must not.
    rated: whether it moves the ratings of a rated match.
    """

    winner: Winner
    score: bool = False
    complete: bool = False
    rated: bool = False


EFFECTS: dict[ResultKind, ResultEffect] = {
    # Played to the end.
    ResultKind.PLAYED: ResultEffect(Winner.ALWAYS, score=True, complete=True, rated=True),
    # Given up in the middle: the other side advances, the score stays what it was.
    ResultKind.RETIRED: ResultEffect(Winner.ALWAYS, score=True, rated=True),
    # One side was not there, or had left the tournament.
    ResultKind.WALKOVER: ResultEffect(Winner.ALWAYS),
    # Lost by a rule: too late, out of time, expelled.
    ResultKind.FORFEIT: ResultEffect(Winner.ALWAYS),
    # Both lost by a rule: nobody advances.
    ResultKind.DOUBLE_FORFEIT: ResultEffect(Winner.NEVER),
    # The players divided what there was to win; who advances may be agreed.
    ResultKind.AGREED_SETTLEMENT: ResultEffect(Winner.MAYBE, score=True),
    # Broken off for good.
    ResultKind.UNFINISHED: ResultEffect(Winner.MAYBE, score=True),
    # Never happened: its place in the bracket is free again.
    ResultKind.VOID: ResultEffect(Winner.NEVER),
}
"""A bye is no match and has no result: the format knows the empty seat."""

KINDS = [(kind.value, kind.value) for kind in ResultKind]
"""For fields that hold one."""
