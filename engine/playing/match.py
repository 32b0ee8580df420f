"""A match in play: what each side may do now, and what follows when it is done.

The rules are the referee's: what may be played is asked of the variant, whether somebody may double of
doubling.py, and what was done is replayed by replay.py, on whose table the game stands. So the transcript is
legal, whatever was done.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from .. import doubling
from ..codecs import WRITTEN
from ..cube import Cube
from ..errors import InvalidAction
from ..options import Options
from ..position import count_pips
from ..record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    GameRecord,
    MatchRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    Took,
    Won,
    Written,
)
from ..referee_log import RefereeLog
from ..replay import replay_action
from ..results import GameResult
from ..score import Score
from ..table import RefereeTable
from ..terms import terms_for_record
from ..variants import Variant
from .steps import DieStep, TurnSteps


class MatchInPlay(ABC):
    """A game, match or session in progress.

    It changes by `act` alone, which refuses with InvalidAction whatever `actions` does not list, and changes
    nothing then. `done` is all that was done, but for what was undone.

    `has_cube` is False where nobody may double though the variant knows the cube, and `is_one_game` True
    where nothing follows the first game.
    """

    NUMBERS: ClassVar[Mapping[str, int]] = {"step": 3, "resign": 1}
    """How many numbers go with an action; none with those that are not named."""

    def __init__(
        self,
        record: MatchRecord,
        rules: Variant,
        judged_by: Options,
        score: Score,
        *,
        has_cube: bool = True,
        is_one_game: bool = False,
    ) -> None:
        self.record, self.rules, self.judged_by, self.score = record, rules, judged_by, score
        self.has_cube, self.is_one_game = has_cube, is_one_game
        self.done: list[list[Any]] = []
        self.results: list[GameResult] = []  # of the games that have ended
        self._begin_game()

    @abstractmethod
    def _begin_game(self) -> None:
        """Set up the next game, and throw for it where the dice are one's own."""

    # What there is to see.

    @property
    def side(self) -> int | None:
        """Whose turn it is to do something; None when a game is over, and before it is opened."""
        if self.game_over:
            return None
        if self.resigned is not None:
            return 1 - self.resigned[0]
        offer = doubling.waiting_offer(self.table)
        return self.on_roll if offer is None else offer.answerer

    @property
    def game_over(self) -> bool:
        """Whether the game at hand has ended."""
        return self.table.result is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow: the match is won, or the one game there is has ended."""
        return self.score.winner is not None or (self.is_one_game and self.game_over)

    @property
    def cube(self) -> Cube:
        """The cube as it stands, before what is offered."""
        return self.table.cube

    @property
    def pips(self) -> tuple[int, int]:
        """What both sides still have to move, after the steps made so far."""
        one, two = self.sides_of(0)
        return count_pips(one), count_pips(two)

    def sides_of(self, side: int) -> tuple[Sequence[int], Sequence[int]]:
        """The checkers of a side and of the other, after the steps made so far."""
        if self.steps is not None:
            board = self.steps.position
            return (board.own, board.opponent) if side == self.on_roll else (board.opponent, board.own)
        return self.table.sides_of(side)

    def actions(self) -> tuple[str, ...]:
        """What can be done now, by whoever's turn it is; a resignation is the business of that side too."""
        if self.game_over:
            return () if self.is_over else ("next_game",)
        if self.resigned is not None:
            return ("accept", "decline")
        offer = doubling.waiting_offer(self.table)
        if offer is not None:
            may_turn = doubling.may_turn_back(self.table, offer)
            return ("take", "pass", "beaver") if may_turn else ("take", "pass")
        found: list[str] = []
        if self.steps is None:
            found.append("roll")
            if self.may_double:
                found.append("double")
        else:
            if self.steps.is_complete:
                found.append("end_turn")
            elif self.steps.next_steps():
                found.append("step")
            if self.steps.made:
                found.append("undo")
        if self.resignations() and not (self.steps is not None and self.steps.made):
            found.append("resign")
        return tuple(found)

    @property
    def may_double(self) -> bool:
        """Whether the side on roll may double now."""
        if not self.has_cube or self.on_roll is None or self.steps is not None or self.game_over:
            return False
        return doubling.double_refusal(self.table, self.on_roll, 2 * self.cube.value) is None

    def next_steps(self) -> list[DieStep]:
        """The single steps that the side on roll may make now."""
        return [] if self.steps is None or self.side != self.on_roll else self.steps.next_steps()

    def resignations(self) -> tuple[int, ...]:
        """For how often the cube the side whose turn it is may resign: more than it was declined for."""
        if not self.table.has_begun or self.on_roll is None:
            return ()
        declined, cube = self.table.declined_points[self.on_roll], self.cube.value
        return tuple(each for each in self.table.terms.variant.possible_wins if each * cube > declined)

    def transcript(self) -> str:
        """What was played so far as a .mat file."""
        return WRITTEN["mat"].write(self.record)

    # What is done.

    def act(self, action: str, *given: int) -> None:
        """Do one of `actions`: "step" takes from, to and die, "resign" how often the cube."""
        if action not in self.actions():
            raise InvalidAction(
                "%(action)s is not possible now: there are %(actions)s",
                {"action": str(action)[:40], "actions": [*self.actions()]},
            )
        self._check_given(action, given)
        getattr(self, f"_{action}")(*given)
        if action == "undo":
            self.done.pop()
        else:
            self.done.append([action, *given])

    def _check_given(self, action: str, given: tuple[int, ...]) -> None:
        if len(given) != self.NUMBERS.get(action, 0) or any(type(each) is not int for each in given):
            raise InvalidAction("%(action)s is not asked like that", {"action": action})
        if action == "step" and given not in self.next_steps():
            raise InvalidAction(
                "no checker goes from %(start)s to %(end)s by a %(die)s here: there are %(steps)s",
                {
                    "start": given[0],
                    "end": given[1],
                    "die": given[2],
                    "steps": [f"{step.start}/{step.end}" for step in self.next_steps()],
                },
            )
        if action == "resign" and given[0] not in self.resignations():
            raise InvalidAction(
                "one resigns for %(wins)s times the cube here", {"wins": [*map(str, self.resignations())]}
            )

    def _set_up_game(self, cube: int = 1, crawford: bool | None = None) -> None:
        """Set up a game of which nobody has thrown yet, with the cube turned by automatic doubles."""
        number = len(self.record.games) + 1
        self.game = GameRecord(
            number, self.score.points, players=self.record.players, cube=cube, crawford=crawford
        )
        self.record.games.append(self.game)
        terms = terms_for_record(self.record, self.rules, self.judged_by)
        self.table = RefereeTable(self.game, self.score, terms, RefereeLog())
        doubling.set_starting_cube(self.table)
        self.on_roll: int | None = None
        self.cells = 0  # cells of the transcript used so far, a blank left one counting as one
        self.resigned: tuple[int, int] | None = None
        self.steps: TurnSteps | None = None

    def _give_first_turn(self, side: int) -> None:
        """The side opens the game; whoever is in the right column leaves the first cell blank."""
        self.on_roll = self.cells = side

    def _throw(self, dice: tuple[int, int]) -> None:
        assert self.on_roll is not None
        self.thrown = dice
        roll = max(dice), min(dice)
        self.steps = TurnSteps(self.table.terms.variant, self.table.position_of(self.on_roll), roll)

    def _step(self, start: int, end: int, die: int) -> None:
        assert self.steps is not None
        self.steps.step(DieStep(start, end, die))

    def _undo(self) -> None:
        assert self.steps is not None
        self.steps.undo()

    def _end_turn(self) -> None:
        assert self.steps is not None
        assert self.on_roll is not None
        hops = self.steps.hops()
        played = Rolled(self.steps.dice, hops, Written.PLAY if hops else Written.NOTHING)
        player, self.steps = self.on_roll, None
        self.on_roll = 1 - player
        self._write(player, played)

    def _double(self) -> None:
        assert self.on_roll is not None
        self._write(self.on_roll, Doubled(2 * self.cube.value))

    def _take(self) -> None:
        self._write(self._offer().answerer, Took())

    def _pass(self) -> None:
        self._write(self._offer().answerer, Passed())

    def _beaver(self) -> None:
        offer = self._offer()
        self._write(offer.answerer, Beavered(2 * offer.taken))

    def _resign(self, wins: int) -> None:
        assert self.on_roll is not None
        self.resigned = self.on_roll, wins * self.cube.value

    def _accept(self) -> None:
        assert self.resigned is not None
        (side, points), self.resigned = self.resigned, None
        self.steps = None
        # The result line, which decides the game, follows the resignation before either is replayed.
        cell = self._next_cell()
        self.game.entries.append(RecordedAction(cell, side, Resigned(points)))
        won = self.table.stakes_of(1 - side).points_worth(points // self.cube.value)
        after = self.score.after_game(1 - side, won)
        self.game.entries.append(RecordedAction(cell, 1 - side, Won(won, after.winner is not None)))
        for entry in self.game.entries[-2:]:
            self._replay(entry)
        self._close_game()

    def _decline(self) -> None:
        assert self.resigned is not None
        (side, points), self.resigned = self.resigned, None
        self.game.entries.append(RecordedAction(self._next_cell(), side, Resigned(points)))
        self.game.entries.append(RecordedAction(self._next_cell(), 1 - side, Declined()))
        for entry in self.game.entries[-2:]:
            self._replay(entry)

    def _next_game(self) -> None:
        self._begin_game()

    def _offer(self) -> doubling.Offer:
        offer = doubling.waiting_offer(self.table)
        assert offer is not None
        return offer

    def _next_cell(self) -> int:
        self.cells += 1
        return (self.cells - 1) // 2 + 1

    def _write(self, player: int, action: Action) -> None:
        """Put what was done into the transcript, replay it, and write the result if it ends the game."""
        entry = RecordedAction(self._next_cell(), player, action)
        self.game.entries.append(entry)
        self._replay(entry)
        result = self.table.result
        if result is None:
            return
        if result.winner is not None:
            after = self.score.after_game(result.winner, result.points)
            won = RecordedAction(entry.turn, result.winner, Won(result.points, after.winner is not None))
            self.game.entries.append(won)
            self._replay(won)
        self._close_game()

    def _replay(self, entry: RecordedAction) -> None:
        self.table.index = next(at for at, known in enumerate(self.game.entries) if known is entry)
        vars(self.table).pop("last_entry_index", None)
        replay_action(self.table, entry)
        assert not len(self.table.referee_log), self.table.referee_log.violations

    def _close_game(self) -> None:
        result = self.table.result
        assert result is not None
        self.on_roll = None
        self.results.append(result)
        self.score = self.score.after_game(result.winner or 0, result.points)
