"""The .mat format (Jellyfish match text): GNU Backgammon's and the dialects of the servers.

A header of "; [Tag "value"]" lines, a line "7 point match", then each game: "Game 1", the players with the
score before the game, and numbered rows of two columns. docs/files.md lists what the dialects do differently
and how each oddity is read.

Source: GNU Backgammon export.c; Xavier Dufaure de Citres, rec.games.backgammon 2009-12-16 (the header); files
of Backgammon Galaxy, Backgammon Studio, eXtreme Gammon, PlayOK, DailyGammon and OpenGammon.
"""

import re
from functools import lru_cache
from itertools import pairwise

from ..errors import InvalidPlay, UnknownVariant, Unreadable
from ..notation import parse
from ..record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    Entry,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from ..variants import tagged

LONGEST_LINE = 1000
LEFT_COLUMN = 20
"""A lone cell that starts fewer characters after the row's number stands in the left column."""
OWN_INDENT = 5
"""A result on a line of its own indented less has no column: OpenGammon writes every winner there."""

_LENGTH = re.compile(
    r"^[ \t]*(?:(\d{1,4})[ \t]+points?[ \t]+match|(?:unlimited|money)[ \t]+(?:match|session|game))\b",
    re.I | re.M | re.A,
)
_GAME = re.compile(r"[ \t]*Game[ \t]+(\d{1,5})[ \t]*(?::[ \t]*)?$", re.I | re.A)
_ROW = re.compile(r"[ \t]*(\d{1,5})\)", re.A)
_PLAIN_ROW = re.compile(r" *(\d{1,5})\)( *)(?:(\d\d:[\d/* ()barofBO]*) )?(\d\d:[\d/* ()barofBO]*)$", re.A)
"""The rows that make up nearly all of a file: one or two rolls, and no tab."""
_CELL = re.compile(
    r"(?<!\d)\d\d:|\b(?:(?:re)?doubles|beavers|raccoons|takes|accepts|drops|passes|rejects"
    r"|concedes|resigns|declines|wins|loss?es)\b",
    re.I | re.A,
)
_WORDS = re.compile(
    r"(?P<word>[a-z]+)(?:[ \t]*=>)?(?:[ \t]+(?P<number>\d{1,6}))?"
    r"(?P<points>[ \t]+points?)?(?P<match>[ \t]+and[ \t]+the[ \t]+match)?$",
    re.I | re.A,
)
_ILLEGAL = re.compile(r"(illegal play)[ \t]*\([^)]*\)", re.I | re.A)
_LEFT_SCORE = re.compile(r":[ \t]*(\d{1,6})(?=[ \t]{2}|\t|[ \t]*$)", re.A)
_NUMBER = re.compile(r"\d{1,6}$", re.A)
_ANY_SCORE = re.compile(r":[ \t]*(\d{1,6})", re.A)
_SCORES = re.compile(r":[ \t]*\d{1,6}[ \t].*:[ \t]*\d{1,6}$", re.A)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")


class Mat:
    """The .mat codec."""

    code = "mat"

    def recognises(self, data: bytes) -> bool:
        """Whether some line says "N point match"."""
        return _LENGTH.search(decoded(data)) is not None

    def read(self, data: bytes) -> MatchRecord:
        """Read a match. Raises Unreadable with the line and what was expected there."""
        text = decoded(data)
        if control := _CONTROL.search(text):
            raise Unreadable("this is not text", text.count("\n", 0, control.start()) + 1)
        return _Reader(text).read()

    def write(self, record: MatchRecord) -> str:
        """Write a match as GNU Backgammon does."""
        return "".join(_lines(record))


