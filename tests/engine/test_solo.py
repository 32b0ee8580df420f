"""Solo games: whatever is done, the referee finds the transcript legal and the dice are the fair ones."""

import json
import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import VARIANTS, Options, adjudicate, read
from engine.bots import BOTS
from engine.doubling import waiting_offer
from engine.drawing import diagram_of_solo
from engine.errors import InvalidAction, InvalidContribution, InvalidLength, InvalidOption, InvalidSeed
from engine.fair_dice import FairDice, seal_of
from engine.position import Position, make_side
from engine.record import Rolled
from engine.solo import ACTIONS, COMPUTER, PERSON, DieStep, SoloGame, SoloTerms, TurnSteps, act_as_bot
from engine.solo import SCORINGS as SCORINGS_KNOWN
from engine.solo.terms import CUBE_LIMIT
from engine.unfinished import pip_score
from tests.effort import examples

PAGE = (Path(__file__).parents[2] / "docs/solo.md").read_text()
SCORINGS: dict[str, dict[str, Any]] = {
    "pips": {"scoring": "pips"},
    "one": {"scoring": "match", "length": 1},
    "match": {"scoring": "match", "length": 3},
    "money": {"scoring": "money", "jacoby": True, "beavers": True, "automatic_doubles": 2},
    "plain": {"scoring": "money"},
}


def terms(seed: int, **more: Any) -> SoloTerms:
    return SoloTerms(seed=seal_of(str(seed)), contribution=f"word {seed}", **more)


def play(game: SoloGame, random: Random, most_games: int = 2, rare: float = 0.05) -> None:
    """Do at random what may be done, resignations seldom, until nothing follows or that is enough."""
    while actions := game.actions():
        if actions == ("next_game",) and len(game.record.games) == most_games:
            return
        usual = [each for each in actions if each not in ("resign", "undo", "beaver", "double")]
        seldom = [each for each in actions if each not in usual and random.random() < rare]
        action = random.choice(seldom or usual)
        given: tuple[int, ...] = ()
        if action == "step":
            given = random.choice(game.next_steps())
        elif action == "resign":
            given = (random.choice(game.resignations()),)
        game.act(action, *given)


@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_is_done_the_referee_finds_it_legal(variant: str) -> None:
    """In every variant and scoring; and what is kept leads to the same game."""
    for scoring, seed in product(SCORINGS, range(examples(2))):
        if (variant, scoring) == ("misere", "pips"):
            continue
        game = SoloGame(terms(seed, variant=variant, **SCORINGS[scoring]))
        play(game, Random(seed))
        check(game)


def check(game: SoloGame) -> None:
    verdict = adjudicate(game.record, game.terms.judged_by)
    assert verdict.violations == ()
    assert verdict.score == game.score.points
    assert verdict.winner == game.score.winner
    oddities = {note.code for note in verdict.notes}
    assert oddities <= {"money_session", "automatic_double", "early_concession"}, verdict.notes
    written = read(game.transcript().encode())
    again = adjudicate(written, game.terms.judged_by)
    assert (again.verdict, again.score, again.games) == ("legal", verdict.score, verdict.games)
    dice = FairDice(game.terms.seed, game.terms.contribution)
    for record in game.record.games:
        rolled = [entry.action.dice for entry in record.entries if isinstance(entry.action, Rolled)]
        opening = dice.opening(record.number, game.terms.rules.may_open_with((1, 1)))
        thrown = [dice.roll(record.number, opening.used + at) for at in range(len(rolled))]
        assert rolled == [(max(pair), min(pair)) for pair in thrown]
        if rolled:
            assert next(entry for entry in record.entries).player == opening.starter
    kept = SoloGame.from_dict(json.loads(json.dumps(game.as_dict())))
    assert kept.record == game.record
    assert (kept.actions(), kept.side, kept.score) == (game.actions(), game.side, game.score)


# Single steps.


@pytest.mark.parametrize("variant", VARIANTS)
def test_steps_lead_to_every_legal_play_and_to_no_other(variant: str) -> None:
    """All ways through the steps offered, in random games, end on the boards of the generator."""
    rules, random = VARIANTS[variant], Random(7)
    position = rules.start_position()
    for _ in range(examples(40)):
        dice = max(pair := (random.randint(1, 6), random.randint(1, 6))), min(pair)
        plays = rules.legal_plays(position, dice)
        steps = TurnSteps(rules, position, dice)
        assert steps.can_move is bool(plays)
        if len(plays) < 60:
            assert boards(steps) == set(plays or (position,))
        after = random.choice(list(plays)) if plays else position
        over = rules.game_finish(after.own, after.opponent)
        position = rules.start_position() if over else after.with_sides_swapped()


