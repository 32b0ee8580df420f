"""What the acts of a recording amount to: those that stand, and the match that they make."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import engine
from engine.errors import InvalidAction, RuleError
from engine.playing import RecordedMatch, RecordedTerms

TAKE_BACK = "take_back"
CLOCK_ACTIONS = ("pause", "resume")
"""They stop the clock and start it again, and change nothing on the board."""


class ActMade(Protocol):
    """An act, written or not."""

    @property
    def action(self) -> str: ...

    @property
    def numbers(self) -> Sequence[int]: ...


@dataclass
class RecordedCourse:
    """A recorded match, and the acts that stand in it.

    `misfit` is how many of the last acts do not fit the match any more: penalty points have changed what is
    possible in it. They are not in `match`, and can only be taken back.
    """

    match: RecordedMatch
    standing: list[list[Any]]
    misfit: int = 0
    paused: bool = False

    def do(self, act: ActMade) -> None:
        """Do one act more. Raises InvalidAction, InvalidDice, and then changes nothing."""
        if act.action in CLOCK_ACTIONS:
            self._change_clock(act)
        elif act.action == TAKE_BACK:
            self._take_back(*act.numbers)
            self.paused = False
        else:
            self.match.act(act.action, *act.numbers)
            self.standing.append([act.action, *act.numbers])
            self.paused = False

    @property
    def clock(self) -> int | None:
        """Whose clock runs: that of the side whose turn it is."""
        return None if self.paused else self.match.side

    def _change_clock(self, act: ActMade) -> None:
        runs = self.match.side is not None and not self.paused
        if act.numbers or (act.action == "pause") is not runs or self.match.side is None:
            raise InvalidAction(
                "%(action)s is not possible now: there are %(actions)s",
                {"action": act.action, "actions": [*self.actions()]},
            )
        self.paused = act.action == "pause"

    def _take_back(self, *numbers: int) -> None:
        if len(numbers) != 1 or not 1 <= numbers[0] <= len(self.standing):
            raise InvalidAction(
                "%(count)s acts cannot be taken back: there are %(most)s",
                {"count": str([*numbers])[1:40].rstrip("]"), "most": len(self.standing)},
            )
        (count,) = numbers
        of_match = max(0, count - self.misfit)
        if of_match:
            self.match.take_back(of_match)
        self.misfit = max(0, self.misfit - count)
        del self.standing[len(self.standing) - count :]

    def actions(self) -> tuple[str, ...]:
        """All that can be done now."""
        if self.misfit:
            return (TAKE_BACK,)
        found = [*self.match.actions()]
        if self.standing:
            found.append(TAKE_BACK)
        if self.match.side is not None:
            found.append("resume" if self.paused else "pause")
        return tuple(found)


def course_of(terms: RecordedTerms, acts: Iterable[ActMade]) -> RecordedCourse:
    """The match that written acts make, as far as they fit it."""
    standing: list[list[Any]] = []
    paused = False
    for act in acts:
        if act.action == TAKE_BACK:
            del standing[len(standing) - act.numbers[0] :]
        elif act.action not in CLOCK_ACTIONS:
            standing.append([act.action, *act.numbers])
        paused = act.action == "pause"
    match = RecordedMatch(terms)
    for done, (action, *numbers) in enumerate(standing):
        try:
            match.act(action, *numbers)
        except RuleError:
            return RecordedCourse(match, standing, misfit=len(standing) - done, paused=paused)
    return RecordedCourse(match, standing, paused=paused)


def recorded_terms(
    variant: str,
    length: int,
    options: engine.Options,
    start: tuple[int, int],
    players: tuple[str, str] = ("one", "two"),
) -> RecordedTerms:
    """What a match is recorded by."""
    return RecordedTerms(variant=variant, length=length, options=options, start=start, players=players)


def distinct_names(names: tuple[str, str]) -> tuple[str, str]:
    """The names of both sides as a transcript has them: told apart, and in one line."""
    one, two = (" ".join(name.split()) or "?" for name in names)
    return (f"{one} (1)", f"{two} (2)") if one.casefold() == two.casefold() else (one, two)
