"""Smart Game Format: the nodes of every game in a file.

A file holds trees: "(" nodes, then variations, ")". A node is ";" and properties, such as B[31] or AW[a][b].
Of variations the first is the game. The text is read once, from front to back.

Source: Smart Game Format FF[4], red-bean.com/sgf.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import Unreadable
from .text import one_line

MOST_NESTING = 100
MOST_NODES = 20_000
MOST_BRACKETS = 200_000
"""Values in a file, nearly. A match to 25 with all its analysis has some 50,000."""

Node = dict[str, list[str]]
"""Property -> its values, escaped as in the file."""

TREE = re.compile(r"(?:^|\r)[ \t]*(\(;(?:FF|GM)\[)", re.M)
"""Where the first tree begins, if something else stands before it, as FF[4] allows."""
_TOKEN = re.compile(
    r"(?:(?P<sign>[();])|(?P<name>[A-Za-z]++)(?P<values>(?:\s*+\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\])++)|$)\s*+",
    re.S,
)
_VALUE = re.compile(r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.S)
_ESCAPED = re.compile(r"\\(?:\n|(.))", re.S)


def game_trees(text: str) -> Iterator[list[tuple[int, Node]]]:
    """Yield the nodes of each game, each with its place in the text.

    Raises Unreadable where the text is no SGF, nests too deeply or has too many nodes.
    """
    if text.count("]") > MOST_BRACKETS:
        raise unreadable_at(text, 0, "more than %(most_brackets)s values", {"most_brackets": MOST_BRACKETS})
    at, depth, count = len(text) - len(text.lstrip()), 0, 0
    if text[at : at + 1] != "(" and (tree := TREE.search(text)):
        at = tree.start(1)
    nodes: list[tuple[int, Node]] = []
    node: Node | None = None
    ended = False  # the first variation has ended; the others are not the game
    while token := _TOKEN.match(text, at):
        place, at = at, token.end()
        sign = token["sign"]
        if sign == "(":
            depth += 1
            node = None
            if depth > MOST_NESTING:
                raise unreadable_at(
                    text,
                    place,
                    "variations are nested more than %(most_nesting)s deep",
                    {"most_nesting": MOST_NESTING},
                )
        elif sign == ")":
            depth -= 1
            node, ended = None, depth > 0
            if depth < 0:
                raise unreadable_at(text, place, '")" stands without "("')
            if depth == 0 and nodes:
                yield nodes
                nodes = []
        elif sign == ";" and depth:
            count += 1
            if count > MOST_NODES:
                raise unreadable_at(text, place, "more than %(most_nodes)s nodes", {"most_nodes": MOST_NODES})
            node = {}
            if not ended:
                nodes.append((place, node))
        elif token["name"] and node is not None:
            node.setdefault(token["name"], []).extend(_VALUE.findall(token["values"]))
        elif at < len(text) or sign or token["name"]:
            raise unreadable_at(text, place, 'a game begins with "(;"')
        elif depth:
            raise unreadable_at(text, at, 'the last game breaks off: ")" is expected')
        else:
            return
    raise unreadable_at(
        text,
        at,
        '"%(text)s" is no property: one such as B[31] is expected',
        {"text": text[at : at + 20].strip()},
    )


def unreadable_at(text: str, place: int, sentence: str, words: Mapping[str, Any] | None = None) -> Unreadable:
    """Return the error for a place in the text, with its line."""
    return Unreadable(sentence, words, line=text.count("\n", 0, place) + 1)


def unescape_value(value: str) -> str:
    """Undo the escapes of a value and make it one line of text, short enough to be shown."""
    return one_line(_ESCAPED.sub(lambda found: found[1] or "", value))


def escape_value(text: str) -> str:
    """Write a text as a value, so that unescape_value() gives what one_line() does."""
    return one_line(text).replace("\\", "\\\\").replace("]", "\\]")
