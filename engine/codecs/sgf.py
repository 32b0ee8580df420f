"""Smart Game Format as GNU Backgammon writes it: a tree for every game of a match.

Points are letters: for White (the left player) a to x are his points 1 to 24, for Black the same letters name
the same places, his points 24 to 1; y is the bar and z off. docs/files.md lists the properties.

Source: files of GNU Backgammon 1.07; Smart Game Format FF[4], red-bean.com/sgf.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..errors import UnknownVariant, Unreadable
from ..position import BAR, OFF, Side, make_side
from ..record import (
    MOST_CUBE,
    Beavered,
    Doubled,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from ..variants import Variant, variant_called, variant_tagged
from ..words import gettext_lazy as _
from .rows import Rows
from .sgf_tree import TREE, Node, game_trees, unescape_value, unreadable_at
from .sgf_writer import DATE, TAGS, sgf_lines
from .text import NEAR, decode_text, decode_text_as, is_utf16

COLOURS = {"W": 0, "B": 1}
MOST_GAMES = 1000
MOST_SET_UPS = 1000
MOST_VALUES = 100
SET_UP = ("AE", "AW", "AB", "CP")

_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*\(\s*;\s*[A-Za-z]+\s*\[")
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{1,20})\s*\]")
_FACT = re.compile(r"\s*(length|game|ws|bs)\s*:\s*(\d{1,6})\s*", re.A)
_RESULT = re.compile(r"\s*([WB])\s*\+\s*(\d{1,7})\s*(R?)", re.A)
_PLAY = re.compile(r"\s*([0-9])([0-9])((?:[a-z][a-z]){0,8})\s*", re.A)
MOST_LETTERS = 18  # of a roll and its play
_NUMBER = re.compile(r"\s*(\d{1,7})\s*", re.A)
_RUN = re.compile(r"([a-y]):([a-y])")


class Sgf:
    """The SGF codec."""

    code = "sgf"
    name = _("GNU Backgammon SGF")
    description = _("Matches of GNU Backgammon, .sgf files.")

    def recognises_file(self, data: bytes) -> bool:
        """Whether the text starts with a tree and a property, "(;FF[4]", or with a comment and then one."""
        start = data[:NEAR]
        if is_utf16(data):
            start = decode_text(start).encode()
        return _START.match(start) is not None or (
            b"(;" in start and TREE.search(start.decode("latin-1")) is not None
        )

    def read(self, data: bytes) -> MatchRecord:
        """Read a match. Raises Unreadable with the line and what was expected there."""
        charset = _CHARSET.search(data, 0, 2000)
        text = decode_text_as(data, charset[1].decode()) if charset else decode_text(data)
        return _SgfReader(text).read()

    def write(self, record: MatchRecord) -> str:
        """Write a match as GNU Backgammon does, without statistics.

        Lost are hits marked, the numbers of rows, and what SGF has no word for: resignations offered,
        anything after a result, and what a variant knows of a position besides the checkers' places.
        """
        return "".join(sgf_lines(record))


class _SgfReader:
    """Reads one file. `place` is where the node being read begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = self.line = 0
        self.set_ups = 0
        self.length = 0
        self.variant: Variant = variant_tagged("backgammon")
        self.white: list[int] = []
        self.black: list[int] = []

    def read(self) -> MatchRecord:
        record: MatchRecord | None = None
        for nodes in game_trees(self.text):
            before, (self.place, root) = self.place, nodes[0]
            self.line += self.text.count("\n", before, self.place)
            if record is None:
                record = self.read_match(root)
            if len(record.games) == MOST_GAMES:
                raise self.unreadable_here("more than %(most_games)s games", {"most_games": MOST_GAMES})
            record.games.append(self.read_game(nodes, record))
            self.place = nodes[0][0]
        if record is None:
            raise Unreadable("the file has no game")
        return record

    def unreadable_here(self, sentence: str, words: Mapping[str, Any] | None = None) -> Unreadable:
        return unreadable_at(self.text, self.place, sentence, words)

    # The root of a game: match, players, rules.

    def read_match(self, root: Node) -> MatchRecord:
        """Read what the first game says of the whole match."""
        kind = _property_text(root, "GM") or "1"
        is_gnu = "GNU" in _property_text(root, "AP")
        if kind != "6":
            raise self.unreadable_here(
                "GM[%(kind)s] is another game; GM[6] is backgammon", {"kind": kind[:10]}
            )
        rules = _rule_names(root)
        facts = self.read_match_info(root)
        self.length = facts.get("length", 0)
        tags = {
            tag: DATE.sub(r"\1.\2.\3", text)
            for tag, name in TAGS.items()
            if (text := _property_text(root, name))
        }
        named = next((rule for rule in rules if "gammon" in rule or variant_called(rule)), "")
        if named:
            tags["variation"] = named
        try:
            self.variant = variant_tagged(named or "backgammon")
        except UnknownVariant as error:
            raise self.unreadable_here("%(fault)s", {"fault": error.sentence}) from None
        return MatchRecord(
            format="sgf",
            variant=self.variant.code,
            length=self.length,
            players=self.read_players(root),
            crawford=self.length < 2 or "crawford" in rules or not (is_gnu or "RU" in root),
            jacoby="jacoby" in rules,
            names_jacoby="jacoby" in rules,
            cube_limit=1 if "nocube" in rules else None,
            tags=tags,
        )

    def read_match_info(self, root: Node) -> dict[str, int]:
        """Read MI[length:7][game:0][ws:0][bs:0]."""
        found = (_FACT.fullmatch(value) for value in root.get("MI", []))
        return {fact[1]: int(fact[2]) for fact in found if fact}

    def read_players(self, root: Node) -> tuple[str, str]:
        return (_property_text(root, "PW"), _property_text(root, "PB"))

    def read_game(self, nodes: list[tuple[int, Node]], record: MatchRecord) -> GameRecord:
        """Read one game."""
        root = nodes[0][1]
        facts, rules = self.read_match_info(root), _rule_names(root)
        if facts.get("length", 0) != self.length:
            raise self.unreadable_here("a second match begins; a file holds one")
        game = GameRecord(
            number=facts.get("game", len(record.games)) + 1,
            score=(facts.get("ws", 0), facts.get("bs", 0)),
            players=self.read_players(root),
            cube=self.read_cube_value(root) or 1,
            crawford="crawfordgame" in rules if self.length else None,
            line=self.line + 1,
        )
        self.rows = Rows(game)
        self.cube, self.turned = game.cube, False
        self.waiting: tuple[int, Rolled] | None = None
        start = self.variant.start_position()
        self.white, self.black = list(start.own), list(start.opponent)
        for self.place, node in nodes:
            self.read_node(node, is_root=node is root)
        self.flush_unplayed_dice()
        if result := _RESULT.match(_property_text(root, "RE")):
            self.rows.add_action(COLOURS[result[1]], Won(int(result[2])))
        return game

    # Its nodes.

    def read_node(self, node: Node, is_root: bool) -> None:
        """Read a position set up, dice thrown, or an action."""
        if not node.keys().isdisjoint(SET_UP) or ("CV" in node and not is_root):
            self.read_set_up(node)
        if "DI" in node:
            dice = _PLAY.fullmatch(node["DI"][0])
            if not dice:
                raise self.unreadable_here(
                    "DI[%(dice)s] is not a roll such as DI[31]", {"dice": node["DI"][0][:20]}
                )
            player = COLOURS.get(_property_text(node, "PL"))
            self.flush_unplayed_dice()
            if player is not None:
                self.waiting = (player, Rolled(_read_dice(dice), (), Written.NOTHING))
        for colour, player in COLOURS.items():
            for value in node.get(colour, ()):
                self.read_action(player, value)

    def flush_unplayed_dice(self) -> None:
        """Write down dice that were thrown and not played."""
        if self.waiting:
            self.rows.add_action(*self.waiting)
        self.waiting = None

    def read_action(self, player: int, value: str) -> None:
        """Read a roll with its play, such as "31heg f", or a word about the cube."""
        value = value.strip()
        if len(value) <= MOST_LETTERS and (rolled := _read_roll(value, player)):
            if self.waiting and (self.waiting[0], self.waiting[1].dice) != (player, rolled.dice):
                self.flush_unplayed_dice()
            self.waiting = None
            self.turned = False
            self.rows.add_action(player, rolled)
            return
        self.flush_unplayed_dice()
        word = value.lower()
        if word == "double":
            self.cube = min(2 * self.cube, MOST_CUBE)
            self.rows.add_action(player, Beavered(self.cube) if self.turned else Doubled(self.cube))
            self.turned = True
        elif word == "take":
            self.turned = False
            self.rows.add_action(player, Took())
        elif word == "drop":
            self.rows.add_action(player, Passed())
        else:
            raise self.unreadable_here(
                '"%(value)s" is neither a roll such as 31hefe nor double, take or drop', {"value": value[:20]}
            )

    def read_set_up(self, node: Node) -> None:
        """Read a position or a cube set by hand."""
        self.flush_unplayed_dice()
        self.set_ups += 1
        if self.set_ups > MOST_SET_UPS or max(len(node.get(name, ())) for name in SET_UP) > MOST_VALUES:
            raise self.unreadable_here(
                "more than %(most_set_ups)s positions set up, or %(most_values)s checkers in one",
                {"most_set_ups": MOST_SET_UPS, "most_values": MOST_VALUES},
            )
        for name, change in (("AE", None), ("AW", 0), ("AB", 1)):
            for letter in "".join(map(_expand_letters, node.get(name, ()))):
                for player, board in enumerate((self.white, self.black)):
                    point = _point_of_letter(letter, player)
                    count = -board[point] if change is None else int(change == player)
                    if point != OFF:
                        board[point] += count
                        board[OFF] -= count
        self.cube = self.read_cube_value(node) or self.cube
        owner = {"w": 0, "b": 1}.get(_property_text(node, "CP").lower())
        on_roll = COLOURS.get(_property_text(node, "PL"))
        self.rows.add_action(0, SetUp(self.boards_set_up(node), self.cube, owner, on_roll))

    def boards_set_up(self, node: Node) -> tuple[Side, Side] | None:
        """The position after a set-up; None if only the cube was set or there are too many checkers."""
        if min(self.white[OFF], self.black[OFF]) < 0 or not any(name in node for name in SET_UP[:3]):
            return None
        one, two = (
            make_side(self.variant.checker_count, {point: board[point] for point in range(1, BAR + 1)})
            for board in (self.white, self.black)
        )
        return one, two

    def read_cube_value(self, node: Node) -> int | None:
        """What CV says the cube shows; None if it says nothing."""
        found = _NUMBER.fullmatch(_property_text(node, "CV"))
        if found and int(found[1]) > MOST_CUBE:
            raise self.unreadable_here("no cube shows %(cube)s", {"cube": found[1]})
        return int(found[1]) if found else None


