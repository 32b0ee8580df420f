"""Reading .mat files, line by line."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ..errors import InvalidPlay, InvalidPosition, UnknownVariant, Unreadable
from ..position import Side, make_side
from ..record import (
    MOST_CUBE,
    Action,
    GameRecord,
    MatchRecord,
    RecordedAction,
    Resigned,
    Rolled,
    SetUp,
    Won,
    Written,
)
from ..variants import VARIANTS
from .mat_cells import CELL, GIVEN_UP, ROLL, ends_roll_cell, read_cell, read_roll_cell
from .mat_header import read_header_rules, read_tag
from .snowie import position_set_up, read_position_fields
from .text import LONGEST_LINE, one_line, split_lines

LEFT_COLUMN = 20
"""A lone cell that starts fewer characters after the row's number stands in the left column."""
OWN_INDENT = 5
"""A result on a line of its own indented less has no column: OpenGammon writes every winner there."""

LENGTH = re.compile(
    r"^[ \t]*(?:(\d{1,4})[ \t-]+points?[ \t]+match|(?:unlimited|money)[ \t]+(?:match|session|game))\b",
    re.I | re.M | re.A,
)
_GAME = re.compile(r"[ \t]*Game[ \t]+#?(\d{1,6})[ \t]*(?::[ \t]*)?$", re.I | re.A)
_ROW = re.compile(r"[ \t]*(\d{1,5})\)", re.A)
_ROLLS_ONLY = re.compile(rf" *(\d{{1,5}})\)( *)(?:({ROLL}) )?({ROLL})$", re.A)
_ILLEGAL = re.compile(r"(illegal play)(?:[ \t]*\(((?:[^()]|\([^()]*\))*)\))?", re.I | re.A)
_LEFT_SCORE = re.compile(r":[ \t]*(\d{1,6})(?=[ \t]{2}|\t|[ \t]*$)", re.A)
_NUMBER = re.compile(r"\d{1,6}$", re.A)
_CUBE_VALUE = re.compile(r"\d{1,7}$", re.A)
_ANY_SCORE = re.compile(r":[ \t]*(\d{1,6})(?!\d)", re.A)
_SET = re.compile(r"set (pos|cube|crawford)=[ \t]*(.*)", re.I | re.S)
_PLACES = re.compile(r"([-A-Pa-p]{26})/")
_FACT = re.compile(r"(?:(cube)=(\d{1,7})|(owner|turn)=([01]))(?!\d)", re.A)
_SIDES = re.compile(r" (?:left|right)=(\d{1,3}(?:,\d{1,3}){25,60})", re.A)
_CUBE = re.compile(r"/(-?)\+?([1-9])", re.A)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")

# Nearly all of a file is rows of two rolls in two columns. Once the places of the columns are known, such a
# row takes three look-ups: its number, and each half among those met before.
_TURNS = {f"{turn:{width}d}) ": turn for width in (3, 4) for turn in range(1000)}
_LEFT: dict[str, Rolled] = {}
"""All of a left column, up to the last blank before the right one -> the roll it means."""
_RIGHT: dict[str, Rolled] = {}
"""All of a right column -> the roll it means."""
_MOST_HALVES = 1 << 16
_new_action: Callable[[type[RecordedAction], tuple[int, int, Action]], RecordedAction] = tuple.__new__


