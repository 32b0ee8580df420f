"""The record of a match as FIBS, the First Internet Backgammon Server, prints it on "oldmoves".

    Score is 0-0 in a 3 point match.
    ann is X - bea is O
    X: (3 1) 8-5 6-5
    O: (6 5) 1-7 7-12

Points are those of the board, so that one of the sides moves up: which one can change from game to game. The
score is X's first. docs/files.md lists the lines.

Source: what GNU Backgammon 1.07 makes of such files.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import Unreadable
from ..position import BAR, OFF
from ..record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    Resigned,
    Rolled,
    Took,
    Won,
    Written,
)
from ..words import gettext_lazy as _
from .rows import Rows
from .text import LONGEST_LINE, NEAR, decode_text, is_utf16, one_line, split_lines

MOST_HOPS = 8  # a legal play has four

_SCORE = re.compile(r"[>\s]*Score is (\d{1,5})-(\d{1,5})(?:\s+in\s+an?\s+(\d{1,4})[ -]point)?", re.I | re.A)
_NAMES = re.compile(r"\s*(\S.{0,80}?) is X - (\S.{0,80}?) is O[.\s]*$", re.I)
_START = re.compile(r"^[>\s]*Score is \d[^\n]*\s+\S[^\n]{0,80} is X - [^\n]* is O", re.I | re.M)
_ACTION = re.compile(r"\s*([XO])\s*:\s*(.*?)[.\s]*$", re.I)
_ROLL = re.compile(r"\(\s*(\d)[\s,-]*(\d)\s*\)\s*(.*)$", re.A)
_WAY = re.compile(r"(bar|\d\d?)-(off|\d\d?)(\*?)$", re.I | re.A)
_WON = re.compile(r"wins (\d{1,6}) points?( and the match)?$", re.I | re.A)
_NO_PLAY = {"can't move", "cannot move"}
_HOME = 6  # points from the end of the board

WrittenMove = tuple[int | None, int | None, bool]
"""One checker's move by the points of the board, None for the bar or off, and whether a hit is marked."""
WrittenAction = tuple[int, Action, list[WrittenMove]]
"""The side, what it did, and the moves, which are not in the action yet."""


class Oldmoves:
    """The codec of FIBS's records."""

    code = "oldmoves"
    name = _("FIBS oldmoves")
    description = _("Matches as FIBS records them.")

    def recognises_file(self, data: bytes) -> bool:
        """Whether a line near the start says "Score is 0-0" and the next one who is X and who is O."""
        start = data[:NEAR]
        return (b"Score" in start or is_utf16(data)) and _START.search(decode_text(start)) is not None

    def read(self, data: bytes) -> MatchRecord:
        """Read a match. Raises Unreadable with the line and what was expected there."""
        return _OldmovesReader(decode_text(data)).read()


