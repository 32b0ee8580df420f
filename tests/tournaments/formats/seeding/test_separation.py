"""Club-mates meet as late as they can, and the seeds stay where they are."""

from collections import Counter
from itertools import permutations
from math import comb

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.formats.elimination import bracket_layout
from tournaments.formats.seeding.separation import club_mates_meeting_in_draw, separate_club_mates


@st.composite
def fields(draw, most=40):
    size = draw(st.integers(0, most))
    order = draw(st.permutations(range(101, 101 + size)))
    names = st.sampled_from([*"ABCDEFGH"[: draw(st.integers(1, 8))]])
    clubs = draw(st.dictionaries(st.sampled_from(order), names)) if order else {}
    return tuple(order), clubs


def first_round(order):
    """The pairs of the first round."""
    lines = [
        order[place - 1] if place <= len(order) else None
        for place in bracket_layout(1 << (len(order) - 1).bit_length())
    ]
    return [*zip(lines[::2], lines[1::2], strict=True)]


def clashes(order, clubs):
    return sum(one in clubs and clubs[one] == clubs.get(two) for one, two in first_round(order))


def test_a_club_of_two_in_one_half_is_parted_by_moving_the_lower_seed():
    """1 plays 4 and 3 plays 2: 4 and 3 change places, and 1 and 4 can meet in the final only."""
    assert separate_club_mates((1, 2, 3, 4), {1: "Graz", 4: "Graz"}) == (1, 2, 4, 3)


def test_eight_of_two_clubs():
    """Of 1 8 5 4 and 3 6 7 2, three of Graz are in the first half: 8 changes places with 7."""
    clubs = {1: "Graz", 8: "Graz", 5: "Graz", 4: "Linz", 2: "Linz", 3: "Graz"}
    order = (1, 2, 3, 4, 5, 6, 7, 8)
    assert club_mates_meeting_in_draw(order, clubs) == (1, 2, 4)
    apart = separate_club_mates(order, clubs)
    assert apart == (1, 2, 3, 4, 5, 6, 8, 7)
    assert club_mates_meeting_in_draw(apart, clubs) == (0, 2, 5)


@pytest.mark.parametrize("mates", [(1, 4, 8), (2, 3, 7)])
def test_seeds_of_one_half_drive_a_club_mate_into_the_other(mates):
    """The halves are 1 8 5 4 and 3 6 7 2; both times 7 and 8 change places."""
    apart = separate_club_mates((1, 2, 3, 4, 5, 6, 7, 8), dict.fromkeys(mates, "Graz"), seeds=4)
    assert apart == (1, 2, 3, 4, 5, 6, 8, 7)


def test_the_last_of_the_order_move_for_the_last():
    """Four of a club make the second half 3 6 7 2; 6 and 7 leave it, and 5 and 8 of the first come."""
    apart = separate_club_mates((1, 2, 3, 4, 5, 6, 7, 8), dict.fromkeys((2, 3, 6, 7), "Graz"))
    assert apart[:4] == (1, 2, 3, 4)
    assert {apart[4], apart[7]} == {6, 7}


def test_the_seeds_stay_even_where_they_are_club_mates():
    clubs = dict.fromkeys((1, 2, 3, 4), "Graz")
    assert separate_club_mates((1, 2, 3, 4), clubs, seeds=4) == (1, 2, 3, 4)
    assert separate_club_mates((1, 2, 3, 4, 5, 6, 7, 8), clubs, seeds=4)[:4] == (1, 2, 3, 4)


@settings(max_examples=examples(40))
@given(field=fields(), seeds=st.integers(0, 12))
def test_everybody_stays_in_and_the_seeds_stay_put(field, seeds):
    order, clubs = field
    apart = separate_club_mates(order, clubs, seeds=seeds)
    assert sorted(apart) == sorted(order)
    assert apart[:seeds] == order[:seeds]
    # What is apart stays as it is.
    assert separate_club_mates(apart, clubs, seeds=seeds) == apart
    assert club_mates_meeting_in_draw(apart, clubs)[:1] <= club_mates_meeting_in_draw(order, clubs)[:1]


