"""Writing .mat files as GNU Backgammon does."""

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


def lines(record: MatchRecord) -> list[str]:
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
