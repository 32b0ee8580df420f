"""Variants whose checkers move, or whose games end, in their own way."""

from collections.abc import Iterator, Mapping
from dataclasses import replace as changed
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CODECS, RULES, VARIANTS, InvalidOption, InvalidPosition, RecordVerdict, adjudicate, read
from engine.dice import ROLLS, Roll
from engine.notation import format_play, parse_play
from engine.position import BAR, Position, make_side
from engine.record import Doubled, GameRecord, MatchRecord, RecordedAction, Resigned, Rolled, Took, Won
from engine.variants import Finish, Variant
from tests.effort import examples

from . import brute, brute_variants
from .croupier import NAMES, hops, match

OWN_WAY = ("plakoto", "fevga", "race")
Points = Mapping[int, int]


def placed(
    rules: Variant, own: Points, opponent: Points, details: Mapping[str, object] | None = None
) -> Position:
    return rules.position_of_counts(Position(make_side(15, own), make_side(15, opponent)), details or {})


# One play.

TABLES = {
    "plakoto": """
24:14 10:1    | 15:1     | pinned=10 | 21 | 10/8 24/23        | pinned                | pinned
24:14 10:1    | 15:1     | pinned=   | 21 | 10/8 24/23        |                       | the upper one is free
24:15         | 4:2      |           | 31 | 24/21 24/23       | plakoto_block         | two block
13:1 10:1     | 15:1     | pinned=10 | 31 | 13/10 13/12       | own_checker           | no such checker
13:2 10:1     | 15:1     | pinned=10 | 31 | 13/10 13/12       | plakoto_block         | one that pins blocks
13:2 10:1     | 15:1     | pinned=10 | 31 | 13/9              |                       | and is passed over
13:2          | 15:1     |           | 31 | 13/10* 10/9       |                       | a pin may be marked
13:2          | 15:1     |           | 31 | 13/10 13/12       |                       | or not
13:2          | 15:1     |           | 31 | 13/10* 13/12*     | note hit_mark         | nothing pinned
13:2 5:1      | 15:1     |           | 53 | 13/10 5/off       | bear_off_from_home    | not home
6:2 5:1       | 20:1     | pinned=5  | 61 | 6/off 6/5         | plakoto_block         | home
6:2 5:1       | 20:1     | pinned=5  | 62 | 6/off 6/4         | bear_off_while_pinned | off while pinned
6:2 1:1       | 24:2     |           | 62 | 6/off 6/4         | bear_off_while_pinned | on the ace too
6:2 5:1       | 20:1     | pinned=   | 62 | 6/off 6/4         |                       | off while pinning
6:1 5:1       |          |           | 65 | 5/off 6/1         |                       | off
3:1 2:1       |          |           | 31 | 3/2 2/off         |                       | off from the rearmost
6:1 2:1       |          |           | 31 | 2/off 2/1         | own_checker           | twice the same
6:1 2:1       |          |           | 32 | 2/off 6/3         |                       | exact
6:1 5:1 2:2   |          |           | 43 | 6/2 2/off         | bear_off_rearmost     | not the rearmost
7:1 5:14      | 24:1 1:1 |           | 64 | 7/1               |                       | it ends the game
7:1 5:13 24:1 | 24:1 2:1 |           | 64 | 7/1               | maximum_dice          | a pin that does not
7:1 5:14      | 24:1 1:1 |           | 64 | 7/1 5/1           |                       | needlessly
24:15         | 24:15    |           | 31 |                   | maximum_dice          | nothing played
24:15         | 24:15    |           | 31 | 24/19             | dice_as_rolled        | too far
24:15         | 24:15    |           | 31 | 24/21 24/23 24/23 | dice_as_rolled        | too many
24:15         | 24:15    |           | 31 | 21/24             | forward               | back
24:15         | 24:15    |           | 11 | 24/20             |                       | merged
    """,
    "fevga": """
24:15                          | 24:15      |  | 31 | 24/21 24/23 | first_past_start   | two at once
24:15                          | 24:15      |  | 31 | 24/20       |                    | the first alone
24:14 20:1                     | 24:15      |  | 65 | 24/18 20/15 | first_past_start   | not past
24:14 20:1                     | 24:15      |  | 65 | 20/9        |                    | past
24:14 14:1                     | 24:15      |  | 31 | 14/11 24/23 |                    | then another
24:14 14:1                     | 24:15      |  | 21 | 14/12 24/23 | single_block       | on their start
24:14 14:1                     | 23:15      |  | 21 | 14/12 24/23 | first_past_start   | on it is not past
24:14 7:1                      | 24:14 18:1 |  | 21 | 7/6 24/22   | single_block       | one blocks
24:14 8:1                      | 24:14 19:1 |  | 21 | 8/6 24/23   |                    | facing goes by twelve
24:14 8:1                      | 24:14 19:1 |  | 21 | 8/6* 24/23  | note hit_mark      | nobody is hit
24:10 23:1 22:1 21:1 20:1 9:1  | 24:15      |  | 51 | 24/19 9/8   | starting_quarter   | six at the start
24:9 23:2 22:1 21:1 20:1 9:1   | 24:15      |  | 54 | 24/20 9/4   |                    | five
24:1 23:10 22:1 21:1 20:1 9:1  | 24:15      |  | 53 | 24/19 9/6   |                    | the sixth left
13:4 11:2 10:2 9:2 8:2 7:3     | 24:15      |  | 61 | 13/6        | prime_before_all   | shut in
13:4 11:2 10:2 9:2 8:2 7:3     | 24:14      |  | 61 | 13/6        |                    | one is off
13:4 11:2 10:2 9:2 8:2 7:3     | 24:14 12:1 |  | 61 | 13/6        |                    | one is through
13:3 11:1 10:2 9:2 8:2 7:3 6:2 | 24:15      |  | 61 | 13/7 9/8    | prime_before_all   | it stood and stays
13:3 11:1 10:2 9:2 8:2 7:3 6:2 | 24:15      |  | 61 | 11/5 13/12  | single_block       | opened, but blocked
13:3 11:1 10:2 9:2 8:2 7:3 6:2 | 24:15      |  | 61 | 11/5 9/8    |                    | opened
3:2 2:1                        | 3:1        |  | 65 | 3/off(2)    |                    | off in fevga
8:1 3:1                        | 24:1       |  | 31 | 3/off 8/7   | bear_off_from_home | not all home
    """,
    "race": """
25:15      | 25:15     |       | 61 | bar/19 bar/24  |                         | two enter
25:15      | 25:15     |       | 61 | bar/19/18      |                         | one enters and goes on
25:14 10:1 | 25:15     |       | 61 | 10/3           |                         | none enters
25:14 10:1 | 25:15     | hit=1 | 61 | 10/3           | hit_first               | hit ones enter
25:14 10:1 | 25:15     | hit=1 | 61 | bar/19 10/9    |                         | one was hit
25:14 10:1 | 25:15     | hit=2 | 61 | bar/19 10/9    | hit_first               | two were hit
25:15      | 25:13 6:2 |       | 61 | bar/19 bar/24  | open_point              | closed
25:15      | 25:14 6:1 |       | 61 | bar/19* bar/24 |                         | hit
25:1 5:1   | 25:1      |       | 65 | bar/19 5/off   | bear_off_from_home      | one in hand
25:15      | 25:15     |       | 33 | bar/22(2)      | maximum_dice            | two of four
2:1        | 24:1      |       | 61 | 2/off          | note last_checker_short | the last checker
2:1        | 24:1      |       | 61 | 2/1*/off       |                         | the last checker hits
12:1 25:1  | 7:2 24:2  | hit=1 | 65 | bar/20         | maximum_dice            | the larger
12:1 25:1  | 7:2 24:2  | hit=1 | 65 | bar/19         | maximum_dice            | both
    """,
}
"""Own checkers, the opponent's, what else is known, dice, play, rule broken or note, what the row shows."""