class _OldmovesReader:
    """Reads one file line by line; `at` is the number of the line being read, from 1."""

    def __init__(self, text: str) -> None:
        self.lines = split_lines(text.rstrip())
        self.record = MatchRecord("oldmoves", "backgammon", 0, ("", ""), open_end=not text.endswith("\n"))
        self.at = 0
        self.score: tuple[int, int] | None = None  # before the game whose players come next
        self.x = 0  # the side that is X in this game
        self.cube = 1
        self.doubled = self.resigned = False  # what waits for an answer
        self.played: list[WrittenAction] = []

    def read(self) -> MatchRecord:
        """Read the file."""
        for at, line in enumerate(self.lines, 1):
            self.at = at
            if len(line) > LONGEST_LINE:
                raise self.unreadable_here(
                    "%(count)s characters; a line of a record has fewer than 100", {"count": len(line)}
                )
            try:
                self.read_line(line)
            except Unreadable:
                if self.at < len(self.lines) or not self.record.games:
                    raise
                self.record.cut = True
        self.close_game()
        if not self.record.games:
            raise Unreadable('no game is there: "ann is X - bea is O" is expected after the score')
        return self.record

    def unreadable_here(self, sentence: str, words: Mapping[str, Any] | None = None) -> Unreadable:
        return Unreadable(sentence, words, line=self.at)

    def read_line(self, line: str) -> None:
        if score := _SCORE.match(line):
            self.close_game()
            length = int(score[3] or 0)
            if self.record.games and length != self.record.length:
                raise self.unreadable_here("a second match begins; a file holds one")
            self.score, self.record.length = (int(score[1]), int(score[2])), length
            self.record.jacoby = length == 0
        elif self.score is not None and line.strip():
            self.begin_game(self.score, line)
        elif not self.record.games or not line.strip():
            return
        elif action := _ACTION.match(line):
            self.played.append(self.read_action(self.x if action[1] in "Xx" else 1 - self.x, action[2]))
        elif not any(isinstance(action, Won) for _, action, _ in self.played[-1:]):
            raise self.unreadable_here(
                '"%(line)s" is nothing a side does: "X: (3 1) 8-5 6-5" is expected',
                {"line": line.strip()[:40]},
            )

    def begin_game(self, score: tuple[int, int], line: str) -> None:
        """Begin a game. Side 0 is the X of the first one."""
        if not (names := _NAMES.match(line)):
            raise self.unreadable_here(
                '"%(line)s" is not who plays: "ann is X - bea is O" is expected', {"line": line.strip()[:40]}
            )
        players = one_line(names[1]), one_line(names[2])
        record = self.record
        if not record.games:
            record.players = players
        elif sorted(players) != sorted(record.players):
            raise self.unreadable_here("a second match begins; a file holds one")
        self.x = int(players != record.players)
        score = score[self.x], score[1 - self.x]
        number = len(record.games) + 1
        record.games.append(GameRecord(number, score, players=record.players, line=self.at - 1))
        self.score, self.cube, self.doubled, self.resigned = None, 1, False, False

    def close_game(self) -> None:
        """Write the game down, now that all its moves show which way each side goes."""
        if self.record.games:
            rows = Rows(self.record.games[-1])
            up = [
                _moves_up(way for player, _, ways in self.played if player == side for way in ways)
                for side in (0, 1)
            ]
            for player, action, ways in self.played:
                if ways and isinstance(action, Rolled):
                    action = Rolled(action.dice, tuple(_hop_of_move(way, up[player]) for way in ways))
                rows.add_action(player, action)
        self.played = []

    def read_action(self, player: int, text: str) -> WrittenAction:
        """Read what a side does: "(3 1) 8-5 6-5", "doubles", "wins 2 points"."""
        if roll := _ROLL.match(text):
            self.doubled = self.resigned = False
            one, two = int(roll[1]), int(roll[2])
            dice = max(one, two), min(one, two)
            if roll[3].lower() in _NO_PLAY:
                return player, Rolled(dice, (), Written.CANNOT_MOVE), []
            ways = self.read_moves(roll[3])
            return player, Rolled(dice, (), Written.PLAY if ways else Written.NOTHING), ways
        if won := _WON.match(text):
            return player, Won(int(won[1]), won[2] is not None), []
        return player, self.read_cube_action(text.lower()), []

    def read_moves(self, text: str) -> list[WrittenMove]:
        """Read moves: "bar-20 8-5* 4-off"."""
        ways: list[WrittenMove] = []
        for word in text.split():
            way = _WAY.match(word)
            points = [int(each) if each.isdigit() else None for each in way.groups()[:2]] if way else []
            if way is None or not all(point is None or 1 <= point < BAR for point in points):
                raise self.unreadable_here(
                    '"%(word)s" is not a move: one like 13-11, bar-20 or 4-off is expected',
                    {"word": word[:40]},
                )
            ways.append((points[0], points[1], bool(way[3])))
        if len(ways) > MOST_HOPS:
            raise self.unreadable_here(
                '"%(text)s" moves %(count)s times; a roll gives four moves at most',
                {"text": text[:40], "count": len(ways)},
            )
        return ways

    def read_cube_action(self, word: str) -> Action:
        """Read a word about the cube or a resignation."""
        resigned, self.resigned = self.resigned, word == "wants to resign"
        doubled, self.doubled = self.doubled, word in ("doubles", "redoubles", "beavers", "raccoons")
        if self.doubled:
            self.cube *= 2
            return Beavered(self.cube) if doubled else Doubled(self.cube)
        if self.resigned:
            return Resigned()
        if word in ("accepts", "takes"):
            return Took()
        if word in ("rejects", "passes", "drops"):
            return Declined() if resigned else Passed()
        raise self.unreadable_here(
            '"%(word)s" is neither a roll such as "(3 1)" nor a word such as "doubles"', {"word": word[:40]}
        )


def _moves_up(ways: Iterable[WrittenMove]) -> bool:
    """Whether a side's moves go from point 1 to point 24."""
    balance = 0
    for start, end, _hit in ways:
        if start is None:
            balance += 0 if end is None else 1 if end <= _HOME else -1
        elif end is None:
            balance += 1 if start > BAR - 1 - _HOME else -1
        else:
            balance += 1 if end > start else -1
    return balance > 0


def _hop_of_move(way: WrittenMove, up: bool) -> Hop:
    start, end, hit = way
    if up:
        start, end = (None if point is None else BAR - point for point in (start, end))
    return Hop(BAR if start is None else start, OFF if end is None else end, hit)
