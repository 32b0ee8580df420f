"""Writes a record the way servers and programs other than GNU Backgammon write .mat files (docs/files.md)."""

from collections.abc import Callable

from engine.notation import format_play
from engine.position import Position
from engine.record import Doubled, MatchRecord, Passed, RecordedAction, Resigned, Rolled, Took, Won
from engine.variants import VARIANTS

Cells = Callable[[RecordedAction, str], str]


def galaxy(record: MatchRecord) -> str:
    """Backgammon Galaxy: no hits marked, "Wins 2 point", the loser's "Losses"."""

    def cell(entry: RecordedAction, play: str) -> str:
        match entry.action:
            case Rolled():
                return f"{_dice(entry.action)}: {play}".rstrip()
            case Won(points, and_match):
                return f"Wins {points} point" + " and the match" * and_match
            case Resigned(points):
                return f" Losses {points} point"
        return _cube(entry)

    header = _header(record, Site="BackgammonGalaxy", Variation="Backgammon", Crawford="On", CubeLimit="1024")
    return header + f"\n{record.length} point match\n\n" + _games(record, cell, 28, _explicit(""))


def studio(record: MatchRecord) -> str:
    """Backgammon Studio: bar and off, merged and repeated moves, "Cannot Move", results in the columns."""

    def cell(entry: RecordedAction, play: str) -> str:
        match entry.action:
            case Rolled():
                return f"{_dice(entry.action)}: {play or 'Cannot Move'}"
            case Won(points):
                return f" Wins {points} point"
            case Resigned():
                return ""
        return _cube(entry)

    header = _header(record, Site="Backgammon Studio", ClockType="Live8 780/10")
    return (
        header + f"\n{record.length} point match\n\n\n" + _games(record, cell, 38, _merged, own_lines=False)
    )


def extreme(record: MatchRecord) -> str:
    """eXtreme Gammon: a byte order mark, Windows line ends, capital Bar and Off, "and the match"."""

    def cell(entry: RecordedAction, play: str) -> str:
        match entry.action:
            case Rolled():
                play = play.replace("bar", "Bar").replace("off", "Off")
                return f"{_dice(entry.action)}: {play or 'Cannot Move'}"
            case Won(points, and_match):
                return f"Wins {points} point{'s' * (points > 1)}" + " and the match" * and_match
            case Resigned():
                return ""
        return _cube(entry)

    text = _header(record, Crawford="On", Jacoby="Off") + f"\n{record.length} point match\n\n"
    return "\ufeff" + (text + _games(record, cell, 33, _merged)).replace("\n", "\r\n")


def playok(record: MatchRecord) -> str:
    """PlayOK: the lower die first."""

    def cell(entry: RecordedAction, play: str) -> str:
        if isinstance(entry.action, Rolled):
            return f"{_dice(entry.action)[::-1]}: {play}".rstrip()
        if isinstance(entry.action, Won):
            return f"Wins {entry.action.points} points"
        return "" if isinstance(entry.action, Resigned) else _cube(entry)

    return f" {record.length} point match\n\n" + _games(record, cell, 28, _explicit("*"))


def opengammon(record: MatchRecord) -> str:
    """OpenGammon: the lower die first, no space before the colon, "Resigns", every win at the left."""

    def cell(entry: RecordedAction, play: str) -> str:
        match entry.action:
            case Rolled():
                return f"{_dice(entry.action)[::-1]}: {play}"
            case Won(points, and_match):
                return f"Wins {points} point{'s' * (points > 1)}" + " and the match" * and_match
            case Resigned():
                return "Resigns"
        return _cube(entry).strip()

    header = _header(record, Site="OpenGammon", Time="13:00", Cubelimit="64")
    return header + f"\n{record.length} point match\n\n" + _games(record, cell, 36, _explicit("*"), indent=3)


