"""Single steps: which of them begin a legal play, so that nobody is shown one that leads to none."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..dice import Roll, roll_steps
from ..plays import Step, legal_steps
from ..position import Position
from ..record import Hop
from ..variants import Variant
from ..variants.searched import Searched


class DieStep(NamedTuple):
    """One checker moved by one die."""

    start: int
    end: int
    die: int


class TurnSteps:
    """The steps of one roll, made one by one and taken back; nothing that is not part of a legal play."""

    def __init__(self, variant: Variant, position: Position, dice: Roll) -> None:
        self.variant, self.before, self.dice = variant, position, dice
        self._plays = variant.legal_plays(position, dice)
        self._most = max(map(len, self._plays.values()), default=0)
        self._leads: dict[tuple[Position, tuple[int, ...]], bool] = {}
        given = variant.steps_of_roll(dice) if isinstance(variant, Searched) else roll_steps(dice)
        self._boards: list[tuple[Position, tuple[int, ...]]] = [(position, tuple(sorted(given)))]
        self.made: list[DieStep] = []
        self._offered: list[DieStep] | None = None  # next_steps(), until something is done

    @property
    def position(self) -> Position:
        """The board as it stands, the player on roll first."""
        return self._boards[-1][0]

    @property
    def here(self) -> tuple[Position, tuple[int, ...]]:
        """The board as it stands, and the dice that are left: what all that can follow depends on."""
        return self._boards[-1]

    @property
    def is_complete(self) -> bool:
        """Whether the play is legal as it stands: all that can be played is, or the game is over."""
        return self._is_complete(self.position, len(self.made))

    @property
    def can_move(self) -> bool:
        """Whether anything of the roll can be played."""
        return bool(self._plays)

    def next_steps(self) -> list[DieStep]:
        """Every step that goes on towards a legal play, from the back of the board to the front."""
        if self._offered is None:
            self._offered = [] if self.is_complete else self._find_steps(*self._boards[-1])
        return [*self._offered]

    def step(self, step: DieStep) -> None:
        """Make a step of next_steps()."""
        here, left = self._boards[-1]
        after = next(after for found, after in self._steps(here, left) if found == step)
        self._boards.append(after)
        self.made.append(step)
        self._offered = None

    def undo(self) -> None:
        """Take the last step back."""
        self._boards.pop()
        self.made.pop()
        self._offered = None

    def hops(self) -> tuple[Hop, ...]:
        """The steps as a record has them, with what they hit."""
        return tuple(
            Hop(step.start, step.end, self.variant.step_hits(board.opponent, step[:2]))
            for step, (board, _) in zip(self.made, self._boards, strict=False)
        )

    def _find_steps(self, here: Position, left: tuple[int, ...]) -> list[DieStep]:
        found = {step for step, after in self._steps(here, left) if self._leads_on(*after)}
        return sorted(found, key=lambda step: (-step.start, -step.end, step.die))

    def _steps(
        self, here: Position, left: tuple[int, ...]
    ) -> Iterator[tuple[DieStep, tuple[Position, tuple[int, ...]]]]:
        find = self.variant.legal_steps if isinstance(self.variant, Searched) else legal_steps
        for at, die in enumerate(left):
            if die in left[:at]:
                continue
            rest = (*left[:at], *left[at + 1 :])
            for start, end in find(here.own, here.opponent, die):
                step: Step = (start, end)
                after = Position(*self.variant.after_step(here.own, here.opponent, step))
                yield DieStep(start, end, die), (after, rest)

    def _leads_on(self, here: Position, left: tuple[int, ...]) -> bool:
        """Whether a legal play can come of this board with these dice left."""
        known = (here, left)
        if known not in self._leads:
            used = len(self._boards[0][1]) - len(left)
            self._leads[known] = self._is_complete(here, used) or (
                not self._is_over(here)
                and used < self._most
                and any(self._leads_on(*after) for _, after in self._steps(here, left))
            )
        return self._leads[known]

    def _is_complete(self, here: Position, used: int) -> bool:
        if not self._plays:
            return used == 0
        return here in self._plays and (used == self._most or self._is_over(here))

    def _is_over(self, here: Position) -> bool:
        return self.variant.game_finish(here.own, here.opponent) is not None


def steps_of_play(turn: TurnSteps, hops: Sequence[Step]) -> list[DieStep] | None:
    """How a whole play is made of single steps, none of it made yet; None where no legal play is written so.

    A hop is from and to, by one die or by several: "24/14" of a 6-4 too. Their order is kept where they can
    be made in it.
    """
    if not hops:
        return [*turn.made] if turn.is_complete else None
    offered = turn.next_steps()
    for at, (start, end) in enumerate(hops):
        for step in offered:
            if step.start != start or step.end < end:
                continue
            on_the_way = [(step.end, end)] if step.end != end else []
            turn.step(step)
            found = steps_of_play(turn, [*hops[:at], *on_the_way, *hops[at + 1 :]])
            turn.undo()
            if found is not None:
                return found
    return None
