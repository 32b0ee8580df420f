"""A solo game is drawn as it stands, whatever is done in it, in every variant and scoring."""

from random import Random

import pytest

from engine.bots import BOTS
from engine.drawing import End, describe_diagram, diagram_of_solo, lay_out, svg_document
from engine.position import count_pips
from engine.solo import MATCH, MONEY, PERSON, PIPS, SoloGame, SoloTerms, act_as_bot
from engine.variants import VARIANTS
from tests.each import each


@pytest.mark.parametrize("scoring", [PIPS, MATCH, MONEY])
@each("code", VARIANTS)
def test_a_game_is_drawn_after_everything_that_is_done(code: str, scoring: str) -> None:
    if scoring == PIPS and not VARIANTS[code].won_by_bearing_off:
        pytest.skip("not scored by pips")
    terms = SoloTerms(
        variant=code, scoring=scoring, length=3 * (scoring == MATCH), beavers=scoring == MONEY, seed="1f" * 32
    )
    game, random = SoloGame(terms), Random(7)
    for _ in range(60):
        if game.is_over:
            break
        if game.side == PERSON or game.side is None:
            action = random.choice(game.actions())
            given = {"step": lambda: random.choice(game.next_steps()), "resign": lambda: (1,)}
            if action == "resign" and random.random() < 0.9:
                continue
            game.act(action, *given.get(action, tuple)())
        else:
            act_as_bot(game, BOTS["beginner"])
        diagram = diagram_of_solo(game)
        assert count_pips(diagram.checkers(End.BOTTOM)) == game.pips[0]
        assert count_pips(diagram.checkers(End.TOP)) == game.pips[1]
        made = game.steps.made if game.steps is not None and not game.game_over else ()
        assert diagram.played == tuple(step.die for step in made)
        assert bool(diagram.dice) == (game.steps is not None and not game.game_over)
        assert (diagram.cube is None) == (scoring == PIPS or not VARIANTS[code].cube)
        turned = diagram_of_solo(game, bottom=1)
        assert turned.position == diagram.position.with_sides_swapped()
        assert svg_document(lay_out(diagram), str(describe_diagram(diagram)), "en")


def test_what_waits_is_drawn() -> None:
    game = SoloGame(SoloTerms(scoring=MONEY, beavers=True, seed="00" * 32))
    while not game.may_double or game.side != PERSON:
        if game.side == PERSON and "step" in game.actions():
            game.act("step", *game.next_steps()[0])
        elif game.side == PERSON:
            game.act(game.actions()[0])
        else:
            act_as_bot(game, BOTS["intermediate"])
    game.act("double")
    diagram = diagram_of_solo(game)
    assert (diagram.cube, diagram.offered, diagram.offered_by) == (1, 2, End.BOTTOM)
    game.act("beaver")
    diagram = diagram_of_solo(game)
    assert (diagram.cube, diagram.offered, diagram.offered_by) == (2, 4, End.TOP)