def rows() -> Iterator[object]:
    for code, table in TABLES.items():
        for line in table.strip().splitlines():
            own, opponent, details, dice, play, rule, name = (cell.strip() for cell in line.split("|"))
            before = placed(VARIANTS[code], counts(own), counts(opponent), known(details))
            yield pytest.param(code, before, (int(dice[0]), int(dice[1])), play, rule or None, id=name)


def counts(text: str) -> Points:
    """Read "24:14 10:1"."""
    return {int(point): int(count) for point, count in (word.split(":") for word in text.split())}


def known(text: str) -> dict[str, object]:
    """Read "pinned=10,5" or "hit=2"."""
    name, _, value = text.partition("=")
    numbers = [int(number) for number in value.split(",") if number]
    return {} if not name else {name: numbers if name == "pinned" else numbers[0]}


PLAYS = list(rows())


@pytest.mark.parametrize(("code", "before", "dice", "play", "found"), PLAYS)
def test_plays(code: str, before: Position, dice: Roll, play: str, found: str | None) -> None:
    rules = VARIANTS[code]
    judged = rules.judge_play(before.own, before.opponent, dice, parse_play(play))
    if judged.fault is not None:
        assert judged.fault.rule == found, judged.fault
        assert judged.fault.message.startswith(f"{dice[0]}{dice[1]}: ")
        return
    assert judged.note == (found and found.removeprefix("note "))
    after = Position(tuple(judged.own or ()), tuple(judged.opponent or ()))
    if found != "note last_checker_short" and rules.game_finish(after.own, after.opponent) is None:
        assert after in rules.legal_plays(before, dice)