def decoded(data: bytes) -> str:
    """Decode a text file: UTF-16 or UTF-8 by its mark, else UTF-8, else Latin-1. Line ends become \\n."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _Reader:
    """Reads one file line by line; `at` is the number of the line being read, from 1."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.open_end = not text.endswith("\n")
        self.at = 0
        self.turn = 0
        self.margin: int | None = None  # tabs before the left column, where tabs separate the columns
        self.tags: dict[str, str] = {}
        self.length: int | None = None
        self.games: list[GameRecord] = []
        self.cut = False

    def read(self) -> MatchRecord:
        last = max(number for number, line in enumerate(self.lines, 1) if line.strip())
        for line in self.lines[:last]:
            self.at += 1
            try:
                self.line(line)
            except Unreadable:
                if self.at < last or not self.games:
                    raise
                self.cut = True
        if self.games and self.games[-1].players is None:
            self.games.pop()
            self.cut = True
        if not self.games:
            raise Unreadable(
                'no game follows the header: a line such as "Game 1" and one with the players are expected'
            )
        return self.record()

    def record(self) -> MatchRecord:
        """Put together what was read."""
        tags, length, players = self.tags, self.length or 0, self.games[0].players
        assert players is not None
        try:
            variant = tagged(tags["variation"]) if tags.get("variation") else tagged("backgammon")
        except UnknownVariant as error:
            raise Unreadable(str(error)) from None
        limit = tags.get("cubelimit", "")
        galaxy_session = "galaxy" in tags.get("site", "").lower() and length % 2 == 0
        return MatchRecord(
            format="mat",
            variant=variant.code,
            length=length,
            players=players,
            games=self.games,
            crawford=tags.get("crawford", "").lower() != "off",
            jacoby=length == 0 or galaxy_session or tags.get("jacoby", "").lower() == "on",
            cube_limit=int(limit) if _NUMBER.match(limit) else None,
            cut=self.cut,
            open_end=self.open_end,
            tags=tags,
        )

    def fail(self, message: str) -> Unreadable:
        return Unreadable(message, self.at)

    def line(self, line: str) -> None:
        """Read one line, whatever stands there."""
        if len(line) > LONGEST_LINE:
            raise self.fail(f"{len(line)} characters; a row of a transcript has fewer than 100")
        if self.games and self.games[-1].players is not None and (plain := _PLAIN_ROW.match(line)):
            self.plain_row(*plain.groups())
            return
        if not line or line.isspace():
            return
        if line.lstrip().startswith(";"):
            self.comment(line.strip())
        elif self.length is None:
            if length := _LENGTH.match(line):
                self.length = int(length[1] or 0)
        elif game := _GAME.match(line):
            self.begin(int(game[1]))
        elif _LENGTH.match(line):
            raise self.fail("a second match begins; a file holds one")
        elif not self.games:
            raise self.fail(f'"{line.strip()[:40]}" is not expected before the first game: "Game 1" is')
        elif self.games[-1].players is None:
            self.players(line)
        else:
            self.row(line)

    def comment(self, text: str) -> None:
        """Read a header tag, ; [Name "value"], or a position set up; other comments say nothing."""
        if self.games and self.games[-1].players is None and _SCORES.search(text):
            self.players(text)  # of a player whose name starts with ";"
            return
        inner = text[1:].strip()
        if inner.startswith("[") and inner.endswith("]"):
            name, _, value = inner[1:-1].partition('"')
            self.tags.setdefault(name.strip().lower(), value.rpartition('"')[0])
        elif inner.lower().startswith("set pos") and self.games:
            self.games[-1].entries.append(Entry(self.turn, 0, SetUp()))

    def begin(self, number: int) -> None:
        if self.games and self.games[-1].players is None:
            raise self.fail("the players and the score are expected before the next game")
        self.games.append(GameRecord(number, (0, 0), line=self.at))
        self.turn = 0

    def players(self, line: str) -> None:
        """Read " Alice : 0     Bob : 2". Names may be empty or hold spaces, colons and any letters."""
        left, _, score = line.rpartition(":")
        first = _LEFT_SCORE.search(left) or _ANY_SCORE.search(left)
        if not (first and _NUMBER.match(score.strip())):
            text = f'"{line.strip()[:60]}" is not the players and the score'
            raise self.fail(f'{text}: "Alice : 0   Bob : 0" is expected')
        game = self.games[-1]
        game.players = (left[: first.start()].strip(), left[first.end() :].strip())
        game.score = (int(first[1]), int(score))

    def plain_row(self, number: str, gap: str, left: str | None, right: str) -> None:
        """Read a row of one or two rolls. A lone one that starts in the left column is the left player's."""
        self.turn = int(number)
        entries = self.games[-1].entries
        if left is None:
            entries.append(Entry(self.turn, 0 if len(gap) < LEFT_COLUMN else 1, self.action(right)))
        else:
            entries.append(Entry(self.turn, 0, self.action(left)))
            entries.append(Entry(self.turn, 1, self.action(right)))

    def action(self, text: str) -> Action:
        """Read one cell."""
        try:
            return _action(text.strip())
        except InvalidPlay as error:
            raise self.fail(str(error)) from None

    def row(self, line: str) -> None:
        """Read a row: a number and one or two cells, or cells alone, which belong to the row before."""
        if number := _ROW.match(line):
            self.turn = int(number[1])
        text = line[number.end() :] if number else line
        entries = self.games[-1].entries
        for player, action in self.cells(text):
            if number is None:
                if isinstance(action, Resigned) and action.points is not None:
                    continue  # "Losses 2 point" alone stands in no column; the line of the winner follows
                if isinstance(action, Won) and len(text) - len(text.lstrip()) < OWN_INDENT:
                    action = Won(action.points, action.and_match, placed=False)
            entries.append(Entry(self.turn, player, action))

    def cells(self, text: str) -> list[tuple[int, Action]]:
        """Split a row into its cells, each with its column."""
        if "llegal" in text:
            text = _ILLEGAL.sub(r"\1", text)
        starts = [cell.start() for cell in _CELL.finditer(text)]
        before = text[: starts[0]] if starts else text
        if before and not before.isspace():
            raise self.fail(
                f'"{before.strip()[:40]}" is neither dice such as "31:" nor a word such as "Doubles"'
            )
        cells: list[tuple[int, Action]] = []
        for start, end in pairwise([*starts, len(text)]):
            action = self.action(text[start:end])
            if not cells:
                column = self.column(before, len(starts))
            elif not _ends_after(cells[-1][1], action, text[:start]):
                column = cells[-1][0] + 1
            cells.append((column, action))
        if cells and cells[-1][0] > 1:
            raise self.fail("a row has two columns; this one has more")
        return cells

    def column(self, before: str, cells: int) -> int:
        """Return the column of a row's first cell, by the white space before it."""
        tabs = before.count("\t")
        if cells > 1 and (tabs or self.margin is None):
            self.margin = tabs
        if not tabs:
            return 0 if len(before) < LEFT_COLUMN else 1
        return 0 if cells > 1 or tabs <= (1 if self.margin is None else self.margin) else 1


