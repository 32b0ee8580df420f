"""What can be wrong with something handed to the engine.

Every domain error of the project derives from RuleError. `code` is permanent: programs compare it, people
read `title`, what is the matter in general, and the error itself. No error here knows of HTTP.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from .words import Text, printable_text
from .words import gettext_lazy as _

BOTH = _("%(one)s and %(other)s")
EITHER = _("%(one)s or %(other)s")


def link_texts(link: Text, texts: Iterable[object]) -> Any:
    """Several as one, each linked to the next by `link`, which is BOTH or EITHER."""
    return reduce(lambda one, other: link % {"one": one, "other": other}, texts)


class RuleError(Exception):
    """Something asked for breaks a rule. Base class of every domain error of the project.

    It is made of a sentence with named places and of the words for these, so that it can be said in any
    language: `RuleError("there is no %(name)s", {"name": "joker"})`. The sentence is written out where the
    error is made (tests/test_translations.py finds it there); `str(error)` is English.
    """

    code = "rule_error"
    title = "That cannot be done"

    def __init__(self, sentence: str, words: Mapping[str, Any] | None = None, /) -> None:
        super().__init__(sentence, words)
        self.sentence = Text(sentence, values=words)

    def __str__(self) -> str:
        return printable_text(self.sentence)


class Unreadable(RuleError):
    """A transcript cannot be read at all.

    `line` is the number of the line that could not be read, from 1, or None where no one line is at fault.
    """

    code = "unreadable"
    title = "The transcript cannot be read"

    def __init__(
        self, sentence: str, words: Mapping[str, Any] | None = None, /, *, line: int | None = None
    ) -> None:
        super().__init__(sentence, words)
        if line is not None:
            self.sentence = _("line %(line)s: %(fault)s") % {"line": line, "fault": self.sentence}
        self.line = line


class ScoreImpossible(RuleError):
    """No match to this length can end at this score."""

    code = "score_impossible"
    title = "No match can end at that score"


class InvalidLength(RuleError):
    """A match is played to a positive number of points."""

    code = "invalid_length"
    title = "No match has that length"


class InvalidDice(RuleError):
    """A roll is two dice, each showing 1 to 6."""

    code = "invalid_dice"
    title = "Those are not dice"


class InvalidSeed(RuleError):
    """What fair dice are made from is 64 hexadecimal digits."""

    code = "invalid_seed"
    title = "That is not a seed of dice"


class InvalidContribution(RuleError):
    """What a player mixes into fair dice is a text of at most 200 characters."""

    code = "invalid_contribution"
    title = "That cannot be mixed into the dice"


class InvalidPosition(RuleError):
    """No identifier of a position or match, or one of checkers or a match that cannot be."""

    code = "invalid_position"
    title = "That cannot be a position"


class InvalidPlay(RuleError):
    """The text is not a play in standard notation."""

    code = "invalid_play"
    title = "That is not a play"


class InvalidAction(RuleError):
    """Nobody can do that in a game as it stands."""

    code = "invalid_action"
    title = "That is not possible now"


class UnknownVariant(RuleError):
    """The engine does not know a variant of this name."""

    code = "unknown_variant"
    title = "No such variant"


class InvalidOption(RuleError):
    """An option does not exist, cannot have this value, or does not fit the match; `option` is its name."""

    code = "invalid_option"
    title = "The options do not fit"

    def __init__(self, sentence: str, words: Mapping[str, Any] | None = None, /, *, option: str) -> None:
        super().__init__(sentence, words)
        self.option = option