def test_what_was_left_open_decides_a_play() -> None:
    plakoto = VARIANTS["plakoto"].with_options({"bear_off_while_pinned": True})
    before = placed(plakoto, {6: 2, 5: 1}, {20: 1}, {"pinned": [5]})
    assert plakoto.judge_play(before.own, before.opponent, (6, 2), parse_play("6/off 6/4")).fault is None
    assert plakoto.judge_play(before.own, before.opponent, (6, 4), parse_play("6/off 6/2")).fault is None

    race = VARIANTS["race"].with_options({"steps_of_a_double": 2})
    start = race.start_position()
    assert race.judge_play(start.own, start.opponent, (3, 3), parse_play("bar/22(2)")).fault is None
    too_many = race.judge_play(start.own, start.opponent, (3, 3), parse_play("bar/22(3)")).fault
    assert too_many is not None
    assert too_many.rule == "dice_as_rolled"


OPEN = {13: 4, 11: 2, 10: 2, 9: 2, 8: 2, 7: 3}
SHUT = {13: 3, 11: 1, 10: 2, 9: 2, 8: 2, 7: 3, 6: 2}
STUCK = {11: 2, 10: 2, 9: 2, 8: 2, 7: 2, 6: 2, 5: 3}


@pytest.mark.parametrize(
    ("choice", "own", "dice", "play", "rule"),
    [
        ("not_left", OPEN, (6, 1), "13/6", "prime_before_all"),
        ("opened", OPEN, (6, 1), "13/6", None),
        ("allowed", OPEN, (6, 1), "13/6", None),
        ("not_left", SHUT, (6, 1), "13/7 9/8", "prime_before_all"),
        ("opened", SHUT, (6, 1), "13/7 9/8", "prime_before_all"),
        ("allowed", SHUT, (6, 1), "13/7 9/8", None),
        ("opened", SHUT, (6, 1), "11/5 9/8", None),
        ("not_left", STUCK, (1, 1), "6/5 6/5 7/6 7/6", None),
        ("not_left", STUCK, (1, 1), "11/10 10/9 9/8 8/7", "prime_before_all"),
    ],
)
def test_a_prime_before_all_the_opponents_checkers(
    choice: str, own: Points, dice: Roll, play: str, rule: str | None
) -> None:
    rules = VARIANTS["fevga"].with_options({"prime_before_all": choice})
    before = placed(rules, own, {24: 15})
    judged = rules.judge_play(before.own, before.opponent, dice, parse_play(play))
    assert (judged.fault.rule if judged.fault else None) == rule


def test_a_prime_that_cannot_be_opened_may_stay() -> None:
    """With two checkers on each of its points and a roll that moves only one of them, the spare may move."""
    rules = VARIANTS["fevga"]
    before = placed(rules, {12: 3} | dict.fromkeys(range(1, 7), 2), {19: 15})
    assert rules.judge_play(before.own, before.opponent, (6, 5), parse_play("12/6 6/1")).fault is None
    assert set(rules.legal_plays(before, (6, 5))) == brute_variants.results("fevga", before, (6, 5))
    assert rules.judge_play(before.own, before.opponent, (5, 1), parse_play("12/11 6/1")).fault is not None


def test_a_roll_that_could_only_make_such_a_prime_is_not_played() -> None:
    """With 66 nothing but 12/6 can be moved, and the prime did not stand before."""
    rules = VARIANTS["fevga"]
    before = placed(rules, {13: 1, 12: 1, 5: 5, 4: 2, 3: 2, 2: 2, 1: 2}, {19: 15})
    assert rules.legal_plays(before, (6, 6)) == {}
    assert brute_variants.results("fevga", before, (6, 6)) == set()
    assert rules.judge_play(before.own, before.opponent, (6, 6), ()).fault is None
    fault = rules.judge_play(before.own, before.opponent, (6, 6), parse_play("12/6")).fault
    assert fault is not None
    assert fault.rule == "prime_before_all"


# The generators.


@pytest.mark.long
@pytest.mark.parametrize(
    "code", [*OWN_WAY, "misere", "nackgammon", "hypergammon", "hypergammon2", "hypergammon1"]
)
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_have_the_plays_brute_force_finds(code: str, seed: int) -> None:
    """In games played at random to the end, at every roll that is no double and one double in ten."""
    random, rules = Random(seed), VARIANTS[code]
    slowly = partial(brute_variants.results, code) if code in OWN_WAY else brute.results
    position = rules.start_position()
    for _ in range(2000):
        dice = random.choice(ROLLS)
        plays = rules.legal_plays(position, dice)
        if dice[0] != dice[1] or random.random() < 0.1:
            assert set(plays) == slowly(position, dice), (position, dice)
        after = random.choice(sorted(plays, key=_order)) if plays else position
        assert rules.problems(after) == []
        assert sum(after.own[:26]) == sum(after.opponent[:26]) == rules.checker_count
        if rules.game_finish(after.own, after.opponent) is not None:
            return
        position = after.with_sides_swapped()
    raise AssertionError("the game has no end")