def _ends_after(roll: Action, action: Action, before: str) -> bool:
    """Whether a result stands in the cell of the roll before it: "62: Concedes", "21:       Wins 1 point"."""
    if isinstance(action, Won):
        near = len(before) < LEFT_COLUMN and "\t" not in before
    else:
        near = isinstance(action, Resigned) and len(before) - len(before.rstrip()) < 3
    return near and isinstance(roll, Rolled) and not roll.hops


@lru_cache(maxsize=16384)
def _action(text: str) -> Action:
    """Read one cell. Raises InvalidPlay saying what is wrong with it."""
    if text[0].isdigit():
        return _rolled(text)
    if not (words := _WORDS.match(text)):
        raise InvalidPlay(f'"{text[:40]}" is not understood')
    word = words["word"].lower()
    number = int(words["number"]) if words["number"] else None
    if word in ("takes", "accepts"):
        return Took()
    if word in ("drops", "passes", "rejects"):
        return Passed()
    if word == "declines":
        return Declined()
    if word in ("concedes", "resigns", "loses", "losses"):
        return Resigned(number)
    if number is None:
        raise InvalidPlay(f'"{text[:40]}" lacks its number')
    if word == "wins":
        if not words["points"]:
            raise InvalidPlay(f'"{text[:40]}" is not a result: "Wins 2 points" is expected')
        return Won(number, words["match"] is not None)
    return Doubled(number) if word in ("doubles", "redoubles") else Beavered(number)


