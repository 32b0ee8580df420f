"""The quick way to judge plays: the same answers as the careful one, wherever it gives any."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.claims import judge
from engine.dice import Roll, steps
from engine.notation import format_play, parse, written
from engine.packed import TOPS, best_way, is_dance, packed, reading, unpacked
from engine.plays import legal_plays
from engine.position import Position, Side, side
from engine.record import Hop, Rolled, Written

from .croupier import hops
from .test_claims import hop_lists
from .test_plays import positions, rolls


def quick(position: Position, dice: Roll, text: Sequence[Hop]) -> set[Position]:
    """The boards after each way that is legal."""
    own, opponent = packed(position.own), packed(position.opponent)
    found = set()
    for way in reading(Rolled(dice, tuple(text))).ways:
        after = best_way(own, opponent, [way], 0)
        if after is not None:
            found.add(Position(unpacked(after[0]), unpacked(after[1])))
    return found


@given(st.lists(st.integers(0, 15), min_size=26, max_size=26).map(tuple))
def test_packing(checkers: Side) -> None:
    assert unpacked(packed(checkers)) == checkers


@settings(max_examples=300, deadline=None)
@given(positions(), rolls)
def test_every_play_that_uses_all_dice_is_found_legal(position: Position, dice: Roll) -> None:
    """Step by step in any order, and merged where that leaves no doubt how many dice were used."""
    for after, played in legal_plays(position, dice).items():
        if len(played) == len(steps(dice)):
            spelled = hops(position, played)
            assert quick(position, dice, spelled) == {after}, written(spelled)
            assert quick(position, dice, spelled[::-1]) == {after}
            merged = parse(format_play(position, played))
            ways = reading(Rolled(dice, merged)).ways
            assert not ways or after in quick(position, dice, merged)
            assert ways or any(hop.end == 0 for hop in merged)


@settings(max_examples=600, deadline=None)
@given(positions(), rolls, hop_lists)
def test_whatever_has_ways_is_legal_only_if_the_careful_judge_says_so(
    position: Position, dice: Roll, found: list[Hop]
) -> None:
    check(position, dice, found)


@settings(max_examples=600, deadline=None)
@given(positions(), rolls, st.data())
def test_steps_that_the_dice_give_are_legal_only_if_the_careful_judge_says_so(
    position: Position, dice: Roll, data: st.DataObject
) -> None:
    starts = data.draw(st.lists(st.sampled_from(range(1, 26)), min_size=4, max_size=4))
    check(
        position,
        dice,
        [Hop(start, max(start - die, 0)) for start, die in zip(starts, steps(dice), strict=False)],
    )


def check(position: Position, dice: Roll, found: Sequence[Hop]) -> None:
    if reading(Rolled(dice, tuple(found))).ways:
        careful = judge(position.own, position.opponent, dice, tuple(found))
        results = quick(position, dice, found)
        assert bool(results) == (careful.fault is None)
        if results:
            assert careful.own is not None
            assert careful.opponent is not None
            assert Position(tuple(careful.own), tuple(careful.opponent)) in results


@pytest.mark.parametrize(
    ("dice", "text", "ways"),
    [
        ((3, 1), "8/5 6/5", 1),
        ((3, 1), "8/4", 2),
        ((3, 1), "8/5", 0),
        ((3, 1), "8/5 6/5 5/4", 0),
        ((3, 3), "8/5(2) 6/3(2)", 1),
        ((3, 3), "24/12", 1),
        ((3, 3), "24/15 6/3", 1),
        ((3, 3), "24/15", 0),
        ((3, 3), "8/4 8/5 8/5 8/5", 0),
        ((6, 5), "4/off 3/off", 1),
        ((6, 5), "5/off 4/off", 1),
        ((6, 1), "4/off", 0),
        ((4, 3), "6/off", 2),
        ((2, 2), "5/off 2/off", 1),
        ((6, 5), "6/8", 0),
        ((6, 5), "31/25 6/1", 0),
        ((7, 1), "8/1 6/5", 0),
        ((1, 3), "8/5 6/5", 0),
    ],
)
def test_how_many_ways_there_are_to_read_a_play(dice: Roll, text: str, ways: int) -> None:
    assert len(reading(Rolled(dice, parse(text))).ways) == ways


def test_a_reading_is_worked_out_once() -> None:
    action = Rolled((3, 1), parse("8/5 6/5"))
    assert reading(action) is reading(action)
    assert action == Rolled((3, 1), parse("8/5 6/5"))


@pytest.mark.parametrize(
    ("bar", "held", "told", "dances"),
    [
        (1, (4, 2), Written.NOTHING, True),
        (2, (4, 2), Written.CANNOT_MOVE, True),
        (1, (4,), Written.NOTHING, False),
        (0, (4, 2), Written.NOTHING, False),
        (1, (4, 2), Written.UNKNOWN, False),
        (1, (4, 2), Written.ILLEGAL, False),
    ],
)
def test_a_player_on_the_bar_before_closed_points_dances(
    bar: int, held: tuple[int, ...], told: Written, dances: bool
) -> None:
    own, opponent = side(15, {25: bar, 6: 2}), side(15, dict.fromkeys(held, 2))
    text = reading(Rolled((4, 2), (), told))
    found = text.entering is not None and is_dance(packed(own), packed(opponent), text.entering)
    assert found == dances


def test_the_tops_are_the_sign_of_a_checker_missing() -> None:
    nobody = side(15, {})
    [way] = reading(Rolled((3, 1), parse("8/5 6/5"))).ways
    assert best_way(packed(nobody), packed(nobody), [way], 0) is None
    assert packed(side(0, {})) == TOPS
