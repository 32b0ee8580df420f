import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import VARIANTS, legal_positions
from engine.dice import ROLLS, Roll, ordered_roll, roll_weight
from engine.errors import InvalidDice, InvalidPosition, UnknownVariant
from engine.ids.position_id import decode_position, encode_position
from engine.notation import format_play
from engine.plays import legal_plays, most_steps
from engine.position import Position, count_pips, has_contact, make_side
from tests.effort import EFFORT, examples

from . import brute
from .strategies import positions

VECTORS = Path(__file__).parent.parent / "data/engine/vectors"
START = VARIANTS["backgammon"].start_position()


rolls = st.sampled_from(ROLLS)


@settings(max_examples=examples(160), deadline=None)
@given(positions(), rolls)
@example(START, (6, 6))
def test_the_generator_agrees_with_brute_force(position: Position, dice: Roll) -> None:
    plays = legal_plays(position, dice)
    assert set(plays) == brute.results(position, dice)
    for after, steps in plays.items():
        assert len(steps) == most_steps(position.own, position.opponent, dice)
        assert sum(after.own) == sum(after.opponent) == 15
        assert after.problems() == []
    assert most_steps(position.own, position.opponent, dice) == max(map(len, plays.values()), default=0)


@pytest.mark.parametrize(
    ("name", "variant", "cases"),
    [
        ("standard", "backgammon", 1411),
        ("nackgammon", "nackgammon", 307),
        ("hypergammon", "hypergammon", 391),
    ],
)
def test_vectors(name: str, variant: str, cases: int) -> None:
    """Every published position and roll gives exactly the published results."""
    lines = (VECTORS / f"legal_plays_{name}.jsonl").read_text().splitlines()
    assert len(lines) == cases
    for line in lines:
        case = json.loads(line)
        assert legal_positions(case["p"], case["d"], variant) == case["r"], line
        before = decode_position(case["p"], VARIANTS[variant].checker_count)
        assert sorted(map(encode_position, legal_plays(before, ordered_roll(case["d"])))) == case["r"], line
        assert len(case["r"]) == case["n"]


STARTS = {
    "std": "backgammon",
    "nack": "nackgammon",
    "hyper3": "hypergammon",
    "hyper2": "hypergammon2",
    "hyper1": "hypergammon1",
}


@pytest.mark.parametrize("name", STARTS)
def test_opening_rolls(name: str) -> None:
    counts = json.loads((VECTORS / "opening_counts.json").read_text())[name]
    start = VARIANTS[STARTS[name]].start_position()
    assert {f"{high}{low}": len(legal_plays(start, (high, low))) for high, low in ROLLS} == counts


@pytest.mark.parametrize(
    ("variant", "identifier"),
    [
        ("backgammon", "4HPwATDgc/ABMA"),
        ("nackgammon", "4Dl4ADbgOXgANg"),
        ("hypergammon", "AACgAgAAKgAAAA"),
    ],
)
def test_starting_positions(variant: str, identifier: str) -> None:
    assert encode_position(VARIANTS[variant].start_position()) == identifier


@pytest.mark.parametrize("name", ["std", *(["nack"] if EFFORT > 1 else []), "hyper3"])
def test_perft(name: str) -> None:
    """Depth 1 and 2 from the opening; a dance counts as one child."""
    expected = json.loads((VECTORS / "perft.json").read_text())[name]
    start = VARIANTS[STARTS[name]].start_position()
    ones = [after.with_sides_swapped() for dice in ROLLS for after in legal_plays(start, dice)]
    cache: dict[Position, int] = {}
    for position in ones:
        if position not in cache:
            cache[position] = sum(len(legal_plays(position, dice)) or 1 for dice in ROLLS)
    assert [len(ones), sum(cache[position] for position in ones)] == expected[:2]


def test_textbook_positions() -> None:
    for row in json.loads((VECTORS / "legal_moves.json").read_text())["rows"]:
        own, opponent = ({int(point): n for point, n in row[who].items()} for who in ("me", "opp"))
        position = Position(make_side(15, own), make_side(15, opponent))
        plays = legal_plays(position, ordered_roll(row["dice"]))
        assert sorted(format_play(position, steps) for steps in plays.values()) == sorted(row["moves"]), row[
            "name"
        ]