def gridgammon(record: MatchRecord) -> str:
    """GridGammon and Snowie: no header, ratings behind the names, a right player's win in the row it ends."""

    def cell(entry: RecordedAction, play: str) -> str:
        match entry.action:
            case Rolled():
                return f"{_dice(entry.action)}: {play}".rstrip()
            case Won(points, and_match):
                return f"Wins {points} point{'s' * (points > 1)}" + " and the match" * and_match
            case Resigned():
                return ""
        return _cube(entry)

    one, two = record.players
    text = f" {record.length} point match\n\n" + _games(record, cell, 35, _explicit("*"), own_lines=False)
    return text.replace(f"{one} :", f"{one},1837 :").replace(f"{two} :", f"{two},1929 :")


def tabbed(record: MatchRecord) -> str:
    """Columns set apart by tabs."""

    def cell(entry: RecordedAction, play: str) -> str:
        if isinstance(entry.action, Rolled):
            return f"{_dice(entry.action)}: {play}".rstrip()
        if isinstance(entry.action, Won):
            return f"Wins {entry.action.points} points"
        return "" if isinstance(entry.action, Resigned) else _cube(entry).strip()

    return f"{record.length} point match\n\n" + _games(record, cell, 0, _explicit("*"))


DIALECTS = (galaxy, studio, extreme, playok, opengammon, gridgammon, tabbed)


def _header(record: MatchRecord, **tags: str) -> str:
    names = {"Player 1": record.players[0], "Player 2": record.players[1]}
    return "".join(f'; [{name} "{value}"]\n' for name, value in (names | tags).items())


def _dice(action: Rolled) -> str:
    return f"{action.dice[0]}{action.dice[1]}"


def _cube(entry: RecordedAction) -> str:
    match entry.action:
        case Doubled(value):
            return f" Doubles => {value}"
        case Took():
            return " Takes"
        case Passed():
            return " Drops"
    raise AssertionError(entry)


def _explicit(mark: str) -> Callable[[Position, Rolled], str]:
    return lambda before, action: " ".join(f"{start}/{end}{mark * hit}" for start, end, hit in action.hops)


def _merged(before: Position, action: Rolled) -> str:
    return format_play(before, [(hop.start, hop.end) for hop in action.hops])


def _games(
    record: MatchRecord,
    cell: Cells,
    width: int,
    play: Callable[[Position, Rolled], str],
    own_lines: bool = True,
    indent: int | None = None,
) -> str:
    """Lay out the games in two columns, the right one after `width` characters (0: set apart by tabs)."""
    lines = []
    for game in record.games:
        one, two = record.players
        lines += [
            f" Game {game.number}",
            f" {one} : {game.score[0]}".ljust(32) + f"  {two} : {game.score[1]}",
        ]
        if indent is not None:
            lines[-1] = lines[-1].replace(" : ", ": ")
        rules = VARIANTS[record.variant]
        boards = [rules.start_position().own, rules.start_position().own]
        rows: list[list[str]] = []
        won: RecordedAction | None = None
        slots = game.entries[0].player
        for entry in game.entries:
            if isinstance(entry.action, Won):
                won = entry
                continue
            text = ""
            if isinstance(entry.action, Rolled):
                before = Position(boards[entry.player], boards[1 - entry.player])
                text = play(before, entry.action)
                result = rules.judge_play(before.own, before.opponent, entry.action.dice, entry.action.hops)
                assert result.own is not None
                assert result.opponent is not None
                boards[entry.player], boards[1 - entry.player] = tuple(result.own), tuple(result.opponent)
            if slots // 2 == len(rows):
                rows.append(["", ""])
            rows[-1][entry.player] = cell(entry, text)
            slots += 1
        assert won is not None
        if not own_lines:
            if not rows[-1][won.player] and (won.player or not rows[-1][1]):
                rows[-1][won.player] = cell(won, "")
            else:
                rows.append([cell(won, ""), ""] if won.player == 0 else ["", cell(won, "")])
        for number, (left, right) in enumerate(rows, 1):
            gap = f"\t{left}\t{right}" if width == 0 else f" {left:<{width - 1}} {right}"
            lines.append(f"{number:3d}){gap}".rstrip())
        if own_lines:
            lines.append(" " * (indent if indent is not None else 34 if won.player else 6) + cell(won, ""))
        lines.append("")
    return "\n".join(lines)
