"""The referee's log: where violations and notes are written down while a record is replayed."""

from collections.abc import Iterable, Mapping

from .rulebook import NOTES, RULES
from .verdict import Note, Violation
from .words import Text

MOST_VIOLATIONS = 100
MOST_NOTES = 200
MOST_WRONG_PLAYS = 100
MOST_SET_UPS = 1000
MOST_LISTED = 10_000
"""Legal plays written out for a record: of one double there can be 2,000."""
MOST_TRIED = 20_000
"""Legal plays tried to see whether last rolls that are not played would have won."""


class RefereeLog:
    """Collects what is found. `game` and `turn` say where the referee is.

    `versions` are the rules that the variant has a version of its own of: key of RULES -> key of RULES.
    """

    def __init__(self, versions: Mapping[str, str] | None = None) -> None:
        self.versions = versions or {}
        self.violations: list[Violation] = []
        self.notes: list[Note] = []
        self.game = 0
        self.turn = 0
        self.unlisted = 0
        # How often was done what takes time; there are limits to each.
        self.wrong_plays = self.set_ups = self.listed = self.tried = 0

    def __len__(self) -> int:
        """How many violations were found, listed or not."""
        return len(self.violations) + self.unlisted

    @property
    def is_full(self) -> bool:
        """Whether further violations are only counted; legal alternatives need not be looked for."""
        return len(self.violations) >= MOST_VIOLATIONS

    def add_fault(
        self, rule: str, message: Text, player: int | None = None, legal: Iterable[str] = ()
    ) -> None:
        """Write down a broken rule, a key of RULES. Without a player it is a fault of the whole game."""
        if self.is_full:
            self.unlisted += 1
            return
        broken = RULES[self.versions.get(rule, rule)]
        turn = 0 if player is None else self.turn
        self.violations.append(
            Violation(self.game, turn, player, broken.code, str(broken), message, tuple(legal))
        )

    def add_note(self, code: str, message: Text) -> None:
        """Write down an oddity, a key of NOTES."""
        assert code in NOTES
        if len(self.notes) < MOST_NOTES:
            self.notes.append(Note(self.game, self.turn, code, message))
