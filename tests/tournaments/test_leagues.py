"""Promotion, relegation, withdrawals and newcomers, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.errors import InvalidDivisions
from tournaments.leagues import Move, Movement, moves, next_season

SEASON = ((11, 12, 13, 14), (21, 22, 23, 24), (31, 32, 33, 34))


def test_who_goes_up_and_who_goes_down():
    assert moves(SEASON, Movement(up=1, down=2)) == {
        13: Move.DOWN,
        14: Move.DOWN,
        21: Move.UP,
        23: Move.DOWN,
        24: Move.DOWN,
        31: Move.UP,
    }
    assert moves(SEASON, Movement(up=0, down=0)) == {}
    assert moves((SEASON[0],), Movement()) == {}
    assert moves(((1, 2), (3,), (4, 5)), Movement(1, 1)) == {2: Move.DOWN, 3: Move.UP, 4: Move.UP}


def test_the_next_season_has_those_who_came_down_first_and_those_who_came_up_last():
    assert next_season(SEASON, Movement(1, 1)) == (
        (11, 12, 13, 21),
        (14, 22, 23, 31),
        (24, 32, 33, 34),
    )


def test_a_place_that_is_left_is_filled_from_below_and_newcomers_begin_at_the_bottom():
    """12 leaves: of the second division 14, who came down, stays up; 24 too, and a newcomer comes in."""
    assert next_season(SEASON, Movement(1, 1), withdrawn={12}, newcomers=(41, 42)) == (
        (11, 13, 21, 14),
        (22, 23, 31, 24),
        (32, 33, 34, 41, 42),
    )


def test_more_may_go_down_than_up():
    """The second division is one too many and the first one too few: the best of the second fills it."""
    assert next_season(SEASON, Movement(up=1, down=2)) == (
        (11, 12, 21, 13),
        (14, 22, 31, 23),
        (24, 32, 33, 34),
    )


def test_a_league_of_one_division_or_none():
    assert next_season((SEASON[0],), Movement(), withdrawn={12}, newcomers=(15,)) == ((11, 13, 14, 15),)
    assert next_season((), Movement(), newcomers=(1, 2)) == ((1, 2),)
    assert next_season((), Movement()) == ()


@pytest.mark.parametrize(
    ("season", "withdrawn", "newcomers", "says"),
    [
        (((1, 2), (2, 3)), (), (), "2 stands twice"),
        (((1, 2),), (), (2,), "2 stands twice"),
        (((1, 2),), (9,), (), "9 is in no division"),
    ],
)
def test_what_cannot_be_is_refused(season, withdrawn, newcomers, says):
    with pytest.raises(InvalidDivisions, match=says):
        next_season(season, Movement(), withdrawn=withdrawn, newcomers=newcomers)


@given(
    sizes=st.lists(st.integers(1, 8), min_size=1, max_size=5),
    up=st.integers(0, 3),
    down=st.integers(0, 3),
    leaving=st.sets(st.integers(0, 39), max_size=6),
    new=st.integers(0, 4),
)
def test_everybody_plays_in_one_division(sizes, up, down, leaving, new):
    numbers = iter(range(100))
    season = tuple(tuple(next(numbers) for _ in range(size)) for size in sizes)
    withdrawn = leaving & {entry for division in season for entry in division}
    newcomers = tuple(range(200, 200 + new))
    made = next_season(season, Movement(up, down), withdrawn=withdrawn, newcomers=newcomers)
    everybody = sorted(entry for division in made for entry in division)
    assert everybody == sorted(set(range(sum(sizes))) - withdrawn | set(newcomers))
    assert len(made) == len(season)