@pytest.mark.parametrize(
    ("own", "opponent", "dice", "moves"),
    [
        pytest.param({25: 1, 13: 1}, {6: 2}, (6, 1), {"bar/18", "bar/24 13/7"}, id="bar first"),
        pytest.param({25: 2, 13: 1}, {1: 2}, (6, 1), {"bar/19"}, id="one of two enters, nothing else moves"),
        pytest.param({25: 1}, dict.fromkeys(range(1, 7), 2), (6, 5), set(), id="closed out"),
        pytest.param({6: 1, 5: 1}, {24: 1}, (6, 4), {"6/off 5/1*", "6/2 5/off"}, id="bear off and hit"),
        pytest.param(
            {7: 1, 3: 1}, {}, (3, 1), {"7/6 3/off", "7/3", "7/4 3/2"}, id="all home before any goes off"
        ),
        pytest.param({3: 1}, {}, (6, 5), {"3/off"}, id="last checker"),
        pytest.param({4: 2}, {}, (2, 1), {"4/1", "4/3 4/2"}, id="a small die bears nothing off"),
        pytest.param({6: 1, 2: 1}, {}, (2, 1), {"6/3", "6/5 2/off", "6/4 2/1"}, id="bearing off is no duty"),
        pytest.param({4: 1, 3: 1, 2: 1}, {}, (4, 3), {"4/off 3/off", "4/1 3/off"}, id="exact dice"),
        pytest.param({2: 2, 1: 1}, {}, (4, 3), {"2/off(2)"}, id="each die takes the rearmost"),
        pytest.param({5: 1, 2: 1}, {}, (4, 3), {"5/1 2/off", "5/off"}, id="a checker behind moves first"),
        pytest.param({2: 2}, {25: 1}, (6, 5), {"2/off(2)"}, id="with the opponent on the bar"),
        pytest.param({25: 1, 2: 2}, {}, (6, 5), {"bar/14"}, id="hit while bearing off, home first"),
        pytest.param({24: 1}, {7: 2, 2: 2}, (6, 1), set(), id="no way through points that are held"),
        pytest.param({24: 1}, {7: 2, 2: 1}, (6, 1), {"24/23*/17"}, id="a way through by a hit"),
        pytest.param({24: 1, 1: 2}, {}, (2, 2), {"24/16"}, id="a double is four steps"),
    ],
)
def test_rules(own: dict[int, int], opponent: dict[int, int], dice: Roll, moves: set[str]) -> None:
    position = Position(make_side(15, own), make_side(15, opponent))
    assert {format_play(position, steps) for steps in legal_plays(position, dice).values()} == moves


def test_the_last_checker_is_borne_off_with_both_dice_if_they_can_be_played() -> None:
    """On the 2-point with a blot on the ace, 61 has to hit on the way: the 1 and then the 6."""
    position = Position(make_side(15, {2: 1}), make_side(15, {24: 1}))
    [(after, steps)] = legal_plays(position, (6, 1)).items()
    assert steps == ((2, 1), (1, 0))
    assert after.opponent[25] == 1


def test_what_is_no_position() -> None:
    with pytest.raises(InvalidPosition, match="16 checkers on the board: a side has 15"):
        make_side(15, {6: 16})
    with pytest.raises(InvalidPosition, match="points are 1 to 24"):
        make_side(15, {26: 1})
    with pytest.raises(InvalidPosition, match="points are 1 to 24"):
        make_side(15, {0: 1})
    with pytest.raises(InvalidPosition):
        make_side(15, {6: -1})
    assert Position(make_side(15, {6: 2}), make_side(15, {19: 1})).problems() == [
        "both sides stand on the 6-point"
    ]


@pytest.mark.parametrize("dice", [[], [1], [1, 2, 3], [0, 1], [1, 7], [True, 1], ["1", 2], [1.0, 2]])
def test_what_is_no_roll(dice: list[int]) -> None:
    with pytest.raises(InvalidDice):
        ordered_roll(dice)


def test_rolls() -> None:
    assert len(ROLLS) == 21
    assert sum(map(roll_weight, ROLLS)) == 36
    assert ordered_roll((1, 6)) == ordered_roll([6, 1]) == (6, 1)


def test_legal_positions() -> None:
    assert legal_positions("23YDAIBCKhWAAw", [6, 1]) == []
    with pytest.raises(UnknownVariant, match="backgammon"):
        legal_positions("4HPwATDgc/ABMA", [3, 1], "chess")


def test_pips_and_contact() -> None:
    assert count_pips(START.own) == 167
    assert count_pips(make_side(15, {25: 1})) == 25
    assert has_contact(START.own, START.opponent)
    assert has_contact(make_side(15, {13: 1}), make_side(15, {12: 1}))
    assert not has_contact(make_side(15, {12: 1}), make_side(15, {12: 1}))
    assert has_contact(make_side(15, {1: 1}), make_side(15, {25: 1}))
    assert not has_contact(make_side(15, {}), make_side(15, {24: 1}))
