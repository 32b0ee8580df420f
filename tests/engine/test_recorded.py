"""Recorded matches: whatever is done, the transcript is legal; what is taken back was never done."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import VARIANTS, Options, adjudicate, read
from engine.bots import BOTS
from engine.dice import ROLLS
from engine.errors import InvalidAction, InvalidDice, InvalidLength, InvalidOption, UnknownVariant
from engine.ids import write_id
from engine.moments import match_moments, moment_situation
from engine.playing import (
    RECORDED_ACTIONS,
    DieStep,
    RecordedMatch,
    RecordedTerms,
    TurnSteps,
    plays_ahead,
    situation_of,
)
from engine.playing import steps_of_play as steps_of
from engine.position import Position
from engine.record import MatchRecord, Rolled
from engine.solo import SoloGame, SoloTerms, act_as_bot
from engine.variants import Variant
from tests.effort import examples

PAGE = (Path(__file__).parents[2] / "docs/recordings.md").read_text()
PLAYED: dict[str, dict[str, Any]] = {
    "one": {"length": 1},
    "match": {"length": 3},
    "penalised": {"length": 5, "start": (4, 1)},
    "no crawford": {"length": 3, "start": (2, 0), "options": Options(crawford=False)},
    "holland": {"length": 3, "start": (0, 2), "options": Options(holland=True)},
    "money": {
        "length": 0,
        "options": Options(jacoby=True, beavers=True, raccoons=True, automatic_doubles=2),
    },
}


def terms(**more: Any) -> RecordedTerms:
    return RecordedTerms(**dict[str, Any](length=3, players=("Ann", "Bo")) | more)


def given_to(match: RecordedMatch, action: str, random: Random) -> tuple[int, ...]:
    """Numbers that go with an action, drawn of what is possible."""
    if action in ("open", "roll"):
        dice = random.randint(1, 6), random.randint(1, 6)
        while action == "open" and dice[0] == dice[1] and not match.terms.options.automatic_doubles:
            dice = random.randint(1, 6), random.randint(1, 6)
        return (3, 1) if dice[0] == dice[1] and action == "open" and match.equal_throws == 2 else dice
    if action == "step":
        return tuple(random.choice(match.next_steps()))
    if action == "resign":
        return (random.choice(match.resignations()),)
    if action == "play":
        assert match.steps is not None
        plays = match.steps.variant.legal_plays(match.steps.position, match.steps.dice)
        steps = random.choice(list(plays.values())) if plays else ()
        return tuple(number for step in random.sample(steps, len(steps)) for number in step[:2])
    return ()


def record(match: RecordedMatch, random: Random, most_games: int = 2, rare: float = 0.05) -> None:
    """Do at random what is offered, until nothing follows or that is enough."""
    while actions := match.actions():
        if actions == ("next_game",) and len(match.record.games) == most_games:
            return
        usual = [each for each in actions if each not in ("resign", "undo", "beaver", "double")]
        seldom = [each for each in actions if each not in usual and random.random() < rare]
        action = random.choice(seldom or usual)
        match.act(action, *given_to(match, action, random))


def check(match: RecordedMatch) -> None:
    verdict = adjudicate(match.record, match.terms.options)
    assert verdict.violations == ()
    assert verdict.score == match.score.points
    assert verdict.winner == match.score.winner
    ended = [(game.winner, game.points, game.ending, game.cube) for game in verdict.games]
    assert ended == [(each.winner, each.points, each.ending, each.cube) for each in match.results]
    known = {"money_session", "automatic_double", "early_concession", "score_start", "crawford_off"}
    assert {note.code for note in verdict.notes} <= known, verdict.notes
    again = adjudicate(read(match.transcript().encode()), match.terms.options)
    assert (again.verdict, again.score, again.games) == ("legal", verdict.score, verdict.games)


@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_is_done_the_referee_finds_it_legal(variant: str) -> None:
    """In every variant, with penalty points and without, and as sessions; and what is kept leads there."""
    for played, seed in product(PLAYED, range(examples(2))):
        match = RecordedMatch(terms(variant=variant, **PLAYED[played]))
        record(match, Random(seed))
        check(match)
        kept = RecordedMatch.replayed(match.terms, json.loads(json.dumps(match.done)))
        assert looked_at(kept) == looked_at(match)


def looked_at(match: RecordedMatch) -> tuple[Any, ...]:
    """All that there is to see of a match."""
    shown = match.actions(), match.side, match.score, match.cube, match.sides_of(0), match.resignations()
    return (*shown, match.record, match.done, match.game_over, match.begun, match.results)


@pytest.mark.parametrize("variant", ["backgammon", "plakoto", "nackgammon"])
def test_taken_back_is_never_done(variant: str) -> None:
    """Any number of acts, across games too; and what follows is as it would have been."""
    for seed in range(examples(4)):
        random = Random(seed)
        match = RecordedMatch(terms(variant=variant, length=4))
        record(match, random, most_games=3, rare=0.2)
        done = [*match.done]
        for count in (1, 2, random.randint(1, len(done)), len(done)):
            again = RecordedMatch.replayed(match.terms, done)
            again.take_back(count)
            assert looked_at(again) == looked_at(
                RecordedMatch.replayed(match.terms, done[: len(done) - count])
            )
            again.do(done[len(done) - count :])
            assert looked_at(again) == looked_at(match)


@pytest.mark.parametrize("variant", ["backgammon", "fevga", "hypergammon"])
def test_where_it_stands_is_where_its_record_stands(variant: str) -> None:
    """As identifiers have it, in the middle of games: what a replay of the transcript says of its end."""
    for seed in range(examples(6)):
        match = RecordedMatch(terms(variant=variant, length=5))
        record(match, random := Random(seed), most_games=2, rare=0.2)
        while match.done:
            match.take_back(min(random.randint(1, 30), len(match.done)))
            if match.resigned or match.steps is not None or match.game_over or match.on_roll is None:
                continue
            replayed = match_moments(match.record, match.terms.options)
            game = replayed.games[-1]
            for bottom in (0, 1):
                expected = moment_situation(replayed, game, game.moments[-1], bottom)
                assert situation_of(match, bottom) == expected
    match = RecordedMatch(terms())
    assert situation_of(match) is None
    match.act("open", 3, 1)
    stands = situation_of(match, bottom=1)
    assert stands is not None
    assert write_id("xgid", stands) == "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:3:10"


# A whole play.


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_plays_are_the_steps_that_they_are_made_of(variant: str) -> None:
    """Every play of the generator, in any order of its steps; what is no legal play is refused."""
    rules, random = VARIANTS[variant], Random(5)
    for position, dice in positions(rules, random, examples(60)):
        turn = TurnSteps(rules, position, dice)
        plays = rules.legal_plays(position, dice)
        for after, steps in random.sample(sorted(plays.items(), key=str), min(8, len(plays))):
            found = steps_of(turn, random.sample([step[:2] for step in steps], len(steps)))
            assert found is not None
            for step in found:
                turn.step(step)
            assert turn.is_complete
            assert turn.position == after
            for _ in found:
                turn.undo()
        assert steps_of(turn, []) == (None if plays else [])
        assert steps_of(turn, [(25, 24), (3, 3)]) is None


def positions(rules: Variant, random: Random, most: int) -> Iterator[tuple[Position, tuple[int, int]]]:
    """Positions of random games, the player on roll first, each with a roll."""
    position = rules.start_position()
    for _ in range(most):
        dice = max(pair := (random.randint(1, 6), random.randint(1, 6))), min(pair)
        yield position, dice
        plays = rules.legal_plays(position, dice)
        after = random.choice(list(plays)) if plays else position
        over = rules.game_finish(after.own, after.opponent)
        position = rules.start_position() if over else after.with_sides_swapped()


def test_a_play_is_given_by_whole_ways_too() -> None:
    match = RecordedMatch(terms())
    match.act("open", 6, 4)
    match.act("play", 24, 14)
    match.act("roll", 3, 3)
    match.act("play", 8, 5, 8, 5, 13, 7)
    one, two = (entry.action for entry in match.game.entries)
    assert isinstance(one, Rolled)
    assert [hop[:2] for hop in one.hops] in ([(24, 18), (18, 14)], [(24, 20), (20, 14)])
    assert isinstance(two, Rolled)
    assert sorted(hop[:2] for hop in two.hops) == [(8, 5), (8, 5), (10, 7), (13, 10)]


# Plays ahead.


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_tree_has_what_is_offered_step_by_step(variant: str) -> None:
    """Every roll of every position of random games, borne off to the end."""
    rules, random = VARIANTS[variant], Random(11)
    for position, dice in positions(rules, random, examples(120)):
        rolls = ROLLS if random.random() < 0.1 else [dice]
        tree = json.loads(json.dumps(plays_ahead(rules, position, rolls)))
        assert list(tree["rolls"]) == [f"{high}{low}" for high, low in rolls]
        assert len({*map(str, tree["nodes"])}) == len(tree["nodes"])
        for high, low in rolls:
            compare(tree, tree["rolls"][f"{high}{low}"], TurnSteps(rules, position, (high, low)), set())


def compare(tree: dict[str, Any], number: int, turn: TurnSteps, seen: set[Any]) -> None:
    if turn.here in seen:
        return
    seen.add(turn.here)
    node = tree["nodes"][number]
    steps = {DieStep(*node[at : at + 3]): node[at + 3] for at in range(0, len(node), 4)}
    assert {*steps} == {*turn.next_steps()}
    assert turn.is_complete is not bool(node)
    for step, leads_to in steps.items():
        turn.step(step)
        compare(tree, leads_to, turn, seen)
        turn.undo()


def test_hits() -> None:
    """Where nobody is sent back, the tree says so."""
    found = {
        code: plays_ahead(rules, rules.start_position(), [(2, 1)])["hits"] for code, rules in VARIANTS.items()
    }
    assert {code for code, hits in found.items() if not hits} == {"fevga", "plakoto"}


# What is refused, and what follows.


def test_what_is_not_possible_is_refused_and_changes_nothing() -> None:
    match = RecordedMatch(terms())
    check_refused(match, [("roll", (3, 1)), ("open", (3, 3)), ("double", ()), ("play", ()), ("resign", (1,))])
    check_refused(match, [("open", (7, 1)), ("open", (0, 1))], InvalidDice)
    check_refused(
        match, [("open", (3,)), ("open", ("3", 1)), ("take_back", (1,)), ("fly", ()), ("next_game", ())]
    )
    match.act("open", 3, 1)
    check_refused(match, [("play", ()), ("play", (8, 5)), ("play", (8, 5, 6)), ("play", (8, 5, 6, 4))])
    check_refused(match, [("play", ("8", 5, 6, 5)), ("play", (8, 5, 6, 5, 6, 5)), ("play", (8, 5) * 40)])
    check_refused(match, [("step", (8, 4, 4)), ("end_turn", ()), ("resign", (1,))])
    match.act("step", 8, 5, 3)
    check_refused(match, [("play", (6, 5))])
    with pytest.raises(InvalidAction):
        match.take_back(3)
    with pytest.raises(InvalidAction):
        match.take_back(0)


def check_refused(
    match: RecordedMatch, acts: list[tuple[str, tuple[Any, ...]]], error: type[Exception] = InvalidAction
) -> None:
    before = looked_at(match)
    for action, given in acts:
        with pytest.raises(error):
            match.act(action, *given)
        assert looked_at(match) == before


def test_what_is_wrong_with_a_play_names_the_legal_ones() -> None:
    match = RecordedMatch(terms())
    match.act("open", 6, 5)
    with pytest.raises(InvalidAction, match=r"24/18 13/7 is no legal play of 65.*24/13"):
        match.act("play", 24, 18, 13, 7)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"length": -1}, InvalidLength),
        ({"start": (3, 0)}, InvalidLength),
        ({"start": (-1, 0)}, InvalidLength),
        ({"options": Options(jacoby=True)}, InvalidOption),
        ({"options": Options(variant={"most_wins": 9})}, InvalidOption),
        ({"variant": "chess"}, UnknownVariant),
    ],
)
def test_terms_that_do_not_fit(more: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        terms(**more)


def test_the_crawford_game_after_penalty_points() -> None:
    """Penalty points put a side at match point: nobody doubles in the first game, and the file says so."""
    match = RecordedMatch(terms(length=5, start=(4, 2)))
    match.act("open", 3, 1)
    match.act("play", 8, 5, 6, 5)
    assert "double" not in match.actions()
    assert match.record.games[0].crawford is True
    record(match, Random(1), rare=0)
    check(match)


def test_automatic_doubles_and_raccoons() -> None:
    match = RecordedMatch(terms(**PLAYED["money"]))
    for _ in range(2):
        match.act("open", 4, 4)
    with pytest.raises(InvalidAction):
        match.act("open", 4, 4)
    assert match.cube.value == 4
    match.take_back()
    assert match.cube.value == 2
    match.act("open", 1, 3)
    assert match.on_roll == 1
    match.act("play", 8, 5, 6, 5)
    match.act("double")
    match.act("beaver")
    assert match.side == 0
    match.act("beaver")
    assert match.side == 1
    match.act("take")
    assert (match.cube.value, match.cube.owner) == (16, 1)
    record(match, Random(2), most_games=1, rare=0)
    check(match)


def test_a_match_of_others_is_recorded_as_it_was() -> None:
    """A transcript given act by act comes out as it was."""
    game = SoloGame(SoloTerms(scoring="match", length=5, seed="5" * 64, players=("Ann", "Bo")))
    while not game.is_over:
        if game.actions() == ("next_game",):
            game.act("next_game")
        else:
            act_as_bot(game, BOTS["intermediate"])
    match = RecordedMatch(terms(length=5))
    copied(game.record, match)
    assert match.record.games == game.record.games
    assert match.transcript() == game.transcript()
    check(match)


def copied(source: MatchRecord, match: RecordedMatch) -> None:
    """Do what a transcript has: rolls, plays, cubes."""
    names = {"Doubled": "double", "Took": "take", "Passed": "pass"}
    for number, game in enumerate(source.games):
        if number:
            match.act("next_game")
        for _, player, action in game.entries:
            if isinstance(action, Rolled):
                opens = match.actions() == ("open",)
                high, low = action.dice
                match.act("open" if opens else "roll", *((low, high) if opens and player else (high, low)))
                match.act("play", *(each for hop in action.hops for each in hop[:2]))
            elif type(action).__name__ in names:
                match.act(names[type(action).__name__])


def test_actions_are_documented() -> None:
    assert {name for name in RECORDED_ACTIONS if f"`{name}`" not in PAGE} == set()


def test_the_example_of_the_page() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)
    check(names["match"])