def _order(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return position.own, position.opponent


@st.composite
def boards(draw: st.DrawFn, code: str) -> Position:
    """Few checkers close together, so that they are in each other's way."""
    rules = VARIANTS[code]
    ends = draw(st.sampled_from([(1, 6), (1, 12), (13, 24), (1, 24)]))
    points = st.lists(st.integers(*ends), min_size=1, max_size=7)
    own, theirs = draw(points), draw(points)
    if code == "fevga":
        theirs = [(point + 11) % 24 + 1 for point in theirs]
        theirs = [point for point in theirs if (point + 11) % 24 + 1 not in own]
    else:
        theirs = [25 - point for point in theirs]
    if code == "race":
        own += [BAR] * draw(st.integers(0, 3))
    if code == "race":
        theirs = [point for point in theirs if 25 - point not in own]
    if code == "plakoto":
        theirs = [point for point in theirs if own.count(25 - point) < 2 or theirs.count(point) < 2]
    counted = Position(*(make_side(15, {point: lot.count(point) for point in lot}) for lot in (own, theirs)))
    if code == "race":
        return rules.position_of_counts(counted, {"hit": draw(st.integers(0, own.count(BAR)))})
    shared = [point for point in set(own) if own.count(point) == theirs.count(25 - point) == 1]
    pinned = [point for point in shared if draw(st.booleans())]
    return rules.position_of_counts(counted, {"pinned": pinned} if code == "plakoto" else {})


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), st.sampled_from(OWN_WAY), st.sampled_from(ROLLS))
def test_any_board_has_the_plays_brute_force_finds(data: st.DataObject, code: str, dice: Roll) -> None:
    """And each play, written out and read, is judged legal and leads where it should."""
    position, rules = data.draw(boards(code)), VARIANTS[code]
    plays = rules.legal_plays(position, dice)
    assert set(plays) == brute_variants.results(code, position, dice)
    for after, steps in plays.items():
        text = format_play(position, steps, rules.after_step, rules.step_hits)
        judged = rules.judge_play(position.own, position.opponent, dice, parse_play(text))
        assert (judged.fault, judged.note) == (None, None), text
        spelled = hops(position, steps, rules.step_hits)
        judged = rules.judge_play(position.own, position.opponent, dice, spelled[::-1])
        assert judged.fault is None
        assert Position(tuple(judged.own or ()), tuple(judged.opponent or ())) == after
    if not plays:
        assert rules.judge_play(position.own, position.opponent, dice, ()).fault is None


@settings(max_examples=examples(160), deadline=None)
@given(
    st.data(),
    st.sampled_from(OWN_WAY),
    st.sampled_from(ROLLS),
    st.lists(st.tuples(st.integers(0, 26), st.integers(0, 6), st.booleans()), min_size=1, max_size=5),
)
def test_any_text_is_judged(
    data: st.DataObject, code: str, dice: Roll, ways: list[tuple[int, int, bool]]
) -> None:
    """What is legal is among the legal plays; what is not has a reason, and leaves a board or none."""
    position, rules = data.draw(boards(code)), VARIANTS[code]
    text = " ".join(f"{start}/{max(start - pips, 0)}" + "*" * hit for start, pips, hit in ways)
    judged = rules.judge_play(position.own, position.opponent, dice, parse_play(text))
    rules.begins_legal_play(position.own, position.opponent, dice, parse_play(text))
    if judged.own is not None and judged.opponent is not None:
        after = Position(tuple(judged.own), tuple(judged.opponent))
        assert rules.problems(after) == []
        finish = rules.game_finish(after.own, after.opponent)
        if judged.fault is None and judged.note != "last_checker_short" and finish is None:
            assert after in brute_variants.results(code, position, dice)
    else:
        assert judged.fault is not None


# How games end.