class MatReader:
    """Reads one file line by line; `at` is the number of the line being read, from 1."""

    # A file, and its lines.

    def __init__(self, text: str) -> None:
        self.lines = split_lines(text.rstrip())
        self.open_end = not text.endswith("\n")
        self.at = 0
        self.turn = 0
        self.left = self.right = 0  # where the columns begin; 0 while no game is open or they are not known
        self.columns = (0, 0)  # what they were in the last row of two rolls
        self.margin: int | None = None  # tabs before the left column, where tabs separate the columns
        self.tags: dict[str, str] = {}
        self.length: int | None = None
        self.games: list[GameRecord] = []
        self.entries: list[RecordedAction] = []  # of the game being read
        self.cut = False

    def read(self) -> MatchRecord:
        """Read the file. Raises Unreadable with the line and what was expected there."""
        turns, lefts, rights, new = _TURNS.get, _LEFT.get, _RIGHT.get, _new_action
        left, right, entries = self.left, self.right, self.entries
        for at, line in enumerate(self.lines, 1):
            if (
                (two := rights(line[right:]))
                and (one := lefts(line[left:right]))
                and (turn := turns(line[:left]))
            ):
                self.turn = turn
                entries.append(new(RecordedAction, (turn, 0, one)))
                entries.append(new(RecordedAction, (turn, 1, two)))
            elif line:
                self.at = at
                self.read_line_or_cut(line)
                left, right, entries = self.left, self.right, self.entries
        if self.games and self.games[-1].players is None:
            self.games.pop()
            self.cut = True
        if not self.games:
            raise Unreadable(
                'no game follows the header: a line such as "Game 1" and one with the players are expected'
            )
        return self.build_record()

    def build_record(self) -> MatchRecord:
        """Put together what was read."""
        players = self.games[0].players
        assert players is not None
        try:
            header = read_header_rules(self.tags, self.length or 0)
        except UnknownVariant as error:
            raise Unreadable("%(fault)s", {"fault": error.sentence}) from None
        return MatchRecord(
            format="mat",
            length=self.length or 0,
            players=players,
            games=self.games,
            cut=self.cut,
            open_end=self.open_end,
            tags=self.tags,
            **header._asdict(),
        )

    def unreadable_here(self, sentence: str, words: Mapping[str, Any] | None = None) -> Unreadable:
        return Unreadable(sentence, words, line=self.at)

    def read_line_or_cut(self, line: str) -> None:
        """Read one line, whatever stands there. What breaks off in the last line is left out."""
        if not line.isprintable() and _CONTROL.search(line):
            raise self.unreadable_here("this is not text")
        if len(line) > LONGEST_LINE:
            raise self.unreadable_here(
                "%(count)s characters; a row of a transcript has fewer than 100", {"count": len(line)}
            )
        try:
            self.read_line(line)
        except Unreadable:
            if self.at < len(self.lines) or not self.games:
                raise
            self.cut = True

    def read_line(self, line: str) -> None:
        if self.games and self.games[-1].players is not None and (rolls := _ROLLS_ONLY.match(line)):
            self.read_roll_row(rolls)
        elif line.isspace() or (self.games and self.games[-1].players is None and self.read_players(line)):
            return
        elif line.lstrip().startswith((";", "#", "[")):
            self.read_comment(line.strip().lstrip(";#").strip())
        elif self.length is None:
            if length := LENGTH.match(line):
                self.length = int(length[1] or 0)
        elif game := _GAME.match(line):
            self.begin_game(int(game[1]))
        elif not self.games:
            if LENGTH.match(line):
                raise self.unreadable_here("a second match begins; a file holds one")
            raise self.unreadable_here(
                '"%(line)s" is not expected before the first game: "Game 1" is', {"line": line.strip()[:40]}
            )
        elif self.games[-1].players is None:
            raise self.unreadable_here(
                '"%(line)s" is not the players and the score: "Alice : 0   Bob : 0" is expected',
                {"line": line.strip()[:60]},
            )
        elif LENGTH.match(line):
            raise self.unreadable_here("a second match begins; a file holds one")
        else:
            self.read_row(line)

    # Comments, and the positions in them.

    def read_comment(self, text: str) -> None:
        """Read a header tag, [Name "value"], or what is set in a game; other comments say nothing."""
        if named := read_tag(text):
            self.tags.setdefault(*named)
        elif (each := _SET.match(text)) and self.games:
            what, value = each[1].lower(), each[2]
            if what == "pos":
                self.read_set_up(value)
            elif what == "cube" and _CUBE_VALUE.match(value):
                self.games[-1].cube = int(value)
            elif what == "crawford":
                self.games[-1].crawford = value.lower() == "on"

    def read_set_up(self, text: str) -> None:
        """Read a position: 26 letters, capitals for the left player, a slash, and who owns which cube."""
        boards = None
        facts = {fact[1] or fact[3]: int(fact[2] or fact[4]) for fact in _FACT.finditer(text)}
        if places := _PLACES.match(text):
            if turned := _CUBE.match(text, places.end() - 1):
                facts = {"cube": 1 << int(turned[2]), "owner": 0 if turned[1] else 1} | facts
            boards = self.read_boards(places[1])
        elif len(sides := _SIDES.findall(text)) == 2:
            left, right = (tuple(map(int, each.split(","))) for each in sides)
            boards = left, right
        action = SetUp(boards, facts.get("cube", 1), facts.get("owner"), facts.get("turn"))
        if not 1 <= action.cube <= MOST_CUBE:
            raise self.unreadable_here("no cube shows %(cube)s", {"cube": action.cube})
        if facts or self.entries or action != SetUp(self.start_boards()):
            self.entries.append(RecordedAction(self.turn, 0, action))

    def read_boards(self, places: str) -> tuple[Side, Side] | None:
        """The two sides of 26 letters; None if they have too many checkers."""
        try:
            checkers = self.checkers_a_side()
            return (
                make_side(checkers, {at: ord(each) - 64 for at, each in enumerate(places) if each.isupper()}),
                make_side(
                    checkers, {25 - at: ord(each) - 96 for at, each in enumerate(places) if each.islower()}
                ),
            )
        except InvalidPosition:
            return None

    def checkers_a_side(self) -> int:
        """How many a side has; as many as usual if the variant is not known, which is found out later."""
        try:
            return VARIANTS[read_header_rules(self.tags, 0).variant].checker_count
        except UnknownVariant:
            return VARIANTS["backgammon"].checker_count

    def start_boards(self) -> tuple[Side, Side] | None:
        try:
            start = VARIANTS[read_header_rules(self.tags, 0).variant].start_position()
        except UnknownVariant:
            return None
        return start.own, start.opponent

    # Games: heading, players, rows.

    def begin_game(self, number: int) -> None:
        if self.games and self.games[-1].players is None:
            raise self.unreadable_here("the players and the score are expected before the next game")
        self.games.append(GameRecord(number, (0, 0), line=self.at))
        self.entries = self.games[-1].entries
        self.turn = self.left = self.right = 0

    def read_players(self, line: str) -> bool:
        """Read " Alice : 0     Bob : 2". Names may be empty or hold spaces, colons and any letters."""
        left, _, score = line.rpartition(":")
        first = _LEFT_SCORE.search(left) or _ANY_SCORE.search(left)
        if not (first and _NUMBER.match(score.strip())):
            return False
        game = self.games[-1]
        game.players = (one_line(left[: first.start()]), one_line(left[first.end() :]))
        game.score = (int(first[1]), int(score))
        self.left, self.right = self.columns
        return True

    def read_roll_row(self, row: re.Match[str]) -> None:
        """Read a row of one or two rolls. A lone one that starts in the left column is the left player's."""
        number, gap, left, right = row.groups()
        self.turn = int(number)
        try:
            if left is None:
                player = 0 if len(gap) < LEFT_COLUMN else 1
                self.entries.append(RecordedAction(self.turn, player, read_roll_cell(right.rstrip())))
            else:
                one, two = read_roll_cell(left.rstrip()), read_roll_cell(right.rstrip())
                self.entries += (RecordedAction(self.turn, 0, one), RecordedAction(self.turn, 1, two))
                self.columns = self.left, self.right = row.start(3), row.start(4)
                remember_half_row(_LEFT, f"{left} ", one)
                remember_half_row(_RIGHT, right, two)
        except InvalidPlay as error:
            raise self.unreadable_here("%(fault)s", {"fault": error.sentence}) from None

    def read_row(self, line: str) -> None:
        """Read a row: a number and one or two cells, or cells alone, which belong to the row before."""
        if number := _ROW.match(line):
            self.turn = int(number[1])
        text = line[number.end() :] if number else line
        try:
            cells, blanks = _split_row_in_cells(text)
        except InvalidPlay as error:
            raise self.unreadable_here("%(fault)s", {"fault": error.sentence}) from None
        shift = self.first_column(blanks, len(cells)) if cells else 0
        led_to = iter(_ILLEGAL.findall(text) if "llegal" in text else ())
        for column, each in cells:
            if number is None:
                if isinstance(each, Resigned) and each.points is not None:
                    continue  # "Losses 2 point" alone stands in no column; the line of the winner follows
                if isinstance(each, Won) and len(blanks) < OWN_INDENT:
                    each = Won(each.points, each.and_match, placed=False)
            if column + shift > 1:
                raise self.unreadable_here("a row has two columns; this one has more")
            player = column + shift
            if isinstance(each, Won) and not each.placed:
                player = 0  # a guess
            elif each is GIVEN_UP:
                player = 1 - player
            elif isinstance(each, Won) and self.entries and self.entries[-1][2] is GIVEN_UP:
                self.entries.pop()  # the result says it better
            self.entries.append(RecordedAction(self.turn, player, each))
            if isinstance(each, Rolled) and each.written is Written.ILLEGAL:
                self.read_position_after_illegal(next(led_to)[1], player)

    def read_position_after_illegal(self, position: str, player: int) -> None:
        """Read the position an illegal play led to, as the opponent sees it, if one is written."""
        if fields := read_position_fields(position):
            self.entries.append(
                RecordedAction(self.turn, 0, position_set_up(fields, self.checkers_a_side(), 1 - player))
            )

    def first_column(self, blanks: str, cells: int) -> int:
        """Return the column of a row's first cell, by the white space before it."""
        tabs = blanks.count("\t")
        if cells > 1 and (tabs or self.margin is None):
            self.margin = tabs
        if not tabs:
            return 0 if len(blanks) < LEFT_COLUMN else 1
        return 0 if cells > 1 or tabs <= (1 if self.margin is None else self.margin) else 1


