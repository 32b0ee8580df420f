"""What can be wrong with something handed to the engine.

Every domain error of the project derives from RuleError. `code` is permanent: programs compare it, people
read `str(error)`. No error here knows of HTTP.
"""


class RuleError(Exception):
    """Something asked for breaks a rule. Base class of every domain error of the project."""

    code = "rule_error"

    def __str__(self) -> str:
        """The words, fit to be shown and stored: they may quote a file, and a file may hold anything."""
        return "".join(
            letter if letter.isprintable() else " " if letter.isspace() else "?"
            for letter in super().__str__()
        )


class Unreadable(RuleError):
    """A transcript cannot be read at all.

    `line` is the number of the line that could not be read, from 1, or None where no one line is at fault.
    """

    code = "unreadable"

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class ScoreImpossible(RuleError):
    """No match to this length can end at this score."""

    code = "score_impossible"


class InvalidLength(RuleError):
    """A match is played to a positive number of points."""

    code = "invalid_length"


class InvalidDice(RuleError):
    """A roll is two dice, each showing 1 to 6."""

    code = "invalid_dice"


class InvalidPosition(RuleError):
    """No identifier of a position or match, or one of checkers or a match that cannot be."""

    code = "invalid_position"


class InvalidPlay(RuleError):
    """The text is not a play in standard notation."""

    code = "invalid_play"


class UnknownVariant(RuleError):
    """The engine does not know a variant of this name."""

    code = "unknown_variant"


class InvalidOption(RuleError):
    """An option does not exist, cannot have this value, or does not fit the match; `option` is its name."""

    code = "invalid_option"

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option
