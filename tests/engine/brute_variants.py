"""Second, slow generators for Plakoto, Fevga and Race, written apart from the engine's.

A board is a dictionary from places to stacks: tuples of owners, "a" the player on roll and "b" the other,
the lowest checker first. Places count the player on roll's own points, 1 to 24; "bar" holds the checkers
that were hit, "hand" those that have not begun, "off" those borne off. So who is pinned is who lies below.
"""

from collections.abc import Callable, Iterator

from engine.dice import Roll
from engine.position import Position

Stack = tuple[str, ...]
Board = dict[object, Stack]
Moves = Callable[[Board, int], Iterator[Board]]


def results(variant: str, position: Position, dice: Roll) -> set[Position]:
    """All positions the roll can legally lead to; none if nothing can be played."""
    moves, fine, over, read, write = GAMES[variant]
    board = read(position)
    orders = [(dice[0],) * 4] if dice[0] == dice[1] else [dice, dice[::-1]]
    lines: list[tuple[tuple[int, ...], Board]] = []
    for order in orders:
        lines += _lines(moves, over, board, order, ())
    whole = [(used, after) for used, after in lines if fine(board, after)]
    if not whole and not fine(board, board):
        whole = lines
    longest = max((len(used) for used, _ in whole), default=0)
    best = [(used, after) for used, after in whole if len(used) == longest]
    if longest == 1 and any(used == (max(dice),) for used, _ in best):
        best = [(used, after) for used, after in best if used == (max(dice),)]
    ends = [(used, after) for used, after in lines if over(after)]
    return {write(after) for _, after in best + ends}


def _lines(
    moves: Moves, over: Callable[[Board], bool], board: Board, dice: tuple[int, ...], used: tuple[int, ...]
) -> list[tuple[tuple[int, ...], Board]]:
    found = [(used, board)] if used else []
    if dice and not (used and over(board)):
        for after in moves(board, dice[0]):
            found += _lines(moves, over, after, dice[1:], (*used, dice[0]))
    return found


def _put(board: Board, start: object, end: object) -> Board:
    """Lift the player's topmost checker from `start` and lay it on `end`."""
    after = dict(board)
    pile = list(after.get(start, ()))
    pile.reverse()
    pile.remove("a")
    pile.reverse()
    after[start] = tuple(pile)
    after[end] = (*after.get(end, ()), "a")
    return after


def _own(board: Board, places: object) -> int:
    return sum(board.get(place, ()).count("a") for place in places)  # type: ignore[attr-defined]


def _may_bear_off(board: Board, start: int, die: int) -> bool:
    outside = _own(board, [*range(7, 25), "bar", "hand"])
    return not outside and (start == die or (start < die and not _own(board, range(start + 1, 7))))


# Plakoto.


def _plakoto(board: Board, die: int) -> Iterator[Board]:
    pinned = any(stack[:1] == ("a",) and "b" in stack for place, stack in board.items() if place != "off")
    for start in range(1, 25):
        if board.get(start, ())[-1:] != ("a",):
            continue
        end = start - die
        if end > 0:
            there = board.get(end, ())
            if there in ((), ("b",)) or there[-1] == "a":
                yield _put(board, start, end)
        elif not pinned and _may_bear_off(board, start, die):
            yield _put(board, start, "off")


def _mother(board: Board) -> bool:
    """Whether somebody's last starting checker is pinned and that ends the game."""
    mine, theirs = board.get(24, ()), board.get(1, ())
    i_am_pinned, they_are = mine[:2] == ("a", "b"), theirs[:2] == ("b", "a")
    if i_am_pinned and they_are:
        return True
    return (they_are and "a" not in mine) or (i_am_pinned and "b" not in theirs)


def _read_plakoto(position: Position) -> Board:
    own, theirs = position.own, position.opponent
    board: Board = {"off": ("a",) * own[0] + ("b",) * theirs[0]}
    for point in range(1, 25):
        mine, others = ("a",) * own[point], ("b",) * theirs[25 - point]
        board[point] = mine + others if own[25 + point] else others + mine
    return board