def remember_half_row(known: dict[str, Rolled], text: str, roll: Rolled) -> None:
    """Keep what a half of a row means, until there is too much of it."""
    if len(known) >= _MOST_HALVES:
        known.clear()
    known[text] = roll


@lru_cache(maxsize=4096)
def _split_row_in_cells(text: str) -> tuple[tuple[tuple[int, Action], ...], str]:
    """Split a row into its cells, each with its column counted from the first, and the blanks before them.

    Raises InvalidPlay.
    """
    if "llegal" in text:
        text = _ILLEGAL.sub(r"\1", text)
    starts = [cell.start() for cell in CELL.finditer(text)]
    before = text[: starts[0]] if starts else text
    if before and not before.isspace():
        raise InvalidPlay(
            '"%(before)s" is neither dice such as "31:" nor a word such as "Doubles"',
            {"before": before.strip()[:40]},
        )
    cells: list[tuple[int, Action]] = []
    column = 0
    for start, end in pairwise([*starts, len(text)]):
        each = read_cell(text[start:end].strip())
        if cells and not _ends_cell_before(cells[-1][1], each, text[:start]):
            column += 1
        cells.append((column, each))
    return tuple(cells), before


def _ends_cell_before(roll: Action, action: Action, before: str) -> bool:
    """Whether a result stands in the cell of the roll before it: "62: Concedes", "21:       Wins 1 point"."""
    if isinstance(action, Won):
        near = len(before) < LEFT_COLUMN and "\t" not in before
        return near and isinstance(roll, Rolled) and not roll.hops
    return len(before) - len(before.rstrip()) < 3 and ends_roll_cell(roll, action)
