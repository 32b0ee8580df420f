"""Promotion, relegation, withdrawals and newcomers, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.leagues.errors import InvalidDivisions
from tournaments.leagues.rules import (
    DIVISIONS_MAX,
    PLAYERS_MAX,
    Claims,
    Move,
    PromotionCount,
    break_division_ties,
    division_moves,
    division_standings_flat,
    first_season,
    following_season,
    league_moves_so_far,
    league_promotions_by_place,
    next_season,
    undecided_division_ties,
)

SEASON = ((11, 12, 13, 14), (21, 22, 23, 24), (31, 32, 33, 34))


def test_who_goes_up_and_who_goes_down():
    assert league_promotions_by_place(SEASON, PromotionCount(up=1, down=2)) == {
        13: Move.DOWN,
        14: Move.DOWN,
        21: Move.UP,
        23: Move.DOWN,
        24: Move.DOWN,
        31: Move.UP,
    }
    assert league_promotions_by_place(SEASON, PromotionCount(up=0, down=0)) == {}
    assert league_promotions_by_place((SEASON[0],), PromotionCount()) == {}
    assert league_promotions_by_place(((1, 2), (3,), (4, 5)), PromotionCount(1, 1)) == {
        2: Move.DOWN,
        3: Move.UP,
        4: Move.UP,
    }


def test_the_next_season_has_those_who_came_down_first_and_those_who_came_up_last():
    assert next_season(SEASON, PromotionCount(1, 1)) == (
        (11, 12, 13, 21),
        (14, 22, 23, 31),
        (24, 32, 33, 34),
    )


def test_a_place_that_is_left_is_filled_from_below_and_newcomers_begin_at_the_bottom():
    """12 leaves: of the second division 14, who came down, stays up; 24 too, and a newcomer comes in."""
    assert next_season(SEASON, PromotionCount(1, 1), withdrawn={12}, newcomers=(41, 42)) == (
        (11, 13, 21, 14),
        (22, 23, 31, 24),
        (32, 33, 34, 41, 42),
    )


def test_more_may_go_down_than_up():
    """The second division is one too many and the first one too few: the best of the second fills it."""
    assert next_season(SEASON, PromotionCount(up=1, down=2)) == (
        (11, 12, 21, 13),
        (14, 22, 31, 23),
        (24, 32, 33, 34),
    )


def test_a_league_of_one_division_or_none():
    assert next_season((SEASON[0],), PromotionCount(), withdrawn={12}, newcomers=(15,)) == ((11, 13, 14, 15),)
    assert next_season((), PromotionCount(), newcomers=(1, 2)) == ((1, 2),)
    assert next_season((), PromotionCount()) == ()


@pytest.mark.parametrize(
    ("season", "withdrawn", "newcomers", "says"),
    [
        (((1, 2), (2, 3)), (), (), "2 is named twice"),
        (((1, 2),), (), (2,), "2 is named twice"),
        (((1, 2),), (9,), (), "9 is in no division"),
    ],
)
def test_what_cannot_be_is_refused(season, withdrawn, newcomers, says):
    with pytest.raises(InvalidDivisions, match=says):
        next_season(season, PromotionCount(), withdrawn=withdrawn, newcomers=newcomers)


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
    made = next_season(season, PromotionCount(up, down), withdrawn=withdrawn, newcomers=newcomers)
    everybody = sorted(entry for division in made for entry in division)
    assert everybody == sorted(set(range(sum(sizes))) - withdrawn | set(newcomers))
    assert len(made) == len(season)


# -- The first season


def test_the_first_season_is_named_or_cut_to_sizes():
    assert first_season(Claims(divisions=((1, 2), (3, 4, 5)))) == ((1, 2), (3, 4, 5))
    assert first_season(Claims(players=(1, 2, 3, 4, 5), sizes=(2, 3))) == ((1, 2), (3, 4, 5))


MANY = tuple(range(PLAYERS_MAX + 1))


@pytest.mark.parametrize(
    ("claims", "says", "data"),
    [
        (Claims(divisions=((1, 2), (2, 3))), "2 is named twice", {"player": 2}),
        (Claims(players=(1, 2, 2, 3), sizes=(2, 2)), "2 is named twice", {"player": 2}),
        (Claims(players=(1, 2, 3, 4, 5), sizes=(2, 2)), "5 would be in none", {"players": [5]}),
        (Claims(players=(1, 2, 3), sizes=(2, 2)), "take 4 players, and there are 3", {}),
        (Claims(players=(1, 2, 3)), "take 0 of 3", {"players": [1, 2, 3]}),
        (Claims(divisions=((1, 2), (3,))), "Division 2 would have 1 ", {"division": 2}),
        (Claims(divisions=((), (1, 2))), "Division 1 would have 0 ", {"division": 1}),
        (Claims(players=(1, 2), sizes=(2, 0)), "Division 2 would have 0 ", {"division": 2}),
        (Claims(), "not 0 with 0", {}),
        (Claims(divisions=(MANY,)), f"not 1 with {PLAYERS_MAX + 1}", {}),
        (Claims(divisions=tuple((2 * n, 2 * n + 1) for n in range(DIVISIONS_MAX + 1))), "not 33 with", {}),
        (Claims(divisions=((1, 2),), players=(3, 4)), "not both", {}),
        (Claims(divisions=((1, 2),), sizes=(2,)), "not both", {}),
        (Claims(divisions=((1, 2),), withdrawn=(1,)), "has not begun", {}),
        (Claims(divisions=((1, 2),), newcomers=(3,)), "has not begun", {}),
        (Claims(divisions=((1, 2),), order=(1, 2)), "has not begun", {}),
    ],
)
def test_a_first_season_that_cannot_be(claims, says, data):
    with pytest.raises(InvalidDivisions, match=says) as refused:
        first_season(claims)
    assert refused.value.data == data


# -- The next one, where places may be shared


def alone(season):
    return tuple(tuple((player,) for player in division) for division in season)


@pytest.mark.parametrize(
    ("claims", "says", "data"),
    [
        (Claims(divisions=((1, 2),)), "follows from the places", {}),
        (Claims(players=(1, 2)), "follows from the places", {}),
        (Claims(withdrawn=(99,)), "99 is in no division", {"player": 99}),
        (Claims(withdrawn=(11, 11)), "11 is named twice", {"player": 11}),
        (Claims(newcomers=(11,)), "11 is named twice, or stands", {"player": 11}),
        (Claims(withdrawn=(11,), newcomers=(11,)), "11 is named twice, or stands", {"player": 11}),
        (Claims(newcomers=(41, 41)), "41 is named twice", {"player": 41}),
        (Claims(order=(11,)), "11 shares no place", {"player": 11}),
        (Claims(order=(99,)), "99 shares no place", {"player": 99}),
        (Claims(sizes=(4, 4, 3)), "take 11 of 12 players: 34 would be in none", {"players": [34]}),
        (Claims(sizes=(4, 4, 5)), "take 13 players, and there are 12", {}),
        (Claims(withdrawn=(31, 32, 33)), "Division 3 would have 1 ", {"division": 3}),
        (Claims(withdrawn=(31, 32, 33, 34)), "Division 3 would have 0 ", {"division": 3}),
    ],
)
def test_a_next_season_that_cannot_be(claims, says, data):
    with pytest.raises(InvalidDivisions, match=says) as refused:
        following_season(alone(SEASON), PromotionCount(1, 1), claims)
    assert refused.value.data == data


def test_sizes_may_change_between_seasons():
    """Two withdraw: of what is left two divisions are made, those in order who stand behind each other."""
    claims = Claims(withdrawn=(33, 34), newcomers=(41,), sizes=(5, 6))
    assert following_season(alone(SEASON), PromotionCount(1, 1), claims) == (
        (11, 12, 13, 21, 14),
        (22, 23, 31, 24, 32, 41),
    )


def made_of(ranked, movement, claims):
    made = following_season(ranked, movement, claims)
    return made, undecided_division_ties(break_division_ties(ranked, claims), made)


def test_a_shared_place_matters_where_it_decides_who_plays_where():
    ranked = (((1,), (2, 3)), ((4, 5), (6,)))
    assert made_of(ranked, PromotionCount(1, 1), Claims())[1] == [(2, 3), (4, 5)]
    assert made_of(ranked, PromotionCount(2, 2), Claims()) == (((1, 4, 5), (2, 3, 6)), [])
    assert made_of(ranked, PromotionCount(0, 0), Claims())[1] == []


def test_a_director_breaks_the_tie_of_who_shares_a_place():
    ranked = (((1,), (2, 3)), ((4, 5), (6,)))
    claims = Claims(order=(3, 2, 5))
    assert made_of(ranked, PromotionCount(1, 1), claims) == (((1, 3, 5), (2, 4, 6)), [])
    assert made_of(ranked, PromotionCount(1, 1), Claims(order=(3, 2)))[1] == [(4, 5)]


def test_no_tie_is_broken_twice():
    with pytest.raises(InvalidDivisions, match="2 is named twice"):
        following_season((((1, 2), (3,)),), PromotionCount(1, 1), Claims(order=(2, 2)))


def test_who_withdraws_stands_behind_those_who_share_the_place():
    """1 and 2 are first of the lower division, and one goes up: 1 leaves, so it is 2."""
    ranked = (((8,), (9,)), ((1, 2), (3,)))
    for leaves, stays in ((1, 2), (2, 1)):
        made, shared = made_of(ranked, PromotionCount(1, 1), Claims(withdrawn=(leaves,), newcomers=(4,)))
        assert (made, shared) == (((8, stays), (9, 3, 4)), [])


def test_so_far_nobody_is_said_to_move_who_shares_a_place_with_somebody_who_does_not():
    ranked = (((1,), (2, 3)), ((4, 5), (6,)))
    assert league_moves_so_far(ranked, PromotionCount(1, 1)) == {}
    assert league_moves_so_far(ranked, PromotionCount(2, 1)) == {4: Move.UP, 5: Move.UP}


def test_who_moved_is_who_plays_higher_or_lower():
    assert division_moves(((1, 2), (3, 4), (5, 6)), ((1, 3), (2, 5, 7))) == {
        3: Move.UP,
        2: Move.DOWN,
        5: Move.UP,
    }


@st.composite
def endings(draw):
    """A season with shared places here and there, what moves, and what a director may say of the next."""
    numbers = iter(range(1000))
    ranked = tuple(
        tuple(tuple(next(numbers) for _ in range(size)) for size in groups)
        for groups in draw(
            st.lists(st.lists(st.integers(1, 3), min_size=2, max_size=4), min_size=1, max_size=4)
        )
    )
    everybody = [player for division in division_standings_flat(ranked) for player in division]
    leaving = draw(st.lists(st.sampled_from(everybody), unique=True, max_size=4))
    new = range(1000, 1000 + draw(st.integers(0, 4)))
    shared = [player for division in ranked for group in division if len(group) > 1 for player in group]
    order = draw(st.permutations(shared).map(lambda mixed: mixed[: len(mixed) // 2]))
    movement = PromotionCount(draw(st.integers(0, 3)), draw(st.integers(0, 3)))
    return ranked, movement, Claims(withdrawn=tuple(leaving), newcomers=tuple(new), order=tuple(order))


def played_on(ranked, movement, claims):
    """The next season however small its divisions are, and who shares a place that decides."""
    leaving = {"withdrawn": claims.withdrawn, "newcomers": claims.newcomers}
    made = next_season(division_standings_flat(break_division_ties(ranked, claims)), movement, **leaving)
    return made, undecided_division_ties(break_division_ties(ranked, claims), made)


@given(endings(), st.randoms(use_true_random=False))
def test_what_is_decided_does_not_hang_on_the_order_of_who_shares_a_place(ending, random):
    """Seasons of any kind: nobody vanishes or is doubled, and numbers of players decide nothing."""
    ranked, movement, claims = ending
    everybody = {player for division in division_standings_flat(ranked) for player in division}
    made, shared = played_on(ranked, movement, claims)
    playing = [player for division in made for player in division]
    assert len(playing) == len(set(playing))
    assert set(playing) == everybody - {*claims.withdrawn} | {*claims.newcomers}
    mixed = tuple(tuple(tuple(random.sample(group, len(group))) for group in division) for division in ranked)
    again, shared_again = played_on(mixed, movement, claims)
    assert bool(shared) == bool(shared_again)
    if not shared:
        assert [set(division) for division in made] == [set(division) for division in again]


@given(st.data())
def test_over_the_years(data):
    """Ten seasons with who comes and who goes: the league holds who has joined and not left, each once."""
    season = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))
    members, last = set(range(1, 11)), 10
    for _ in range(10):
        ended = tuple(tuple(data.draw(st.permutations(division))) for division in season)
        leaving = data.draw(st.lists(st.sampled_from(sorted(members)), unique=True, max_size=2))
        new = tuple(range(last + 1, last + 1 + data.draw(st.integers(1, 3))))
        season = next_season(ended, PromotionCount(1, 1), withdrawn=leaving, newcomers=new)
        members, last = members - set(leaving) | set(new), last + len(new)
        assert sorted(player for division in season for player in division) == sorted(members)
