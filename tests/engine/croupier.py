"""Plays whole matches at random, but legally, and writes them down as records."""

from collections.abc import Callable, Sequence
from random import Random

from engine.cube import Cube
from engine.plays import Step, step_hits
from engine.position import Position
from engine.record import (
    Doubled,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    Took,
    Won,
    Written,
)
from engine.score import Score
from engine.variants import VARIANTS

NAMES = ("Alice Ames", "Bob: the 2nd")


def match(random: Random, length: int = 3, variant: str = "backgammon", longest: int = 60) -> MatchRecord:
    """A complete match with doubles, passes and resignations; games past `longest` rolls are given up."""
    tags = {"event": "random"} | ({} if variant == "backgammon" else {"variation": variant})
    record = MatchRecord("mat", variant, length, NAMES, tags=tags)
    score = Score(length)
    while score.winner is None:
        game = GameRecord(len(record.games) + 1, score.points, players=NAMES)
        winner, points = _game(random, game, score, variant, longest)
        if winner is not None:
            score = score.after_game(winner, points)
            game.entries.append(
                RecordedAction(game.entries[-1].turn, winner, Won(points, score.winner is not None))
            )
        record.games.append(game)
    return record


def _game(
    random: Random, game: GameRecord, score: Score, variant: str, longest: int
) -> tuple[int | None, int]:
    rules = VARIANTS[variant]
    position, cube, player = rules.start_position(), Cube(), random.randrange(2)
    first = True
    slots = player  # cells used so far, a blank left cell counting as one
    entries = game.entries

    def write(side: int, action: object) -> None:
        nonlocal slots
        entries.append(RecordedAction(slots // 2 + 1, side, action))  # type: ignore[arg-type]
        slots += 1

    while True:
        need = score.points_needed(player)
        doubles = not first and rules.cube and random.random() < 0.08
        if doubles and cube.may_double(player, need, score.is_crawford):
            write(player, Doubled(2 * cube.value))
            if random.random() < 0.3:
                write(1 - player, Passed())
                return player, cube.value
            write(1 - player, Took())
            cube = cube.taken_by(1 - player)
        if not first and (len(entries) > longest or random.random() < 0.002):
            points = cube.value * random.choice(rules.possible_wins)
            write(player, Resigned(points))
            return 1 - player, points
        dice = _roll(random, first)
        first = False
        plays = rules.legal_plays(position, dice)
        if plays:
            after = random.choice(sorted(plays, key=lambda found: (found.own, found.opponent)))
            write(player, Rolled(dice, hops(position, plays[after], rules.step_hits)))
        else:
            after = position
            write(player, Rolled(dice, (), Written.NOTHING))
        finish = rules.game_finish(after.own, after.opponent)
        if finish is not None:
            winner = None if finish.won is None else player if finish.won else 1 - player
            return winner, cube.value * finish.wins
        position, player = after.with_sides_swapped(), 1 - player


def _roll(random: Random, first: bool) -> tuple[int, int]:
    while True:
        dice = random.randint(1, 6), random.randint(1, 6)
        if not first or dice[0] != dice[1]:
            return max(dice), min(dice)


def hops(
    before: Position, steps: Sequence[Step], hits: Callable[[Sequence[int], Step], bool] = step_hits
) -> tuple[Hop, ...]:
    """Steps as GNU Backgammon writes them: each by itself, each point hit marked once."""
    hit: set[int] = set()
    written = []
    for start, end in steps:
        marked = hits(before.opponent, (start, end)) and end not in hit
        hit |= {end} if marked else set()
        written.append(Hop(start, end, marked))
    return tuple(written)