def _property_text(node: Node, name: str) -> str:
    values = node.get(name)
    return unescape_value(values[0]) if values else ""


def _rule_names(root: Node) -> list[str]:
    return [rule.lower() for rule in _property_text(root, "RU").split(":") if rule]


@lru_cache(maxsize=1 << 14)
def _read_roll(value: str, player: int) -> Rolled | None:
    """Read a roll with its play, such as 31hefe; None if that is none. The same plays come again."""
    play = _PLAY.fullmatch(value)
    if play is None:
        return None
    letters = play[3]
    hops = tuple(
        Hop(_point_of_letter(letters[at], player), _point_of_letter(letters[at + 1], player))
        for at in range(0, len(letters), 2)
    )
    return Rolled(_read_dice(play), hops, Written.PLAY if hops else Written.NOTHING)


def _read_dice(play: re.Match[str]) -> tuple[int, int]:
    one, two = int(play[1]), int(play[2])
    return (max(one, two), min(one, two))


def _point_of_letter(letter: str, player: int) -> int:
    """The player's own number of a point."""
    if letter == "y":
        return BAR
    if letter == "z":
        return OFF
    number = ord(letter) - ord("a") + 1
    return number if player == 0 else 25 - number


def _expand_letters(value: str) -> str:
    """The points a set-up value names: "a", or "a:y" for all from a to y."""
    value = value.strip()
    if run := _RUN.fullmatch(value):
        return "".join(map(chr, range(ord(run[1]), ord(run[2]) + 1)))
    return value if len(value) == 1 and "a" <= value <= "z" else ""