def boards(steps: TurnSteps) -> set[Position]:
    """The boards on which a turn can be ended, by every way through the steps that are offered."""
    found: set[Position] = set()
    seen: set[tuple[Position, tuple[int, ...]]] = set()

    def walk() -> None:
        here = (steps.position, tuple(sorted(step.die for step in steps.made)))
        if here in seen:
            return
        seen.add(here)
        offered = steps.next_steps()
        assert bool(offered) is not steps.is_complete
        if steps.is_complete:
            found.add(steps.position)
        for step in offered:
            steps.step(step)
            walk()
            steps.undo()

    walk()
    return found


def test_a_die_that_makes_the_other_unplayable_is_not_offered() -> None:
    """The maximum-dice rule holds for every single step."""
    position = Position(make_side(15, {13: 1, 2: 14}), make_side(15, {25 - 5: 2, 1: 13}))
    # 13/7 leaves 7/5, which is closed; 13/11 leaves 11/5, which is too: one die, so the larger.
    steps = TurnSteps(VARIANTS["backgammon"], position, (6, 2))
    assert steps.next_steps() == [DieStep(13, 7, 6)]
    steps.step(DieStep(13, 7, 6))
    assert steps.is_complete
    # With a checker on the 8-point the 6 may be played from either, but 8/2 leaves 13/11 for the 2.
    position = Position(make_side(15, {13: 1, 8: 1, 2: 13}), make_side(15, {25 - 5: 2, 25 - 6: 2, 1: 11}))
    steps = TurnSteps(VARIANTS["backgammon"], position, (6, 2))
    assert DieStep(8, 2, 6) in steps.next_steps()
    assert DieStep(8, 6, 2) not in steps.next_steps()


def test_what_is_offered_belongs_to_whoever_asks() -> None:
    """A list that is changed by its reader changes nothing, and steps made and taken back offer the same."""
    steps = TurnSteps(VARIANTS["backgammon"], VARIANTS["backgammon"].start_position(), (6, 5))
    before = steps.next_steps()
    steps.next_steps().clear()
    assert steps.next_steps() == before
    for step in before:
        steps.step(step)
        assert steps.next_steps() != before
        steps.undo()
        assert steps.next_steps() == before


# What is refused, and what follows.


def test_what_is_not_possible_is_refused_and_changes_nothing() -> None:
    game = SoloGame(terms(1, scoring="match", length=3))
    before = game.as_dict(), game.actions()
    step = game.next_steps()[0]
    for action, given in [
        ("roll", ()), ("double", ()), ("take", ()), ("end_turn", ()), ("undo", ()), ("accept", ()),
        ("next_game", ()), ("fly", ()), ("step", ()), ("step", (24, 1, 6)), ("step", (*step, 1)),
        ("resign", (1,)),
    ]:  # fmt: skip
        with pytest.raises(InvalidAction):
            game.act(action, *given)
        assert (game.as_dict(), game.actions()) == before
    with pytest.raises(InvalidAction):
        SoloGame.from_dict(game.as_dict() | {"done": [["roll"]]})