@settings(max_examples=examples(40))
@given(field=fields())
def test_without_seeds_clubs_are_even_over_halves_quarters_and_so_on(field):
    order, clubs = field
    apart = separate_club_mates(order, clubs)
    size = 1 << max(len(order) - 1, 0).bit_length()
    lines = [apart[place - 1] if place <= len(apart) else None for place in bracket_layout(size)]
    width = size // 2
    while width:
        parts = [
            Counter(clubs.get(entry) for entry in lines[at : at + width]) for at in range(0, size, width)
        ]
        for one, two in zip(parts[::2], parts[1::2], strict=True):
            assert all(abs(one[club] - two[club]) <= 1 for club in {*clubs.values()})
        width //= 2


@settings(max_examples=examples(24))
@given(field=fields(), seeds=st.integers(0, 12))
def test_who_has_no_club_mate_to_flee_from_moves_nowhere(field, seeds):
    order, _ = field
    assert separate_club_mates(order, {}, seeds=seeds) == order
    assert separate_club_mates(order, {entry: f"club of {entry}" for entry in order}, seeds=seeds) == order


@settings(max_examples=examples(24), deadline=None)
@given(field=fields(most=7), seeds=st.integers(0, 5))
def test_no_order_meets_the_rule_better(field, seeds):
    """Against every order there is.

    First the club-mates who meet in the first round, then those of one half, then those who change halves.
    """
    order, clubs = field
    assume(len(order) > 1)
    places = bracket_layout(1 << (len(order) - 1).bit_length())
    first_half = [place - 1 for place in places[: len(places) // 2] if place <= len(order)]
    stood = {order[place] for place in first_half}

    def measure(found):
        here = {found[place] for place in first_half}
        numbers = Counter((entry in here, clubs[entry]) for entry in order if entry in clubs)
        mates = sum(comb(number, 2) for number in numbers.values())
        return clashes(found, clubs), mates, len(stood - here)

    least = min(measure((*order[:seeds], *rest)) for rest in permutations(order[seeds:]))
    assert measure(separate_club_mates(order, clubs, seeds=seeds)) == least


def test_halves_are_dealt_so_that_their_first_matches_can_be_parted():
    """The lines are 101, bye, 105, 104 and 103, 106, bye, 102; 104 to 106 are of A.

    104 and 105 would meet. 105 leaves for 103 and not for 102, the last: that one is of 101's club. Then
    102 and 103, each in the half it is in now, part the others.
    """
    clubs = dict(zip(range(101, 107), "CCBAAA", strict=True))
    apart = separate_club_mates(range(101, 107), clubs, seeds=1)
    assert apart == (101, 105, 102, 104, 103, 106)
    assert club_mates_meeting_in_draw(apart, clubs) == (0, 1, 3)
    assert separate_club_mates(apart, clubs, seeds=1) == apart


@settings(max_examples=examples(60))
@given(field=fields(), seeds=st.integers(0, 20))
def test_no_club_clashes_more_often_than_its_number_demands(field, seeds):
    """Each match takes one of a club: of its free entries those over are bound to clash, and nobody else."""
    order, clubs = field
    assume(len(order) > 1)
    free = set(order[seeds:])
    room = {
        club: sum(
            any(entry in free for entry in match)
            and not any(
                entry is not None and entry not in free and clubs.get(entry) == club for entry in match
            )
            for match in first_round(order)
        )
        for club in {*clubs.values()}
    }
    over = sum(max(0, sum(clubs.get(entry) == club for entry in free) - room[club]) for club in room)
    bound = clashes(order, {entry: clubs[entry] for entry in order[:seeds] if entry in clubs})
    assert clashes(separate_club_mates(order, clubs, seeds=seeds), clubs) == over + bound


def test_the_rounds_in_which_club_mates_would_meet():
    """In lines 1 8 5 4 3 6 7 2: 1 and 8 at once, 5 in the next round, 2 in the final."""
    assert club_mates_meeting_in_draw(range(1, 9), dict.fromkeys((1, 8, 5, 2), "Graz")) == (1, 2, 3)
    assert club_mates_meeting_in_draw((), {}) == club_mates_meeting_in_draw((1,), {1: "Graz"}) == ()
