"""A person against the computer: a match in play whose dice are fair ones."""

from collections.abc import Mapping
from typing import Any, Self

from ..playing.match import MatchInPlay
from ..score import Score
from ..unfinished import pip_score
from .terms import MONEY, PIPS, SoloTerms

PERSON, COMPUTER = 0, 1
ACTIONS = (
    "roll",
    "double",
    "take",
    "pass",
    "beaver",
    "step",
    "undo",
    "end_turn",
    "resign",
    "accept",
    "decline",
    "next_game",
)


class SoloGame(MatchInPlay):
    """A solo game, match or session in progress. Side 0 is the person.

    It changes by `act` alone, which refuses with InvalidAction whatever `actions` does not list, and changes
    nothing then. `as_dict` keeps it as its terms and what was done; `from_dict` does it again.
    """

    def __init__(self, terms: SoloTerms) -> None:
        self.terms = terms
        in_pips = terms.scoring == PIPS
        super().__init__(
            terms.new_record(),
            terms.rules,
            terms.judged_by,
            Score(terms.record_length),
            has_cube=not in_pips,
            is_one_game=in_pips,
        )

    @property
    def pip_scores(self) -> tuple[int, int] | None:
        """What a game that is scored by pips has brought both sides; None while it goes on, or otherwise.

        What counts are the pips of whoever has lost; a draw brings nothing.
        """
        result = self.table.result
        if self.terms.scoring != PIPS or result is None:
            return None
        if result.winner is None:
            return (0, 0)
        lost = self.pips[1 - result.winner]
        return pip_score((0, lost) if result.winner == PERSON else (lost, 0))

    def _begin_game(self) -> None:
        number = len(self.record.games) + 1
        rules = self.terms.rules
        opening = self.terms.dice.opening(number, thrown_anew=rules.may_open_with((1, 1)))
        doubles = min(opening.equal_throws, self.terms.automatic_doubles) if rules.cube else 0
        self._set_up_game(cube=2**doubles if self.terms.scoring == MONEY else 1)
        self.opening = opening
        self.rolls = opening.used
        self._give_first_turn(opening.starter)
        self._throw(opening.dice)

    def _roll(self) -> None:
        self.rolls += 1
        self._throw(self.terms.dice.roll(self.game.number, self.rolls))

    # To be kept.

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values, the secret seed among them: for who keeps the game, not the player."""
        return {"terms": self.terms.as_dict(), "done": [[*each] for each in self.done]}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """The game that as_dict() was asked for. Raises InvalidAction for what cannot have been done."""
        game = cls(SoloTerms.from_dict(plain["terms"]))
        for action, *given in plain["done"]:
            game.act(action, *given)
        return game
