"""Writing Smart Game Format as GNU Backgammon does."""

import re
from collections.abc import Iterator

from ..position import BAR, OFF
from ..record import (
    Action,
    Beavered,
    Doubled,
    GameRecord,
    MatchRecord,
    Passed,
    RecordedAction,
    Rolled,
    SetUp,
    Took,
    Won,
)
from ..variants import VARIANTS
from .sgf_tree import escape_value

TAGS = {
    "event": "EV",
    "round": "RO",
    "site": "PC",
    "transcriber": "AN",
    "eventdate": "DT",
    "player 1 elo": "WR",
    "player 2 elo": "BR",
}
"""Tag of a .mat header -> property."""
_RULES = {
    "nackgammon": "Nackgammon",
    "hypergammon": "Hypergammon3",
    "hypergammon2": "Hypergammon2",
    "hypergammon1": "Hypergammon1",
}
_WORDS: dict[type[Action], str] = {Doubled: "double", Beavered: "double", Took: "take", Passed: "drop"}
DATE = re.compile(r"(\d{4})[.-](\d\d)[.-](\d\d)$", re.A)


def sgf_lines(record: MatchRecord) -> Iterator[str]:
    """Yield the lines of a file."""
    for game in record.games:
        yield f"(;{_root_properties(record, game)}"
        for entry in game.entries:
            if text := _format_action(entry):
                yield f"\n;{text}"
        yield ")\n"


def _root_properties(record: MatchRecord, game: GameRecord) -> str:
    white, black = game.players or record.players
    one, two = game.score
    text = f"FF[4]GM[6]CA[UTF-8]AP[Golden Point]MI[length:{record.length}][game:{max(game.number - 1, 0)}]"
    text += f"[ws:{one}][bs:{two}]PW[{escape_value(white)}]PB[{escape_value(black)}]"
    if game is record.games[0]:
        for tag, name in TAGS.items():
            if value := record.tags.get(tag):
                value = DATE.sub(r"\1-\2-\3", value)
                text += f"{name}[{escape_value(value)}]"
    text += f"RU[{':'.join(_rule_names(record, game))}]"
    if game.cube > 1:
        text += f"CV[{game.cube}]"
    if (won := next((entry for entry in game.entries if isinstance(entry.action, Won)), None)) is not None:
        assert isinstance(won.action, Won)
        text += f"RE[{'WB'[won.player]}+{won.action.points}{'R' * _was_resigned(record, game, won.player)}]"
    return text


def _rule_names(record: MatchRecord, game: GameRecord) -> Iterator[str]:
    if record.cube_limit == 1:
        yield "NoCube"
    if record.length > 1 and record.crawford:
        yield "Crawford"
    if _is_crawford_game(record, game) if game.crawford is None else game.crawford:
        yield "CrawfordGame"
    if record.jacoby:
        yield "Jacoby"
    if record.variant != "backgammon":
        yield _RULES.get(record.variant, record.variant)


def _is_crawford_game(record: MatchRecord, game: GameRecord) -> bool:
    """Whether this is the first game with a side one point from the match."""
    first = next((one for one in record.games if max(one.score) >= record.length - 1), None)
    return record.crawford and record.length > 1 and game is first


def _was_resigned(record: MatchRecord, game: GameRecord, winner: int) -> bool:
    """Whether the game was given up: nobody passed, and the winner has not borne off all his checkers."""
    actions = [(entry.player, entry.action) for entry in game.entries]
    if any(isinstance(action, Passed) for _, action in actions):
        return False
    off = sum(
        hop.end == OFF
        for player, action in actions
        if player == winner and isinstance(action, Rolled)
        for hop in action.hops
    )
    return off < VARIANTS[record.variant].checker_count


def _format_action(entry: RecordedAction) -> str:
    """Write one action; nothing for what SGF has no word for."""
    colour = "WB"[entry.player]
    action = entry.action
    if isinstance(action, Rolled):
        way = "".join(
            _point_letter(hop.start, entry.player) + _point_letter(hop.end, entry.player)
            for hop in action.hops
        )
        return f"{colour}[{action.dice[0]}{action.dice[1]}{way}]"
    if isinstance(action, SetUp):
        return _format_set_up(action)
    word = _WORDS.get(type(action))
    return f"{colour}[{word}]" if word else ""


def _format_set_up(action: SetUp) -> str:
    text = "" if action.on_roll is None else f"PL[{'WB'[action.on_roll]}]"
    if action.boards is not None:
        text += "AE[a:y]"
        for player, board in enumerate(action.boards):
            points = "".join(
                f"[{_point_letter(point, player)}]" * board[point] for point in range(1, BAR + 1)
            )
            text += f"A{'WB'[player]}{points}" if points else ""
    return f"{text}CV[{action.cube}]CP[{'c' if action.owner is None else 'wb'[action.owner]}]"


def _point_letter(point: int, player: int) -> str:
    """The letter of a player's point; the bar for one that no board has."""
    if point == OFF:
        return "z"
    if point >= BAR:
        return "y"
    return chr(ord("a") + (point - 1 if player == 0 else 24 - point))
