"""The quick way to judge plays: the same answers as the careful one, wherever it gives any."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.claims import judge_play
from engine.dice import Roll, roll_steps
from engine.notation import format_hops, format_play, parse_play
from engine.packed import TOPS, After, Merged, PackedPlay, Stuck, pack_side, play_reading, unpack_side
from engine.plays import legal_plays
from engine.position import Position, Side, make_side
from engine.record import Hop, Rolled, Written
from tests.effort import examples

from .croupier import hops
from .test_claims import hop_lists
from .test_plays import positions, rolls


def ways(dice: Roll, text: Sequence[Hop]) -> tuple[PackedPlay, ...]:
    """The ways to play what is written that use every die."""
    change, empty, faced, _, special = play_reading(Rolled(dice, tuple(text)))
    if isinstance(special, Merged):
        return special.ways
    return (PackedPlay(change, empty, faced),) if empty else ()


def quick(position: Position, dice: Roll, text: Sequence[Hop]) -> set[Position]:
    """The boards after each way that is legal."""
    own, opponent = pack_side(position.own), pack_side(position.opponent)
    made = [way.make_play(own, opponent) for way in ways(dice, text)]
    return {board(after) for after in made if after is not None}


def board(after: After) -> Position:
    return Position(unpack_side(after[0]), unpack_side(after[1]))


@given(st.lists(st.integers(0, 15), min_size=26, max_size=26).map(tuple))
def test_packing(checkers: Side) -> None:
    assert unpack_side(pack_side(checkers)) == checkers


@settings(max_examples=examples(120), deadline=None)
@given(positions(), rolls)
def test_every_play_that_uses_all_dice_is_found_legal(position: Position, dice: Roll) -> None:
    """Step by step in any order, and merged where that leaves no doubt how many dice were used."""
    for after, played in legal_plays(position, dice).items():
        if len(played) == len(roll_steps(dice)):
            spelled = hops(position, played)
            assert quick(position, dice, spelled) == {after}, format_hops(spelled)
            assert quick(position, dice, spelled[::-1]) == {after}
            merged = parse_play(format_play(position, played))
            assert not ways(dice, merged) or after in quick(position, dice, merged)
            assert ways(dice, merged) or any(hop.end == 0 for hop in merged)


@settings(max_examples=examples(240), deadline=None)
@given(positions(), rolls, hop_lists)
def test_whatever_has_ways_is_legal_only_if_the_careful_judge_says_so(
    position: Position, dice: Roll, found: list[Hop]
) -> None:
    check(position, dice, found)


@settings(max_examples=examples(240), deadline=None)
@given(positions(), rolls, st.data())
def test_steps_that_the_dice_give_are_legal_only_if_the_careful_judge_says_so(
    position: Position, dice: Roll, data: st.DataObject
) -> None:
    starts = data.draw(st.lists(st.sampled_from(range(1, 26)), min_size=4, max_size=4))
    check(
        position,
        dice,
        [Hop(start, max(start - die, 0)) for start, die in zip(starts, roll_steps(dice), strict=False)],
    )


def check(position: Position, dice: Roll, found: Sequence[Hop]) -> None:
    """What uses every die is told legal or not, what does not only if it is plainly legal."""
    careful = judge_play(position.own, position.opponent, dice, tuple(found))
    results = quick(position, dice, found)
    *_, stuck = play_reading(Rolled(dice, tuple(found)))
    if isinstance(stuck, Stuck):
        made = stuck.make_play(pack_side(position.own), pack_side(position.opponent), 0)
        results = {board(made)} if made else set()
    if results:
        assert careful.fault is None
        assert careful.own is not None
        assert careful.opponent is not None
        assert Position(tuple(careful.own), tuple(careful.opponent)) in results
    elif ways(dice, found) and uses_every_die(dice, found):
        assert careful.fault is not None


def uses_every_die(dice: Roll, found: Sequence[Hop]) -> bool:
    """Whether so many steps are written."""
    if dice[0] == dice[1]:
        return sum(-(-(hop.start - hop.end) // dice[0]) for hop in found) == 4
    return len(found) == 2 or found[0].start - found[0].end > dice[0]


@pytest.mark.parametrize(
    ("dice", "text", "count"),
    [
        ((3, 1), "8/5 6/5", 1),
        ((3, 1), "8/4", 2),
        ((3, 1), "8/5", 0),
        ((3, 1), "8/5 6/5 5/4", 0),
        ((3, 3), "8/5(2) 6/3(2)", 1),
        ((3, 3), "24/12", 1),
        ((3, 3), "24/15 6/3", 1),
        ((3, 3), "24/15", 1),
        ((3, 3), "24/9", 0),
        ((3, 1), "1/off", 1),
        ((3, 1), "3/off", 0),
        ((3, 1), "bar/22", 0),
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
def test_how_many_ways_there_are_to_read_a_play(dice: Roll, text: str, count: int) -> None:
    assert len(ways(dice, parse_play(text))) == count


def test_a_reading_is_worked_out_once() -> None:
    action = Rolled((3, 1), parse_play("8/5 6/5"))
    assert play_reading(action) is play_reading(action)
    assert action == Rolled((3, 1), parse_play("8/5 6/5"))


@pytest.mark.parametrize(
    ("bar", "held", "written", "dances"),
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
    bar: int, held: tuple[int, ...], written: Written, dances: bool
) -> None:
    own, opponent = make_side(15, {25: bar, 6: 2}), make_side(15, dict.fromkeys(held, 2))
    *_, found = play_reading(Rolled((4, 2), (), written))
    assert (found is not None) == (written in (Written.NOTHING, Written.CANNOT_MOVE))
    assert found is None or (found.make_play(pack_side(own), pack_side(opponent), 0) is not None) == dances


@pytest.mark.parametrize(
    ("bar", "held", "text", "hit"),
    [
        (2, {2: 2}, "bar/21", False),
        (3, {2: 2, 4: 1}, "bar/21*", True),
        (2, {2: 1}, "bar/21", None),  # the other could enter, too
        (1, {2: 2}, "bar/21", None),  # perhaps something else could be played
        (2, {2: 2, 4: 2}, "bar/21", None),
        (0, {2: 2}, "bar/21", None),
    ],
)
def test_a_checker_enters_and_the_next_finds_the_other_point_closed(
    bar: int, held: dict[int, int], text: str, hit: bool | None
) -> None:
    own, opponent = make_side(15, {25: bar, 6: 2}), make_side(15, held)
    *_, found = play_reading(Rolled((4, 2), parse_play(text)))
    assert isinstance(found, Stuck)
    made = found.make_play(pack_side(own), pack_side(opponent), 0)
    assert (made and bool(made[2])) == hit
    if made:
        assert judge_play(own, opponent, (4, 2), parse_play(text)) == (
            board(made).own,
            board(made).opponent,
            None,
            None,
        )


@pytest.mark.parametrize(
    ("dice", "own", "text", "over"),
    [
        ((6, 5), {4: 1}, "4/off", True),
        ((6, 5), {4: 1, 1: 1}, "4/off", False),
        ((6, 5), {4: 1, 25: 1}, "4/off", False),
        ((3, 3), {7: 1}, "7/off", True),
        ((3, 3), {3: 2, 1: 1}, "3/off(2) 1/off", True),
        ((3, 3), {3: 4}, "3/off(3)", False),
        ((3, 3), {7: 1, 4: 1}, "7/1 4/1", False),
    ],
)
def test_the_last_checkers_may_leave_dice_unplayed(
    dice: Roll, own: dict[int, int], text: str, over: bool
) -> None:
    position = Position(make_side(15, own), make_side(15, {}))
    assert bool(quick(position, dice, parse_play(text))) == over
    assert not over or judge_play(position.own, position.opponent, dice, parse_play(text)).fault is None


def test_the_tops_are_the_sign_of_a_checker_missing() -> None:
    nobody = make_side(15, {})
    [way] = ways((3, 1), parse_play("8/5 6/5"))
    assert way.make_play(pack_side(nobody), pack_side(nobody)) is None
    assert pack_side(make_side(0, {})) == TOPS