@pytest.mark.parametrize(
    ("code", "options", "own", "opponent", "details", "finish"),
    [
        pytest.param(
            "plakoto", {}, {1: 1, 5: 14}, {24: 1, 1: 1}, {"pinned": []}, Finish(True, 2), id="pinned"
        ),
        pytest.param("plakoto", {}, {1: 1, 24: 1}, {24: 1, 2: 1}, {"pinned": []}, None, id="not gone yet"),
        pytest.param(
            "plakoto", {}, {24: 1, 3: 1}, {1: 1, 3: 1}, {"pinned": [24]}, Finish(False, 2), id="lost"
        ),
        pytest.param("plakoto", {}, {24: 1, 3: 1}, {1: 1, 24: 1}, {"pinned": [24]}, None, id="not lost yet"),
        pytest.param(
            "plakoto", {}, {24: 1, 1: 1}, {1: 1, 24: 1}, {"pinned": [24]}, Finish(None, 0), id="draw"
        ),
        pytest.param("plakoto", {}, {1: 1, 5: 14}, {24: 2}, {}, None, id="not the last one"),
        pytest.param("plakoto", {}, {1: 2, 5: 13}, {24: 1}, {}, Finish(True, 2), id="two on it"),
        pytest.param("plakoto", {}, {2: 1, 5: 14}, {23: 1}, {"pinned": []}, None, id="another point"),
        pytest.param(
            "plakoto",
            {"start_pinned_wins": 3},
            {1: 1},
            {24: 1},
            {"pinned": []},
            Finish(True, 3),
            id="tripled",
        ),
        pytest.param("plakoto", {}, {}, {24: 1, 1: 14}, {}, Finish(True, 2), id="none off"),
        pytest.param("plakoto", {}, {}, {24: 1, 1: 13}, {}, Finish(True, 1), id="one off"),
        pytest.param("plakoto", {"most_wins": 3}, {}, {24: 1, 1: 14}, {}, Finish(True, 3), id="backgammon"),
        pytest.param(
            "plakoto", {"most_wins": 3}, {}, {18: 1, 1: 14}, {}, Finish(True, 2), id="no backgammon"
        ),
        pytest.param("plakoto", {"most_wins": 1}, {}, {24: 1, 1: 14}, {}, Finish(True, 1), id="no gammon"),
        pytest.param("fevga", {}, {}, {18: 15}, {}, Finish(True, 2), id="fevga, none off"),
        pytest.param("fevga", {}, {}, {18: 14}, {}, Finish(True, 1), id="fevga, one off"),
        pytest.param("fevga", {"most_wins": 3}, {}, {13: 1, 1: 14}, {}, Finish(True, 3), id="in the home"),
        pytest.param("fevga", {"most_wins": 3}, {}, {24: 1, 1: 14}, {}, Finish(True, 2), id="behind it"),
        pytest.param("fevga", {"most_wins": 3}, {}, {12: 1, 1: 14}, {}, Finish(True, 2), id="before it"),
        pytest.param("race", {}, {}, {25: 15}, {}, Finish(True, 3), id="never entered"),
        pytest.param("race", {}, {}, {1: 15}, {}, Finish(True, 2), id="race, none off"),
        pytest.param("misere", {}, {}, {25: 1, 1: 14}, {}, Finish(False, 1), id="first off loses"),
        pytest.param("misere", {"most_wins": 3}, {}, {25: 1, 1: 14}, {}, Finish(False, 3), id="counted"),
        pytest.param("misere", {}, {1: 1}, {1: 1}, {}, None, id="one left"),
    ],
)
def test_endings(
    code: str,
    options: dict[str, object],
    own: Points,
    opponent: Points,
    details: dict[str, object],
    finish: Finish | None,
) -> None:
    rules = VARIANTS[code].with_options(options)
    after = placed(rules, own, opponent, details)
    assert rules.game_finish(after.own, after.opponent) == finish
    assert finish is None or finish.won is None or finish.wins in rules.possible_wins


def test_contact_in_fevga() -> None:
    rules = VARIANTS["fevga"]
    start = rules.start_position()
    assert rules.has_contact(start.own, start.opponent)
    for own, opponent, contact in [
        ({12: 15}, {12: 15}, False),
        ({13: 15}, {12: 15}, True),
        ({12: 15}, {13: 15}, True),
        ({12: 15}, {24: 15}, True),
        ({1: 15}, {12: 15}, False),
        ({13: 15}, {0: 15}, False),
    ]:
        after = Position(
            make_side(15, {at: n for at, n in own.items() if at}),
            make_side(15, {at: n for at, n in opponent.items() if at}),
        )
        assert rules.has_contact(after.own, after.opponent) is contact


# What the sources leave open.


def test_options() -> None:
    assert {
        code: {name: found.default for name, found in rules.options.items()}
        for code, rules in VARIANTS.items()
        if rules.options
    } == {
        "plakoto": {
            "most_wins": 2,
            "opening_doubles": True,
            "start_pinned_wins": 2,
            "bear_off_while_pinned": False,
        },
        "fevga": {"most_wins": 2, "opening_doubles": True, "cube": False, "prime_before_all": "not_left"},
        "race": {"cube": False, "steps_of_a_double": 4},
        "misere": {"cube": True, "most_wins": 1},
    }
    for rules in VARIANTS.values():
        for name, found in rules.options.items():
            assert found.values[0] == found.default == getattr(rules, name)
            for value in found.values:
                assert getattr(rules.with_options({name: value}), name) == value
    assert VARIANTS["race"].with_options({"cube": True}).cube
    assert not VARIANTS["race"].cube
    assert VARIANTS["misere"].possible_wins == (1,)
    assert VARIANTS["plakoto"].with_options({"start_pinned_wins": 3}).possible_wins == (1, 2, 3)
    for code in ("plakoto", "fevga"):
        assert VARIANTS[code].may_open_with((3, 3))
        assert not VARIANTS[code].with_options({"opening_doubles": False}).may_open_with((3, 3))
        assert VARIANTS[code].with_options({"opening_doubles": False}).may_open_with((3, 1))


