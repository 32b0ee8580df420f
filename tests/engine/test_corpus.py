"""Every position met while replaying transcripts: the generator against the brute-force one.

CORPUS names a folder of transcripts to replay instead of those of the tests; a large one takes minutes.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.dice import Roll
from engine.position import Position
from engine.record import GameRecord, MatchRecord, Rolled, SetUp
from engine.variants import VARIANTS, Variant
from tests.effort import every

from . import brute

DATA = Path(__file__).parent.parent / "data"
FOLDER = Path(os.environ.get("CORPUS", DATA / "engine/gnubg"))
ORDINARY = ("backgammon", "nackgammon", "hypergammon", "hypergammon2", "hypergammon1")
TRANSCRIPTS = sorted(path for path in FOLDER.rglob("*") if path.suffix in (".mat", ".sgf", ".txt"))


def met(record: MatchRecord) -> Iterator[tuple[Position, Roll, bool]]:
    """The position before each roll, the roll, and whether a play is written."""
    variant = VARIANTS[record.variant]
    for game in record.games:
        yield from met_in(game, variant)


def met_in(game: GameRecord, variant: Variant) -> Iterator[tuple[Position, Roll, bool]]:
    start = variant.start_position()
    boards = [start.own, start.opponent]
    for entry in game.entries:
        action = entry.action
        if isinstance(action, SetUp):
            return
        if not isinstance(action, Rolled) or not 1 <= action.dice[1] <= action.dice[0] <= 6:
            continue
        own, opponent = boards[entry.player], boards[1 - entry.player]
        yield Position(tuple(own), tuple(opponent)), action.dice, bool(action.hops)
        judged = variant.judge_play(own, opponent, action.dice, action.hops)
        if judged.own is None or judged.opponent is None:
            return
        boards[entry.player], boards[1 - entry.player] = tuple(judged.own), tuple(judged.opponent)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("path", TRANSCRIPTS[:: every(6)], ids=lambda path: path.name)
def test_two_generators_agree_on_every_position_met(path: Path) -> None:
    record = engine.read(path.read_bytes())
    if record.variant not in ORDINARY:
        pytest.skip(f"{record.variant} has a brute-force generator of its own")
    variant = VARIANTS[record.variant]
    legal = not engine.adjudicate(record).violations
    seen = 0
    for position, dice, played in met(record):
        results = set(variant.legal_plays(position, dice))
        assert results == brute.results(position, dice), (position, dice)
        assert results or not (played and legal), (position, dice)
        seen += 1
    assert seen
