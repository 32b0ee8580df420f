"""A second, slow generator of legal plays, written apart from the engine's to check it against.

One board of 26 signed numbers, seen by the player on roll: positive his checkers, negative the opponent's;
index 25 his bar, 0 the opponent's. Every sequence of single steps is tried, with no thought for speed.
"""

from engine.dice import Roll
from engine.position import Position

Board = tuple[int, ...]


def results(position: Position, dice: Roll) -> set[Position]:
    """All positions the roll can legally lead to; none if nothing can be played."""
    start = tuple(
        own - theirs for own, theirs in zip(position.own, (0, *position.opponent[24:0:-1], 0), strict=True)
    )
    board = (-position.opponent[25], *start[1:])
    one, two = dice
    played: list[tuple[tuple[int, ...], Board]] = []
    for order in {(one, two), (two, one)} if one != two else {(one,) * 4}:
        _try(board, order, (), played)
    longest = max(len(used) for used, _ in played)
    if longest == 0:
        return set()
    best = [(used, after) for used, after in played if len(used) == longest]
    if longest == 1 and one != two:
        largest = max(used[0] for used, _ in best)
        best = [(used, after) for used, after in best if used[0] == largest]
    checkers = sum(position.own), sum(position.opponent)
    return {_position(after, checkers) for _, after in best}


def _try(
    board: Board, dice: tuple[int, ...], used: tuple[int, ...], played: list[tuple[tuple[int, ...], Board]]
) -> None:
    played.append((used, board))
    if not dice:
        return
    die = dice[0]
    for start in range(1, 26):
        if board[start] > 0 and (board[25] <= 0 or start == 25) and _may(board, start, die):
            after = list(board)
            after[start] -= 1
            end = start - die
            if end > 0:
                if after[end] == -1:
                    after[end] = 0
                    after[0] -= 1
                after[end] += 1
            _try(tuple(after), dice[1:], (*used, die), played)


def _may(board: Board, start: int, die: int) -> bool:
    end = start - die
    if end > 0:
        return board[end] >= -1
    if any(board[point] > 0 for point in range(7, 26)):
        return False
    return end == 0 or not any(board[point] > 0 for point in range(start + 1, 7))


def _position(board: Board, checkers: tuple[int, int]) -> Position:
    own = [max(count, 0) for count in board]
    theirs = [max(-count, 0) for count in board]
    opponent = [0, *theirs[24:0:-1], theirs[0]]
    own[0] = checkers[0] - sum(own[1:])
    opponent[0] = checkers[1] - sum(opponent)
    return Position(tuple(own), tuple(opponent))
