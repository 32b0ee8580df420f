"""A device without a connection moves checkers as the engine does: hits, pins, and who is left alone."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.position import BAR, Position
from engine.variants import VARIANTS
from matches.recordings.pages.board import board_geometry

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.long, pytest.mark.timeout(120)]

SCRIPT = Path("matches/static/matches/record-match.js")
PLAYED = """([board, plays]) => {
  const match = window.recordMatch(board, true);
  const boards = [[...board.start], [...board.start]];
  return plays.map(([side, steps]) => {
    for (const [start, end] of steps) match.step(boards, side, start, end);
    return boards.map((each) => [...each]);
  });
}"""


def played_at_random(code: str, random: Random) -> tuple[list[Any], list[Any]]:
    """The plays of a game by side, and the boards of both after each."""
    variant = VARIANTS[code]
    position, side = variant.start_position(), 0
    plays, boards = [], []
    for _ in range(400):
        dice = random.randint(1, 6), random.randint(1, 6)
        chosen = random.choice([*variant.legal_plays(position, dice).values()] or [()])
        own, opponent = position.own, position.opponent
        for step in chosen:
            own, opponent = variant.after_step(own, opponent, step)
        plays.append([side, [[*step] for step in chosen]])
        # What Race keeps behind the board is not drawn.
        drawn = None if variant.pins else BAR + 1
        pair = [[*own][:drawn], [*opponent][:drawn]]
        boards.append(pair if side == 0 else pair[::-1])
        if not any(own[1:26]):
            break
        position, side = Position(opponent, own), 1 - side
    return plays, boards


@pytest.mark.parametrize("code", VARIANTS)
def test_steps_without_a_connection_are_those_of_the_engine(browser: Browser, code: str) -> None:
    page = browser.new_page()
    try:
        page.evaluate(SCRIPT.read_text())
        for seed in range(5):
            plays, boards = played_at_random(code, Random(seed))
            moved = page.evaluate(PLAYED, [board_geometry(VARIANTS[code]), plays])
            assert [[side[: len(boards[0][0])] for side in pair] for pair in moved] == boards
    finally:
        page.close()