def _write_plakoto(board: Board) -> Position:
    counts = {}
    for who in "ab":
        points = [board.get(point, ()) for point in range(1, 25)]
        if who == "b":
            points.reverse()
        counted = [stack.count(who) for stack in points]
        below = [int(len(set(stack)) == 2 and stack[0] == who) for stack in points]
        counts[who] = (board["off"].count(who), *counted, 0, *below)
    return Position(counts["a"], counts["b"])


# Fevga: the player's point p is the opponent's p + 12 round the board.


def _across(point: int) -> int:
    return (point + 11) % 24 + 1


def _fevga(board: Board, die: int) -> Iterator[Board]:
    gone = [point for point in [*range(1, 24), "off"] if "a" in board.get(point, ())]
    only = None
    if board.get(24, ()).count("a") == 14 and isinstance(gone[0], int) and gone[0] >= 12:
        only = gone[0]
    for start in range(1, 25):
        if "a" not in board.get(start, ()) or only not in (None, start):
            continue
        end = start - die
        if end > 0:
            after = _put(board, start, end)
            six = all("a" in after.get(point, ()) for point in range(19, 25))
            if "b" not in board.get(end, ()) and not six:
                yield after
        elif _may_bear_off(board, start, die):
            yield _put(board, start, "off")


def _not_shut_in(_: Board, after: Board) -> bool:
    """All fifteen on one point, the next six before them held: forbidden."""
    for point, stack in after.items():
        if stack.count("b") == 15 and isinstance(point, int):
            theirs = _across(point)
            if theirs > 6:
                return not all("a" in after.get(_across(theirs - k), ()) for k in range(1, 7))
    return True


def _read_fevga(position: Position) -> Board:
    own, theirs = position.own, position.opponent
    board: Board = {"off": ("a",) * own[0] + ("b",) * theirs[0]}
    for point in range(1, 25):
        board[point] = ("a",) * own[point] + ("b",) * theirs[_across(point)]
    return board


def _write_fevga(board: Board) -> Position:
    mine = [board["off"].count("a"), *(board[point].count("a") for point in range(1, 25)), 0]
    theirs = [board["off"].count("b"), *(board[_across(point)].count("b") for point in range(1, 25)), 0]
    return Position(tuple(mine), tuple(theirs))


# Race.


def _race(board: Board, die: int) -> Iterator[Board]:
    starts: list[object] = ["bar"] if "a" in board["bar"] else ["hand", *range(1, 25)]
    for start in starts:
        if "a" not in board.get(start, ()):
            continue
        end = (start if isinstance(start, int) else 25) - die
        if end > 0:
            there = board.get(end, ())
            if there.count("b") < 2:
                after = _put(board, start, end)
                if "b" in there:
                    after[end] = ("a",)
                    after["bar"] = (*after["bar"], "b")
                yield after
        elif isinstance(start, int) and _may_bear_off(board, start, die):
            yield _put(board, start, "off")


def _read_race(position: Position) -> Board:
    board: Board = {"off": (), "bar": (), "hand": ()}
    for who, side in (("a", position.own), ("b", position.opponent)):
        board["off"] += (who,) * side[0]
        board["bar"] += (who,) * side[26]
        board["hand"] += (who,) * (side[25] - side[26])
        for point in range(1, 25):
            at = point if who == "a" else 25 - point
            board[at] = board.get(at, ()) + (who,) * side[point]
    return board


def _write_race(board: Board) -> Position:
    sides = []
    for who in "ab":
        points = [board[point].count(who) for point in range(1, 25)]
        if who == "b":
            points.reverse()
        hit, hand = board["bar"].count(who), board["hand"].count(who)
        sides.append((board["off"].count(who), *points, hit + hand, hit))
    return Position(*sides)


def _anything(_: Board, after: Board) -> bool:
    return True


def _never(_: Board) -> bool:
    return False


GAMES: dict[str, tuple[Moves, Callable[[Board, Board], bool], Callable[[Board], bool], object, object]] = {
    "plakoto": (_plakoto, _anything, _mother, _read_plakoto, _write_plakoto),
    "fevga": (_fevga, _not_shut_in, _never, _read_fevga, _write_fevga),
    "race": (_race, _anything, _never, _read_race, _write_race),
}
