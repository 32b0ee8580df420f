"""The bots: legal plays in every variant, the same answer to the same question, and sane cubes."""

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from benchmarks.bots import Arena
from engine import kernel
from engine.bots import BEAVER, BOTS, PASS, TAKE, BotQuestion
from engine.bots.doubling import answer_double, cube_points, wants_to_double
from engine.bots.evaluation import Evaluation
from engine.bots.kept import LAYERED, evaluation_of
from engine.bots.layered import LayeredEvaluation, first_layers, layered_size
from engine.bots.learned import AnyEvaluation, chance_on_roll, race_chance
from engine.bots.learning import first_weights, learn, learn_layers
from engine.bots.match_equity import match_chance
from engine.errors import InvalidOption, UnknownVariant
from engine.position import Position, make_side
from engine.variants import VARIANTS
from tests.each import each
from tests.effort import examples

PAGE = (Path(__file__).parents[2] / "docs/bots.md").read_text()
START = VARIANTS["backgammon"].start_position()


def positions(code: str, number: int, seed: int) -> list[tuple[Position, tuple[int, int]]]:
    """Positions of games of random plays, with a roll for each."""
    random, variant = Random(seed), VARIANTS[code]
    found: list[tuple[Position, tuple[int, int]]] = []
    position = variant.start_position()
    while len(found) < number:
        high, low = sorted((random.randint(1, 6), random.randint(1, 6)), reverse=True)
        found.append((position, (high, low)))
        plays = list(variant.legal_plays(position, (high, low)))
        after = random.choice(plays) if plays else position
        over = variant.game_finish(after.own, after.opponent)
        position = variant.start_position() if over else after.with_sides_swapped()
    return random.sample(found, number // 5)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_bot_plays_legally_in_every_variant(variant: str) -> None:
    rules = VARIANTS[variant]
    for bot in BOTS.values():
        for position, dice in positions(variant, 40, seed=4):
            for thrown in (dice, (dice[1], dice[0])):
                asked = BotQuestion(
                    variant=variant, own=position.own, opponent=position.opponent, dice=thrown
                )
                steps = bot.choose_play(asked)
                plays, here = rules.legal_plays(position, dice), position
                for step in steps:
                    here = Position(*rules.after_step(here.own, here.opponent, step))
                assert here in plays if plays else steps == ()
                assert (
                    bot.choose_play(BotQuestion.from_dict(json.loads(json.dumps(asked.as_dict())))) == steps
                )


def test_a_question_is_plain_values() -> None:
    asked = BotQuestion(
        variant="plakoto", own=START.own, opponent=START.opponent, dice=(3, 1), away=(3, 5), cube=2, owner=0,
        crawford_played=True, jacoby=True, beavers=True, options={"most_wins": 1}, seed="x",
    )  # fmt: skip
    assert BotQuestion.from_dict(json.loads(json.dumps(asked.as_dict()))) == asked
    assert asked.rules.possible_wins == (1, 2)
    with pytest.raises(UnknownVariant):
        BotQuestion(variant="grasshopper", own=(), opponent=()).rules  # noqa: B018
    with pytest.raises(InvalidOption):
        BotQuestion(variant="fevga", own=(), opponent=(), options={"most_wins": 9}).rules  # noqa: B018


def test_chance_comes_of_the_seed_alone() -> None:
    """The lower bots err, by the seed: the same seed errs the same way."""
    asked = [
        {"variant": "backgammon", "own": position.own, "opponent": position.opponent, "dice": dice}
        for position, dice in positions("backgammon", 100, seed=2)
    ]

    def played(bot: str, seed: str) -> list[tuple[tuple[int, int], ...]]:
        return [BOTS[bot].choose_play(BotQuestion(**question, seed=seed)) for question in asked]

    assert played("beginner", "a") == played("beginner", "a") != played("beginner", "b")
    assert played("advanced", "a") == played("advanced", "b")


@each("variant", [code for code in VARIANTS if code not in LAYERED])
def test_what_is_learned_is_what_is_played(variant: str) -> None:
    """Every variant has weights, and they are summed up in the same way for playing and for learning."""
    evaluation = evaluation_of(variant)
    assert isinstance(evaluation, Evaluation)
    assert len(evaluation.weights) == evaluation.numbers.size
    seen = set()
    for position, _ in positions(variant, 40, seed=3):
        shown = evaluation.features(position.own, position.opponent)
        assert all(0 <= number < evaluation.numbers.size for number, _ in shown)
        total = sum(evaluation.weights[number] * much for number, much in shown)
        assert evaluation.odds(position.own, position.opponent) == pytest.approx(total)
        seen |= {number for number, _ in shown}
    assert len(seen) > 12


@pytest.mark.skipif(kernel.make_estimates is None, reason="the kernel is not built here")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_kernel_estimates_the_same(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The very same numbers come of C and of Python, whatever options are chosen."""
    known, number = VARIANTS[variant], examples(8)
    played = [position for position, _ in positions(variant, 5 * number, seed=5)]
    choices = [{}] + [
        {name: value}
        for name, option in known.options.items()
        for value in option.values
        if value != option.default
    ]

    def found(evaluation: AnyEvaluation) -> list[float]:
        said = [evaluation.odds(each.own, each.opponent) for each in played]
        for chosen in choices:
            rules = known.with_options(chosen)
            said += [
                chance_on_roll(evaluation, rules, each) for each in (played if not chosen else played[:2])
            ]
        return said

    weights = evaluation_of(variant).weights
    kind = LayeredEvaluation if variant in LAYERED else Evaluation
    in_kernel = kind(known, weights)
    assert in_kernel.compiled.of(known) is not None
    from_kernel = found(in_kernel)
    monkeypatch.setattr(kernel, "make_estimates", None)
    monkeypatch.setattr(kernel, "make_layers", None)
    in_python = kind(known, weights)
    assert in_python.compiled.of(known) is None
    assert found(in_python) == from_kernel


@pytest.mark.skipif(kernel.make_estimates is None, reason="the kernel is not built here")
def test_the_kernel_refuses_what_it_has_no_room_for() -> None:
    compiled = evaluation_of("backgammon").compiled.of(VARIANTS["backgammon"])
    assert compiled is not None
    for wrong in (START.own[:25], (*START.own, 0), (16, *START.own[1:]), (-1, *START.own[1:])):
        with pytest.raises(ValueError, match=r"places|checkers"):
            compiled.odds(wrong, START.opponent)
    assert compiled.on_roll(START.own, START.opponent) == pytest.approx(0.5, abs=0.1)


def test_learning_is_repeatable_and_learns() -> None:
    variant = VARIANTS["hypergammon2"]
    once, twice = learn(variant, 60, seed=5), learn(variant, 60, seed=5)
    assert once == twice != learn(variant, 60, seed=6)
    won = Evaluation(variant, once).chance(make_side(2, {1: 1}), make_side(2, {24: 2}))
    lost = Evaluation(variant, once).chance(make_side(2, {24: 2}), make_side(2, {1: 1}))
    assert won > 0.5 > lost


@pytest.mark.skipif(kernel.make_layers is None, reason="the kernel is not built here")
def test_units_between_learn() -> None:
    """After a few games of Fevga who is nearly home is ahead; the same seed learns the same."""
    variant = VARIANTS["fevga"]
    once, twice = learn_layers(variant, 100, seed=5), learn_layers(variant, 100, seed=5)
    assert once == twice != learn_layers(variant, 100, seed=6)
    assert len(once) == layered_size(26)
    evaluation, start = LayeredEvaluation(variant, once), variant.start_position()
    home = make_side(15, {1: 2})
    assert evaluation.chance(home, start.opponent) > 0.6 > 0.4 > evaluation.chance(start.own, home)


@pytest.mark.skipif(kernel.make_layers is None, reason="the kernel is not built here")
def test_fevga_is_won_against_random_plays_by_the_estimate_alone() -> None:
    variant, random = VARIANTS["fevga"], Random(1)
    start, layers = variant.start_position(), evaluation_of("fevga").compiled.of(variant)
    won = 0
    for game in range(400):
        rolls = [
            (max(pair), min(pair))
            for pair in ((random.randint(1, 6), random.randint(1, 6)) for _ in range(300))
        ]
        picks = [random.random() for _ in rolls]
        won += layers.learn_game(start.own, start.opponent, rolls, 0.0, picks, game % 2) == 1 - game % 2
    assert won >= 375


def test_what_is_counted_in_fevga() -> None:
    """Five points in a row before all of the opponent's checkers but two, which have passed them."""
    variant = VARIANTS["fevga"]
    evaluation = LayeredEvaluation(variant, first_layers(variant, 1))
    own = make_side(15, {variant.facing_point(point): 1 for point in range(10, 15)} | {1: 10})
    opponent = make_side(15, {24: 13, 3: 2})
    blocked = [13 / 15] * 4
    pips = sum(point * count for point, count in enumerate(own))
    assert evaluation.numbers(own, opponent) == [*blocked, 0.0, pips / 200, 0.5]
    assert evaluation.playable_dice(opponent, own) == 6


def test_which_way_a_game_is_won() -> None:
    assert [code for code, variant in VARIANTS.items() if not variant.won_by_bearing_off] == ["misere"]
    ahead, behind = make_side(15, {1: 1}), make_side(15, {6: 15})
    for code, right in (("backgammon", True), ("misere", False)):
        assert (evaluation_of(code).chance(ahead, behind) > 0.9) is right
        weights = first_weights(VARIANTS[code])
        assert (Evaluation(VARIANTS[code], weights).chance(ahead, behind) > 0.5) is right


@pytest.mark.parametrize("variant", ["backgammon", "nackgammon", "plakoto", "fevga", "misere"])
def test_what_was_learned_beats_random_plays(variant: str) -> None:
    """A few games by a seed; ./run bench bots plays as many as one likes."""
    arena = Arena(VARIANTS[variant], (BOTS["intermediate"], None), seed=1)
    assert [arena.play_game()[0] for _ in range(5)].count(0) >= 4


def test_a_match_with_the_cube() -> None:
    arena = Arena(VARIANTS["backgammon"], (BOTS["intermediate"], BOTS["beginner"]), seed=1)
    score = arena.play_match(3)
    assert max(score.points) >= 3
    again = Arena(VARIANTS["backgammon"], (BOTS["intermediate"], BOTS["beginner"]), seed=1)
    assert again.play_match(3) == score


def test_every_bot_has_its_row() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \|", PAGE.partition("## The network")[0], re.MULTILINE)
    assert rows == [(code, bot.name) for code, bot in BOTS.items()]
    assert all(bot.code == code for code, bot in BOTS.items())
    assert {name for name in BotQuestion.__dataclass_fields__ if f"`{name}`" not in PAGE} == set()


# The race and the cube.


def race(own: int, opponent: int) -> Position:
    """A race with so many pips: fifteen checkers a side, most on the 5-point."""

    def side(pips: int) -> tuple[int, ...]:
        low, more = divmod(pips, 15)
        return make_side(15, {low: 15 - more, low + 1: more})

    return Position(side(own), side(opponent))


def test_trices_rule_for_races() -> None:
    """R. Trice: with 100 pips one doubles when 8 ahead, redoubles when 9 ahead, and takes up to 12 behind."""
    rules = VARIANTS["backgammon"]
    for lead in range(20):
        position = race(100, 100 + lead)
        chance = race_chance(rules, position)
        assert chance is not None
        question = {"variant": "backgammon", "own": position.own, "opponent": position.opponent}
        centred, owned = BotQuestion(**question, cube=1), BotQuestion(**question, cube=2, owner=0)
        assert wants_to_double(centred, chance, meeting=False) is (lead >= 8), lead
        assert wants_to_double(owned, chance, meeting=False) is (lead >= 9), lead
        assert (answer_double(centred, 1 - chance, meeting=False) == TAKE) is (lead <= 12), lead
        assert BOTS["advanced"].wants_to_double(centred) is (lead >= 8)


def test_kleinmans_race() -> None:
    """His measure (D + 4)^2 / (S - 4) is 1.2 where a double is barely taken, which is a chance of 78 %."""
    rules = VARIANTS["backgammon"]
    assert race_chance(rules, race(100, 112)) == pytest.approx(0.784, abs=0.001)
    for own, opponent in ((60, 60), (100, 100), (75, 66)):
        ahead, behind = race_chance(rules, race(own, opponent)), race_chance(rules, race(opponent, own))
        assert ahead is not None
        assert behind is not None
        assert ahead + behind > 1  # each time on roll
        assert (ahead > behind) is (own < opponent)


def test_where_there_is_no_race() -> None:
    assert race_chance(VARIANTS["backgammon"], START) is None
    assert race_chance(VARIANTS["misere"], race(60, 60)) is None
    assert race_chance(VARIANTS["backgammon"], race(15, 60)) is None


def test_the_last_roll_is_looked_at() -> None:
    """One checker on the 6-point, off with 27 of 36 rolls; the opponent is off with any."""
    position = Position(make_side(15, {6: 1}), make_side(15, {1: 1}))
    found = chance_on_roll(evaluation_of("backgammon"), VARIANTS["backgammon"], position)
    assert found == pytest.approx(27 / 36, abs=0.03)
    asked = BotQuestion(variant="backgammon", own=position.own, opponent=position.opponent, cube=1)
    for bot in (BOTS["intermediate"], BOTS["advanced"]):
        assert bot.wants_to_double(asked)
        doubled = BotQuestion(variant="backgammon", own=position.opponent, opponent=position.own, cube=1)
        assert bot.answer_double(doubled) == TAKE
        lost = BotQuestion(
            variant="backgammon", own=make_side(15, {6: 9}), opponent=make_side(15, {1: 1}), cube=1
        )
        assert bot.answer_double(lost) == bot.answer_beaver(lost) == PASS


def asked(away: tuple[int, int] | None = None, **more: object) -> BotQuestion:
    return BotQuestion(
        variant="backgammon", own=START.own, opponent=START.opponent, away=away, **({"cube": 1} | more)
    )


def test_the_cube_for_money() -> None:
    """A dead cube is turned at one half and passed at three quarters; a live one later, and taken longer."""
    points = cube_points(asked(), meeting=False)
    assert 0.66 < points.double < 0.74 < 0.76 < points.passed < 0.8
    redouble = cube_points(asked(owner=0, cube=2), meeting=False)
    assert points.double < redouble.double < redouble.passed == points.passed
    assert cube_points(asked(), meeting=True).passed < points.passed
    assert not wants_to_double(asked(), 0.5, meeting=True)
    assert wants_to_double(asked(), 0.73, meeting=True)
    assert answer_double(asked(), 0.1, meeting=True) == PASS
    assert answer_double(asked(), 0.3, meeting=True) == TAKE
    assert answer_double(asked(beavers=True), 0.6, meeting=True) == BEAVER
    assert answer_double(asked(beavers=True, away=(3, 3)), 0.6, meeting=True) == TAKE


def test_the_cube_in_a_match() -> None:
    """After the Crawford game the trailer has nothing to lose; two away each, everybody doubles early."""
    assert wants_to_double(asked((3, 1), crawford_played=True), 0.2, meeting=True)
    assert cube_points(asked((2, 2)), meeting=False).double < cube_points(asked((9, 9)), meeting=False).double
    # The leader's win is worth more than the trailer's gain: at two away he gives the cube reluctantly.
    assert cube_points(asked((2, 4)), meeting=True).double > cube_points(asked((4, 2)), meeting=True).double


@pytest.mark.parametrize(
    ("own", "opponent", "played", "chance"),
    [
        # K. Woolsey's table, bkgm.com.
        *(
            (2, other, False, found)
            for other, found in enumerate((0.6, 0.68, 0.75, 0.81, 0.85, 0.88, 0.91), 3)
        ),
        *((3, other, False, found) for other, found in enumerate((0.57, 0.66, 0.71, 0.76, 0.8, 0.84), 4)),
        *((4, other, False, found) for other, found in enumerate((0.58, 0.64, 0.7, 0.75, 0.79), 5)),
        *((5, other, False, found) for other, found in enumerate((0.56, 0.63, 0.68, 0.72), 6)),
        (1, 2, False, 0.7),
        (1, 3, False, 0.75),
        (1, 4, False, 0.83),
        (1, 5, False, 0.85),
    ],
)
def test_match_chances(own: int, opponent: int, played: bool, chance: float) -> None:
    assert match_chance(own, opponent, played) == pytest.approx(chance, abs=0.02)
    assert match_chance(opponent, own, played) == pytest.approx(1 - chance, abs=0.02)


def test_match_chances_are_in_order() -> None:
    for own in range(1, 25):
        chances = [match_chance(own, opponent) for opponent in range(1, 26)]
        assert all(0 < less <= more < 1 for less, more in pairwise(chances))
        assert match_chance(own, own) == 0.5
    assert (match_chance(0, 3), match_chance(3, -1)) == (1, 0)


def test_the_longest_match_there_is_has_a_chance():
    assert match_chance(9_999, 9_999) == 0.5
    assert 0.5 < match_chance(9_990, 9_999) < match_chance(9_900, 9_999) < 1