def _rolled(text: str) -> Rolled:
    """Read dice and the play: "31: 8/5 6/5", "62:", "62: Cannot Move", "61: ????", "54: Illegal play"."""
    dice = (int(text[0]), int(text[1]))
    if dice[0] < dice[1]:
        dice = (dice[1], dice[0])
    play = text[3:].strip()
    word = play.lower()
    if not play:
        return Rolled(dice, (), Written.NOTHING)
    if word in ("cannot move", "can't move", "no move", "dance", "dances"):
        return Rolled(dice, (), Written.CANNOT_MOVE)
    if not play.strip("?"):
        return Rolled(dice, (), Written.UNKNOWN)
    if word.startswith("illegal play"):
        return Rolled(dice, (), Written.ILLEGAL)
    return Rolled(dice, parse(play))


def _lines(record: MatchRecord) -> list[str]:
    lines = [f'; [{name} "{value}"]\n' for name, value in record.tags.items()]
    lines.append(f"\n {record.length} point match\n")
    for game in record.games:
        one, two = game.players or record.players
        lines.append(f"\n Game {game.number}\n {f'{one} : {game.score[0]}':<30} {two} : {game.score[1]}\n")
        lines += _rows(game)
    return lines


def _rows(game: GameRecord) -> list[str]:
    """Lay the entries out in rows of two columns, with the results on lines of their own."""
    rows: list[str] = []
    waiting: Entry | None = None
    for entry in game.entries:
        if isinstance(entry.action, SetUp):
            rows += [*_row(waiting, None), _cell(entry.action) + "\n"]
            waiting = None
        elif isinstance(entry.action, Won):
            if entry.player == 1 and waiting is not None and isinstance(waiting.action, Passed):
                rows.append(_row(waiting, None)[0].rstrip().ljust(34) + _cell(entry.action) + "\n")
            else:
                rows += _row(waiting, None)
                rows.append(" " * (34 if entry.player else 6) + _cell(entry.action) + "\n")
            waiting = None
        elif entry.player == 0:
            rows += _row(waiting, None)
            waiting = entry
        else:
            rows += _row(waiting, entry)
            waiting = None
    return rows + _row(waiting, None)


def _row(left: Entry | None, right: Entry | None) -> list[str]:
    first = left or right
    if first is None:
        return []
    cells = ["" if entry is None else _cell(entry.action) for entry in (left, right)]
    return [f"{first.turn:3d}) {cells[0]:<27} {cells[1]}".rstrip() + "\n"]


def _cell(action: Action) -> str:
    """Write one action as GNU Backgammon does."""
    match action:
        case Rolled():
            return f"{action.dice[0]}{action.dice[1]}: " + _WRITTEN.get(
                action.written, _hops_text(action.hops)
            )
        case Doubled():
            return f" Doubles => {action.value}"
        case Beavered():
            return f" Beavers => {action.value}"
        case Took():
            return " Takes"
        case Passed():
            return " Drops"
        case Declined():
            return " Declines"
        case SetUp():
            return "; Set Pos="
        case Resigned():
            return " Resigns" if action.points is None else f" Losses {_points(action.points)}"
    return f"Wins {_points(action.points)}" + " and the match" * action.and_match


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


_WRITTEN = {
    Written.NOTHING: "",
    Written.CANNOT_MOVE: "Cannot Move",
    Written.UNKNOWN: "????",
    Written.ILLEGAL: "Illegal play",
}


def _hops_text(hops: tuple[Hop, ...]) -> str:
    return " ".join(f"{start}/{end}" + "*" * hit for start, end, hit in hops)