@pytest.mark.parametrize(
    ("code", "values", "message"),
    [
        ("backgammon", {"cube": False}, 'backgammon has no option "cube": there are none'),
        ("race", {"code": "x"}, "there are cube, steps_of_a_double"),
        ("race", {"cube": 1}, "cube is one of False, True, not 1"),
        ("race", {"steps_of_a_double": 3}, "one of 4, 2, not 3"),
        ("plakoto", {"most_wins": True}, "one of 2, 1, 3, not True"),
        ("fevga", {"prime_before_all": []}, "one of not_left, opened, allowed"),
    ],
)
def test_what_is_no_option(code: str, values: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        VARIANTS[code].with_options(values)


# Positions.


def test_starts() -> None:
    plakoto, fevga, race = (VARIANTS[code].start_position() for code in OWN_WAY)
    assert plakoto.own == plakoto.opponent == (*(0,) * 24, 15, 0, *(0,) * 24)
    assert fevga.own == fevga.opponent == (*(0,) * 24, 15, 0)
    assert race.own == race.opponent == (*(0,) * 25, 15, 0)
    assert VARIANTS["misere"].start_position() == VARIANTS["backgammon"].start_position()


@pytest.mark.parametrize(
    ("code", "own", "opponent", "details", "message"),
    [
        ("plakoto", {5: 1}, {20: 1}, {}, 'each side has one checker on the 5-point: say in "pinned"'),
        (
            "plakoto",
            {5: 1},
            {20: 1},
            {"pinned": [6]},
            '"pinned" is no list of points with a pinned checker',
        ),
        ("plakoto", {5: 1}, {20: 1}, {"pinned": [5, 0]}, '"pinned" is no list'),
        ("plakoto", {5: 2}, {20: 1}, {"pinned": [5]}, '"pinned" is no list'),
        ("plakoto", {5: 1}, {19: 1}, {"pinned": [5]}, '"pinned" is no list'),
        ("plakoto", {5: 1}, {20: 1}, {"pinned": ["5"]}, '"pinned" is no list'),
        ("plakoto", {5: 1}, {20: 1}, {"pinned": 5}, "each side has one checker on the 5-point"),
        ("plakoto", {5: 2}, {20: 1}, {"pinned": 5}, '"pinned" is no list'),
        ("plakoto", {5: 2}, {20: 1}, {"pinned": {}}, '"pinned" is no list'),
        ("plakoto", {5: 2}, {20: 2}, {}, "on the 5-point it is not one checker that is pinned"),
        ("plakoto", {25: 1}, {20: 2}, {}, "nobody is hit"),
        ("fevga", {5: 1}, {17: 1}, {}, "both sides stand on the 5-point"),
        ("fevga", {5: 1}, {25: 1}, {}, "nobody is hit"),
        ("race", {25: 2}, {}, {"hit": 3}, '"hit" is a number up to 2'),
        ("race", {25: 2}, {}, {"hit": -1}, '"hit" is a number up to 2'),
        ("race", {25: 2}, {}, {"hit": True}, '"hit" is a number up to 2'),
        ("race", {5: 2}, {20: 1}, {}, "both sides stand on the 5-point"),
        ("misere", {5: 2}, {20: 1}, {}, "both sides stand on the 5-point"),
    ],
)
def test_what_is_no_position(
    code: str, own: Points, opponent: Points, details: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidPosition, match=message):
        placed(VARIANTS[code], own, opponent, details)


def test_who_is_pinned() -> None:
    rules = VARIANTS["plakoto"]
    for own, opponent, details, pinned in [
        ({5: 1}, {20: 3}, {}, ([5], [])),
        ({5: 3}, {20: 1}, {}, ([], [20])),
        ({5: 1}, {20: 1}, {"pinned": [5]}, ([5], [])),
        ({5: 1}, {20: 1}, {"pinned": []}, ([], [20])),
        ({5: 1}, {20: 3}, {"pinned": [5]}, ([5], [])),
    ]:
        found = placed(rules, own, opponent, details)
        assert (
            tuple([at for at in range(1, 25) if lot[25 + at]] for lot in (found.own, found.opponent))
            == pinned
        )


def test_who_leaves_frees_and_who_comes_pins() -> None:
    rules = VARIANTS["plakoto"]
    before = placed(rules, {13: 2, 10: 1}, {15: 1, 12: 1}, {"pinned": []})
    after = Position(*rules.after_step(*rules.after_step(before.own, before.opponent, (13, 10)), (10, 8)))
    assert after == placed(rules, {13: 1, 10: 1, 8: 1}, {15: 1, 12: 1}, {"pinned": []})
    after = Position(*rules.after_step(after.own, after.opponent, (10, 9)))
    assert after == placed(rules, {13: 1, 9: 1, 8: 1}, {15: 1, 12: 1}, {"pinned": []})
    assert after.opponent[25 + 15] == 0
    assert after.opponent[25 + 12] == 1


def test_a_pinned_checker_that_was_moved_stands_where_the_record_has_it() -> None:
    rules = VARIANTS["plakoto"]
    before = placed(rules, {24: 14, 10: 1}, {15: 1}, {"pinned": [10]})
    judged = rules.judge_play(before.own, before.opponent, (2, 1), parse_play("10/8 24/23"))
    assert judged.fault is not None
    after = placed(rules, {24: 13, 23: 1, 8: 1}, {15: 1})
    assert (judged.own, judged.opponent) == (after.own, after.opponent)
    impossible = rules.judge_play(before.own, before.opponent, (2, 1), parse_play("24/10"))
    assert (impossible.own, impossible.opponent) == (None, None)


# Whole matches.

EVERY = [code for code in VARIANTS if code != "backgammon"]


def written(record: MatchRecord) -> str:
    text = CODECS["mat"].write(record)
    assert isinstance(text, str)
    return text


@pytest.mark.long
@pytest.mark.parametrize("code", EVERY)
@pytest.mark.parametrize("seed", range(5))
def test_matches_played_at_random_are_legal(code: str, seed: int) -> None:
    """Written as .mat, read back and judged; with games played to their end and games given up."""
    record = match(Random(seed), 3, code, longest=(60, 5000)[seed % 2])
    back = read(written(record).encode())
    assert (back.variant, [game.entries for game in back.games]) == (
        code,
        [game.entries for game in record.games],
    )
    verdict = adjudicate(back)
    assert (verdict.verdict, verdict.violations, verdict.complete) == ("legal", (), True)
    assert len(verdict.games) == len(record.games)
    assert VARIANTS[code].cube or not any(game.crawford for game in verdict.games)
    for game, found in zip(record.games, verdict.games, strict=True):
        last = game.entries[-1]
        if isinstance(last.action, Won):
            assert (found.winner, found.points) == (last.player, last.action.points)
        else:
            assert (found.winner, found.points, found.ending) == (None, 0, "draw")
    assert {note.code for note in verdict.notes} <= {"early_concession"}


@pytest.mark.parametrize("code", EVERY)
@pytest.mark.parametrize("seed", range(3))
def test_plays_of_another_roll_are_found(code: str, seed: int) -> None:
    """One play of a match is exchanged for one of another roll, which leaves another board."""
    random, rules = Random(seed), VARIANTS[code]
    record = match(random, 1, code)
    game = record.games[0]
    at = random.choice(
        [at for at, entry in enumerate(game.entries) if isinstance(entry.action, Rolled)][1:20]
    )
    boards = list(rules.start_position().with_sides_swapped().own), list(rules.start_position().own)
    for entry in game.entries[:at]:
        if isinstance(entry.action, Rolled):
            judged = rules.judge_play(
                boards[entry.player], boards[1 - entry.player], entry.action.dice, entry.action.hops
            )
            assert judged.own is not None
            assert judged.opponent is not None
            boards = (
                (list(judged.own), list(judged.opponent))
                if entry.player == 0
                else (list(judged.opponent), list(judged.own))
            )
    entry = game.entries[at]
    assert isinstance(entry.action, Rolled)
    before = Position(tuple(boards[entry.player]), tuple(boards[1 - entry.player]))
    legal = {after.own for after in rules.legal_plays(before, entry.action.dice)} or {before.own}
    others = [
        hops(before, steps, rules.step_hits)
        for dice in ROLLS
        for after, steps in rules.legal_plays(before, dice).items()
        if after.own not in legal and after.own[0] < rules.checker_count
    ]
    for false in random.sample(others, min(8, len(others))):
        game.entries[at] = RecordedAction(entry.turn, entry.player, changed(entry.action, hops=false))
        fault = adjudicate(record).violations[0]
        assert (fault.code, fault.turn, fault.player) == ("illegal_play", entry.turn, entry.player), false
        assert 0 < len(fault.legal) <= 20 or legal == {before.own}


@pytest.mark.parametrize("code", EVERY)
def test_a_record_may_break_off_anywhere(code: str) -> None:
    """Cut at every letter of its last rows, a match is legal as far as it goes."""
    record = match(Random(5), 1, code, longest=12)
    text = written(record).rstrip().rpartition("\n")[0]
    for end in range(len(text) - 100, len(text)):
        assert adjudicate(read(text[:end].encode())).violations == (), text[end - 40 : end]


def played(code: str, *actions: tuple[int, object], length: int = 3) -> RecordVerdict:
    """A game that opens with 31 for the left side and goes on like this."""
    rules = VARIANTS[code]
    position = rules.start_position()
    steps = next(iter(rules.legal_plays(position, (3, 1)).values()))
    entries = [RecordedAction(1, 0, Rolled((3, 1), hops(position, steps, rules.step_hits)))]
    entries += [RecordedAction(number, side, action) for number, (side, action) in enumerate(actions, 2)]  # type: ignore[arg-type]
    return adjudicate(
        MatchRecord("mat", code, length, NAMES, [GameRecord(1, (0, 0), entries, players=NAMES)])
    )


def test_there_is_no_cube() -> None:
    for code in OWN_WAY:
        [fault] = played(code, (1, Doubled(2)), (0, Took())).violations
        assert (fault.code, fault.rule) == ("illegal_double", str(RULES["no_cube"]))
        assert "which is played without a cube" in fault.message
    assert played("misere", (1, Doubled(2)), (0, Took())).violations == ()


def test_resignations_give_what_a_game_can_be_worth() -> None:
    for code, points in (("plakoto", 2), ("fevga", 2), ("race", 3), ("misere", 1), ("hypergammon", 3)):
        assert played(code, (1, Resigned(points)), (0, Won(points)), length=7).violations == ()
        [fault] = played(code, (1, Resigned(points + 1)), (0, Won(points + 1)), length=7).violations
        rule = "points_of_resignation" if points == 3 else "resignation_at_most"
        assert fault.rule == str(RULES[rule]), fault
    text = played("misere", (1, Resigned(2)), (0, Won(2))).violations[0].message
    assert text == "given up for 2; with the cube at 1 it can be 1"


@pytest.mark.parametrize(
    ("code", "points", "winner"),
    [
        ("plakoto", "points_of_plakoto", "winner_of_plakoto"),
        ("fevga", "points_of_fevga", "winner_of_game"),
        ("race", "points_of_play", "winner_of_game"),
        ("misere", "points_of_misere", "winner_of_misere"),
        ("nackgammon", "points_of_play", "winner_of_game"),
    ],
)
def test_false_results_name_the_rule_of_the_variant(code: str, points: str, winner: str) -> None:
    seed = next(seed for seed in range(99) if _borne_off(code, seed))
    for rule, change in ((points, Won(64)), (winner, None)):
        record = match(Random(seed), 1, code, longest=5000)
        last = record.games[0].entries[-1]
        assert isinstance(last.action, Won)
        record.games[0].entries[-1] = (
            RecordedAction(last.turn, last.player, change)
            if change
            else RecordedAction(last.turn, 1 - last.player, last.action)
        )
        assert adjudicate(record).violations[0].rule == str(RULES[rule])


def _borne_off(code: str, seed: int) -> bool:
    return adjudicate(match(Random(seed), 1, code, longest=5000)).games[0].ending not in (
        "resignation",
        "pass",
        "draw",
    )


def drawn(random: Random) -> GameRecord:
    """A game of Plakoto in which both keep a checker on their start and pin the other's."""
    rules, game, player = VARIANTS["plakoto"], GameRecord(1, (0, 0), players=NAMES), 0
    position = rules.start_position()

    def liking(after: Position) -> tuple[object, ...]:
        finish = rules.game_finish(after.own, after.opponent)
        stays = after.own[24] > 0
        pins = after.opponent[25 + 24] and stays
        return (
            finish == Finish(None, 0),
            pins,
            stays,
            not (finish and finish.won),
            -sum(after.own[1:6]),
            _order(after),
        )

    for number in range(400):
        dice = random.choice(ROLLS)
        plays = rules.legal_plays(position, dice)
        after = max(plays, key=liking) if plays else position
        way = hops(position, plays[after], rules.step_hits) if plays else ()
        game.entries.append(RecordedAction(number // 2 + 1, player, Rolled(dice, way)))
        if rules.game_finish(after.own, after.opponent) is not None:
            break
        position, player = after.with_sides_swapped(), 1 - player
    return game


def test_a_draw() -> None:
    """Worth nothing, won by nobody, and the match goes on."""
    games = [
        drawn(Random(0)),
        GameRecord(2, (0, 0), [RecordedAction(1, 0, Rolled((3, 1), parse_play("24/20")))], players=NAMES),
    ]
    games[1].entries += [RecordedAction(1, 1, Resigned(1)), RecordedAction(1, 0, Won(1))]
    record = MatchRecord("mat", "plakoto", 1, NAMES, games, tags={"variation": "Plakoto"})
    verdict = adjudicate(read(written(record).encode()))
    assert (verdict.verdict, verdict.score, verdict.winner) == ("legal", (1, 0), 0)
    assert verdict.games[0]._asdict() == {
        "number": 1,
        "winner": None,
        "points": 0,
        "ending": "draw",
        "cube": 1,
        "crawford": False,
    }
    assert verdict.as_dict()["games"][0]["winner"] is None
    last = games[0].entries[-1]
    games[0].entries.append(RecordedAction(last.turn, 0, Won(1)))
    [fault] = adjudicate(record).violations[:1]
    assert fault.message == "the record gives the game to a player, and it is a draw"
    games[0].entries[-1] = RecordedAction(last.turn, 1, Won(1, placed=False))
    assert adjudicate(record).violations[0].message == fault.message


def test_rules_that_only_variants_have() -> None:
    """Every rule of the rulebook that names a variant is broken above."""
    broken = {case.values[4] for case in PLAYS}
    assert (
        broken
        | {
            "no_cube",
            "resignation_at_most",
            *(own for rules in VARIANTS.values() for own in rules.versions.values()),
        }
        >= VARIANT_RULES
    )


VARIANT_RULES = {
    name
    for name, rule in RULES.items()
    if rule.text.startswith(("Plakoto:", "Fevga:", "Misère:", "Backgammon Race:")) or "variant" in rule.text
}
