"""What the referee says of a transcript."""

from typing import Any, NamedTuple

from .words import Text


class Violation(NamedTuple):
    """One fault. `turn` is the number printed before the row, 0 with `player` None for a fault of a whole
    game.

    `rule` is the rule broken with its source, `message` what was claimed and what is wrong with it, `legal`
    up to 20 legal plays in standard notation where a play was at fault.
    """

    game: int
    turn: int
    player: int | None
    code: str
    rule: str
    message: Text
    legal: tuple[str, ...] = ()


class Note(NamedTuple):
    """An oddity of the record that breaks no rule; `game` is 0 where it concerns the whole record."""

    game: int
    turn: int
    code: str
    message: Text


class GameVerdict(NamedTuple):
    """A finished game. `points` are raw; `cube` is what decided it, before a double that was passed.

    A draw has no winner.
    """

    number: int
    winner: int | None
    points: int
    ending: str
    cube: int
    crawford: bool


class RecordVerdict(NamedTuple):
    """The referee's whole answer. `verdict` is "legal", "illegal" or "unreadable".

    `score` holds raw points, `winner` the side that has won the match. An unreadable file has no format,
    variant, length, players or score, and `error` says why; only verify_files gives such a verdict, read()
    raises.
    """

    verdict: str
    format: str | None = None
    variant: str | None = None
    length: int | None = None
    players: tuple[str, str] | None = None
    complete: bool = False
    winner: int | None = None
    score: tuple[int, int] | None = None
    games: tuple[GameVerdict, ...] = ()
    violations: tuple[Violation, ...] = ()
    notes: tuple[Note, ...] = ()
    file: str | None = None
    error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict as plain JSON values, the keys in the documented order (docs/engine.md).

        "file" is there only if the verdict belongs to a file, "error" only if the file was unreadable.
        """
        plain: dict[str, Any] = {} if self.file is None else {"file": self.file}
        plain |= {
            "verdict": self.verdict,
            "format": self.format,
            "variant": self.variant,
            "length": self.length,
            "players": None if self.players is None else list(self.players),
            "complete": self.complete,
            "winner": self.winner,
            "score": None if self.score is None else list(self.score),
            "games": [
                {
                    "number": game.number,
                    "winner": game.winner,
                    "points": game.points,
                    "ending": game.ending,
                    "cube": game.cube,
                    "crawford": game.crawford,
                }
                for game in self.games
            ],
            "violations": [
                {
                    "game": fault.game,
                    "turn": fault.turn,
                    "player": fault.player,
                    "code": fault.code,
                    "rule": fault.rule,
                    "message": fault.message,
                    "legal": list(fault.legal),
                }
                for fault in self.violations
            ],
            "notes": [
                {"game": note.game, "turn": note.turn, "code": note.code, "message": note.message}
                for note in self.notes
            ],
        }
        if self.error is not None:
            plain["error"] = {"code": "unreadable", "message": self.error}
        return plain