def test_steps_are_taken_back_within_a_turn() -> None:
    game = SoloGame(terms(1))
    start, dice = game.sides_of(PERSON), game.thrown
    while "step" in game.actions():
        game.act("step", *game.next_steps()[0])
    assert game.sides_of(PERSON) != start
    assert set(game.actions()) == {"end_turn", "undo"}
    while "undo" in game.actions():
        game.act("undo")
    assert game.sides_of(PERSON) == start
    assert game.done == []
    assert game.thrown == dice
    while "step" in game.actions():
        game.act("step", *game.next_steps()[-1])
    side = game.side
    game.act("end_turn")
    assert "undo" not in game.actions()
    assert game.side == 1 - side


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"scoring": "goals"}, InvalidOption),
        ({"scoring": "pips", "variant": "misere"}, InvalidOption),
        ({"scoring": "match", "length": 0}, InvalidLength),
        ({"scoring": "match", "length": 3, "jacoby": True}, InvalidOption),
        ({"scoring": "pips", "beavers": True}, InvalidOption),
        ({"scoring": "money", "automatic_doubles": 7}, InvalidOption),
        ({"options": {"most_wins": 1}}, InvalidOption),
        ({"seed": "1"}, InvalidSeed),
        ({"contribution": "x" * 300}, InvalidContribution),
    ],
)
def test_terms_that_do_not_fit(more: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        SoloTerms(**{"seed": seal_of("1")} | more)


def test_a_game_for_pips_is_one_game_without_a_cube() -> None:
    for seed in range(4):
        game = SoloGame(terms(seed))
        while game.actions():
            assert "double" not in game.actions()
            assert game.pip_scores is None
            act_as_bot(game, BOTS["intermediate"])
        assert game.is_over
        winner = game.score.winner
        assert winner is not None
        assert game.pips[winner] == 0
        lost = pip_score((0, game.pips[1 - winner]))
        assert game.pip_scores == (lost if winner == PERSON else lost[::-1])


def test_automatic_doubles_turn_the_cube() -> None:
    """As often as the same was thrown, and as the terms allow."""
    turned = set()
    for seed in range(60):
        game = SoloGame(terms(seed, scoring="money", automatic_doubles=1))
        equal = game.opening.equal_throws
        assert game.cube.value == 2 ** min(equal, 1)
        assert game.cube.owner is None
        assert SoloGame(terms(seed, scoring="match", length=3)).cube.value == 1
        turned.add(min(equal, 2))
    assert {0, 1} <= turned


def test_a_match_between_the_person_and_the_computer() -> None:
    """Two bots; doubles, passes and the Crawford game come by themselves."""
    game = SoloGame(terms(5, scoring="match", length=5))
    while not game.is_over:
        if game.actions() == ("next_game",):
            game.act("next_game")
        else:
            act_as_bot(game, BOTS["beginner" if game.side == PERSON else "intermediate"])
    check(game)
    assert game.score.winner in (PERSON, COMPUTER)


def test_the_example_of_the_page() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {"seed": seal_of("1")}
    exec(example.replace("advanced", "beginner"), names)
    assert names["game"].is_over
    check(names["game"])


def test_actions_and_terms_are_documented() -> None:
    assert {name for name in (*ACTIONS, *SCORINGS_KNOWN) if f"`{name}`" not in PAGE} == set()
    assert {name for name in SoloTerms.__dataclass_fields__ if f"`{name}`" not in PAGE} == set()


def test_a_resignation() -> None:
    """Declined while it may be more, accepted for that; after a refusal only a larger one is offered."""
    game = SoloGame(terms(2, scoring="money"))
    assert game.resignations() == ()  # nobody has played yet
    act_as_bot(game, BOTS["intermediate"])
    game.act("roll")
    assert game.resignations() == (1, 2, 3)
    loser = game.on_roll
    game.act("resign", 1)
    assert game.side == 1 - loser
    act_as_bot(game, BOTS["intermediate"])
    assert game.resignations() == (2, 3)
    assert "step" in game.actions()
    game.act("resign", 3)
    act_as_bot(game, BOTS["intermediate"])
    assert game.game_over
    assert game.score.points == ((0, 3) if loser == PERSON else (3, 0))
    check(game)


def test_a_beaver() -> None:
    game = SoloGame(terms(3, scoring="money", beavers=True, jacoby=True))
    while "double" not in game.actions():
        act_as_bot(game, BOTS["intermediate"]) if "roll" not in game.actions() else game.act("roll")
    doubler = game.on_roll
    game.act("double")
    assert set(game.actions()) == {"take", "pass", "beaver"}
    game.act("beaver")
    assert game.side == doubler
    assert game.actions() == ("take", "pass")
    game.act("take")
    assert (game.cube.value, game.cube.owner) == (4, 1 - doubler)
    play(game, Random(1), most_games=1, rare=0)
    check(game)


def test_options_of_a_variant() -> None:
    game = SoloGame(terms(1, variant="plakoto", options={"most_wins": 1}, scoring="money"))
    play(game, Random(3), rare=0)
    check(game)
    assert game.terms.judged_by == Options.from_mapping(
        {
            "variant": {"most_wins": 1},
            "jacoby": False,
            "beavers": False,
            "raccoons": False,
            "automatic_doubles": 0,
        }
    )


def test_the_cube_is_turned_to_1024_and_no_further() -> None:
    """However often it is turned, what the transcript says is legal, and every moment can be drawn."""
    game = SoloGame(terms(4, scoring="money", beavers=True))
    no_beaver = set()
    while game.cube.value < CUBE_LIMIT:
        if game.game_over:
            game.act("next_game")
        elif "take" in game.actions():
            offer = waiting_offer(game.table)
            assert offer is not None
            if offer.name == "double" and "beaver" not in game.actions():
                no_beaver.add(offer.taken)
            game.act("beaver" if "beaver" in game.actions() and offer.taken < 64 else "take")
        elif "double" in game.actions():
            game.act("double")
        else:
            act_as_bot(game, BOTS["beginner"])
        diagram_of_solo(game)
    assert no_beaver == {CUBE_LIMIT}, "it would have gone beyond"
    while not game.game_over:
        assert "double" not in game.actions()
        act_as_bot(game, BOTS["beginner"])
    assert game.record.cube_limit == CUBE_LIMIT
    check(game)
