"""Legal plays of positions from replayed matches: against OpenSpiel and bgsage.

Ours answers every legal result of a roll as a position ID. OpenSpiel answers `legal_actions` and a `child`
state for each; of a double it plays only two steps at a time. bgsage answers a board for each result.
"""

import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import engine
from benchmarks.compare import Comparison, clock, in_turn
from engine.ids.position_id import encode_position
from engine.position import BAR, Position
from engine.record import Rolled

MOST = 1000


def run(paths: Sequence[Path]) -> Iterator[str]:
    """Measure with positions from these transcripts; yield lines to print."""
    try:
        import pyspiel
    except ImportError:
        yield "OpenSpiel is not installed (uv sync --group bench; it has wheels for Linux on x86-64 only)."
        pyspiel = None
    try:
        import bgsage
    except ImportError:
        yield "bgsage is not installed (uv sync --group bench)."
        bgsage = None
    asked, states = positions(paths, pyspiel)
    ids = [(encode_position(position), dice) for position, dice in asked]
    rules = engine.VARIANTS["backgammon"]
    ways: dict[str, Callable[[], object]] = {
        "pure Python": lambda: [rules.legal_plays(position, dice) for position, dice in asked],
    }
    if engine.KERNEL:
        ways = {"kernel": lambda: [engine.legal_positions(*question) for question in ids]} | ways
    if pyspiel is not None:
        ways["OpenSpiel"] = lambda: [
            [state.child(action) for action in state.legal_actions()] for state in states
        ]
    if bgsage is not None:
        boards = [(signed(position), *dice) for position, dice in asked]
        ways["bgsage"] = lambda: [bgsage.possible_moves(*question) for question in boards]
    timed = dict(zip(ways, in_turn([timer(work) for work in ways.values()]), strict=True))
    results = sum(len(rules.legal_plays(position, dice)) for position, dice in asked)
    yield f"legal plays: {len(asked)} positions with {results / len(asked):.1f} results each"
    for way, times in timed.items():
        line = f"  {way}: {len(asked) / statistics.median(times):,.0f} positions/s"
        for other in ("OpenSpiel", "bgsage"):
            if other in timed and way not in ("OpenSpiel", "bgsage"):
                line += f", {Comparison(times, timed[other])} as {other}"
        yield line


def timer(work: Callable[[], object]) -> Callable[[], float]:
    return lambda: clock(work)


def positions(
    paths: Sequence[Path], pyspiel: Any
) -> tuple[list[tuple[Position, tuple[int, int]]], list[Any]]:
    """Positions with the dice rolled there, and the same as states of OpenSpiel if that is there."""
    asked: list[tuple[Position, tuple[int, int]]] = []
    states: list[Any] = []
    for path in paths:
        record = engine.read(path.read_bytes())
        if record.variant != "backgammon":
            continue
        rules = engine.VARIANTS[record.variant]
        for game in record.games:
            boards = [rules.start_position().own, rules.start_position().opponent]
            state = pyspiel.load_game("backgammon").new_initial_state() if pyspiel else None
            for entry in game.entries:
                action = entry.action
                if len(asked) >= MOST:
                    return asked, states
                if not isinstance(action, Rolled) or (state is not None and state.is_terminal()):
                    continue
                player = entry.player
                judged = rules.judge_play(boards[player], boards[1 - player], action.dice, action.hops)
                if judged.fault is not None or judged.own is None or judged.opponent is None:
                    break
                asked.append((Position(tuple(boards[player]), tuple(boards[1 - player])), action.dice))
                boards[player], boards[1 - player] = tuple(judged.own), tuple(judged.opponent)
                if state is not None:
                    throw(state, player, action.dice)
                    states.append(state.clone())
                    state = followed(state, boards)
    return asked, states


def throw(state: Any, player: int, dice: tuple[int, int]) -> None:
    """Let these dice fall, and in the first throw this player begin."""
    rolls = {f"(roll: {one}{two})" for one, two in (dice, dice[::-1])}
    for outcome, _ in state.chance_outcomes():
        text = state.action_to_string(outcome)
        if any(text.endswith(roll) for roll in rolls) and (
            "starts" not in text or text.split()[3] == "XO"[player]
        ):
            state.apply_action(outcome)
            return
    raise AssertionError(f"{dice} is not among the chances of {state}")


def followed(state: Any, boards: Sequence[Sequence[int]]) -> Any:
    """The state after the play that leads to these boards: one action, or two of a double."""
    player = state.current_player()
    for action in state.legal_actions():
        after = state.child(action)
        if shows(after, boards):
            while not after.is_terminal() and after.current_player() == player:
                after.apply_action(after.legal_actions()[-1])  # of a double nothing more could be played
            return after
    for action in state.legal_actions():
        between = state.child(action)
        if not between.is_terminal() and between.current_player() == player:
            for then in between.legal_actions():
                if shows(after := between.child(then), boards):
                    return after
    raise AssertionError(f"OpenSpiel has no such play in {state}")


def shows(state: Any, boards: Sequence[Sequence[int]]) -> bool:
    """Whether the points are those: X moves up to 24, O down."""
    return all(
        state.board(0, 24 - point) == boards[0][point] and state.board(1, point - 1) == boards[1][point]
        for point in range(1, BAR)
    )


def signed(position: Position) -> list[int]:
    """A board of bgsage: own checkers above zero by own point, the opponent's below; bars at 25 and 0."""
    board = [
        own - theirs for own, theirs in zip(position.own[:BAR], position.opponent[BAR:0:-1], strict=True)
    ]
    return [position.opponent[BAR], *board[1:], position.own[BAR]]
